"""Solving: parts of a file of problems, merged into the JSON of one command."""
from __future__ import annotations

import functools
import json
import operator
from pathlib import Path

from match_runner.files import write_atomically
from match_runner.words import count

from ..errors import JobError, PartError
from .kind import Kind, check_status, complaints, notes_of, output_of


class Solve(Kind):
    name = "solve"
    summary = "solving: parts of a file of problems"
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
            raise PartError("the program printed no complete JSON") from None
        return text.encode(), complaints(folder, status)

    def merge(self) -> str:
        results = self.read_results()
        parts = [json.loads(content) for _, content in results]
        problems = [problem for part in parts for problem in part["problems"]]
        ids = [problem["id"] for problem in problems]
        if ids != sorted(set(ids)):
            raise JobError("two parts hold the same problem; remove the files in "
                           f"{self.job.results} and submit again")
        merged = {"format": parts[0]["format"], "problems": problems}
        for key in ("nodes", "seconds", "wrong"):
            merged[key] = sum(part[key] for part in parts)
        merged |= _accuracy(parts)
        path = self.job.path / self.result
        write_atomically(path, json.dumps(merged, separators=(",", ":"), ensure_ascii=False) + "\n")
        said = (f"{count(len(problems), 'problem')}, {merged['nodes']:,} nodes in "
                f"{merged['seconds']:.1f} s of searching, {merged['wrong']} wrong: {path}\n")
        return notes_of(results) + said


def _accuracy(parts: list[dict]) -> dict[str, float]:
    """The averages of `emilia solve --depth` over all problems with a known score."""
    errors: list[float] = []
    best = 0
    for part in parts:
        own = [abs(problem["score"] - problem["expected"]) for problem in part["problems"]
               if problem["expected"] is not None]
        best += round(part.get("best_move_rate", 0) * len(own))
        errors += own
    if not any("mean_absolute_error" in part for part in parts):
        return {}
    # As the program adds them; from Python 3.12 on sum() rounds less often.
    total = functools.reduce(operator.add, errors)
    return {"mean_absolute_error": total / len(errors), "best_move_rate": best / len(errors)}
