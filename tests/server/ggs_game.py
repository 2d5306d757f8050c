"""A game on the test server: its moves, its clocks, and how the service writes it."""
from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from ggs_clock import Clock, TimeControl
from ggs_terms import GameType

# Importable because of ggs_terms.
from match_runner.othello.rules import Color, Position, parse_square, square_name

MARKS = {Color.BLACK: "*", Color.WHITE: "O"}
COORDINATES = "|   A B C D E F G H"
PASS = "pa"


class MoveError(Exception):
    """The text is what the service says behind `error .5`."""


@dataclass(frozen=True)
class Move:
    """`D3/1.25/3.47`; `typed` is the move as its player wrote it."""

    typed: str
    square: int | None  # None: a pass
    evaluation: float = 0.0
    seconds: float = 0.0

    @staticmethod
    def parse(text: str) -> "Move":
        typed, evaluation, seconds = (text.strip(" ").split("/") + ["", ""])[:3]
        if not typed:
            raise MoveError("illegal move string; must be <move>[/<eval>[/<time>]]")
        return Move(typed, _square_of(typed), _number(evaluation, "move eval expected"),
                    _number(seconds, "move time expected"))

    def text(self) -> str:
        """The evaluation is left out if it rounds to 0, and the time too."""
        value = f"{self.evaluation:.2f}" if abs(self.evaluation) >= 0.005 else ""
        time = f"/{self.seconds:.2f}" if self.seconds >= 0.005 else ""
        return self.typed + (f"/{value}{time}" if value or time else "")

    @property
    def name(self) -> str:
        return PASS if self.square is None else square_name(self.square)


def _square_of(typed: str) -> int | None:
    """The service reads a letter and then a number as well as it can: `D03`, `D+3`, `D 3`."""
    if typed[:2].lower() == PASS:
        return None
    match = re.match(r"([A-Ha-h])\s*\+?0*([1-8])(?!\d)", typed)
    square = parse_square(match[1] + match[2]) if match else None
    if square is None:
        raise MoveError("corrupt move")
    return square


