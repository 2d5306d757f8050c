"""Analysing: parts of games, merged into one file with a line of JSON for each game."""
from __future__ import annotations

from pathlib import Path

from match_runner.words import count

from ..errors import PartError, UsageError
from .kind import Kind, check_status, complaints, notes_of, output_of


class Analyze(Kind):
    name = "analyze"
    summary = "analysing: parts of files of games"
    result = "result.jsonl"
    leftover = "games.jsonl"

    @classmethod
    def settings(cls, options: list[str]) -> dict[str, object]:
        super().settings(options)
        if not any(word.partition("=")[0] == "--game" for word in options):
            raise UsageError("analyze needs --game and files of games")
        return {}

    def payload(self, name: str, folder: Path, status: int) -> tuple[bytes, dict[str, object]]:
        # Status 1 with a table says that all games but those that cannot be read are analyzed.
        check_status(folder, status, (0, 1))
        if status == 1 and not output_of(folder).startswith("player "):
            check_status(folder, status)
        content = (folder / self.leftover).read_bytes()
        if content and not content.endswith(b"\n"):
            raise PartError("the program wrote an unfinished line")
        return content, complaints(folder, status)

    def merge(self) -> str:
        results = self.read_results()
        content = b"".join(content for _, content in results)
        table = self.put_checked_result(content)
        lines = content.count(b"\n")
        return (f"{notes_of(results)}{table}{count(lines, 'game')}: "
                f"{self.job.path / self.result}\n")
