"""Computes the Elo of engines on a ladder, on which only neighbours play each other.

Elo differences add up: an engine's Elo above the first engine is the sum of the steps in between.
The pairings share no games, so their errors are independent and the squares of the errors add up.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

from .results import Pairing


@dataclass(frozen=True)
class Step:
    """One engine on the ladder."""

    name: str
    pairing: Pairing | None  # against the engine below; None for the lowest
    elo: float  # above the lowest engine
    error: float  # reaches the farther end of the 95 % interval
    # On some step below one engine won every game, so that only a bound of the Elo is known.
    may_be_more: bool = False
    may_be_less: bool = False

    def elo_text(self) -> str:
        if self.pairing is None:
            return "0"
        words = {(False, False): "", (True, False): "at least ", (False, True): "at most ",
                 (True, True): "about "}[self.may_be_more, self.may_be_less]
        return f"{words}{round(self.elo) + 0.0:+.0f}"  # adding 0 turns -0 into 0


def ladder(pairings: list[Pairing]) -> list[Step]:
    """The steps from the lowest engine up, as far as there are pairs of games.

    Where one engine won every game, the step is the smallest difference at 95 % confidence and has
    no error of its own."""
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
