"""Who plays whom, in which order. A game's number stands for all of this, in every run."""
from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from .openings import Opening


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    number: int  # from 1
    pair: int  # from 1: two games with one opening and colours swapped
    black: str
    white: str
    opening: Opening


def pairings(names: list[str], gauntlet: bool) -> list[tuple[str, str]]:
    """Everyone against everyone, or the first engine against each of the others."""
    if gauntlet:
        return [(names[0], other) for other in names[1:]]
    return list(combinations(names, 2))


def make_schedule(names: list[str], gauntlet: bool, openings: list[Opening]) -> list[Fixture]:
    """Every pairing plays each opening before anyone goes on to the next."""
    fixtures: list[Fixture] = []
    pair = 0
    for opening in openings:
        for first, second in pairings(names, gauntlet):
            pair += 1
            for black, white in ((first, second), (second, first)):
                fixtures.append(Fixture(len(fixtures) + 1, pair, black, white, opening))
    return fixtures
