"""Plays one game between two players and checks each move with the runner's own rules."""
from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timezone

from ..engines.clock import Clock
from ..engines.engine_spec import Limits
from ..engines.player import Choice, GameSetup, Player
from ..errors import EngineFailure, Reason
from ..othello.rules import PASS, Color, Ply, Position, parse_square, play_moves, square_name
from ..words import quoted
from .schedule import Fixture


@dataclass
class GameRecord:
    """A finished game, as it is saved. The lists have one entry for each move, none for passes."""

    game: int
    pair: int
    black: str
    white: str
    opening: str
    moves: str = ""
    reason: str = Reason.FINISHED.value
    loser: str | None = None  # who lost by something other than discs
    detail: str = ""
    points: float = 0.5  # black's: 1, 0.5 or 0
    discs: int | None = None  # black's minus white's; None if the game was not played out
    scores: list[float | None] = field(default_factory=list)  # in discs, from the mover's view
    nodes: list[int | None] = field(default_factory=list)
    times: list[float | None] = field(default_factory=list)  # seconds, measured by the runner
    date: str = ""
    late_seconds: float | None = None  # of the move that lost on time, or of the wait for it
    killed: bool = False  # an engine was killed from outside; --resume replays the game

    def to_json(self) -> dict[str, object]:
        """Shares its lists with the record; asdict would copy every entry."""
        return dict(vars(self))

    @property
    def is_sound(self) -> bool:
        """Whether a record from a file has values with which results can be computed."""
        lists = (self.scores, self.nodes, self.times)
        return (all(isinstance(each, list) and len(each) == len(self.moves) // 2 for each in lists)
                and self.points in (0.0, 0.5, 1.0) and self.loser in (None, self.black, self.white)
                and isinstance(self.discs, int | None)
                and isinstance(self.late_seconds, float | None))

    def points_of(self, name: str) -> float:
        return self.points if name == self.black else 1.0 - self.points

    def discs_of(self, name: str) -> int | None:
        if self.discs is None:
            return None
        return self.discs if name == self.black else -self.discs

    def add(self, move: str, choice: Choice | None) -> None:
        self.moves += move
        self.scores.append(None if choice is None else choice.score)
        self.nodes.append(None if choice is None else choice.nodes)
        self.times.append(None if choice is None else round(choice.seconds, 4))

    def lose(self, failure: EngineFailure) -> None:
        self.loser, self.reason, self.detail = failure.engine, failure.reason.value, failure.detail
        self.killed = failure.killed
        self.late_seconds = None if failure.seconds is None else round(failure.seconds, 4)
        self.points = 0.0 if failure.engine == self.black else 1.0

    def finish(self, position: Position) -> None:
        self.discs = position.score(Color.BLACK)
        self.points = 1.0 if self.discs > 0 else 0.5 if self.discs == 0 else 0.0


class Game:
    """One game. Call `play` once, with players that have been started."""

    def __init__(self, fixture: Fixture, players: dict[Color, Player], limits: Limits) -> None:
        self._players = players
        self._limits = limits
        self._position, self._opening = play_moves(list(fixture.opening))
        self._clocks = {color: Clock(limits) for color in Color}
        self._record = GameRecord(
            fixture.number, fixture.pair, fixture.black, fixture.white,
            "".join(fixture.opening),
            date=datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M:%S GMT"))

    def play(self) -> GameRecord:
        for ply in self._opening:
            if ply.move != PASS:
                self._record.add(ply.move, None)
        try:
            self._set_up()
            while not self._position.is_over:
                self._next_ply()
            self._record.finish(self._position)
        except EngineFailure as failure:
            self._record.lose(failure)
        return self._record

    def _set_up(self) -> None:
        setup = GameSetup(self._record.black, self._record.white, self._limits, self._opening)
        for player in self._players.values():
            player.new_game(setup)

    def _next_ply(self) -> None:
        color = self._position.to_move
        if self._position.must_pass:
            # A pass takes no time and earns no increment. Engines add the increment, so they are
            # told that the pass took exactly that long.
            self._tell(Ply(color, PASS), self._limits.increment)
            self._position = self._position.passed()
            return
        choice = self._players[color].choose(color, self._clocks[color])
        square = self._judge(color, choice)
        self._record.add(square_name(square), choice)
        self._position = self._position.play(square)
        if not self._position.is_over:
            self._tell(Ply(color, square_name(square)), choice.seconds)

    def _judge(self, color: Color, choice: Choice) -> int:
        """Returns the move if it is legal and in time; raises EngineFailure otherwise."""
        name = self._players[color].plan.name
        clock = self._clocks[color]
        if choice.move == "resign":
            raise EngineFailure(name, Reason.RESIGNED, "resigned")
        if not clock.charge(choice.seconds):
            raise EngineFailure(name, Reason.TIME,
                                f"took {choice.seconds:.3f} s for a move; {clock.text()}",
                                seconds=choice.seconds)
        square = parse_square(choice.move)
        if square is None or not self._position.is_legal(square):
            raise EngineFailure(
                name, Reason.ILLEGAL,
                f"answered {quoted(choice.move)} after {self._record.moves}, which is not a legal "
                "move")
        return square

    def _tell(self, ply: Ply, seconds: float) -> None:
        for color, player in self._players.items():
            player.tell(ply, seconds, is_own=color is ply.color)
