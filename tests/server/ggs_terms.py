"""What two users of the test server agree on: types of games, challenges, and the numbers that
these and the matches have."""
from __future__ import annotations

import random
import re
import sys
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from ggs_clock import Time, TimeControl

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from match_runner.othello.rules import (  # noqa: E402 - the line before makes it importable
    START, Color, Position)

REST = 60.0  # seconds until a free number is used again
EVERYBODY = "*"


class Refused(Exception):
    """The text is the service's answer."""


@dataclass(frozen=True)
class GameType:
    """`8`, `8b`, `s8r20`, `8k`."""

    text: str
    size: int
    synchro: bool
    anti: bool
    komi: bool
    random_discs: int  # 0: the usual start
    asker: Color | None  # the colour that the asker wants

    @staticmethod
    def parse(text: str) -> "GameType":
        match = re.fullmatch(r"(s?)(\d+)([a-z]*)(\d*)([a-z]*)", text)
        if match is None or int(match[2]) not in (4, 6, 8, 10, 12, 14):
            raise Refused("illegal board type")
        synchro, letters = bool(match[1]), match[3] + match[5]
        komi, wishes_random = "k" in letters, "r" in letters
        if synchro and komi:
            raise Refused("synchro+komi not supported")
        discs = 0
        if wishes_random:
            discs = int(match[4] or 0)
            if not 4 <= discs <= 48:
                raise Refused("missing or illegal rand-type")
        asker = Color.BLACK if "b" in letters else Color.WHITE if "w" in letters else None
        if asker and (komi or wishes_random):
            raise Refused("no preferred color in komi or rand games")
        if wishes_random and not (komi or synchro):
            raise Refused("random games must be komi or synchro")
        anti = "a" in letters
        canonical = (f"{'s' if synchro else ''}{int(match[2])}{'k' if komi else ''}"
                     f"{'a' if anti else ''}{f'r{discs}' if wishes_random else ''}"
                     f"{'' if asker is None else 'b' if asker is Color.BLACK else 'w'}")
        return GameType(canonical, int(match[2]), synchro, anti, komi, discs, asker)

    @property
    def rating_key(self) -> str:
        return f"{self.size}{'a' if self.anti else ''}{'r' if self.random_discs else ''}"


class Chance:
    """The server's random choices, which a seed fixes and a replay sets."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def asker_has_black(self) -> bool:
        return self._random.random() < 0.5

    def start(self, type_: GameType) -> Position:
        """The usual start, or random discs around the centre, with a legal move; with an odd number
        white begins."""
        if not type_.random_discs:
            return START
        while True:
            taken = {27, 28, 35, 36}
            while len(taken) < type_.random_discs:
                near = [square for square in range(64) if square not in taken and any(
                    abs(square % 8 - other % 8) <= 1 and abs(square // 8 - other // 8) <= 1
                    for other in taken)]
                taken.add(self._random.choice(near))
            black = sum(1 << square for square in taken if self._random.random() < 0.5)
            white = sum(1 << square for square in taken) & ~black
            position = (Position(white, black, Color.WHITE) if type_.random_discs % 2
                        else Position(black, white, Color.BLACK))
            if position.moves and position.passed().moves:
                return position


@dataclass
class Challenge:
    """A match that a user asks for. In one for a stored match (`S`) type and clock are that
    match's."""

    id: str
    asker: str
    asked: str  # a user or EVERYBODY
    asker_rating: float
    asked_rating: float
    type: GameType
    mode: str  # U, R or S
    asker_control: TimeControl
    asked_control: TimeControl
    stored: str = ""  # the number of the stored match

    @property
    def terms(self) -> tuple:
        return (self.asker, self.asked, self.type.text, self.mode, self.asker_control,
                self.asked_control, self.stored)

    def text(self) -> str:
        """As in `+ …` and `- …`."""
        start = (f"{self.id:>4} {self.asker_rating:6.1f} {self.asker:8} "
                 f"{self.asker_control.text()} {self.type.text:>8} {self.mode} ")
        if self.asked == EVERYBODY:
            return f"{start}*      *"
        start += f"{self.asked_rating:6.1f} {self.asked}"
        behind = self.stored
        if not behind and self.asked_control != self.asker_control:
            behind = self.asked_control.text()
        if behind:
            start += f"{' ' * (8 - len(self.asked))} {behind}"
        return start


class Numbers:
    """`.0`, `.1`, …; a number that is free for a while is used again."""

    def __init__(self, time: Time, rest: float = REST) -> None:
        self._time, self._rest = time, rest
        self._next = 0
        self._free: deque[tuple[float, int]] = deque()

    def take(self) -> str:
        if self._free and self._free[0][0] <= self._time.now():
            return f".{self._free.popleft()[1]}"
        self._next += 1
        return f".{self._next - 1}"

    def give_back(self, id_: str) -> None:
        self._free.append((self._time.now() + self._rest, int(id_[1:])))
