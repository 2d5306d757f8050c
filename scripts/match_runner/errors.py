"""The errors: a match that cannot be run, and an engine that fails in a game."""
from __future__ import annotations

from enum import Enum


class MatchError(Exception):
    """The match cannot start or continue; the text is for the person who started it."""


class UsageError(MatchError):
    """The command line is wrong; --help says what is right."""


def reason_of(error: Exception) -> str:
    """The system's reason alone, without a number or a file name."""
    return getattr(error, "strerror", None) or str(error)


class Reason(Enum):
    """How a game ended. The values are stored in the records."""

    FINISHED = "finished"
    RESIGNED = "resigned"
    TIME = "time"
    HANG = "no answer"
    ILLEGAL = "illegal move"
    CRASH = "crash"
    PROTOCOL = "protocol"


class EngineFailure(Exception):
    """An engine lost its game by something other than its discs."""

    def __init__(self, engine: str, reason: Reason, detail: str, killed: bool = False,
                 seconds: float | None = None) -> None:
        super().__init__(f"{engine}: {detail}")
        self.engine = engine
        self.reason = reason
        self.detail = detail
        # A signal from outside ended the process: from an operator, or from the system when it
        # was short of memory.
        self.killed = killed
        self.seconds = seconds  # of a move that came too late; at least these if it never came


class StartFailure(EngineFailure):
    """A new process never answered, so the engine cannot be charged with the loss of a game."""

    def __init__(self, engine: str, detail: str) -> None:
        super().__init__(engine, Reason.CRASH, detail)
