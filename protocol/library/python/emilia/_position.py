"""Positions."""
from __future__ import annotations

import enum
from typing import Any, Union

from emilia._binding import ffi, lib
from emilia._errors import ArgumentError, check, decoded, encoded

_MOST = 2**64 - 1


class Color(enum.IntEnum):
    """A side."""

    BLACK = 0
    WHITE = 1


class Position:
    """A board and the side to move. It never changes, so it can be a key and go anywhere."""

    __slots__ = ("_position",)

    def __init__(self, text: str = "") -> None:
        """From moves ("f5d6c3"), the 64 squares and the side to move, or whatever a person pastes;
        an empty text is the usual start."""
        made = ffi.new("emilia_position**")
        check(lib.emilia_position_new(encoded(text, "text"), made))
        self._position = ffi.gc(made[0], lib.emilia_position_free)

    @classmethod
    def from_board(cls, player: int, opponent: int, to_move: Color = Color.BLACK) -> Position:
        """From the discs of the side to move and its opponent: bit 0, the lowest, is a1, bit 1 is
        b1, bit 63 is h8."""
        for name, discs in (("player", player), ("opponent", opponent)):
            if not 0 <= discs <= _MOST:
                raise ArgumentError(f"{name} must be a number of 64 bits, not {discs}")
        made = ffi.new("emilia_position**")
        check(lib.emilia_position_new_board(int(player), int(opponent), Color(to_move), made))
        return cls._of(made)

    @classmethod
    def _of(cls, made: Any) -> Position:
        """From a pointer to a new position of the library."""
        position = cls.__new__(cls)
        position._position = ffi.gc(made[0], lib.emilia_position_free)
        return position

    def after(self, *moves: str) -> Position:
        """The position after one or several moves."""
        copy = Position.from_board(self.player, self.opponent, self.to_move)
        check(lib.emilia_position_play(copy._position, encoded("".join(moves), "moves")))
        return copy

    @property
    def player(self) -> int:
        """The discs of the side to move, 64 bits."""
        return int(lib.emilia_position_player(self._position))

    @property
    def opponent(self) -> int:
        """The discs of the other side."""
        return int(lib.emilia_position_opponent(self._position))

    @property
    def to_move(self) -> Color:
        """The side to move."""
        return Color(lib.emilia_position_to_move(self._position))

    @property
    def board(self) -> str:
        """The 64 squares as X, O and -, a blank, and the side to move."""
        return decoded(lib.emilia_position_board(self._position))

    @property
    def moves(self) -> list[str]:
        """The legal moves; ["pa"] if the side to move must pass, [] if the game is over."""
        return in_pairs(decoded(lib.emilia_position_moves(self._position)))

    @property
    def is_over(self) -> bool:
        """Whether neither side has a move."""
        return not self.moves

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, Color]:
        return self.player, self.opponent, self.to_move

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_board, self._key()

    def __repr__(self) -> str:
        return f"Position({self.board!r})"

    def __str__(self) -> str:
        """The board in eight lines."""
        squares = self.board.replace("-", ".")
        rows = [f"{row + 1} {' '.join(squares[8 * row:8 * row + 8])}" for row in range(8)]
        return "\n".join(["  a b c d e f g h", *rows, f"{self.to_move.name.lower()} to move"])


PositionLike = Union[Position, str]


def position_of(given: PositionLike) -> Position:
    """A position, or one from a text."""
    if isinstance(given, Position):
        return given
    if isinstance(given, str):
        return Position(given)
    raise TypeError(f"a position is a Position or a text, not {type(given).__name__}")


def in_pairs(moves: str) -> list[str]:
    """The moves of a text without blanks."""
    return [moves[at:at + 2] for at in range(0, len(moves), 2)]


def square_name(number: int) -> str:
    """The name of a move in `Answers.moves`: 0 is "a1", 63 "h8", 64 "pa", -1 ""."""
    number = int(number)
    if not -1 <= number <= 64:
        raise ArgumentError(f"a move is -1 to 64, not {number}")
    if number < 0:
        return ""
    return "pa" if number == 64 else "abcdefgh"[number % 8] + str(number // 8 + 1)
