"""Logs of the dialogue with the two engines of a game, with time stamps."""
from __future__ import annotations

import contextlib
import itertools
import threading
import time
from pathlib import Path
from typing import IO, Callable

from ..errors import reason_of
from ..output import complain


class GameLog:
    """Lines `SECONDS NAME > TEXT`: `>` marks input of the engine, `<` output, `!` standard error.

    The reader threads of both engines write to it. A log that cannot be written calls `on_error`
    once and then stays as it is; the match continues. A file that is there already, of any kind,
    stays as it is: the log then has a number in its name, such as `game-00001.2.log`.
    """

    def __init__(self, path: Path | None = None,
                 on_error: Callable[[str], None] = complain) -> None:
        self._on_error = on_error
        self._lock = threading.Lock()
        self._begin = time.monotonic()
        self._file: IO[str] | None = None
        if path is not None:
            try:
                self._file = _create(path)
            except OSError as error:
                self._give_up(path, error)

    def write(self, name: str, direction: str, text: str) -> None:
        if self._file is None:
            return
        with self._lock:
            try:
                if self._file is not None:
                    self._file.write(
                        f"{time.monotonic() - self._begin:10.4f} {name} {direction} {text}\n")
            except (OSError, ValueError) as error:
                self._give_up(self._file.name, error)

    def close(self) -> None:
        with self._lock:
            file, self._file = self._file, None
            try:
                if file is not None:
                    file.close()
            except OSError:
                pass

    def _give_up(self, path: object, error: Exception) -> None:
        self._file = None
        self._on_error(f"cannot write the log {path}: {reason_of(error)}")


def _create(path: Path) -> IO[str]:
    names = itertools.chain([path], (path.with_suffix(f".{number}.log")
                                     for number in itertools.count(2)))
    for name in names:
        with contextlib.suppress(FileExistsError):
            return open(name, "x", encoding="utf-8", errors="replace", buffering=1)
    raise AssertionError


class LogFolder:
    """Makes the logs of a match; may be used by several threads. After the first log that cannot
    be written there are no more, so that a full disk is reported once and not in every game."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.Lock()

    def log(self, name: str) -> GameLog:
        path = self._path
        return GameLog(None if path is None else path / f"{name}.log", self._stop)

    def _stop(self, message: str) -> None:
        with self._lock:
            path, self._path = self._path, None
        if path is not None:
            complain(f"{message}; the match continues without logs")
