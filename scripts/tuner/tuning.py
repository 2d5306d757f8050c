"""A tuning: its state in one file, and a log with a line for each iteration."""
from __future__ import annotations

import contextlib
import json
import shutil
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Callable, Protocol

from match_runner.errors import MatchError, reason_of
from match_runner.files import write_atomically

from .games import Played
from .spsa import Constant, Gains, improved, perturb


class Games(Protocol):
    def play(self, folder: Path, plus: dict[str, int], minus: dict[str, int],
             seed: int) -> Played: ...


@dataclass
class State:
    """What a resumed tuning needs."""

    settings: dict[str, object]  # all that the result depends on
    values: dict[str, float]
    iteration: int = 0  # the next one
    games: int = 0
    seconds: float = 0.0  # of the iterations so far

    def save(self, path: Path) -> None:
        write_atomically(path, json.dumps(asdict(self), indent=2) + "\n")


def read_state(path: Path) -> State:
    try:
        return State(**json.loads(path.read_text()))
    except FileNotFoundError:
        raise MatchError(f"there is no tuning in {path.parent}; start one without --resume") from None
    except (OSError, ValueError, TypeError) as error:
        raise MatchError(f"cannot read {path}: {reason_of(error)}") from error


class Tuning:
    def __init__(self, folder: Path, constants: list[Constant], gains: Gains, seed: int,
                 state: State, games: Games, keep_games: bool = False) -> None:
        self.folder = folder
        self.state = state
        self._constants = constants
        self._gains = gains
        self._seed = seed
        self._games = games
        self._keep_games = keep_games

    def run(self, iterations: int, report: Callable[[State, Played], None]) -> None:
        """Plays until `iterations` are done. Whatever ends it, all finished iterations are saved,
        and the games of the one that was not."""
        while self.state.iteration < iterations:
            self._iterate(report)

    def _iterate(self, report: Callable[[State, Played], None]) -> None:
        state = self.state
        number = state.iteration
        begin = time.monotonic()
        tried = perturb(self._constants, state.values, self._gains, self._seed, number)
        folder = self.folder / f"games-{number + 1:05d}"
        played = self._games.play(folder, tried.plus, tried.minus, self._seed * 1_000_003 + number)
        values = improved(self._constants, state.values, self._gains, number, tried, played.result)
        after = State(state.settings, values, number + 1, state.games + played.games,
                      state.seconds + time.monotonic() - begin)
        self._log({"iteration": number + 1, **asdict(played), "plus": tried.plus,
                   "minus": tried.minus, "values": values})
        after.save(self.folder / "state.json")
        self.state = after
        if not self._keep_games:
            shutil.rmtree(folder, ignore_errors=True)
            with contextlib.suppress(OSError):
                folder.with_name(f"{folder.name}.log").unlink()
        report(after, played)

    def _log(self, line: dict[str, object]) -> None:
        """The log of an iteration that a kill kept from the state is replaced."""
        path = self.folder / "log.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        lines = [*lines[:self.state.iteration], json.dumps(line)]
        write_atomically(path, "\n".join(lines) + "\n")
