"""Writes files so that no crash, kill or full disk leaves half of one."""
from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path
from typing import IO

from .errors import MatchError, reason_of


def write_atomically(path: Path, text: str) -> None:
    """Replaces the file at once: it holds either its old content or all of the new. It keeps its
    permissions, and a symbolic link keeps leading to it."""
    place = _replaceable(path)
    temporary, file = _temporary(path, place)
    try:
        with file:
            with contextlib.suppress(FileNotFoundError):
                os.fchmod(file.fileno(), stat.S_IMODE(place.stat().st_mode))
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, place)
        _sync_folder(place.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise _cannot_write(path, error) from error


def check_writable(path: Path) -> None:
    """Raises MatchError if the file cannot be written; leaves it as it is."""
    temporary, file = _temporary(path, _replaceable(path))
    file.close()
    temporary.unlink()


def _replaceable(path: Path) -> Path:
    """Returns the file that the path leads to; raises MatchError if it must not be replaced."""
    try:
        place = Path(os.path.realpath(path))
        mode = place.stat().st_mode
    except FileNotFoundError:
        return place
    except OSError as error:
        raise _cannot_write(path, error) from error
    if stat.S_ISDIR(mode):
        raise MatchError(f"cannot write {path}: it is a folder")
    if not stat.S_ISREG(mode):
        raise MatchError(f"cannot write {path}: it is no ordinary file")
    if not os.access(place, os.W_OK):
        raise MatchError(f"cannot write {path}: {os.strerror(errno.EACCES)}")
    return place


def _temporary(path: Path, place: Path) -> tuple[Path, IO[str]]:
    """Creates a file beside `place`. No other has its name."""
    temporary = place.with_name(f"{place.name}.{os.getpid()}.{secrets.randbits(32)}.new")
    try:
        return temporary, open(temporary, "x", encoding="utf-8")
    except OSError as error:
        raise _cannot_write(path, error) from error


def _cannot_write(path: Path, error: OSError) -> MatchError:
    return MatchError(f"cannot write {path}: {reason_of(error)}")


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
            raise _cannot_write(path, error) from error

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
            raise _cannot_write(self.path, error) from error

    def close(self) -> None:
        os.close(self._descriptor)
