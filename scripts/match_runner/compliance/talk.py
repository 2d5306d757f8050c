"""What the checks of all protocols share."""
from __future__ import annotations

import random
import re
import time

from ..engines.process import EngineProcess, NoAnswer, OutputLine
from ..othello.rules import Position, square_name, squares_of

# After these moves black must pass.
BLACK_MUST_PASS = ("d3", "c3", "e6", "d2", "d1", "e1", "b2", "c1")
# Black takes all of white's discs; the rest of the board is empty.
WIPE_OUT = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")

THINKING_SECONDS = 60.0
_MOST_LINES = 20_000  # in a step; an engine that never stops printing never lets a wait time out
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"


class StepFailure(Exception):
    """What the engine got wrong."""


class Skipped(Exception):
    """The step does not apply, because the engine lacks an optional command."""


class Talk:
    """A dialogue with one process."""

    def __init__(self, process: EngineProcess, reply_seconds: float,
                 may_learn: bool = False) -> None:
        self.process = process
        self.reply_seconds = reply_seconds
        self.lines = 0
        self.may_learn = may_learn  # whether the engine may write a game of ours into its book

    def send(self, line: str) -> None:
        self.process.send(line)

    def read(self, seconds: float, waiting_for: str) -> OutputLine:
        try:
            line = self.process.read(time.monotonic() + seconds)
        except NoAnswer:
            raise StepFailure(f"no answer to '{waiting_for}' in {seconds:g} s") from None
        self.lines += 1
        if self.lines > _MOST_LINES:
            raise StepFailure(f"has printed more than {_MOST_LINES:,} lines")
        if not line.text.isascii():
            raise StepFailure(f"'{line.text}' is not ASCII, which some programs cannot read")
        return line

    def expect_end(self, why: str, seconds: float = 5.0) -> int:
        """Checks that the process ends with status 0."""
        status = self.process.exit_status(seconds)
        if status is None:
            raise StepFailure(f"still runs {seconds:g} s after {why}")
        if status != 0:
            raise StepFailure(f"ended with status {status} after {why}, not 0")
        return status


def require(condition: bool, message: str) -> None:
    if not condition:
        raise StepFailure(message)


def require_legal(position: Position, square: int | None, answer: str) -> int:
    if square is None or not position.is_legal(square):
        legal = " ".join(square_name(each) for each in squares_of(position.moves))
        raise StepFailure(f"'{answer}' is not a legal move for {position.to_move.word}; "
                          f"legal: {legal}")
    return square


def random_square(position: Position, generator: random.Random) -> int:
    return generator.choice(list(squares_of(position.moves)))


def is_number(text: str) -> bool:
    return re.fullmatch(NUMBER, text) is not None
