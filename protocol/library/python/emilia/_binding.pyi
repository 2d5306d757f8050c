"""The functions of emilia.h, as cffi gives them."""
from typing import Any

ffi: Any
lib: Any
