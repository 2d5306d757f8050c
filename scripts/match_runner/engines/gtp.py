"""A player that speaks GTP 2, the Go Text Protocol, as Othello programs use it."""
from __future__ import annotations

import math
import time
from dataclasses import dataclass

from ..errors import EngineFailure, Reason
from ..othello.rules import PASS, Color, Ply
from ..words import quoted
from .clock import Clock
from .player import Choice, GameSetup, Player


_LONGEST_REPLY = 10_000  # lines


@dataclass(frozen=True)
class Reply:
    ok: bool
    text: str
    at: float  # when its first line arrived


class GtpPlayer(Player):
    def _greet(self) -> None:
        self._ask("protocol_version")

    def said_name(self) -> str:
        reply = self._ask("name")
        return reply.text if reply.ok else ""

    def list_commands(self) -> frozenset[str]:
        """The engine's commands; empty if it does not list them."""
        reply = self._ask("list_commands")
        return frozenset(reply.text.split()) if reply.ok else frozenset()

    def new_game(self, setup: GameSetup) -> None:
        if "set_game" in self.plan.commands:
            self._demand("set_game Othello")
        self._demand("boardsize 8")
        self._demand("clear_board")
        if self.plan.sends_time:
            self._demand(self._time_settings())
        for ply in setup.opening:
            self.tell(ply, 0.0, is_own=False)

    def choose(self, color: Color, clock: Clock) -> Choice:
        if self.plan.sends_time and "time_left" in self.plan.commands:
            stones = 1 if self.limits.time is not None else 0
            self._demand(f"time_left {color.word} {self._seconds(clock.left)} {stones}")
        begin = time.monotonic()
        deadline = begin + clock.longest_wait
        try:
            reply = self._ask(f"genmove {color.word}", deadline)
        except EngineFailure as failure:
            late = failure.reason is Reason.HANG
            raise self._overstepped(clock, begin) if late else failure from None
        if not reply.ok:
            raise self._failure(Reason.PROTOCOL,
                                f"refused 'genmove {color.word}': {quoted(reply.text)}")
        return Choice(reply.text.strip().lower(), reply.at - begin)

    def tell(self, ply: Ply, seconds: float, is_own: bool) -> None:
        if ply.move == PASS:
            # Some engines need to be told, others find the pass themselves and refuse the
            # command; so the reply is ignored.
            self._ask(f"play {ply.color.word} pass")
        elif not is_own:
            self._demand(f"play {ply.color.word} {ply.move.upper()}")

    def _time_settings(self) -> str:
        if self.limits.time is not None:
            return f"time_settings 0 {self._seconds(self.limits.time)} 1"
        return f"time_settings {self._seconds(self.limits.game_time)} 0 0"

    def _seconds(self, seconds: float) -> str:
        """Rounds down to milliseconds or seconds, so that the engine does not believe that it has
        more time than it has. But the last of them counts as a whole one: with no time at all an
        engine plays any move."""
        units = 1000 if self.plan.decimals else 1
        rounded = max(math.floor(seconds * units), 1 if seconds > 0 else 0)
        return f"{rounded / units:.3f}".rstrip("0").rstrip(".")

    def _demand(self, command: str) -> None:
        reply = self._ask(command)
        if not reply.ok:
            raise self._failure(Reason.PROTOCOL, f"refused '{command}': {quoted(reply.text)}")

    def _ask(self, command: str, deadline: float | None = None) -> Reply:
        begin = time.monotonic()
        deadline = self._reply_deadline() if deadline is None else deadline
        self.process.send(command)
        lines: list[str] = []
        first_at = 0.0
        while True:
            line = self._read(deadline, command, begin)
            if lines and not line.text.strip():
                break
            if lines or line.text.startswith(("=", "?")):
                first_at = first_at or line.at
                lines.append(line.text)
                if len(lines) > _LONGEST_REPLY:
                    raise self._failure(Reason.PROTOCOL, f"answered '{command}' with more than "
                                                         f"{_LONGEST_REPLY:,} lines")
            elif line.text.strip():
                self.process.last_garbage = line.text[:200]
        text = "\n".join([lines[0][1:].strip(), *lines[1:]])
        return Reply(lines[0].startswith("="), text, first_at)
