"""Analysing: parts of games or of a file of positions, merged into one file with a line of JSON for
each."""
from __future__ import annotations

from match_runner.errors import UsageError

from .kind import LinesKind


class Analyze(LinesKind):
    name = "analyze"
    summary = "analysing: parts of files of games, or of a file of positions"

    @classmethod
    def settings(cls, options: list[str]) -> dict[str, object]:
        super().settings(options)
        given = {word.partition("=")[0] for word in options}
        if not given & {"--game", "--positions"}:
            raise UsageError("analyze needs --game and files of games, or --positions and a file")
        return {"unit": "position" if "--positions" in given else "game"}

    @property
    def unit(self) -> str:
        return str(self.job.settings.get("unit", "game"))

    @classmethod
    def begins_result(cls, text: str) -> bool:
        return text.startswith("player ") or cls.counts_positions(text)
