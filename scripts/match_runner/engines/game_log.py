"""The log of the dialogue with the two engines of a game, with time stamps."""
from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import IO


class GameLog:
    """Lines `SECONDS NAME > TEXT`: `>` marks input of the engine, `<` output, `!` standard error.

    The reader threads of both engines write to it. If the log cannot be written, it prints one
    message and stops logging; the match continues.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._lock = threading.Lock()
        self._begin = time.monotonic()
        self._file: IO[str] | None = None
        if path is not None:
            try:
                self._file = open(path, "w", encoding="utf-8", errors="replace", buffering=1)
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
        print(f"cannot write the log {path}: {error}", file=sys.stderr)
