"""Writes files so that no crash, kill or full disk leaves half of one."""
from __future__ import annotations

import contextlib
import os
from pathlib import Path

from .errors import MatchError, reason_of


def write_atomically(path: Path, text: str) -> None:
    """Replaces the file at once: it holds either its old content or all of the new."""
    temporary = _temporary(path)
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        _sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise MatchError(f"cannot write {path}: {reason_of(error)}") from error


def check_writable(path: Path) -> None:
    """Raises MatchError if the file cannot be written; leaves it as it is."""
    if path.is_dir():
        raise MatchError(f"cannot write {path}: it is a folder")
    try:
        _temporary(path).touch()
        _temporary(path).unlink()
    except OSError as error:
        raise MatchError(f"cannot write {path}: {reason_of(error)}") from error


def _temporary(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def _sync_folder(folder: Path) -> None:
    """Puts a rename on the disk: it is safe only when its folder has been synced."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class LineFile:
    """A file to which lines are added whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise MatchError(f"cannot write {path}: {reason_of(error)}") from error

    @property
    def descriptor(self) -> int:
        return self._descriptor

    def add(self, line: str) -> None:
        size = os.fstat(self._descriptor).st_size
        data = memoryview((line + "\n").encode())
        try:
            while data:
                data = data[os.write(self._descriptor, data):]
            os.fsync(self._descriptor)
        except OSError as error:
            try:
                os.ftruncate(self._descriptor, size)
            except OSError:
                pass  # a torn last line is dropped when the file is read
            raise MatchError(f"cannot write {self.path}: {reason_of(error)}") from error

    def close(self) -> None:
        os.close(self._descriptor)
