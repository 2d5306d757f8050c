"""Growing a book in rounds. A round's parts search the positions that `emilia book plan` names;
when all are there, `emilia book take-in` puts the answers into the book, and the next round is
planned.

`rounds/N.searches` are the searches of round N, none if the book is complete; `rounds/N.book` is
the book after round N, and `rounds/N.state` says how large it is. All of these follow from the
settings alone, so writing them twice is harmless."""
from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Iterator

from match_runner.errors import UsageError
from match_runner.files import write_atomically

from ..errors import JobError, PartError
from ..job import PROGRAM, checksum
from ..words import duration
from .kind import Kind, check_status

_PLAN = ("--positions", "--lines", "--depth", "--confidence")
_SEARCH = ("--threads", "--hash", "--weights", "--isa")
_MOST_TASKS = 5000  # in one submission
_ROUNDS_OF_PACE = 5
_LAST_ROUNDS = 3  # for positions that have lost their deviation, when the book has its size


class Book(Kind):
    name = "book"
    summary = "growing a book in rounds"
    result = "result.book"
    leftover = "answers"

    @classmethod
    def settings(cls, options: list[str]) -> dict[str, object]:
        super().settings(options)
        values: dict[str, str] = {}
        words = iter(options)
        for word in words:
            option, sign, value = word.partition("=")
            if option not in (*_PLAN, *_SEARCH, "--book"):
                raise UsageError(f"a job of rounds has no option '{option}'; it takes "
                                 f"{', '.join((*_PLAN, *_SEARCH))} and --book, a book to "
                                 "begin with")
            values[option] = value if sign else next(words, "")
        for option in ("--positions", "--lines"):
            if not values.get(option, "").isdecimal():
                raise UsageError(f"book needs {option} N")
        return {"values": values}

    @classmethod
    def check_options(cls, program: Path, options: list[str]) -> None:
        """`settings` has read them all."""

    @classmethod
    def words(cls) -> list[str]:
        return ["book", "search"]

    def _values(self, names: tuple[str, ...]) -> list[str]:
        values = self.job.settings["values"]
        return [word for name in names if name in values for word in (name, values[name])]

    # The rounds.

    def _file(self, number: int, ending: str) -> Path:
        return self.job.path / "rounds" / f"{number:04}.{ending}"

    def prepare(self) -> None:
        """Plans the first round."""
        (self.job.path / "rounds").mkdir()
        start = self.job.settings["values"].get("--book")
        book = self._file(0, "book")
        if start is not None:
            shutil.copy(self.job.path / start, book)
        self._finish_round(0, book, 0)

    def round(self) -> int:
        """The present round."""
        return max(int(file.stem) for file in (self.job.path / "rounds").glob("*.searches"))

    def _is_grown(self) -> bool:
        return self._file(self.round(), "searches").stat().st_size == 0

    def names(self) -> list[str]:
        return [] if self._is_grown() else self._names_of(self.round())

    def _names_of(self, number: int) -> list[str]:
        width = len(str(self.job.parts))
        return [f"{number:04}-{part:0{width}}" for part in range(1, self.job.parts + 1)]

    def planned_names(self) -> Iterator[list[str]]:
        if self._is_grown():
            return
        first = self.round()
        most = max(1, _MOST_TASKS // self.job.parts)
        for number in range(first, first + min(most, self._rounds_left())):
            yield self._names_of(number)

    def _rounds_left(self) -> int:
        """A book with few positions has as few lines, so the first rounds are small."""
        size, rounds = self._size(), 0
        values = self.job.settings["values"]
        target, lines = int(values["--positions"]), int(values["--lines"])
        while size < target:
            size += min(lines, max(1, size))
            rounds += 1
        return rounds + _LAST_ROUNDS

    def _state(self, number: int) -> dict:
        return json.loads(self._file(number, "state").read_text(encoding="utf-8"))

    def _size(self) -> int:
        return self._state(self.round() - 1)["positions"]

    def progress(self) -> str:
        """The pace of the first rounds, which are small, says nothing of the others."""
        values = self.job.settings["values"]
        number, target = self.round(), int(values["--positions"])
        last, earlier = self._state(number - 1), self._state(max(0, number - 1 - _ROUNDS_OF_PACE))
        size = last["positions"]
        text = f"round {number}, {size:,} of {target:,} positions"
        grown = size - earlier["positions"]
        if grown >= int(values["--lines"]) and size < target:
            seconds = (last["time"] - earlier["time"]) / grown * (target - size)
            text += f", about {duration(seconds)} left"
        return text

    # The parts.

    def part(self, name: str) -> tuple[int, int]:
        return int(name.partition("-")[2]), self.job.parts

    def is_part(self, name: str) -> bool:
        number = name.partition("-")[0]
        return number.isdecimal() and name in self._names_of(int(number))

    def _searches(self, name: str) -> Path:
        return self._file(int(name.partition("-")[0]), "searches")

    def seal(self, name: str) -> dict[str, object]:
        try:
            return {**super().seal(name), "searches": checksum(self._searches(name))}
        except FileNotFoundError:
            raise PartError(f"{self._searches(name)} is not planned yet") from None

    def has_result(self, name: str) -> bool:
        """When the book is grown, no part is needed any more."""
        return self._is_grown() or super().has_result(name)

    def _wanted(self, name: str) -> list[str]:
        """The searches of a part."""
        lines = self._searches(name).read_text(encoding="ascii").splitlines()
        number, parts = self.part(name)
        return lines[(number - 1) * len(lines) // parts:number * len(lines) // parts]

    def command(self, name: str, folder: Path) -> list[str] | None:
        if not self._wanted(name):
            return None
        number, parts = self.part(name)
        options = self._values(_SEARCH)
        if "--threads" not in options:
            options += ["--threads", "1"]
        return [f"./{PROGRAM}", "book", "search", str(self._within(self._searches(name))),
                "--part", f"{number}/{parts}", *options, *self.output(folder)]

    def take_over(self, others: list[Path], folder: Path) -> bool:
        return False  # the command writes nothing before its end

    def payload(self, name: str, folder: Path, status: int) -> tuple[bytes, dict[str, object]]:
        wanted = self._wanted(name)
        if not wanted:
            return b"", {}
        check_status(folder, status)
        content = (folder / self.leftover).read_bytes()
        answers = content.decode("ascii", errors="replace").splitlines()
        fits = (answer.startswith(search + " ") for answer, search in zip(answers, wanted))
        if len(answers) != len(wanted) or not all(fits):
            raise PartError("the program did not answer exactly the searches of this part")
        return content, {}

    # The end of a round.

    def merge(self) -> str:
        number = self.round()
        if not self._is_grown():
            results = self.read_results()
            with tempfile.TemporaryDirectory(dir=self.job.work, prefix="merge.") as place:
                answers = Path(place) / "answers"
                answers.write_bytes(b"".join(content for _, content in results))
                book = Path(place) / "book"
                if self._file(number - 1, "book").exists():
                    shutil.copy(self._file(number - 1, "book"), book)
                self._run("take-in", str(answers), "--book", str(book))
                self._finish_round(number, book, self._positions(book))
        if not self._is_grown():
            return self.progress() + "\n"
        path = self.job.path / self.result
        write_atomically(path, self._file(self.round() - 1, "book").read_bytes())
        return f"the book is complete: {self._size():,} positions in {path}\n"

    def _positions(self, book: Path) -> int:
        return int(self._run("info", "--book", str(book)).split()[0].replace(",", ""))

    def _finish_round(self, number: int, book: Path, positions: int) -> None:
        """Puts the book of a round in its place and plans the next round."""
        if number == 0 and book.exists():
            positions = self._positions(book)
        searches = self._run("plan", "--book", str(book), *self._values(_PLAN))
        if number > 0:
            os.replace(book, self._file(number, "book"))
            with contextlib.suppress(FileNotFoundError):
                self._file(number - 2, "book").unlink()  # only the last one is needed again
        write_atomically(self._file(number, "state"),
                         json.dumps({"positions": positions, "time": time.time()}) + "\n")
        write_atomically(self._file(number + 1, "searches"), searches)

    def _run(self, *words: str) -> str:
        run = subprocess.run([str(self.job.path / PROGRAM), "book", *words], text=True,
                             capture_output=True, errors="replace", env=self.environment())
        if run.returncode != 0:
            raise JobError(f"'emilia book {words[0]}' failed: {run.stderr.strip()}")
        return run.stdout
