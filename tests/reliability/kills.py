"""Jobs that are killed at random moments: what they have written stays a state of an unbroken job.

Each job runs first without a break. Then it is started again and again on the same files and killed
at a random moment. The files are checked after each kill. When a job has reached its end, its files
must be those of the unbroken job, and it begins anew.
"""
from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

from row import DATA, EMILIA, PROJECT, Finding, Run, demand

# A file of positions (engine/learn/position_file.h), in bytes.
_HEADER = 256
_BLOCK = struct.Struct("<III")  # a game, its number of positions, their checksum
_POSITION = 20

SHORT_GAMES = "f5d6c3d3c4f4f6\nf5f6e6f4e3c5c4\nf5d6c5f4\nf5f4e3d6\nf5d6c4g5\nf5f6\n"


class Job:
    """A command and the files that it writes."""

    name = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.prepare()
        begin = time.monotonic()
        process = self.start()
        try:
            ended = process.wait()
        finally:  # a signal may end the wait
            process.kill()
            process.wait()
        self.seconds = time.monotonic() - begin
        demand(ended == 0, f"{self.name}: the unbroken job ended with status {ended}: "
                           f"{(folder / 'said').read_text()}")
        self.whole = self.state()

    def prepare(self) -> None:
        """Writes what the job reads."""

    def command(self) -> list[str]:
        raise NotImplementedError

    def outputs(self) -> list[str]:
        return ["output"]

    def start(self) -> subprocess.Popen:
        with open(self.folder / "said", "w", encoding="utf-8") as said:
            return subprocess.Popen(self.command(), cwd=self.folder, stdin=subprocess.DEVNULL,
                                    stdout=said, stderr=said, start_new_session=True)

    def state(self) -> object:
        """What the files hold. Raises a Finding if they are not valid."""
        raise NotImplementedError

    def is_earlier(self, one: object, other: object) -> bool:
        """Whether the state `one` may come before `other`, or is the same."""
        raise NotImplementedError

    def kept(self, state: object) -> object:
        """The part of a state that the next run must not lose."""
        return state

    def renew(self) -> None:
        for name in self.outputs():
            path = self.folder / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def run(self, arguments: list[str]) -> str:
        """The output of one of Emilia's commands, which must succeed."""
        ended = subprocess.run([EMILIA, *arguments], cwd=self.folder, capture_output=True,
                               text=True, check=False)
        demand(ended.returncode == 0, f"{' '.join(arguments)}: {ended.stderr}{ended.stdout}")
        return ended.stdout


class GrowingFile(Job):
    """A file of positions that the job only appends to, and always the same."""

    def state(self) -> bytes:
        path = self.folder / "output"
        return path.read_bytes() if path.exists() else b""

    def is_earlier(self, one: bytes, other: bytes) -> bool:
        return other.startswith(one)

    def kept(self, state: bytes) -> bytes:
        """Without the end of a game that is torn; the next run cuts it off."""
        end, after = 0, _HEADER
        while after <= len(state):
            end = after
            if end + _BLOCK.size > len(state):
                break
            _, positions, _ = _BLOCK.unpack_from(state, end)
            after += _BLOCK.size + _POSITION * positions
        return state[:end]


class SelfPlay(GrowingFile):
    name = "selfplay"

    def command(self) -> list[str]:
        return [EMILIA, "selfplay", "--output", "output", "--games", "60", "--depth", "2",
                "--exact-at", "8", "--threads", "1", "--hash", "1"]


class Label(GrowingFile):
    name = "label"

    def command(self) -> list[str]:
        return [EMILIA, "label", "--wthor", str(DATA / "wthor/WTH_1978.wtb"), "--output", "output",
                "--games", "60", "--exact-at", "10", "--threads", "1", "--hash", "1"]


class Train(Job):
    name = "train"

    def prepare(self) -> None:
        self.run(["selfplay", "--output", "in.pos", "--games", "60", "--depth", "1", "--exact-at",
                  "8", "--threads", "1"])

    def command(self) -> list[str]:
        return [EMILIA, "train", "in.pos", "--output", "output", "--passes", "1",
                "--network-passes", "2", "--batch", "512", "--threads", "1"]

    def outputs(self) -> list[str]:
        return ["output", "output.checkpoint"]

    def state(self) -> bytes | None:
        path = self.folder / "output"
        if not path.exists():
            return None
        self.run(["evaluate", "in.pos", "--weights", "output", "--sample", "10"])
        return path.read_bytes()

    def is_earlier(self, one: bytes | None, other: bytes | None) -> bool:
        # The weights get better in several steps, and `state` has found them valid.
        return one is None or other is not None


class Book(Job):
    def state(self) -> int:
        """The number of positions."""
        path = self.folder / "output"
        if not path.exists():
            return 0
        self.run(["book", "check", "--book", "output"])
        text = self.run(["book", "info", "--book", "output"])
        return int(re.match(r"([\d,]+) positions", text)[1].replace(",", ""))

    def is_earlier(self, one: int, other: int) -> bool:
        return one <= other


