"""Solving: pieces of a file of problems, merged into the JSON of one command."""
from __future__ import annotations

import functools
import json
import operator
from pathlib import Path

from match_runner.files import write_atomically
from match_runner.words import count

from ..errors import JobError, PieceError
from .kind import Kind, check_status, complaints, notes_of, output_of


class Solve(Kind):
    name = "solve"
    summary = "solving: pieces of a file of problems"
    result = "result.json"

    def output(self, folder: Path) -> list[str]:
        return ["--json"]

    def take_over(self, others: list[Path], folder: Path) -> bool:
        return False  # the command writes nothing before its end

    def payload(self, name: str, folder: Path, status: int) -> tuple[bytes, dict[str, object]]:
        # Status 1 may only say that a score differs from the file's.
        check_status(folder, status, (0, 1))
        text = output_of(folder)
        try:
            json.loads(text)["problems"]
        except (ValueError, KeyError, TypeError):
            check_status(folder, status)
            raise PieceError("the program printed no complete JSON") from None
        return text.encode(), complaints(folder, status)

    def merge(self) -> str:
        results = self.read_results()
        pieces = [json.loads(content) for _, content in results]
        problems = [problem for piece in pieces for problem in piece["problems"]]
        ids = [problem["id"] for problem in problems]
        if ids != sorted(set(ids)):
            raise JobError("two pieces hold the same problem; remove the files in "
                           f"{self.job.results} and submit again")
        merged = {"format": pieces[0]["format"], "problems": problems}
        for key in ("nodes", "seconds", "wrong"):
            merged[key] = sum(piece[key] for piece in pieces)
        merged |= _accuracy(pieces)
        path = self.job.path / self.result
        write_atomically(path, json.dumps(merged, separators=(",", ":"), ensure_ascii=False) + "\n")
        said = (f"{count(len(problems), 'problem')}, {merged['nodes']:,} nodes in "
                f"{merged['seconds']:.1f} s of searching, {merged['wrong']} wrong: {path}\n")
        return notes_of(results) + said


def _accuracy(pieces: list[dict]) -> dict[str, float]:
    """The averages of `emilia solve --depth` over all problems with a known score."""
    errors: list[float] = []
    best = 0
    for piece in pieces:
        own = [abs(problem["score"] - problem["expected"]) for problem in piece["problems"]
               if problem["expected"] is not None]
        best += round(piece.get("best_move_rate", 0) * len(own))
        errors += own
    if not any("mean_absolute_error" in piece for piece in pieces):
        return {}
    # As the program adds them; from Python 3.12 on sum() rounds less often.
    total = functools.reduce(operator.add, errors)
    return {"mean_absolute_error": total / len(errors), "best_move_rate": best / len(errors)}
