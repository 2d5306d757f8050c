"""Plays the games of an iteration, by match.py or, on many machines, by distribute.py."""
from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from match_runner.engines.interrupts import interrupts_deferred
from match_runner.errors import MatchError, reason_of

_PATIENCE_SECONDS = 0.2
_SCRIPTS = Path(__file__).resolve().parents[1]


def engine_command(program: str, setting: dict[str, int], options: str) -> str:
    """Starts the engine with these values of the constants."""
    words = [program]
    for name, value in setting.items():
        words += ["--constant", f"{name}={value}"]
    return f"{shlex.join(words)} {options}".rstrip()


@dataclass(frozen=True)
class Played:
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def result(self) -> float:
        return (self.wins - self.losses) / self.games


@dataclass(frozen=True)
class GamePlan:
    """How an iteration is played."""

    program: str
    options: str  # of the engine
    dialect: str
    pairs: int
    limits: tuple[str, ...]  # and openings, as options of match.py
    concurrency: int
    parts: int  # more than one: by distribute.py
    submit: tuple[str, ...]  # options of its `submit`

    def match_options(self, plus: dict[str, int], minus: dict[str, int], seed: int) -> list[str]:
        options = []
        for name, setting in (("plus", plus), ("minus", minus)):
            command = engine_command(self.program, setting, self.options)
            options += ["--engine", f"{name}={self.dialect}:{command}"]
        return [*options, "--games", str(2 * self.pairs), "--seed", str(seed), "--reuse",
                "--concurrency", str(self.concurrency), *self.limits]

    def play(self, folder: Path, plus: dict[str, int], minus: dict[str, int],
             seed: int) -> Played:
        """Games that the folder holds already are not played again."""
        options = self.match_options(plus, minus, seed)
        if self.parts == 1:
            resume = ["--resume"] if (folder / "match.json").exists() else []
            _run("match.py", [*options, "--output", str(folder), *resume], folder)
            return _read(folder / "results.json", self.pairs)
        if not (folder / "job.json").exists():
            shutil.rmtree(folder, ignore_errors=True)  # a kill may leave half of a new job
            _run("distribute.py", ["new", "match", str(folder), "--pieces", str(self.parts), "--",
                                   *options], folder)
        _run("distribute.py", ["submit", str(folder), "--parallel", *self.submit], folder)
        return _read(folder / "result" / "results.json", self.pairs)


def _run(script: str, arguments: list[str], folder: Path) -> None:
    """What the script says goes into a file beside its folder, which a failure names."""
    log = folder.with_name(f"{folder.name}.log")
    try:
        with open(log, "ab") as file, interrupts_deferred() as came:
            run = subprocess.Popen([sys.executable, str(_SCRIPTS / script), *arguments],
                                   stdin=subprocess.DEVNULL, stdout=file, stderr=file)
            status = _end_of(run, came)
    except OSError as error:
        raise MatchError(f"cannot run {script}: {reason_of(error)}") from error
    if came or status == 130:
        raise KeyboardInterrupt
    if status != 0:
        said = log.read_text(errors="replace").strip().splitlines()
        raise MatchError(f"{script} failed with status {status}; {log} has all that it said, at "
                         f"last: {said[-1] if said else 'nothing'}")


def _end_of(run: subprocess.Popen, came: list[int]) -> int:
    """Waits for the script, and ends it if a signal comes; it saves the games that have ended. Its
    handlers may not be there yet, and then the signal kills it at once."""
    told = False
    while True:
        try:
            return run.wait(timeout=_PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            if came and not told:
                run.terminate()
                told = True


def _read(path: Path, pairs: int) -> Played:
    try:
        found = json.loads(path.read_text())
        played = Played(*(found[key] for key in ("games", "wins", "draws", "losses")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise MatchError(f"cannot read the results in {path}: {reason_of(error)}") from error
    if played.games != 2 * pairs:
        raise MatchError(f"{path} has {played.games} games instead of {2 * pairs}; remove its "
                         "folder to play them again")
    if found["crashes"] or found["illegal_moves"]:
        raise MatchError(f"an engine crashed or played an illegal move; {path.parent} has the "
                         "games. Remove that folder to play them again")
    return played
