"""A player that speaks the NBoard protocol, version 2.

A ping precedes each request. Whatever arrives before its pong answers an older request and is
ignored.
"""
from __future__ import annotations

import math
import re
import time

from ..errors import Reason
from ..othello.rules import START, Color, Ply
from ..words import quoted
from .clock import Clock, time_text
from .player import Choice, GameSetup, Player
from .process import NoAnswer, OutputLine

_PONG = re.compile(r"pong\s+(-?\d+)\s*")
_KNOWN = ("status", "set", "search", "book", "nodestats", "analysis", "learned", "===", "pong")


class NBoardPlayer(Player):
    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self._pings = 0
        self._said_name = ""
        self._setup: GameSetup | None = None

    def _greet(self) -> None:
        self.process.send("nboard 2")
        self._await_pong()

    def said_name(self) -> str:
        return self._said_name

    def new_game(self, setup: GameSetup) -> None:
        self._setup = setup
        if self.plan.sends_depth:
            self.process.send(f"set depth {setup.limits.depth}")
        self.process.send(f"set game {self._game_text(setup)}")
        self._await_pong()

    def choose(self, color: Color, clock: Clock) -> Choice:
        self._await_pong()
        begin = time.monotonic()
        self.process.send("go")
        deadline = begin + clock.longest_wait
        nodes = None
        while True:
            line = self._read_move_line(deadline, clock, begin)
            first, _, rest = line.text.strip().partition(" ")
            if first == "nodestats":
                nodes = _first_integer(rest)
            elif first == "===":
                return self._parse_choice(line, begin, nodes)
            elif first == "pong":
                raise self._failure(Reason.PROTOCOL, f"answered {quoted(line.text)} to 'go'")
            else:
                self._note_garbage(line.text)

    def tell(self, ply: Ply, seconds: float, is_own: bool) -> None:
        self.process.send(f"move {_move_text(ply, seconds if self.plan.sends_time else 0.0)}")

    def _await_pong(self) -> None:
        self._pings += 1
        begin = time.monotonic()
        deadline = self._reply_deadline()
        self.process.send(f"ping {self._pings}")
        while True:
            line = self._read(deadline, f"ping {self._pings}", begin)
            match = _PONG.fullmatch(line.text)
            if match and match[1].lstrip("0") == str(self._pings):
                return
            if match:
                raise self._failure(Reason.PROTOCOL,
                                    f"answered {quoted(line.text)} to 'ping {self._pings}'")
            if line.text.startswith("set myname "):
                self._said_name = line.text.removeprefix("set myname ").strip()
            self._note_garbage(line.text)

    def _read_move_line(self, deadline: float, clock: Clock, begin: float) -> OutputLine:
        try:
            line = self.process.read(deadline)
        except NoAnswer:
            raise self._overstepped(clock, begin) from None
        if line.at > deadline:
            raise self._overstepped(clock, begin)
        return line

    def _note_garbage(self, text: str) -> None:
        if text.strip() and text.split()[0] not in _KNOWN:
            self.process.last_garbage = text[:200]

    def _parse_choice(self, line: OutputLine, begin: float, nodes: int | None) -> Choice:
        """Reads `=== F5/1.20/0.35`; blanks may stand for the slashes."""
        fields = line.text.strip()[3:].replace("/", " / ").split()
        values = [""]
        for word in fields:
            if word == "/":
                values.append("")
            elif values[-1]:
                values.append(word)
            else:
                values[-1] = word
        return Choice(values[0].lower(), line.at - begin,
                      _number(values[1]) if len(values) > 1 else None, nodes)

    def _game_text(self, setup: GameSetup) -> str:
        time = ""
        if self.plan.sends_time:
            time = f"TI[{time_text(setup.limits, self.plan.decimals)}]"
        plies = "".join(f"{ply.color.value}[{_move_text(ply, self._free_seconds(setup))}]"
                        for ply in setup.opening)
        return (f"(;GM[Othello]PC[match.py]PB[{setup.black}]PW[{setup.white}]RE[?]"
                f"{time}TY[8]BO[8 {START.text()}]{plies};)")

    def _free_seconds(self, setup: GameSetup) -> float:
        """An engine adds the increment for each of its moves. An opening move is reported to have
        taken exactly the increment, so that the engine's sum agrees with its clock."""
        return setup.limits.increment if self.plan.sends_time else 0.0


def _move_text(ply: Ply, seconds: float) -> str:
    """Rounds seconds up, so that no engine believes that it has more time than it has."""
    move = ply.move.upper()
    return f"{move}//{math.ceil(seconds * 1000) / 1000:.3f}" if seconds > 0 else move


def _number(text: str) -> float | None:
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def _first_integer(text: str) -> int | None:
    match = re.match(r"\s*(\d{1,18})(?:\s|$)", text)
    return int(match[1]) if match else None
