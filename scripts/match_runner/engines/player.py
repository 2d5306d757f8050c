"""An engine that plays a game, independent of its protocol."""
from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from ..errors import EngineFailure, Reason, StartFailure
from ..othello.rules import Color, Ply
from ..words import quoted
from .clock import Clock
from .engine_spec import EnginePlan, Limits
from .game_log import GameLog
from .process import EngineProcess, NoAnswer, OutputLine


@dataclass(frozen=True)
class GameSetup:
    """What a player learns before a game."""

    black: str
    white: str
    limits: Limits
    opening: list[Ply] = field(default_factory=list)


@dataclass(frozen=True)
class Choice:
    """An engine's answer, not yet checked."""

    move: str  # as the engine wrote it, in lower case
    seconds: float
    score: float | None = None  # in discs, as the engine sees it
    nodes: int | None = None


class Player(ABC):
    """One process. Every method may raise EngineFailure; after that the process cannot be used."""

    def __init__(self, plan: EnginePlan, limits: Limits, log: GameLog) -> None:
        self.plan = plan
        self.limits = limits
        self.process = EngineProcess(plan.name, plan.command, log)

    def start(self) -> None:
        """Waits until the new process answers."""
        try:
            self._greet()
        except EngineFailure as failure:
            self.process.close(politely=False)
            command = " ".join(self.plan.command)
            raise StartFailure(self.plan.name, f"'{command}' {failure.detail}") from failure

    @abstractmethod
    def _greet(self) -> None: ...

    @abstractmethod
    def said_name(self) -> str:
        """What the engine calls itself; empty if it does not say."""

    @abstractmethod
    def new_game(self, setup: GameSetup) -> None: ...

    @abstractmethod
    def choose(self, color: Color, clock: Clock) -> Choice:
        """Asks for a move; the side to move must have a legal one."""

    @abstractmethod
    def tell(self, ply: Ply, seconds: float, is_own: bool) -> None:
        """Reports a legal move that was played, or a forced pass. `seconds` is what it took off the
        mover's clock."""

    def _failure(self, reason: Reason, detail: str) -> EngineFailure:
        return EngineFailure(self.plan.name, reason, detail)

    def _read(self, deadline: float, waiting_for: str, begin: float) -> OutputLine:
        """Returns the next line of an answer that the engine may give between these times."""
        try:
            line = self.process.read(deadline)
        except NoAnswer:
            raise self._no_answer(waiting_for, deadline - begin) from None
        # An engine that never stops printing keeps the queue full, so reading never times out.
        if line.at > deadline:
            raise self._no_answer(waiting_for, deadline - begin)
        return line

    def _no_answer(self, waiting_for: str, seconds: float) -> EngineFailure:
        printed = self.process.last_garbage
        words = f"did not answer '{waiting_for}' in {seconds:.3g} s"
        if printed:
            words += f"; it printed {quoted(printed)}"
        return self._failure(Reason.HANG, words)

    def _reply_deadline(self) -> float:
        return time.monotonic() + self.limits.reply_timeout

    def _overstepped(self, clock: Clock, begin: float) -> EngineFailure:
        """No move came: with a clock this is a loss on time, without one a hang."""
        seconds = time.monotonic() - begin
        if clock.left + self.limits.margin <= self.limits.longest_wait:
            return EngineFailure(self.plan.name, Reason.TIME,
                                 f"had no move after {seconds:.3f} s; {clock.text()}",
                                 seconds=seconds)
        hang = self._no_answer("the request for a move", self.limits.longest_wait)
        hang.seconds = seconds
        return hang
