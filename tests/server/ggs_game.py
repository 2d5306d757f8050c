"""A game on the test server, with its clocks, as the server keeps it."""
from __future__ import annotations

import asyncio
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from match_runner.othello.rules import (  # noqa: E402 - the line before makes it importable
    START, Color, Position, parse_square, squares_of)


def seconds_of(text: str) -> float:
    total = 0
    for part in text.split(":"):
        total = 60 * total + int(part)
    return total


def clock_text(seconds: float) -> str:
    whole = int(abs(seconds))
    return f"{'-' if seconds < 0 else ''}{whole // 60:02}:{whole % 60:02}"


class Clock:
    """One player's clock."""

    def __init__(self, text: str) -> None:
        parts = (text.split("/") + ["", ""])[:3]
        self.main, self.increment, self.extension = (seconds_of(p) if p else 0.0 for p in parts)

    def text(self, moves: int) -> str:
        middle = clock_text(self.increment) if self.increment else ""
        return f"{clock_text(self.main)},{moves}:0/{middle}/{clock_text(self.extension)},{moves}:0"

    def left(self) -> float:
        return self.main + self.extension

    def spend(self, seconds: float) -> None:
        self.main -= seconds
        if self.main < 0 < self.extension:
            self.main, self.extension = self.main + self.extension, 0.0
        self.main += self.increment


def random_opening(discs: int, generator: random.Random) -> Position:
    while True:
        position = START
        for _ in range(discs - 4):
            if not position.moves:
                break
            position = position.play(generator.choice(list(squares_of(position.moves))))
        else:
            if position.moves:
                return position


@dataclass
class Game:
    """A game between a guest and the server's own player."""

    position: Position
    guest_color: Color
    clocks: dict[Color, Clock]
    id: str = ""
    last: str = ""  # the last move as an update shows it
    ply: int = 0
    start: str = ""
    history: str = ""  # all moves, with passes
    moves: dict[Color, int] = field(default_factory=lambda: {c: 0 for c in Color})
    commands: asyncio.Queue = field(default_factory=asyncio.Queue)
    said: str = ""  # what the guest last said about its move: evaluation and seconds

    def __post_init__(self) -> None:
        self.start = self.position.text()

    @property
    def guest_turn(self) -> bool:
        return self.position.to_move is self.guest_color

    def lead(self) -> int:
        """Discs of the server's player more than those of the guest."""
        return self.position.score(self.guest_color.other)

    def play(self, text: str, seconds: float) -> None:
        color = self.position.to_move
        self.clocks[color].spend(seconds)
        self.moves[color] += 1
        self.ply += 1
        if parse_square(text.split("/")[0]) is None:
            self.position = self.position.passed()
        else:
            self.position = self.position.play(parse_square(text.split("/")[0]))
        self.last = text
        self.history += text.split("/")[0].lower()
