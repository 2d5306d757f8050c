"""Games, as people and files write them."""
from __future__ import annotations

from typing import Any, NamedTuple

from emilia._binding import ffi, lib
from emilia._errors import check, decoded, encoded
from emilia._position import Color, Position, PositionLike, in_pairs, position_of


class Game:
    """A start position, moves, and what a file says of players and event. It never changes."""

    __slots__ = ("_game", "_moves", "_owner")

    def __init__(self, moves: str = "", start: PositionLike = "", *, black: str = "",
                 white: str = "", event: str = "", date: str = "") -> None:
        made = ffi.new("emilia_game**")
        texts = [encoded(text, name) for text, name in (
            (moves, "moves"), (black, "black"), (white, "white"), (event, "event"),
            (date, "date"))]
        check(lib.emilia_game_new_from(position_of(start)._position, *texts, made))
        self._set(ffi.gc(made[0], lib.emilia_game_free), None)

    @classmethod
    def read(cls, text: str) -> Game:
        """The only game of a text in GGF, SGF, PGN, as moves, or in any form that people paste."""
        made = ffi.new("emilia_game**")
        check(lib.emilia_game_new(encoded(text, "text"), made))
        return cls._of(ffi.gc(made[0], lib.emilia_game_free), None)

    @classmethod
    def _of(cls, game: Any, owner: Any) -> Game:
        """`owner` frees the game; none: the game itself does."""
        made = cls.__new__(cls)
        made._set(game, owner)
        return made

    def _set(self, game: Any, owner: Any) -> None:
        self._game = game
        self._owner = owner
        self._moves = tuple(in_pairs(decoded(lib.emilia_game_moves(game))))

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves, passes included."""
        return self._moves

    def position(self, moves: int) -> Position:
        """The position after the first moves, this many."""
        if not 0 <= moves <= len(self):
            raise IndexError(f"the game has {len(self)} moves, not {moves}")
        made = ffi.new("emilia_position**")
        check(lib.emilia_game_position(self._game, moves, made))
        return Position._of(made)

    @property
    def positions(self) -> list[Position]:
        """The start and the position after each move."""
        return [self.position(moves) for moves in range(len(self) + 1)]

    @property
    def black(self) -> str:
        """The name of the player of black; it and the next ones may be empty."""
        return decoded(lib.emilia_game_name(self._game, Color.BLACK))

    @property
    def white(self) -> str:
        """The name of the player of white."""
        return decoded(lib.emilia_game_name(self._game, Color.WHITE))

    @property
    def event(self) -> str:
        """The tournament."""
        return decoded(lib.emilia_game_event(self._game))

    @property
    def date(self) -> str:
        """The date, as the file writes it."""
        return decoded(lib.emilia_game_date(self._game))

    @property
    def opening(self) -> str:
        """The name of the opening."""
        return decoded(lib.emilia_game_opening(self._game))

    def write(self, format: str) -> str:
        """The game as "ggf", "sgf", "pgn", "moves", or its last board, "board"."""
        made = ffi.new("char**")
        check(lib.emilia_game_write(self._game, encoded(format, "format"), made))
        try:
            return decoded(made[0])
        finally:
            lib.emilia_text_free(made[0])

    def __len__(self) -> int:
        return len(self._moves)

    def _key(self) -> tuple[Any, ...]:
        return (self.moves, self.position(0), self.black, self.white, self.event, self.date)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, self._key()

    def __repr__(self) -> str:
        names = f", black={self.black!r}, white={self.white!r}" if self.black or self.white else ""
        return f"Game({''.join(self.moves)!r}{names})"


def _game_of(moves: tuple[str, ...], start: Position, black: str, white: str, event: str,
             date: str) -> Game:
    return Game("".join(moves), start, black=black, white=white, event=event, date=date)


class Games(NamedTuple):
    """The games of a text, and what was understood."""

    games: list[Game]
    understood: str


def read_games(text: str) -> Games:
    """All games of a text: a file in GGF, SGF or PGN, moves line by line, whatever a person pastes.
    If one can't be read, the whole text is refused."""
    made = ffi.new("emilia_games**")
    check(lib.emilia_games_new(encoded(text, "text"), made))
    games = ffi.gc(made[0], lib.emilia_games_free)
    return Games([Game._of(lib.emilia_games_game(games, at), games)
                  for at in range(lib.emilia_games_size(games))],
                 decoded(lib.emilia_games_understood(games)))
