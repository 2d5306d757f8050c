"""What can go wrong: for the person who runs the match, and for an engine in a game."""
from __future__ import annotations

from enum import Enum


class MatchError(Exception):
    """The match can't go on, or not begin; the text is for the person who started it."""


class Reason(Enum):
    """How a game ended. The values stand in the records."""

    FINISHED = "finished"
    RESIGNED = "resigned"
    TIME = "time"
    HANG = "no answer"
    ILLEGAL = "illegal move"
    CRASH = "crash"
    PROTOCOL = "protocol"


class EngineFailure(Exception):
    """An engine lost its game other than on the board."""

    def __init__(self, engine: str, reason: Reason, detail: str, killed: bool = False) -> None:
        super().__init__(f"{engine}: {detail}")
        self.engine = engine
        self.reason = reason
        self.detail = detail
        # A signal from outside ended the process: an operator's, or the system's short of memory.
        self.killed = killed


class StartFailure(EngineFailure):
    """An engine's new process did not come to answer at all, so no game can be blamed on it."""

    def __init__(self, engine: str, detail: str) -> None:
        super().__init__(engine, Reason.CRASH, detail)