def _number(text: str, complaint: str) -> float:
    if not text.strip():
        return 0.0
    match = re.match(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", text)
    if match is None or not math.isfinite(float(match[0])):
        raise MoveError(complaint)
    return float(match[0])


@dataclass
class Seat:
    """A player's place in a game."""

    name: str
    rating: float
    control: TimeControl
    clock: Clock

    @staticmethod
    def of(name: str, rating: float, control: TimeControl) -> "Seat":
        return Seat(name, rating, control, Clock(control))


@dataclass
class Asked:
    """What the players have asked each other for since the last move."""

    abort: set[str] = field(default_factory=set)
    undo: set[str] = field(default_factory=set)
    score: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Taken:
    """How long a move took, by the server's clock, whatever its player claims."""

    name: str
    since: float
    seconds: float


class Game:
    """Whoever calls it has checked that the move is this player's."""

    def __init__(self, type_: GameType, start: Position, seats: dict[Color, Seat]) -> None:
        self.type, self.start, self.seats = type_, start, seats
        self.id = ""
        self.position = start
        self.moves: list[Move] = []
        self.komi: float | None = None
        self.colors_open = type_.komi  # until komi is decided
        self.resigned: Color | None = None
        self.fatal: Color | None = None  # whose flag has fallen for good
        self.agreed: float | None = None  # the score for black that both have offered
        self._saved = [self._clocks_now()]  # the clocks before each move and after the last

    @property
    def is_over(self) -> bool:
        return (self.position.is_over or self.agreed is not None
                or self.resigned is not None or self.fatal is not None)

    @property
    def history(self) -> str:
        return "".join(move.name for move in self.moves)

    def color_of(self, name: str) -> Color:
        return next(color for color, seat in self.seats.items() if seat.name == name)

    @property
    def mover(self) -> Seat:
        return self.seats[self.position.to_move]

    def check(self, move: Move) -> None:
        legal = (self.position.must_pass if move.square is None
                 else self.position.is_legal(move.square))
        if not legal:
            raise MoveError("illegal move")

    def play(self, move: Move) -> None:
        """The mover's clock has stopped."""
        self.moves.append(move)
        self.position = (self.position.passed() if move.square is None
                         else self.position.play(move.square))
        self._saved.append(self._clocks_now())

    def take_back(self) -> None:
        """Undoes the last move, with the clocks."""
        moves = self.moves[:-1]
        self._saved.pop()
        for color, state in self._saved[-1].items():
            self.seats[color].clock.restore(state)
        self.position, self.moves = self.start, []
        for move in moves:
            self.moves.append(move)
            self.position = (self.position.passed() if move.square is None
                             else self.position.play(move.square))

    def _clocks_now(self) -> dict[Color, tuple[float, int, bool]]:
        return {color: seat.clock.saved() for color, seat in self.seats.items()}

    def result(self, color: Color) -> float:
        """Discs for `color`. Who has overstepped his time gets at most -2, if the other has not."""
        if self.fatal is not None or self.resigned is not None:
            loser = self.fatal if self.fatal is not None else self.resigned
            return -64.0 if loser is color else 64.0
        if self.agreed is not None:
            return self.agreed if color is Color.BLACK else -self.agreed
        score = float(self.position.score(color))
        if self.komi is not None:
            score -= self.komi if color is Color.BLACK else -self.komi
        own, other = self.seats[color].clock.flagged, self.seats[color.other].clock.flagged
        if own and not other:
            return min(score, -2.0)
        if other and not own:
            return max(score, 2.0)
        return score

    # --- how it is written ---

    @property
    def head(self) -> str:
        komi = "K?" if self.komi is None else f"K{self.komi:g}"
        return f"{self.id} {self.type.text} {komi}"

    def _seat_lines(self, clocks: dict[Color, str]) -> list[str]:
        """Black first; before komi is decided, the first player in the order of the match."""
        return [f"|{seat.name:8} ({seat.rating:6.1f} {'?' if self.colors_open else MARKS[color]}) "
                f"{clocks[color]}" for color, seat in self.seats.items()]

    def _running(self, now: float) -> list[str]:
        return self._seat_lines({c: seat.clock.text(now) for c, seat in self.seats.items()})

    def join(self, now: float) -> str:
        """The whole record, and the position."""
        lines = [f"join {self.head}", f"|{len(self.moves)} move(s)"]
        if not self.moves:
            lines.append("|  0: PASS")
        else:
            lines += self._seat_lines({c: s.control.text() for c, s in self.seats.items()})
            lines += [*board_lines(self.start)]
            lines += [f"|{ply:3}: {move.text()}" for ply, move in enumerate(self.moves, 1)]
        return "\n".join([*lines, *self._running(now), *board_lines(self.position)])

    def update(self, now: float) -> str:
        return "\n".join([f"update {self.head}", f"|{len(self.moves):3}: {self.moves[-1].text()}",
                          *self._running(now), *board_lines(self.position)])

    def client_join(self, date: str) -> str:
        """What a user with `client +` gets in place of `join`."""
        return (f"join {self.id} " + self.ggf(date, "?", "\n|").replace(
            ";)", "\n|;)" if self.moves else ";)"))

    def client_update(self) -> str:
        return f"update {self.id} {self.moves[-1].text()}"

    def ggf(self, date: str, result: str, line: str = "") -> str:
        """As `look` and, with a line end for `line`, as `client +` show it."""
        black, white = self.seats[Color.BLACK], self.seats[Color.WHITE]
        cells, side = self.start.text().split()
        rows = " ".join(cells[at:at + 8] for at in range(0, 64, 8))
        color, moves = self.start.to_move, ""
        for move in self.moves:
            moves += f"{color.value}[{move.text()}]"
            color = color.other
        ratings = "".join(
            f"R{color.value}[{seat.rating:.2f}]" if line else
            f"R{color.value}[{round(seat.rating, 2):.10g}]" for color, seat in self.seats.items())
        return (f"(;GM[Othello]PC[GGS/os]DT[{date}]{line}PB[{black.name}]PW[{white.name}]{line}"
                f"{ratings}{line}TI[{black.control.text()}]{line}TY[{self.type.text}]RE[{result}]"
                f"{line}BO[8 {rows} {side}]{line}{moves};)")


def board_lines(position: Position) -> list[str]:
    cells = position.text()
    rows = [f"| {row + 1} {' '.join(cells[8 * row:8 * row + 8])} {row + 1} " for row in range(8)]
    return ["|", COORDINATES, *rows, COORDINATES, "|", f"|{MARKS[position.to_move]} to move"]
