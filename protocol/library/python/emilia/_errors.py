"""What the functions raise, and the texts that they exchange with the library."""
from __future__ import annotations

from typing import Any

from emilia._binding import ffi, lib


class EngineError(Exception):
    """Something failed; the other errors are kinds of this one."""


class ArgumentError(EngineError, ValueError):
    """A value is out of range, or contradicts another."""


class PositionError(EngineError, ValueError):
    """A text or a board is no position or game, or a move is illegal."""


class FileError(EngineError):
    """Weights or a book can't be read."""


class BusyError(EngineError):
    """A function that an engine calls has called the engine."""


_ERRORS = {lib.EMILIA_BAD_ARGUMENT: ArgumentError, lib.EMILIA_BAD_POSITION: PositionError,
           lib.EMILIA_BAD_FILE: FileError, lib.EMILIA_BUSY: BusyError,
           lib.EMILIA_OUT_OF_MEMORY: MemoryError}


def check(status: int) -> None:
    """Raises the error of a call that has just returned in this thread."""
    if status != lib.EMILIA_OK:
        raise _ERRORS.get(status, EngineError)(decoded(lib.emilia_message()))


def decoded(text: Any) -> str:
    """A text of the library."""
    return str(ffi.string(text).decode("utf-8", "replace"))


def encoded(text: str, name: str) -> bytes:
    """A text for the library."""
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a text, not {type(text).__name__}")
    if "\0" in text:
        raise ArgumentError(f"{name} has a zero character")
    return text.encode("utf-8", "replace")
