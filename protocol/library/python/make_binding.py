"""Writes the C source of the extension module emilia._binding, which CMake compiles.

    python3 make_binding.py HEADER FILE.c

HEADER is emilia.h, whose declarations are all that cffi needs.
"""
import re
import sys
from pathlib import Path

import cffi

# The functions of emilia/_callbacks.py that the library calls.
CALLBACKS = """
extern "Python" {
    int emilia_python_progress(const emilia_result* sofar, void* data);
    int emilia_python_found(size_t index, const emilia_result* result, void* data);
    int emilia_python_counted(size_t done, void* data);
}
"""


def declarations(header: str) -> str:
    """What the header declares, without what only the preprocessor and C++ read."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif\n", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^#(?!define EMILIA_VERSION).*\n", "", text, flags=re.MULTILINE)
    return text.replace("EMILIA_API ", "")


def main() -> None:
    header, source = sys.argv[1:]
    builder = cffi.FFI()
    builder.cdef(declarations(Path(header).read_text(encoding="utf-8")) + CALLBACKS)
    builder.set_source("emilia._binding", "#include <emilia/emilia.h>\n")
    builder.emit_c_code(source)


if __name__ == "__main__":
    main()
