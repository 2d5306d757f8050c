"""Mutants: Emilia with one small fault planted in its source. The tests must notice them.

A mutant that does not compile, compiles to the same program, or is known to have no effect on any result
(without_effect.json says why) does not count. The others are built beside the checkout's own build, in
build/mutants, on every core another one, and tested: first by the tests of the changed file, then by those
of its folder, then by the whole test program and, at the same time, by the tests of the scripts, which CTest
runs. Left out are the tests of reliability/, and those that take half of the time but ask little of the
program: of jobs on many machines and of the players of the literature, and of the game server but for its
own rooms.

What survives is reported with its line: it is a missing test, or a change that costs only time, as in an
order of moves. A mutant whose tests do not end is reported, too. It counts as killed, but a later run tries
it again, as the machine may only have been busy.
"""
from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import hashlib
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from mutation import Mutant, mutants_of, sources, without_effect
from row import PROJECT, Finding, Run, demand

_FOLDER = PROJECT / "build" / "mutants"
_SCRIPTS, _SCRIPTS_AND_SERVER = "^scripts/", "^(scripts|ggs)/"  # tests, as CTest names them
_SLOW_TESTS = "^scripts/test_(distribute.*|literature)$"
_PATIENCE = 300  # seconds for the tests of a file or its folder; a mutant that takes longer hangs
_ENDING = 5  # seconds that tests have to end what they have started
# What the outcome of its tests says about a mutant.
_FATES = {"passed": "survived", "failed": "killed", "hung": "hung"}


def _project_files() -> list[str]:
    """What git would keep, from the project's root."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           cwd=PROJECT, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted(name for name in names if name and (PROJECT / name).is_file())


def _digest(names: Iterable[str]) -> str:
    """Of files of the project, the same only if their names and their contents are."""
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\0" + (PROJECT / name).read_bytes())
    return digest.hexdigest()[:12]


class Fates:
    """What was found out about mutants so far, also by earlier runs. It holds as long as the mutant's file
    is unchanged: another change of the program hardly hides what the tests saw. What survived is tried
    again when a test or a script has changed. Any thread may use it."""

    def __init__(self, folder: Path) -> None:
        names = _project_files()
        self._sources = {name: _digest([name]) for name in names}
        self._tests = _digest(name for name in names if name.startswith(("tests/", "scripts/"))
                              and not name.startswith("tests/reliability/") and not name.endswith(".md"))
        self.file = folder / "results.jsonl"
        self.tried: set[Mutant] = set()
        self.known: dict[Mutant, str] = {}
        self._lock = threading.Lock()
        if self.file.exists():
            for line in self.file.read_text(encoding="utf-8").splitlines():
                result = json.loads(line)
                mutant = Mutant(**result["mutant"])
                if result["source"] == self._sources.get(mutant.file):
                    self.tried.add(mutant)
                    if result["fate"] != "survived" or result["tests"] == self._tests:
                        self.known[mutant] = result["fate"]

    def note(self, mutant: Mutant, fate: str) -> None:
        with self._lock:
            self.known[mutant] = fate
            if fate != "hung":
                with open(self.file, "a", encoding="utf-8") as file:
                    print(json.dumps({"mutant": dataclasses.asdict(mutant), "fate": fate,
                                      "source": self._sources[mutant.file], "tests": self._tests}),
                          file=file)


class Stopped(Exception):
    """The run ends before the mutant's fate is known."""


