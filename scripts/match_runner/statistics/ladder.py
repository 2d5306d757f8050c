"""How far apart engines are of which only neighbours met.

Elo adds up: what an engine is above the first one is the sum of the differences on the way there.
The pairings have no game in common, so that their errors are independent, and the squares of those
add up as well.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

from .results import Pairing


@dataclass(frozen=True)
class Step:
    """An engine of a ladder."""

    name: str
    pairing: Pairing | None  # with the engine below, seen by this one; none: it is the lowest
    elo: float  # above the lowest engine
    error: float  # half the 95 % interval
    # On the way up somebody won, or lost, every game: only a bound of that difference is known.
    may_be_more: bool = False
    may_be_less: bool = False

    def elo_text(self) -> str:
        if self.pairing is None:
            return "0"
        words = {(False, False): "", (True, False): "at least ", (False, True): "at most ",
                 (True, True): "about "}[self.may_be_more, self.may_be_less]
        return f"{words}{round(self.elo) + 0.0:+.0f}"  # adding 0 takes a minus off a zero


def ladder(pairings: list[Pairing]) -> list[Step]:
    """The steps from the lowest on, as far up as there are pairs of games; none: nowhere.

    Where one engine won every game, the difference that counts is the least that 95 % certainty
    leaves, and has no error of its own."""
    steps: list[Step] = []
    for pairing in pairings:
        strength = pairing.strength
        if not strength.pairs:
            break
        if not steps:
            steps.append(Step(pairing.second, None, 0.0, 0.0))
        below = steps[-1]
        won = strength.is_bound and strength.score > 0.5
        lost = strength.is_bound and strength.score < 0.5
        low, high = strength.elo_interval()
        difference = low if won else high if lost else strength.elo
        error = 0.0 if strength.is_bound else strength.elo_error
        steps.append(Step(pairing.first, pairing, below.elo + difference,
                          math.hypot(below.error, error), below.may_be_more or won,
                          below.may_be_less or lost))
    return steps
