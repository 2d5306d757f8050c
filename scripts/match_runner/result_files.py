"""Checks where the results of a match are to go before its first game."""
from __future__ import annotations

import argparse
import contextlib
import os
import stat
from pathlib import Path

from .engines.engine_files import named_files
from .engines.engine_spec import EngineSpec
from .errors import UsageError
from .files import check_writable
from .games.records import FILES

_RESULTS = ("json", "html", "chart")


def check_result_files(options: argparse.Namespace, engines: list[EngineSpec]) -> None:
    """Reports a file that cannot be written now, not when the match has ended, and one that would
    replace another file of the match."""
    taken = _taken(options, engines)
    for name in _RESULTS:
        path = getattr(options, name)
        if path is None:
            continue
        identity = _identity(path)
        if identity in _open_files():
            raise UsageError(f"--{name} {path} is a standard stream or another open file of this "
                             "program; choose another file")
        if _is_log(path, options.log):
            raise UsageError(f"--{name} {path} may also be a log of --log {options.log}")
        if identity in taken:
            raise UsageError(f"--{name} {path} is also {taken[identity]}")
        taken[identity] = f"the file of --{name}"
        # The folder of the match is created later.
        if options.output is None or _real(path).parent != _real(options.output):
            check_writable(path)


def _taken(options: argparse.Namespace, engines: list[EngineSpec]) -> dict[object, str]:
    """What must not be replaced, in words."""
    taken: dict[object, str] = {}
    for spec in engines:
        taken |= {_identity(Path(name)): f"a file of --engine {spec.name}"
                  for name in named_files(spec)}
    if options.openings is not None:
        taken[_identity(options.openings)] = "the file of --openings"
    for name in ("output", "log"):
        folder = getattr(options, name)
        if folder is not None:
            place = _real(folder)  # it may not be there yet, nor the folders around it
            taken |= dict.fromkeys((place, *place.parents), f"a folder of --{name}")
    if options.output is not None:
        taken |= {_identity(options.output / name): "a file of the match" for name in FILES}
    return taken


def _identity(path: Path) -> object:
    """Equal for all names of a file, hard links, too."""
    try:
        status = path.stat()
        return status.st_dev, status.st_ino
    except OSError:
        return _real(path)


def _open_files() -> set[object]:
    """The identities of the files and pipes that this program has open, as standard output."""
    identities: set[object] = set()
    for number in os.listdir("/dev/fd"):
        with contextlib.suppress(OSError):  # the listing itself is closed by now
            status = os.fstat(int(number))
            if not stat.S_ISCHR(status.st_mode):  # a terminal or /dev/null can't be replaced
                identities.add((status.st_dev, status.st_ino))
    return identities


def _is_log(path: Path, logs: Path | None) -> bool:
    place = _real(path)
    return logs is not None and place.parent == _real(logs) and place.suffix == ".log"


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))  # unlike Path.resolve it accepts a circle of links
