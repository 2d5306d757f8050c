"""Analysing: pieces of games, merged into one file with a line of JSON for each game."""
from __future__ import annotations

import subprocess
from pathlib import Path

from match_runner.words import count

from ..errors import JobError, PieceError, UsageError
from ..job import PROGRAM
from .kind import Kind, check_status, complaints, notes_of, output_of


class Analyze(Kind):
    name = "analyze"
    summary = "analysing: pieces of files of games"
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
            raise PieceError("the program wrote an unfinished line")
        return content, complaints(folder, status)

    def merge(self) -> str:
        results = self.read_results()
        content = b"".join(content for _, content in results)
        path = self.job.path / self.result
        new = path.with_name(path.name + ".new")
        new.write_bytes(content)
        # The command of the whole job finds all games in the file and prints its table of players.
        run = subprocess.run([f"./{PROGRAM}", *self.words(), *self._with_threads(), "--output",
                              new.name], cwd=self.job.path, env=self.environment(), text=True,
                             capture_output=True, errors="replace")
        if run.returncode not in (0, 1) or new.read_bytes() != content:
            raise JobError(f"the merged file {new} is not what one command would have made: "
                           f"{(run.stderr or run.stdout).strip()}")
        new.replace(path)
        lines = content.count(b"\n")
        return f"{notes_of(results)}{run.stdout}{count(lines, 'game')}: {path}\n"
