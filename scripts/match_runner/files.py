"""Writes files so that no crash, kill or full disk leaves half of one."""
from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import stat
from pathlib import Path
from typing import IO

from .errors import MatchError, reason_of


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replaces the file at once: it holds either its old content or all of the new. It keeps its
    owner and permissions, and a symbolic link keeps leading to it. A file that holds the content
    already is left alone."""
    data = content.encode() if isinstance(content, str) else content
    place = _replaceable(path)
    if _holds(place, data):
        return
    temporary, file = _temporary(path, place)
    try:
        with file:
            with contextlib.suppress(FileNotFoundError):
                _take_over(file.fileno(), place.stat())
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, place)
        _sync_folder(place.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise _cannot_write(path, error) from error


def _holds(place: Path, data: bytes) -> bool:
    try:
        return place.read_bytes() == data
    except OSError:
        return False


def _take_over(descriptor: int, old: os.stat_result) -> None:
    """Gives a new file the owner and the permissions of an old one, as far as the system allows."""
    mode = stat.S_IMODE(old.st_mode)
    try:
        os.fchown(descriptor, old.st_uid, old.st_gid)
    except OSError:
        try:
            os.fchown(descriptor, -1, old.st_gid)
        except OSError:
            mode = mode & 0o707 | (mode & 0o007) << 3  # another group gets no more than everybody
    os.fchmod(descriptor, mode)


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
    if _is_locked(place):
        raise MatchError(f"cannot write {path}: it is being written by another job")
    return place


def _is_locked(place: Path) -> bool:
    """Whether a job such as `emilia selfplay` appends to the file at this moment."""
    try:
        with open(place, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        pass  # without the right to read it nobody can tell
    return False


def _temporary(path: Path, place: Path) -> tuple[Path, IO[bytes]]:
    """Creates a file beside `place`. No other has its name."""
    temporary = place.with_name(f"{place.name}.{os.getpid()}.{secrets.randbits(32)}.new")
    try:
        return temporary, open(temporary, "xb")
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
