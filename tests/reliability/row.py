"""What the rows of EXPERIMENTS.md share that start programs."""
from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
DATA = PROJECT / "tests" / "data"
sys.path[:0] = [str(PROJECT / "scripts"), str(PROJECT / "tests" / "scripts")]

# scripts/reliability.sh and CTest name the program.
EMILIA = os.environ.get("EMILIA_PROGRAM", str(PROJECT / "build" / "emilia"))


class Finding(Exception):
    """Something that must never happen, with all that is needed to repeat it."""


def demand(holds: bool, text: object) -> None:
    if not holds:
        raise Finding(str(text))


class Run:
    """How long a row runs. It ends after `count` cases or `seconds`, or when it is stopped; a count of
    None and 0 seconds are no limits."""

    def __init__(self, count: int | None, seconds: float, seed: int, folder: Path) -> None:
        self.count, self.seconds, self.folder = count, seconds, folder
        self.random = random.Random(seed)
        self.done = 0
        self.stopped = False
        self._start = self._shown = time.monotonic()

    def goes_on(self) -> bool:
        passed = time.monotonic() - self._start
        return (not self.stopped and (self.count is None or self.done < self.count)
                and (self.seconds <= 0 or passed < self.seconds))

    def finish_case(self) -> None:
        self.done += 1
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._shown >= 1:
            self._shown = now
            of_all = "" if self.count is None else f" of {self.count:,}"
            print(f"\r{self.done:,}{of_all} ", end="", file=sys.stderr, flush=True)


def times(milliseconds: list[float]) -> str:
    """The usual figures of latencies."""
    if not milliseconds:
        return "none was measured"
    ordered = sorted(milliseconds)

    def at(part: float) -> float:
        return ordered[int(part * (len(ordered) - 1))]

    return f"median {at(0.5):.2f} ms, 99.99 % {at(0.9999):.2f} ms, longest {at(1):.2f} ms"
