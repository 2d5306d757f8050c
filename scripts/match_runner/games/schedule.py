"""Decides who plays whom, in which order. The same settings give the same numbered games."""
from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from ..othello.openings import Opening


class Meetings(Enum):
    """Which engines meet."""

    ROUND_ROBIN = "everyone against everyone"
    GAUNTLET = "the first engine against each of the others"
    LADDER = "each engine against the one before it"


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    number: int  # from 1
    pair: int  # from 1: two games with one opening and colours swapped
    black: str
    white: str
    opening: Opening


@dataclass(frozen=True)
class Part:
    """One of several parts of a match: consecutive pairs of games, as many as in any other part, or
    one more."""

    number: int  # from 1
    parts: int

    def of(self, schedule: list[Fixture]) -> list[Fixture]:
        pairs = len(schedule) // 2
        begin, end = ((number * pairs // self.parts) for number in (self.number - 1, self.number))
        return schedule[2 * begin:2 * end]


def pairings(names: list[str], meetings: Meetings) -> list[tuple[str, str]]:
    if meetings is Meetings.GAUNTLET:
        return [(names[0], other) for other in names[1:]]
    if meetings is Meetings.LADDER:
        return list(zip(names[1:], names))
    return list(combinations(names, 2))


def make_schedule(names: list[str], meetings: Meetings, openings: list[Opening]) -> list[Fixture]:
    """All pairings play an opening before any pairing starts the next one."""
    fixtures: list[Fixture] = []
    pair = 0
    for opening in openings:
        for first, second in pairings(names, meetings):
            pair += 1
            for black, white in ((first, second), (second, first)):
                fixtures.append(Fixture(len(fixtures) + 1, pair, black, white, opening))
    return fixtures