class Workshop:
    """A copy of the project and its build, for one thread."""

    def __init__(self, folder: Path, fates: Fates, stop: threading.Event) -> None:
        """Once `stop` is set, what is running is ended, and `Stopped` raised."""
        self.source, self.build = folder / "source", folder / "build"
        self._whole = folder / "whole"  # the build without a fault
        self.said, self._temporary = folder / "said", folder / "tmp"
        self._fates, self._stop = fates, stop
        self._patience = math.inf
        self.source.mkdir(parents=True, exist_ok=True)
        self._copy()

    def _copy(self) -> None:
        """Files that have not changed keep their times, so that little is built anew."""
        wanted = set(_project_files())
        for path in self.source.rglob("*"):
            if path.is_file() and path.relative_to(self.source).as_posix() not in wanted:
                path.unlink()
        for name in wanted:
            target = self.source / name
            if not target.exists() or target.read_bytes() != (PROJECT / name).read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(PROJECT / name, target)

    def prepare(self) -> None:
        """Builds the copy without a fault; its tests must pass."""
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        demand(self._run(["cmake", *generator, "-S", str(self.source), "-B", str(self.build),
                          "-DCMAKE_BUILD_TYPE=Release", "-DEMILIA_INSTRUCTION_SETS=OFF",
                          "-DCMAKE_CXX_FLAGS=-march=native"]) and self._compiles(),
               f"the copy does not build: see {self.said}")
        self._programs = self._fingerprint()
        start = time.monotonic()
        outcome = self._run_everything(_SCRIPTS_AND_SERVER)
        demand(outcome == "passed", f"tests without a fault: {outcome}: see {self.said}")
        self._patience = 30 + 3 * (time.monotonic() - start)
        _make_equal(self._whole, self.build)

    def fate(self, mutant: Mutant) -> str:
        """"uncompiled", "the same", "killed", "hung" or "survived"."""
        if mutant not in self._fates.known:
            path = self.source / mutant.file
            text, times = path.read_text(encoding="utf-8"), path.stat()
            lines = text.split("\n")
            lines[mutant.line - 1] = mutant.new
            try:
                path.write_text("\n".join(lines), encoding="utf-8")
                self._fates.note(mutant, self._fate_of_source(Path(mutant.file)))
            finally:
                # Nothing is compiled again for the next mutant but what is its own.
                path.write_text(text, encoding="utf-8")
                os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
                _make_equal(self.build, self._whole)
        return self._fates.known[mutant]

    def _fate_of_source(self, file: Path) -> str:
        if not self._compiles():
            return "uncompiled"
        if self._fingerprint() == self._programs:
            return "the same"
        return self._fate_in_tests(file)

    def _fate_in_tests(self, file: Path) -> str:
        own = sorted(self.source.glob(f"tests/**/{file.stem}_test.cpp"))
        folder = self.source / "tests" / file.parent.as_posix().removeprefix("engine/")
        others = sorted(set(folder.glob("*_test.cpp")) - set(own))
        for tests in own, others:
            only = ",".join(f"[#{test.stem}]~[.]" for test in tests)
            if tests:
                outcome = self._outcome([[*self._tests(), "--filenames-as-tags", only]], _PATIENCE)
                if outcome != "passed":
                    return _FATES[outcome]
        return _FATES[self._run_everything(_SCRIPTS_AND_SERVER if "ggs" in file.parts else _SCRIPTS)]

    def _run_everything(self, scripts: str) -> str:
        others = ["ctest", "--test-dir", str(self.build), "--stop-on-failure", "--no-tests=error",
                  "--tests-regex", scripts, "--exclude-regex", _SLOW_TESTS]
        return self._outcome([[*self._tests(), "~[.]"], others], self._patience)

    def _tests(self) -> list[str]:
        return [str(self.build / "tests" / "emilia_tests"), "--abort"]

    def _compiles(self) -> bool:
        return self._run(["cmake", "--build", str(self.build), "--parallel", "1"])

    def _fingerprint(self) -> list[str]:
        return [hashlib.sha256((self.build / name).read_bytes()).hexdigest()
                for name in ("emilia", "tests/emilia_tests")]

    def _run(self, command: list[str]) -> bool:
        return self._outcome([command], math.inf) == "passed"

    def _outcome(self, commands: list[list[str]], patience: float) -> str:
        """"passed" or "failed" if all of them, run at the same time, succeed or one fails within
        `patience` seconds; else "hung". What they leave in the folder for temporary files is removed."""
        end = time.monotonic() + patience
        shutil.rmtree(self._temporary, ignore_errors=True)
        self._temporary.mkdir(exist_ok=True)  # what cannot be removed does no harm
        environment = {**os.environ, "TMPDIR": str(self._temporary.resolve())}
        running: list[subprocess.Popen] = []
        try:
            with open(self.said, "w", encoding="utf-8") as said:
                for command in commands:
                    running.append(subprocess.Popen(
                        command, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                        cwd=self.build.parent, env=environment, start_new_session=True))
            while True:
                statuses = [process.poll() for process in running]
                if any(statuses):
                    return "failed"
                if None not in statuses:
                    return "passed"
                if time.monotonic() >= end:
                    return "hung"
                if self._stop.is_set():
                    raise Stopped
                time.sleep(0.05)
        finally:
            _end(running)
            shutil.rmtree(self._temporary, ignore_errors=True)


