"""Standard output and standard error, which may be closed, full, or pipes without a reader."""
from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata

from .errors import MatchError, reason_of


class ReaderGone(Exception):
    """Nobody reads standard output any more, so the program is to end without a message."""


def prepare() -> None:
    """Lets no text fail because the streams' encoding lacks a character, as ± in ASCII, or because
    a file name is not text."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            utf_8 = codecs.lookup(stream.encoding).name == "utf-8"
            stream.reconfigure(errors="surrogateescape" if utf_8 else "replace")


def write(text: str) -> None:
    """Writes lines to standard output at once. Raises ReaderGone, or MatchError with the reason."""
    if sys.stdout is None:
        return
    try:
        print(_without_controls(text), flush=True)
    except BrokenPipeError:
        _discard_output()
        raise ReaderGone from None
    except OSError as error:
        _discard_output()
        raise MatchError(f"cannot write to standard output: {reason_of(error)}") from error


def complain(text: str) -> None:
    """Writes lines to standard error, if that is possible."""
    if sys.stderr is None:
        return
    try:
        print(_without_controls(text), file=sys.stderr, flush=True)
    except OSError:
        pass


def _without_controls(text: str) -> str:
    """Escapes what controls a terminal, except for ends of lines: a name may contain anything."""
    return "".join(letter if letter == "\n" or unicodedata.category(letter) != "Cc"
                   else "".join(f"\\x{byte:02x}" for byte in letter.encode()) for letter in text)


def _discard_output() -> None:
    """Keeps the interpreter from complaining when it flushes standard output on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
