"""Matches: parts of pairs of games, merged into one match with one result."""
from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from match_runner.command_line import read_match_settings
from match_runner.errors import MatchError, UsageError
from match_runner.games.records import read_games, read_settings
from match_runner.merge import merge_parts
from match_runner.options import parse_options

from ..errors import JobError, PartError
from .kind import Kind, check_status

_MATCH = Path(__file__).resolve().parents[2] / "match.py"


class Match(Kind):
    name = "match"
    summary = "a match: parts of pairs of games, with the options of match.py"
    reserved = ("--output", "--part", "--json", "--html", "--chart", "--log", "--resume",
                "--compliance")
    result = "result"
    leftover = "match"
    uses_program = False

    @classmethod
    def settings(cls, options: list[str]) -> dict[str, object]:
        super().settings(options)
        try:
            match = read_match_settings(parse_options(options))
        except MatchError as error:
            raise UsageError(f"match.py: {error}") from error
        return {"folder": os.getcwd(), "pairs": len(match.schedule()) // 2,
                "games": 2 * len(match.openings)}

    @classmethod
    def check_options(cls, program: Path, options: list[str]) -> None:
        """`settings` has read them all."""

    def command(self, name: str, folder: Path) -> list[str]:
        number, parts = self.part(name)
        match = folder / self.leftover
        resume = ["--resume"] if match.exists() else []
        return [sys.executable, str(_MATCH), *self._options_of_part(), "--part",
                f"{number}/{parts}", "--output", str(match), *resume]

    def _options_of_part(self) -> list[str]:
        """The SPRT needs the games of all parts, so only the merged match has it."""
        words = iter(self.job.options)
        options = []
        for word in words:
            if word == "--sprt":
                next(words)
            elif not word.startswith("--sprt="):
                options.append(word)
        return [*options, "--games", str(self.job.settings["games"])]

    def working_folder(self) -> Path:
        return Path(self.job.settings["folder"])

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    def take_over(self, others: list[Path], folder: Path) -> bool:
        matches = [other / self.leftover for other in others
                   if (other / self.leftover / "games.jsonl").is_file()]
        if not matches:
            return False
        try:
            best = max(matches, key=lambda match: (match / "games.jsonl").stat().st_size)
            (folder / self.leftover).mkdir()
            for file in ("match.json", "games.jsonl"):
                shutil.copy(best / file, folder / self.leftover / file)
            return True
        except OSError:
            self.drop(folder)
            return False

    def drop(self, folder: Path) -> None:
        shutil.rmtree(folder / self.leftover, ignore_errors=True)

    def payload(self, name: str, folder: Path, status: int) -> tuple[bytes, dict[str, object]]:
        check_status(folder, status)
        number, parts = self.part(name)
        pairs = self.job.settings["pairs"]
        wanted = 2 * (number * pairs // parts - (number - 1) * pairs // parts)
        match = folder / self.leftover
        try:
            games, _ = read_games(match / "games.jsonl")
            checksums = read_settings(match / "match.json")["checksums"]
        except MatchError as error:
            raise PartError(str(error)) from error
        if any(game.killed for game in games):
            raise PartError("an engine was killed from outside; a new attempt replays the game")
        if len(games) != wanted:
            raise PartError(f"the match has {len(games)} games instead of {wanted}")
        return (match / "games.jsonl").read_bytes(), {"checksums": checksums}

    def merge(self) -> str:
        results = self.read_results()
        final = self.job.path / self.result
        with tempfile.TemporaryDirectory(dir=self.job.work, prefix="merge.") as place:
            parts = []
            for name, (seal, content) in zip(self.names(), results):
                file = Path(place) / f"part-{name}.jsonl"
                file.write_bytes(content)
                parts.append((file, seal["checksums"]))
            try:
                os.chdir(self.working_folder())
                notes = merge_parts(Path(place) / "match", self.job.options, parts)
            except (MatchError, OSError) as error:
                raise JobError(f"the parts do not make one match: {error}") from error
            said = _report(Path(place) / "match")
            shutil.rmtree(final, ignore_errors=True)
            (Path(place) / "match").rename(final)
        shown = [line for line in said.splitlines() if not line.startswith("games are saved in")]
        more = f"{shlex.quote(str(_MATCH))} --resume --output {shlex.quote(str(final))}"
        return "\n".join([*notes, *shown, f"the match is in {final}; for a page of it: {more} "
                          "--html FILE"]) + "\n"


def _report(match: Path) -> str:
    """What match.py says about a match that has all its games."""
    run = subprocess.run([sys.executable, str(_MATCH), "--resume", "--output", str(match)],
                         text=True, capture_output=True, errors="replace")
    if run.returncode != 0:
        raise JobError(f"match.py cannot report on the merged match: {run.stderr.strip()}")
    return run.stdout
