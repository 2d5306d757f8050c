"""What the tests of distribute.py share: a small job of each kind, and what one command makes."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
DISTRIBUTE = PROJECT / "scripts" / "distribute.py"
MATCH = PROJECT / "scripts" / "match.py"
# Nothing here is installed anywhere, and looking for what is takes a good part of a start.
PYTHON = [sys.executable, "-S"]
# The tests build nothing; without the program those that need it are skipped.
EMILIA = os.environ.get("EMILIA_PROGRAM")
HAS_PARALLEL = shutil.which("parallel") is not None
NO_PARALLEL = "GNU parallel is not installed (package parallel)"

BASE = PROJECT / "tests" / "data" / "wthor" / "WTH_1978.wtb"
PROBLEMS = PROJECT / "tests" / "data" / "ffo" / "fforum-1-19.obf"
_ENGINE = f"{EMILIA} --no-book --threads 1 --hash 1"


@dataclass(frozen=True)
class Example:
    """A small job: its kind, the options of its command, and its number of parts."""

    kind: str
    options: tuple[str, ...]
    parts: int = 2


EXAMPLES = (
    Example("selfplay", ("--games", "8", "--depth", "1", "--exact-at", "8", "--hash", "1")),
    Example("label", ("--wthor", str(BASE), "--exact-at", "8", "--hash", "1")),
    Example("solve", (str(PROBLEMS), "--depth", "4", "--hash", "1")),
    Example("analyze", ("--game", str(BASE), "--depth", "1", "--no-book", "--hash", "1")),
    Example("analyze", ("--positions", str(PROBLEMS), "--depth", "3", "--hash", "1"), 3),
    Example("match", ("--engine", f"a={_ENGINE} --depth 2", "--engine", f"b={_ENGINE} --depth 1",
                      "--games", "6", "--reuse")),
    Example("book", ("--positions", "6", "--lines", "6", "--depth", "2", "--hash", "1")),
)


# A folder within folders whose names are templates, code or options to what gets them. A backslash
# turns off the templates of Slurm's --output.
HOSTILE_FOLDER = Path("a{}b {%} {#} {1} {.}", "{= die =} {= $_ = 'x' =}", "%j %x %A_%a %%",
                      "back\\slash\\", "'quotes\" $HOME `id` $(id)", " blanks ",
                      "\udcff, which is not UTF-8", "two\nlines\n#SBATCH --array=0-99", "--help")


def moves(match: Path) -> list[tuple]:
    lines = (match / "games.jsonl").read_text().splitlines()
    return [tuple(json.loads(line)[key] for key in ("game", "pair", "black", "white", "moves"))
            for line in lines]


class DistributeTest(unittest.TestCase):
    """A test with a temporary folder."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.job = self.folder / "the job"

    def distribute(self, *words: object, status: int = 0, **options: object) -> str:
        """What distribute.py says; the test fails if it ends with another status."""
        run = subprocess.run([*PYTHON, str(DISTRIBUTE), *map(str, words)], text=True,
                             errors="surrogateescape", stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=250,
                             **options)
        self.assertEqual(run.returncode, status, run.stdout)
        return run.stdout

    def new(self, example: Example) -> None:
        self.distribute("new", example.kind, self.job, "--pieces", example.parts, "--program",
                        EMILIA, "--", *example.options)

    def new_selfplay(self, games: int = 8, parts: int = 3, depth: int = 1) -> Example:
        """The job of the other tests: quick, and merged into a file that is easy to compare."""
        example = Example("selfplay", ("--games", str(games), "--depth", str(depth), "--exact-at",
                                       "8", "--hash", "1"), parts)
        self.new(example)
        return example

    def emilia(self, *words: object) -> str:
        return subprocess.run([EMILIA, *map(str, words)], check=True, text=True,
                              capture_output=True).stdout

    def serial(self, example: Example) -> object:
        """What one command makes of the whole job, without times."""
        output = self.folder / "serial"
        options = [*example.options, "--threads", "1"]
        if example.kind == "match":
            subprocess.run([*PYTHON, str(MATCH), *example.options, "--output", str(output)],
                           check=True, capture_output=True)
            return moves(output)
        if example.kind == "book":
            return self._book_of_one_machine(example, output)
        self.emilia(example.kind, *options, "--output", output)
        return output.read_bytes()

    def _book_of_one_machine(self, example: Example, book: Path) -> bytes:
        searches, answers = self.folder / "searches", self.folder / "answers"
        while text := self.emilia("book", "plan", "--book", book, *example.options[:-2]):
            searches.write_text(text)
            self.emilia("book", "search", searches, *example.options[-2:], "--output", answers)
            self.emilia("book", "take-in", answers, "--book", book)
        return book.read_bytes()

    def merged(self, example: Example) -> object:
        """The merged result in the same form."""
        if example.kind == "match":
            return moves(self.job / "result")
        result = next(self.job.glob("result.*"))
        return result.read_bytes()

    def assert_merged_as_serial(self, example: Example) -> None:
        self.assertTrue(self.merged(example) == self.serial(example), "the results differ")

    def assert_nothing_beside(self, job: Path) -> None:
        """No folder on the way to the job holds anything else."""
        for part in (job, *job.parents):
            if part.parent == self.folder:
                return
            self.assertEqual(os.listdir(part.parent), [part.name])

    def part(self, name: str) -> Path:
        return self.job / "pieces" / f"{name}.piece"
