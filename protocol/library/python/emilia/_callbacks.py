"""The functions that the library calls."""
from __future__ import annotations

from typing import Any

from emilia._binding import ffi
from emilia._values import analysis_of


@ffi.def_extern(error=1)  # type: ignore[misc]
def emilia_python_progress(sofar: Any, data: Any) -> int:
    listener = ffi.from_handle(data)
    return int(listener.call(listener.progress, analysis_of(sofar)))


@ffi.def_extern(error=1)  # type: ignore[misc]
def emilia_python_found(index: int, result: Any, data: Any) -> int:
    listener = ffi.from_handle(data)
    return int(listener.call(listener.found, index, analysis_of(result)))


@ffi.def_extern(error=1)  # type: ignore[misc]
def emilia_python_counted(done: int, data: Any) -> int:
    listener = ffi.from_handle(data)
    return int(listener.call(listener.counted, done))
