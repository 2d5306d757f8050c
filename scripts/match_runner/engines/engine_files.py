"""The files that the engines' commands name: programs, weights, books."""
from __future__ import annotations

import contextlib
import hashlib
import shlex
import shutil
from pathlib import Path
from typing import Iterator

from ..words import quoted
from .engine_spec import EngineSpec, split_command

_PIECE = 1 << 20  # bytes


def named_files(spec: EngineSpec) -> list[str]:
    """The program of a command and the files that its arguments name, also within an argument that
    is a command itself, as that of `sh -c`."""
    return [name for name in _names(split_command(spec.name, spec.command)) if _is_file(name)]


def _names(words: list[str]) -> Iterator[str]:
    program, *arguments = words
    yield shutil.which(program) or program
    for argument in arguments:
        yield argument.rpartition("=")[2]
        with contextlib.suppress(ValueError):  # it is no command
            inner = shlex.split(argument)
            if len(inner) > 1:
                yield from _names(inner)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def file_checksums(specs: list[EngineSpec]) -> dict[str, str]:
    """The checksum of each file that an engine's command names."""
    named = (name for spec in specs for name in named_files(spec))
    return {name: checksum for name in named if (checksum := file_checksum(name)) is not None}


def changed_files(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """Notes for the user about files that are not what they were when the match began."""
    return [f"{quoted(name)} has changed since the match began; the results are of both"
            for name, checksum in before.items() if now.get(name) != checksum]


def file_checksum(name: str) -> str | None:
    """None for what cannot be read."""
    checksum = hashlib.sha256()
    try:
        with open(name, "rb") as file:
            while piece := file.read(_PIECE):
                checksum.update(piece)
    except OSError:
        return None
    return checksum.hexdigest()[:16]
