"""Plays a schedule, several games at a time, and saves each game as it ends."""
from __future__ import annotations

import queue
import signal
import threading
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Iterator

from ..engines.detect import make_player
from ..engines.engine_spec import EnginePlan, Limits
from ..engines.game_log import GameLog, LogFolder
from ..engines.interrupts import heeded_signals
from ..engines.player import Player
from ..errors import MatchError, StartFailure
from ..games.game import Game, GameRecord
from ..games.records import MatchFolder
from ..games.schedule import Fixture
from ..othello.rules import Color
from ..statistics.results import pair_class
from ..statistics.sprt import Sprt
from .progress import Progress

_START_ATTEMPTS = 3
_PAUSE_SECONDS = 1.0


class Ending(Enum):
    PLAYED = "played"
    DECIDED = "decided"  # by the SPRT
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Conduct:
    """Options that do not change the games, except for `reuse`."""

    concurrency: int = 1
    reuse: bool = False
    logs: LogFolder = LogFolder(None)


class SprtWatch:
    """Applies the SPRT to the pairs in the order of the schedule, not in the order in which they
    end, so that the same games always stop the match at the same point."""

    def __init__(self, sprt: Sprt, first: str) -> None:
        self._sprt = sprt
        self._first = first
        self._waiting: dict[int, list[GameRecord]] = {}
        self._next = 1
        self.counts = [0] * 5
        self.last_game: int | None = None  # the game that decided the match

    def add(self, record: GameRecord) -> None:
        self._waiting.setdefault(record.pair, []).append(record)
        while self.last_game is None and len(self._waiting.get(self._next, ())) == 2:
            pair = self._waiting.pop(self._next)
            self.counts[pair_class(pair, self._first)] += 1
            if self._sprt.verdict(self.counts) is not None:
                self.last_game = max(game.game for game in pair)
            self._next += 1


def _start_all(workers: list[threading.Thread]) -> None:
    for number, worker in enumerate(workers):
        try:
            worker.start()
        except RuntimeError as error:
            raise MatchError(f"cannot start a thread for game {number + 1} of {len(workers)} at "
                             f"once: {error}; choose a smaller --concurrency") from error


class Tournament:
    def __init__(self, plans: list[EnginePlan], limits: Limits, schedule: list[Fixture],
                 folder: MatchFolder, conduct: Conduct, progress: Progress,
                 sprt: SprtWatch | None = None) -> None:
        self._plans = {plan.name: plan for plan in plans}
        self._limits = limits
        self._folder = folder
        self._conduct = conduct
        self._progress = progress
        self._sprt = sprt
        self._pending = deque(f for f in schedule if f.number not in folder.records)
        self._ended: queue.Queue[GameRecord | BaseException | None] = queue.Queue()
        self._lock = threading.Lock()
        self._living: set[Player] = set()
        self._stop = threading.Event()
        self._interrupted = False

    def run(self) -> Ending:
        """Raises MatchError if the match cannot continue; finished games are saved in any case."""
        for record in self._folder.games:
            self._watch(record)
        workers = [threading.Thread(target=self._work, daemon=True)
                   for _ in range(min(self._conduct.concurrency, len(self._pending)))]
        with self._signals():
            try:
                if not self._decided:
                    _start_all(workers)
                    self._collect(len(workers))
            finally:
                self._end_all()
                for worker in workers:
                    if worker.ident is not None:
                        worker.join()
                self._progress.close()
                self._save_rest()
        if self._decided:
            self._folder.keep_only(self._sprt.last_game)
            return Ending.DECIDED
        return Ending.INTERRUPTED if self._interrupted else Ending.PLAYED

    @property
    def _decided(self) -> bool:
        return self._sprt is not None and self._sprt.last_game is not None

    def _watch(self, record: GameRecord) -> None:
        if self._sprt is not None:
            self._sprt.add(record)

    def _collect(self, working: int) -> None:
        while working and not self._interrupted and not self._decided:
            try:
                ended = self._ended.get(timeout=0.2)
            except queue.Empty:
                self._progress.tick()
                continue
            if ended is None:
                working -= 1
            elif isinstance(ended, BaseException):
                raise ended
            else:
                self._folder.add(ended)
                self._watch(ended)
                self._progress.add(ended)

    def _save_rest(self) -> None:
        """Saves games that ended while the match was being stopped."""
        while not self._ended.empty():
            ended = self._ended.get_nowait()
            if isinstance(ended, GameRecord):
                self._folder.add(ended)
                self._watch(ended)

    # The worker threads run the following methods.

    def _work(self) -> None:
        players: dict[str, Player] = {}
        try:
            while (fixture := self._next_fixture()) is not None:
                record = self._play(fixture, players)
                if self._stop.is_set():
                    break  # the stop may have caused the end of this game
                self._ended.put(record)
        except BaseException as error:  # `_collect` raises it in the main thread
            self._ended.put(error)
        finally:
            for player in players.values():
                self._dismiss(player)
            self._ended.put(None)

    def _next_fixture(self) -> Fixture | None:
        with self._lock:
            return self._pending.popleft() if self._pending and not self._stop.is_set() else None

    def _play(self, fixture: Fixture, players: dict[str, Player]) -> GameRecord:
        log = self._conduct.logs.log(f"game-{fixture.number:05d}")
        try:
            for name in (fixture.black, fixture.white):
                if name not in players:
                    players[name] = self._start(name, log)
                players[name].process.log = log
            at_board = {Color.BLACK: players[fixture.black], Color.WHITE: players[fixture.white]}
            record = Game(fixture, at_board, self._limits).play()
            if record.loser is not None or not self._conduct.reuse:
                for name in (fixture.black, fixture.white):
                    self._dismiss(players.pop(name), failed=name == record.loser)
            return record
        finally:
            log.close()

    def _start(self, name: str, log: GameLog) -> Player:
        """Tries several times, since a machine may be short of memory for a moment. An engine that
        never starts ends the match instead of losing every game."""
        for attempt in range(1, _START_ATTEMPTS + 1):
            try:
                return make_player(self._plans[name], self._limits, log, self._admit)
            except StartFailure as failure:
                if attempt == _START_ATTEMPTS or self._stop.wait(_PAUSE_SECONDS):
                    raise MatchError(f"{failure} (in {attempt} attempts)") from failure
        raise AssertionError

    def _admit(self, player: Player) -> None:
        with self._lock:
            self._living.add(player)
            if self._stop.is_set():
                player.process.kill()

    def _dismiss(self, player: Player, failed: bool = False) -> None:
        player.process.close(politely=not failed and not self._stop.is_set())
        with self._lock:
            self._living.discard(player)

    def _end_all(self) -> None:
        with self._lock:
            self._stop.set()
            for player in self._living:
                player.process.kill()

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Makes Ctrl-C and other signals stop the match between two steps, not within one."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        heeded = heeded_signals()
        before = [signal.signal(number, self._interrupt) for number in heeded]
        try:
            yield
        finally:
            for number, handler in zip(heeded, before):
                signal.signal(number, handler)

    def _interrupt(self, *_: object) -> None:
        self._interrupted = True