class BookBuild(Book):
    name = "book build"

    def command(self) -> list[str]:
        return [EMILIA, "book", "build", "--book", "output", "--positions", "120", "--depth", "5",
                "--save-every", "0.02", "--threads", "1", "--hash", "1"]


class BookLearn(Book):
    name = "book learn"

    def command(self) -> list[str]:
        return [EMILIA, "book", "learn", "games.txt", "--book", "output", "--depth", "6",
                "--save-every", "0.02", "--threads", "1", "--hash", "1"]

    def prepare(self) -> None:
        (self.folder / "games.txt").write_text(SHORT_GAMES)


class AnalyzeGames(Job):
    name = "analyze --output"

    def prepare(self) -> None:
        (self.folder / "games.txt").write_text(SHORT_GAMES)

    def command(self) -> list[str]:
        return [EMILIA, "analyze", "--game", "games.txt", "--output", "output", "--depth", "5",
                "--threads", "1", "--hash", "1", "--no-book"]

    def state(self) -> list[str]:
        """The games of all whole lines. A torn line can only be the last one."""
        path = self.folder / "output"
        lines = path.read_text().split("\n")[:-1] if path.exists() else []
        return [json.loads(line)["record"] for line in lines]

    def is_earlier(self, one: list[str], other: list[str]) -> bool:
        return other[:len(one)] == one


class HtmlPage(Job):
    name = "analyze --html"

    def command(self) -> list[str]:
        return [EMILIA, "analyze", "--game", "f5d6c3d3c4f4f6", "--html", "output", "--depth", "5",
                "--threads", "1", "--hash", "1", "--no-book"]

    def state(self) -> bool:
        """Whether there is a page, which must be whole."""
        path = self.folder / "output"
        if path.exists():
            demand(path.read_text().rstrip().endswith("</html>"), "the page is not whole")
        return path.exists()

    def is_earlier(self, one: bool, other: bool) -> bool:
        return one <= other


class Match(Job):
    name = "match.py"

    def command(self) -> list[str]:
        fake = f"{sys.executable} -S {PROJECT / 'tests/scripts/fake_engine.py'}"
        resume = ["--resume"] if (self.folder / "output" / "games.jsonl").exists() else []
        return [sys.executable, "-S", str(PROJECT / "scripts/match.py"), "--engine",
                f"a=nboard:{fake} nboard --seed 1", "--engine", f"b=gtp:{fake} gtp --seed 2",
                "--games", "6", "--seed", "7", "--random-plies", "40", "--output", "output",
                "--concurrency", "1", *resume]

    def state(self) -> list[dict]:
        path = self.folder / "output" / "games.jsonl"
        lines = path.read_text().split("\n")[:-1] if path.exists() else []
        games = [json.loads(line) for line in lines]
        return [{key: value for key, value in game.items() if key not in ("times", "date")}
                for game in games]

    def is_earlier(self, one: list[dict], other: list[dict]) -> bool:
        return other[:len(one)] == one


JOBS = (SelfPlay, Label, Train, BookBuild, BookLearn, AnalyzeGames, HtmlPage, Match)


def kill_once(job: Job, delay: float) -> bool:
    """Starts the job and kills it after `delay` seconds. Returns whether it was killed before its
    end. Its files must hold what they held before, or more."""
    before = job.state()
    process = job.start()
    try:
        status = process.wait(delay)
    except subprocess.TimeoutExpired:
        status = None
    finally:  # a signal may end the wait, too
        process.kill()
        process.wait()
    after = job.state()
    said = (job.folder / "said").read_text()
    if status is not None:
        demand(status == 0, f"it went on with status {status}: {said}")
        demand(after == job.whole, "it ended with other contents than the unbroken job")
        job.renew()
        return False
    demand(job.is_earlier(after, job.whole), "the files are no state of the unbroken job")
    demand(job.is_earlier(job.kept(before), after), "what the files held before is lost")
    return True


def run_kills(run: Run) -> tuple[str, str]:
    """Kills every job `run.count` times."""
    jobs = []
    for kind in JOBS:
        folder = run.folder / kind.name.replace(" ", "-")
        folder.mkdir()
        jobs.append(kind(folder))
        jobs[-1].renew()
    while run.goes_on():
        for job in jobs:
            delay = run.random.uniform(0, 1.1 * job.seconds)
            try:
                while not kill_once(job, delay):
                    delay = run.random.uniform(0, 1.1 * job.seconds)
            except Finding as finding:
                raise Finding(f"{job.name}, killed after {delay:.3f} s in {job.folder}: {finding}\n"
                              f"the command was: {' '.join(job.command())}") from finding
        run.finish_case()
    names = ", ".join(job.name for job in jobs)
    return (f"{run.done:,} kills of each of {names}",
            "every file is a state of the unbroken job, and every job goes on to the same end")