def _make_equal(folder: Path, model: Path) -> None:
    """Gives a folder the files of another one, with their times."""
    folder.mkdir(exist_ok=True)
    for path in folder.rglob("*"):
        if path.is_file() and not (model / path.relative_to(folder)).is_file():
            path.unlink()
    for path in model.rglob("*"):
        copy = folder / path.relative_to(model)
        if path.is_dir():
            copy.mkdir(parents=True, exist_ok=True)
        elif not copy.is_file() or _state(copy) != _state(path):
            shutil.copy2(path, copy)


def _state(file: Path) -> tuple[int, int]:
    return file.stat().st_mtime_ns, file.stat().st_size


def _end(processes: list[subprocess.Popen]) -> None:
    """Ends them and what they have started. A signal to a test does not reach the engines of a match,
    but match.py ends them if it gets the time."""
    left = [process for process in processes if _signal_group(process, signal.SIGTERM)]
    end = time.monotonic() + _ENDING
    while any(_signal_group(process, 0) for process in left) and time.monotonic() < end:
        time.sleep(0.05)
    for process in left:
        _signal_group(process, signal.SIGKILL)
        process.wait()


def _signal_group(process: subprocess.Popen, number: int) -> bool:
    """Whether any process of the group was left."""
    process.poll()  # a process that has ended is in its group until someone asks
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return False
    return True


class Draw:
    """Mutants in random order, but first those that an earlier run drew, and how many had which fate. Any
    thread may use it."""

    def __init__(self, run: Run, candidates: list[Mutant], tried: set[Mutant]) -> None:
        self.fates = {"uncompiled": 0, "the same": 0, "without effect": 0, "killed": 0, "hung": 0,
                      "survived": 0}
        self.candidates = len(candidates)
        self._run, self._left = run, list(candidates)
        run.random.shuffle(self._left)
        self._left.sort(key=tried.__contains__)  # taken from the end
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[Mutant]:
        return self

    def __next__(self) -> Mutant:
        with self._lock:
            if not self._left or not self._run.goes_on():
                raise StopIteration
            return self._left.pop()

    def note(self, mutant: Mutant, fate: str) -> None:
        with self._lock:
            self.fates[fate] += 1
            if fate in ("survived", "hung"):
                print(f"{fate}: {mutant}", file=sys.stderr, flush=True)
            if fate in _FATES.values():
                self._run.finish_case()


def _work(workshop: Workshop, draw: Draw) -> None:
    workshop.prepare()
    harmless = without_effect()
    for mutant in draw:
        draw.note(mutant, "without effect" if mutant.change in harmless else workshop.fate(mutant))


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """As long as no other run uses the folder. The kernel frees it even after a kill."""
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Finding(f"another run of this row uses {folder}; wait for its end") from None
        yield


def _work_on_all_cores(run: Run) -> Draw:
    fates, stop = Fates(_FOLDER), threading.Event()
    workshops = [Workshop(_FOLDER / str(number), fates, stop) for number in range(os.cpu_count() or 1)]
    source = workshops[0].source
    draw = Draw(run, [mutant for file in sources(source)
                      for mutant in mutants_of(file, (source / file).read_text("utf-8"))], fates.tried)
    with ThreadPoolExecutor(len(workshops)) as workers:
        works = [workers.submit(_work, workshop, draw) for workshop in workshops]
        try:
            for work in as_completed(works):
                work.result()
        except BaseException:
            stop.set()
            raise
    return draw


def run_mutants(run: Run) -> tuple[str, str]:
    """Tests at least `run.count` mutants that count. Those of earlier runs are known. What has begun when
    the run ends is finished, so that slow ones are not left out."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    with _alone(_FOLDER):
        draw = _work_on_all_cores(run)
    killed = draw.fates["killed"] + draw.fates["hung"]
    return (f"{run.done:,} mutants, drawn from {draw.candidates:,}",
            f"{100 * killed / max(run.done, 1):.1f} % are killed by the tests, {draw.fates['hung']} of "
            f"them because they hang; {draw.fates['survived']} survive, and {draw.fates['without effect']} "
            "more are known to have no effect")
