"""The files that the engines' commands name: programs, weights, books."""
from __future__ import annotations

import contextlib
import hashlib
import shutil
from pathlib import Path

from ..words import quoted
from .engine_spec import EngineSpec, split_command

_PIECE = 1 << 20  # bytes


def file_checksums(specs: list[EngineSpec]) -> dict[str, str]:
    """The checksum of each program, and of each file that is named in an argument."""
    checksums = {}
    for spec in specs:
        program, *arguments = split_command(spec.name, spec.command)
        names = [shutil.which(program), *(word.rpartition("=")[2] for word in arguments)]
        for name in filter(None, names):
            with contextlib.suppress(OSError, ValueError):  # what it cannot read has no checksum
                if Path(name).is_file():
                    checksums[name] = _checksum(Path(name))
    return checksums


def changed_files(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """Notes for the user about files that are not what they were when the match began."""
    return [f"{quoted(name)} has changed since the match began; the results are of both"
            for name, checksum in before.items() if now.get(name) != checksum]


def _checksum(path: Path) -> str:
    checksum = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(_PIECE):
            checksum.update(piece)
    return checksum.hexdigest()[:16]
