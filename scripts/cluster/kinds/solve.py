"""Solving: parts of a file of problems, merged into one file with a line of JSON for each."""
from __future__ import annotations

from .kind import LinesKind


class Solve(LinesKind):
    name = "solve"
    summary = "solving: parts of a file of problems"
    unit = "problem"

    @classmethod
    def begins_result(cls, text: str) -> bool:
        return cls.counts_positions(text)
