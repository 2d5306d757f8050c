"""What every kind of job can do."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Iterator

from match_runner.errors import UsageError
from match_runner.words import count

from ..errors import JobError, PartError
from ..job import PROGRAM, Job
from ..part_file import read_part, read_seal

# The parts of a job, and where its results go, are chosen here.
_RESERVED = ("--output", "--part", "--json", "--html", "--for")


class Kind:
    """A job of one kind. This class is for jobs of one round, which a command of the program
    carries out in parts (`--part 3/40`)."""

    name = ""
    summary = ""
    reserved = _RESERVED
    uses_program = True  # the parts run a copy of Emilia
    result = ""  # the name of the merged result
    leftover = "result"  # the file of an attempt that the same command can continue

    def __init__(self, job: Job) -> None:
        self.job = job

    # Before the job is made.

    @classmethod
    def settings(cls, options: list[str]) -> dict[str, object]:
        """What `job.json` keeps besides the options. Raises UsageError for options that are of no
        use in a job."""
        for word in options:
            option = word.partition("=")[0]
            if option in cls.reserved:
                raise UsageError(f"{option} is chosen by distribute.py; leave it out")
        return {}

    @classmethod
    def check_options(cls, program: Path, options: list[str]) -> None:
        """Finds unknown options now, not in the first part. Raises UsageError."""
        run = subprocess.run([str(program), *cls.words(), *options, "--help"], text=True,
                             capture_output=True, errors="replace")
        if run.returncode != 0:
            raise UsageError(run.stderr.strip() or f"'{program}' cannot {cls.name}")

    @classmethod
    def words(cls) -> list[str]:
        """The command of the program."""
        return [cls.name]

    def prepare(self) -> None:
        """Does what is left to do when the folder has been made."""

    # The parts.

    def names(self) -> list[str]:
        """The parts of the present round; none if the job has nothing left to run."""
        width = len(str(self.job.parts))
        return [f"{number:0{width}}" for number in range(1, self.job.parts + 1)]

    def is_complete(self) -> bool:
        return (self.job.path / self.result).exists()

    def planned_names(self) -> Iterator[list[str]]:
        """The parts of this and of all later rounds, as far as they can be foreseen."""
        yield self.names()

    def seal(self, name: str) -> dict[str, object]:
        """What the result of a part must say of itself."""
        return {"job": self.job.identity, "piece": name}

    def has_result(self, name: str) -> bool:
        """Whether a whole result of the part is in its place."""
        try:
            read_part(self.job.result_file(name), self.seal(name))
            return True
        except PartError:
            return False

    def seems_done(self, name: str) -> dict[str, object] | None:
        """The seal of the result if it has the right length; quicker than `has_result`."""
        try:
            return read_seal(self.job.result_file(name), self.seal(name))
        except PartError:
            return None

    def damage(self, name: str) -> str | None:
        """What is wrong with the file of a result; none if there is no file."""
        if not self.job.result_file(name).exists():
            return None
        try:
            read_seal(self.job.result_file(name), self.seal(name))
        except PartError as error:
            return str(error)
        return None

    def is_part(self, name: str) -> bool:
        """Whether a part has this name, in any round."""
        return name in self.names()

    def read_results(self) -> list[tuple[dict[str, object], bytes]]:
        """The results of all parts in order. Raises JobError that names those that lack one."""
        results, wrong = [], []
        for name in self.names():
            try:
                results.append(read_part(self.job.result_file(name), self.seal(name)))
            except PartError as error:
                wrong.append(f"part {name}: {error}")
        if wrong:
            raise JobError(f"{len(wrong)} of {len(results) + len(wrong)} parts have no result, so "
                           f"nothing is merged; 'submit' runs them:\n" + "\n".join(wrong))
        return results

    def part(self, name: str) -> tuple[int, int]:
        """The number of the part and of all parts."""
        return int(name), self.job.parts

    # An attempt at a part.

    def command(self, name: str, folder: Path) -> list[str] | None:
        """The command of a part; none if there is nothing to run."""
        number, parts = self.part(name)
        return [f"./{PROGRAM}", *self.words(), *self._with_threads(), "--part", f"{number}/{parts}",
                *self.output(folder)]

    def output(self, folder: Path) -> list[str]:
        return ["--output", str(self._within(folder) / self.leftover)]

    def _within(self, folder: Path) -> Path:
        return folder.relative_to(self.job.path)

    def _with_threads(self) -> list[str]:
        """Parts run side by side, so each takes one thread unless the options say otherwise."""
        options = self.job.options
        given = any(word.partition("=")[0] == "--threads" for word in options)
        return options if given else [*options, "--threads", "1"]

    def working_folder(self) -> Path:
        return self.job.path

    def environment(self) -> dict[str, str]:
        """Without the user's own opening book, which differs between machines."""
        return {**os.environ, "XDG_DATA_HOME": str(self.job.path / "inputs")}

    def take_over(self, others: list[Path], folder: Path) -> bool:
        """Copies the most that another attempt has left, so that this one continues it. A copy
        harms nobody if the other attempt still runs."""
        files = [other / self.leftover for other in others if (other / self.leftover).is_file()]
        if not files:
            return False
        try:
            shutil.copy(max(files, key=lambda file: file.stat().st_size), folder / self.leftover)
            return True
        except OSError:
            return False

    def drop(self, folder: Path) -> None:
        """Removes what was taken over."""
        (folder / self.leftover).unlink(missing_ok=True)

    def payload(self, name: str, folder: Path, status: int) -> tuple[bytes, dict[str, object]]:
        """The complete result of an attempt, and facts for its seal. Raises PartError."""
        raise NotImplementedError

    # The end.

    def merge(self) -> str:
        """Merges all parts into the result and returns what to tell the user."""
        raise NotImplementedError

    def progress(self) -> str:
        """What there is to say besides the number of parts."""
        return ""

    def put_checked_result(self, content: bytes) -> str:
        """Puts a merged file in its place if the command of the whole job finds nothing left to do
        in it. Returns what the command says about the file."""
        with tempfile.TemporaryDirectory(dir=self.job.work, prefix="merge.") as place:
            file = Path(place) / self.result
            file.write_bytes(content)
            run = subprocess.run([f"./{PROGRAM}", *self.words(), *self._with_threads(), "--output",
                                  str(self._within(file))], cwd=self.job.path, text=True,
                                 env=self.environment(), capture_output=True, errors="replace")
            # Status 1 without a word on standard output says that the file is refused.
            if run.returncode not in (0, 1) or not run.stdout or file.read_bytes() != content:
                raise JobError("the merged file is not what one command would have made, so there "
                               f"is no result: {(run.stderr or run.stdout).strip()}")
            os.replace(file, self.job.path / self.result)
            return run.stdout


