"""The clock that the runner keeps for each player. What an engine reports about its time is
ignored."""
from __future__ import annotations

import math
from dataclasses import dataclass

from .engine_spec import Limits


@dataclass
class Clock:
    """The clock of one player, in seconds."""

    limits: Limits
    left: float = math.inf  # before the player's next move

    def __post_init__(self) -> None:
        if self.limits.time is not None:
            self.left = self.limits.time
        elif self.limits.game_time is not None:
            self.left = self.limits.game_time

    @property
    def longest_wait(self) -> float:
        """Seconds after which any answer would be too late."""
        return min(self.left + self.limits.margin, self.limits.longest_wait)

    def text(self) -> str:
        return f"it had {self.left:.3f} s and a margin of {self.limits.margin:.3f} s"

    def charge(self, seconds: float) -> bool:
        """Subtracts a move's time; returns False if the move exceeded the clock and the margin.

        Time beyond the clock but within the margin is not charged to later moves.
        """
        if seconds > self.left + self.limits.margin:
            return False
        if self.limits.game_time is not None:
            self.left = max(0.0, self.left - seconds) + self.limits.increment
        return True


def time_text(limits: Limits, decimals: bool) -> str:
    """A game's time in GGF: `5:00`, or `5:00/0:01` with an increment. Without decimals the seconds
    are rounded down."""
    text = _minutes(limits.game_time or 0.0, decimals)
    return text + ("/" + _minutes(limits.increment, decimals) if limits.increment else "")


def _minutes(seconds: float, decimals: bool) -> str:
    minutes, rest = divmod(seconds, 60)
    tail = f"{rest:06.3f}" if decimals and rest != int(rest) else f"{int(rest):02d}"
    return f"{int(minutes)}:{tail}"
