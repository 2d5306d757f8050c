"""Simultaneous perturbation stochastic approximation: J. C. Spall, "Implementation of the
simultaneous perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace and
Electronic Systems 34, 1998.

An iteration changes all constants at once, each up or down at random, plays the two settings
against each other, and moves every constant a little towards the side that won. So an iteration
needs the same number of games for one constant and for twenty. Everything is measured in steps of
the constants, which makes their scales alike. Each iteration's random choices depend on the seed and
its number only, so a run that is resumed continues as if it had never stopped."""
from __future__ import annotations

import math
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Constant:
    """A constant as the program describes it."""

    name: str
    default: int
    least: int
    greatest: int
    step: int


@dataclass(frozen=True)
class Gains:
    """How far iteration k = 0, 1, ... moves and perturbs, in steps."""

    rate: float  # Spall's a; a result of 100 % moves a constant by a / c / 2 steps at first
    width: float  # Spall's c
    stability: float  # Spall's A, about a tenth of the iterations

    def rate_of(self, iteration: int) -> float:
        begin = (1 + self.stability) ** 0.602
        return self.rate * begin / (iteration + 1 + self.stability) ** 0.602

    def width_of(self, iteration: int) -> float:
        return self.width / (iteration + 1) ** 0.101


@dataclass(frozen=True)
class Perturbation:
    """The two settings of an iteration, and the direction of the first."""

    signs: dict[str, int]
    plus: dict[str, int]
    minus: dict[str, int]


def perturb(constants: list[Constant], values: dict[str, float], gains: Gains, seed: int,
            iteration: int) -> Perturbation:
    """The engine takes whole numbers. Each is rounded up or down by chance, so that on average the
    settings lie where they should, and a constant of two or three plies moves as well."""
    generator = random.Random(f"spsa {seed} {iteration}")
    width = gains.width_of(iteration)
    signs: dict[str, int] = {}
    plus: dict[str, int] = {}
    minus: dict[str, int] = {}
    for constant in constants:
        sign = signs[constant.name] = generator.choice((-1, 1))
        chance = generator.random()
        for setting, side in ((plus, sign), (minus, -sign)):
            value = math.floor(values[constant.name] + side * width * constant.step + chance)
            setting[constant.name] = min(max(value, constant.least), constant.greatest)
    return Perturbation(signs, plus, minus)


def improved(constants: list[Constant], values: dict[str, float], gains: Gains, iteration: int,
             perturbation: Perturbation, result: float) -> dict[str, float]:
    """The values after an iteration with this result of the first setting: 1 if it won all games,
    -1 if it lost all."""
    moves = gains.rate_of(iteration) * result / (2 * gains.width_of(iteration))
    better = dict(values)
    for constant in constants:
        name = constant.name
        if perturbation.plus[name] != perturbation.minus[name]:
            value = values[name] + moves * perturbation.signs[name] * constant.step
            better[name] = min(max(value, float(constant.least)), float(constant.greatest))
    return better