class LinesKind(Kind):
    """Jobs whose command appends a line of JSON for each unit to a file, which it can continue."""

    result = "result.jsonl"
    leftover = "results.jsonl"
    unit = ""

    @classmethod
    def begins_result(cls, text: str) -> bool:
        """Whether the command says how it ended. With status 1 only some of the input cannot be
        read then, or a score differs from the file's."""
        raise NotImplementedError

    @staticmethod
    def counts_positions(text: str) -> bool:
        return re.match(r"[\d,]+ (problem|position)s?, ", text) is not None

    def payload(self, name: str, folder: Path, status: int) -> tuple[bytes, dict[str, object]]:
        check_status(folder, status, (0, 1))
        if status == 1 and not self.begins_result(output_of(folder)):
            check_status(folder, status)
        content = (folder / self.leftover).read_bytes()
        if content and not content.endswith(b"\n"):
            raise PartError("the program wrote an unfinished line")
        return content, complaints(folder, status)

    def merge(self) -> str:
        results = self.read_results()
        content = b"".join(content for _, content in results)
        said = self.put_checked_result(content)
        lines = content.count(b"\n")
        return (f"{notes_of(results)}{said}{count(lines, self.unit)}: "
                f"{self.job.path / self.result}\n")


def output_of(folder: Path, name: str = "output") -> str:
    return (folder / name).read_text(encoding="utf-8", errors="replace")


def check_status(folder: Path, status: int, allowed: tuple[int, ...] = (0,)) -> None:
    """Raises PartError with what the program said if its exit status is no good one."""
    if status in allowed:
        return
    said = (output_of(folder, "errors").strip() or output_of(folder).strip()).splitlines()
    how = f"signal {-status}" if status < 0 else f"status {status}"
    raise PartError(f"the program ended with {how}: {said[-1] if said else 'it said nothing'}")


def notes_of(results: list[tuple[dict[str, object], bytes]]) -> str:
    """What the program said about the input, once: each part says the same."""
    lines = {line: None for seal, _ in results for line in seal.get("notes", [])}
    return "".join(line + "\n" for line in lines)


def complaints(folder: Path, status: int) -> dict[str, object]:
    """Facts for the seal: what the program said about games or problems that it cannot read."""
    return {"notes": output_of(folder, "errors").splitlines()} if status == 1 else {}
