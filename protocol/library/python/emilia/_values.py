"""What searches return."""
from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Literal, Optional

import numpy as np
from numpy.typing import NDArray

from emilia._binding import lib
from emilia._errors import decoded
from emilia._position import Color, in_pairs

Goal = Literal["score", "outcome", "exact"]


class Kind(enum.IntEnum):
    """How a score was found."""

    BOOK = 0  #: in the opening book
    MIDGAME = 1  #: by a search to some depth and the evaluation there
    PROBABLE = 2  #: by a selective search to the end of the game
    OUTCOME = 3  #: certain: 1 for a win, 0 for a draw, -1 for a loss
    EXACT = 4  #: certain: the discs won or lost under best play


@dataclass(frozen=True)
class Line:
    """A move and what is known of it."""

    move: str  #: "pa" if the side to move must pass
    score: float  #: in discs, for the side to move
    estimate: float  #: the same; where the score is only an outcome, the best guess
    kind: Kind
    depth: int  #: in plies; of a search to the end: the empty squares
    confidence: int  #: percent; 100 for a search that leaves out nothing
    variation: tuple[str, ...]  #: the best moves of both sides, this one first


@dataclass(frozen=True)
class Analysis:
    """The result of a search."""

    lines: tuple[Line, ...]  #: best first; none if the game is over
    nodes: int  #: positions searched
    seconds: float
    interrupted: bool  #: the best move holds, its score is only a lower bound

    @property
    def move(self) -> Optional[str]:
        """The best move; None if the game is over."""
        return self.lines[0].move if self.lines else None

    @property
    def score(self) -> Optional[float]:
        """The score of the best move; None if the game is over."""
        return self.lines[0].score if self.lines else None


@dataclass(frozen=True)
class Judgement:
    """What the analysis says of a move of a game."""

    index: int  #: of the move in the game, from 0
    color: Color
    played: Line
    best: Line
    loss: float  #: discs that the move gave away, at least 0
    equivalent: bool  #: the best move, a symmetric one or one with the same exact score
    turning_point: bool  #: a mistake that turned the game, or one of four discs or more


@dataclass(frozen=True)
class AnalyzedGame:
    """The judgements of a game's moves, without passes, in the order of the game."""

    moves: tuple[Judgement, ...]
    complete: bool  #: False: a stop ended it, and only the last moves are judged


@dataclass(frozen=True)
class Answers:
    """What is known of the best moves of many boards, in arrays of the boards' shape. A board that
    a stop left out has the score NaN and no move."""

    scores: NDArray[np.float64]
    estimates: NDArray[np.float64]
    moves: NDArray[np.int8]  #: 0 for a1 to 63 for h8, 64: a pass, -1: none; see `square_name`
    kinds: NDArray[np.uint8]
    depths: NDArray[np.uint8]
    confidences: NDArray[np.uint8]
    nodes: NDArray[np.uint64]
    interrupted: NDArray[np.bool_]


def line_of(line: Any) -> Line:
    """From an emilia_line."""
    return Line(decoded(line.move), line.score, line.estimate, Kind(line.kind), line.depth,
                line.confidence, tuple(in_pairs(decoded(line.variation))))


def analysis_of(result: Any) -> Analysis:
    """From an emilia_result."""
    lines = tuple(line_of(lib.emilia_result_line(result, at))
                  for at in range(lib.emilia_result_size(result)))
    return Analysis(lines, lib.emilia_result_nodes(result), lib.emilia_result_seconds(result),
                    bool(lib.emilia_result_interrupted(result)))


def analyzed_game_of(analyzed: Any) -> AnalyzedGame:
    """From an emilia_analyzed_game."""
    moves = []
    for at in range(lib.emilia_analyzed_game_size(analyzed)):
        move = lib.emilia_analyzed_game_move(analyzed, at)
        moves.append(Judgement(move.index, Color(move.color), line_of(move.played),
                               line_of(move.best), move.loss, bool(move.equivalent),
                               bool(move.turning_point)))
    return AnalyzedGame(tuple(moves), bool(lib.emilia_analyzed_game_complete(analyzed)))
