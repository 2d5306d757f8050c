"""The rules of Othello, by which the runner checks every move; it never relies on an engine.

A square is a number: 0 (a1), 1 (b1) ... 63 (h8). A set of squares is a 64-bit integer with one bit
for each square.
"""
from __future__ import annotations

import random
import re
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Iterator

PASS = "pa"
FULL = (1 << 64) - 1
_NOT_A = 0xFEFEFEFEFEFEFEFE
_NOT_H = 0x7F7F7F7F7F7F7F7F

# For each direction the shift (left if positive) and the squares on which it may end: a step across
# the left or right edge would wrap around to the other side.
_DIRECTIONS = ((1, _NOT_A), (-1, _NOT_H), (8, FULL), (-8, FULL),
               (9, _NOT_A), (-9, _NOT_H), (7, _NOT_H), (-7, _NOT_A))

_SQUARE = re.compile(r"[a-hA-H][1-8]")


class Color(Enum):
    """A side; the value is its letter in game files."""

    BLACK = "B"
    WHITE = "W"

    @property
    def other(self) -> "Color":
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    @property
    def word(self) -> str:
        return self.name.lower()


class IllegalMove(Exception):
    """The text names the move and its number."""


def parse_square(text: str) -> int | None:
    """Reads a square such as `f5` or `F5`; None if it is not one."""
    if not _SQUARE.fullmatch(text):
        return None
    return (int(text[1]) - 1) * 8 + ord(text[0].lower()) - ord("a")


def square_name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def squares_of(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


# The runner spends most of its time in these two functions, and calls are slow in Python, so both
# kinds of shift are written out.


def legal_moves(player: int, opponent: int) -> int:
    moves = 0
    for step, mask in _DIRECTIONS:
        within = opponent & mask
        if step > 0:
            line = player << step & within
            while more := line << step & within & ~line:
                line |= more
            moves |= line << step & mask
        else:
            line = player >> -step & within
            while more := line >> -step & within & ~line:
                line |= more
            moves |= line >> -step & mask
    return moves & ~(player | opponent)


def flips(player: int, opponent: int, square: int) -> int:
    """The discs that a move on an empty square flips; 0 if the move is not legal."""
    flipped = 0
    for step, mask in _DIRECTIONS:
        line, at = 0, 1 << square
        if step > 0:
            while (at := at << step & mask) & opponent:
                line |= at
        else:
            while (at := at >> -step & mask) & opponent:
                line |= at
        if at & player:
            flipped |= line
    return flipped


@dataclass(frozen=True)
class Position:
    """Discs and the side to move, which has no meaning when the game is over."""

    player: int
    opponent: int
    to_move: Color

    @cached_property
    def moves(self) -> int:
        return legal_moves(self.player, self.opponent)

    @property
    def must_pass(self) -> bool:
        return not self.moves and bool(legal_moves(self.opponent, self.player))

    @property
    def is_over(self) -> bool:
        return not self.moves and not legal_moves(self.opponent, self.player)

    def is_legal(self, square: int) -> bool:
        return self._flips(square) != 0

    def play(self, square: int) -> "Position":
        flipped = self._flips(square)
        if not flipped:
            raise IllegalMove(f"{square_name(square)} is not legal for {self.to_move.word}")
        return self._after(square, flipped)

    def try_to_play(self, square: int | None) -> "Position | None":
        """Returns None if the square is None or not a legal move."""
        flipped = 0 if square is None else self._flips(square)
        return self._after(square, flipped) if flipped else None

    def _after(self, square: int, flipped: int) -> "Position":
        return Position(self.opponent & ~flipped, self.player | flipped | 1 << square,
                        self.to_move.other)

    def _flips(self, square: int) -> int:
        if (self.player | self.opponent) >> square & 1:
            return 0
        return flips(self.player, self.opponent, square)

    def passed(self) -> "Position":
        return Position(self.opponent, self.player, self.to_move.other)

    def discs(self, color: Color) -> int:
        return self.player if color is self.to_move else self.opponent

    def score(self, color: Color) -> int:
        """The disc difference from the view of `color`; empty squares go to the winner."""
        own = bin(self.discs(color)).count("1")
        other = bin(self.discs(color.other)).count("1")
        empty = 64 - own - other
        difference = own - other
        return difference + (empty if difference > 0 else -empty if difference < 0 else 0)

    def text(self) -> str:
        """NBoard's board string and side to move: `*` black, `O` white, `-` empty."""
        black, white = self.discs(Color.BLACK), self.discs(Color.WHITE)
        squares = "".join("*" if black >> i & 1 else "O" if white >> i & 1 else "-"
                          for i in range(64))
        return f"{squares} {'*' if self.to_move is Color.BLACK else 'O'}"


START = Position((1 << 28) | (1 << 35), (1 << 27) | (1 << 36), Color.BLACK)


@dataclass(frozen=True)
class Ply:
    """A move or a pass, and who made it."""

    color: Color
    move: str


def play_moves(moves: list[str], start: Position = START) -> tuple[Position, list[Ply]]:
    """Plays moves from the start. Forced passes are added; `moves` may contain them, too. In the
    last position the side to move has a move, or the game is over."""
    position, plies = start, []
    for number, move in enumerate(moves, 1):
        square = parse_square(move)
        after = position.try_to_play(square)
        if after is None and position.must_pass:
            plies.append(Ply(position.to_move, PASS))
            position = position.passed()
            if move == PASS:
                continue
            after = position.try_to_play(square)
        if after is None:
            raise IllegalMove(f"move {number}, {move}, is not legal for {position.to_move.word}")
        plies.append(Ply(position.to_move, square_name(square)))
        position = after
    if position.must_pass:
        plies.append(Ply(position.to_move, PASS))
        position = position.passed()
    return position, plies


def split_moves(text: str) -> list[str]:
    """Splits `f5d6 C3` into lower-case squares and passes (`pa`, `--`); raises IllegalMove for
    anything else."""
    joined = "".join(text.split()).lower().replace("--", PASS)
    moves = [joined[i:i + 2] for i in range(0, len(joined), 2)]
    for number, move in enumerate(moves, 1):
        if move != PASS and parse_square(move) is None:
            raise IllegalMove(f"move {number}, '{move}', is not a square")
    return moves


def random_moves(plies: int, generator: random.Random) -> list[str]:
    """`plies` random legal moves from the start, or fewer if the game ends before."""
    position, moves = START, []
    while len(moves) < plies and not position.is_over:
        if position.must_pass:
            position = position.passed()
        square = generator.choice(list(squares_of(position.moves)))
        moves.append(square_name(square))
        position = position.play(square)
    return moves


def perft(position: Position, depth: int) -> int:
    """Counts the leaves of the game tree. A pass counts as a move, a finished game as one leaf."""
    if depth == 0:
        return 1
    moves = position.moves
    if not moves:
        return perft(position.passed(), depth - 1) if position.must_pass else 1
    if depth == 1:
        return bin(moves).count("1")
    return sum(perft(position.play(square), depth - 1) for square in squares_of(moves))
