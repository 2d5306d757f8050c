"""Standard output and standard error, which may be closed, full, or pipes without a reader."""
from __future__ import annotations

import codecs
import io
import os
import re
import sys

from .errors import MatchError, reason_of

_CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


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
    """Escapes what controls a terminal or turns the direction of a text, except for ends of lines:
    a name may contain anything."""
    return _CONTROLS.sub(
        lambda found: "".join(f"\\x{byte:02x}" for byte in found[0].encode()), text)


def _discard_output() -> None:
    """Keeps the interpreter from complaining when it flushes standard output on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
