"""Mutants: Emilia with one small fault planted in its source. The tests must notice them.

A mutant that does not compile, or compiles to the same program, does not count. The others are built
beside the checkout's own build, in build/mutants, and tested: first by the tests of the changed file,
then by those of its folder, then by the whole test program and, at the same time, by the other tests that
CTest runs. What survives is reported with its line: it is a missing test, or a change without an effect on
any result, as in an order of moves.
"""
from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from row import PROJECT, Run, demand

ROOMS = ("engine", "book", "protocol")
# What a build for the processor at hand does not contain.
_NOT_BUILT = re.compile(r"/(windows|darwin|web)/|_neon\.|_sse4\.|/library/|/isa/")
_FOLDER = PROJECT / "build" / "mutants"
_FILE_PATIENCE = 200  # seconds for the tests of one file; a mutant that takes longer is killed

# What is replaced by what. Binary operators stand between spaces, template brackets do not.
_REPLACEMENTS = [
    (r" <= ", " < "), (r" >= ", " > "), (r" < ", " <= "), (r" > ", " >= "),
    (r" == ", " != "), (r" != ", " == "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " + "),
    (r" & ", " | "), (r" \| ", " & "), (r" \^ ", " | "), (r" << ", " >> "), (r" >> ", " << "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+= ", " -= "), (r" -= ", " += "),
    (r" \|= ", " = "), (r" &= ", " = "), (r"(?<=[( ])!(?=[a-z_(])", ""),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bcontinue;", "break;"),
    (r"(?<=return )(?=[a-z_]+;)", "-"), (r"\bstd::min\b", "std::max"), (r"\bstd::max\b", "std::min"),
]
_NUMBER = re.compile(r"(?<![\w.':])\d+(?![\w.'x])")
# A line that is a statement of its own: a call or an assignment.
_STATEMENT = re.compile(r"^ +(?!return|const|auto|using|throw|case|else|break)[\w.>()\[\]-]+"
                        r"(\(.*\)| [-+*|&^]?= .*);$")
_CODE = re.compile(r'//.*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'')
_NO_CODE = re.compile(r"^\s*(#|///?|static_assert|template|using|friend)|noexcept\(|= default|= delete")


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int  # from 1
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old.strip()}  ->  {self.new.strip() or '(nothing)'}"


def mutants_of(file: str, text: str) -> list[Mutant]:
    """All mutants of a source file, in the order of its lines."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        # Neither comments nor texts change: blanks of the same length stand for them.
        code = _CODE.sub(lambda match: "\0" * len(match.group()), line)
        if _NO_CODE.search(line):
            continue
        for pattern, replacement in _REPLACEMENTS:
            for match in re.finditer(pattern, code):
                found.append(Mutant(file, number, line, line[:match.start()] + replacement
                                    + line[match.end():]))
        for match in _NUMBER.finditer(code):
            found.append(Mutant(file, number, line, line[:match.start()]
                                + str(int(match.group()) + 1) + line[match.end():]))
        if _STATEMENT.match(line):
            found.append(Mutant(file, number, line, ""))
    return found


def sources(folder: Path) -> list[str]:
    """The files that are mutated, from the project's root."""
    paths = sorted(path for room in ROOMS for ending in ("*.h", "*.cpp")
                   for path in (folder / room).rglob(ending))
    names = [path.relative_to(folder).as_posix() for path in paths]
    return [name for name in names if not _NOT_BUILT.search(name)]


class Workshop:
    """A copy of the project, its build, and what was found out about it so far."""

    def __init__(self, folder: Path = _FOLDER) -> None:
        self.source, self.build = folder / "source", folder / "build"
        self.said = folder / "said"
        folder.mkdir(parents=True, exist_ok=True)
        self._copy()
        text = hashlib.sha256()
        for path in sorted(self.source.rglob("*")):
            if path.is_file():
                text.update(path.read_bytes())
        self.results = folder / f"results-{text.hexdigest()[:12]}.jsonl"
        self._patience = math.inf
        self.known = {}
        if self.results.exists():
            for line in self.results.read_text(encoding="utf-8").splitlines():
                result = json.loads(line)
                self.known[Mutant(**result["mutant"])] = result["fate"]

    def _copy(self) -> None:
        """Files that have not changed keep their times, so that little is built anew."""
        names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others",
                                "--exclude-standard"], cwd=PROJECT, check=True,
                               capture_output=True, text=True).stdout.split("\0")
        wanted = {name for name in names if name and (PROJECT / name).is_file()}
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
                          "-DCMAKE_BUILD_TYPE=Release", "-DEMILIA_VARIANTS=OFF",
                          "-DCMAKE_CXX_FLAGS=-march=native"]) and self._compiles(),
               f"the copy does not build: see {self.said}")
        self._programs = self._fingerprint()
        start = time.monotonic()
        demand(self._pass_everything(), f"tests fail without a fault: {self.said}")
        self._patience = 30 + 3 * (time.monotonic() - start)

    def fate(self, mutant: Mutant) -> str:
        """"uncompiled", "the same", "killed" or "survived"."""
        if mutant not in self.known:
            path = self.source / mutant.file
            text = path.read_text(encoding="utf-8")
            lines = text.split("\n")
            lines[mutant.line - 1] = mutant.new
            try:
                path.write_text("\n".join(lines), encoding="utf-8")
                self.known[mutant] = self._fate_of_source(Path(mutant.file))
            finally:
                path.write_text(text, encoding="utf-8")
            with open(self.results, "a", encoding="utf-8") as file:
                print(json.dumps({"mutant": dataclasses.asdict(mutant),
                                  "fate": self.known[mutant]}), file=file)
        return self.known[mutant]

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
        for tests, patience in ((own, _FILE_PATIENCE), (others, self._patience)):
            only = ",".join(f"[#{test.stem}]" for test in tests)
            command = [*self._tests(), "--filenames-as-tags", only]
            if tests and not self._pass([command], patience):
                return "killed"
        return "survived" if self._pass_everything() else "killed"

    def _pass_everything(self) -> bool:
        others = ["ctest", "--test-dir", str(self.build), "--stop-on-failure",
                  "--tests-regex", "^(scripts|ggs)/"]
        return self._pass([[*self._tests(), "~[.]"], others], self._patience)

    def _tests(self) -> list[str]:
        return [str(self.build / "tests" / "emilia_tests"), "--abort"]

    def _compiles(self) -> bool:
        return self._run(["cmake", "--build", str(self.build), "--parallel", str(os.cpu_count())])

    def _fingerprint(self) -> list[str]:
        return [hashlib.sha256((self.build / name).read_bytes()).hexdigest()
                for name in ("emilia", "tests/emilia_tests")]

    def _run(self, command: list[str]) -> bool:
        return self._pass([command], math.inf)

    def _pass(self, commands: list[list[str]], patience: float) -> bool:
        """Whether all of them, run at the same time, succeed within `patience` seconds."""
        end = time.monotonic() + patience
        with open(self.said, "w", encoding="utf-8") as said:
            running = [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                                        cwd=self.build.parent, start_new_session=True)
                       for command in commands]
            try:
                while time.monotonic() < end:
                    statuses = [process.poll() for process in running]
                    if any(statuses):
                        return False
                    if None not in statuses:
                        return True
                    time.sleep(0.05)
                return False
            finally:
                for process in running:
                    try:
                        os.killpg(process.pid, 9)
                    except ProcessLookupError:
                        pass
                    process.wait()


def run_mutants(run: Run) -> tuple[str, str]:
    """Tests `run.count` mutants that count. Those of an earlier run of the same source are known."""
    workshop = Workshop()
    workshop.prepare()
    candidates = [mutant for file in sources(workshop.source)
                  for mutant in mutants_of(file, (workshop.source / file).read_text("utf-8"))]
    random.Random(run.random.random()).shuffle(candidates)
    fates = {"uncompiled": 0, "the same": 0, "killed": 0, "survived": 0}
    for mutant in candidates:
        if not run.goes_on():
            break
        fate = workshop.fate(mutant)
        fates[fate] += 1
        if fate == "survived":
            print(f"survived: {mutant}", file=sys.stderr, flush=True)
        if fate in ("killed", "survived"):
            run.finish_case()
    share = 100 * fates["killed"] / max(run.done, 1)
    return (f"{run.done:,} mutants, drawn from {len(candidates):,}",
            f"{share:.1f} % are killed by the tests; {fates['survived']} survive")
