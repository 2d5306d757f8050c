"""The distribution of a mean whose weights are Dirichlet distributed.

With weights W of a Dirichlet distribution, the mean is sum W_k x_k. A Dirichlet vector is a vector
of independent gamma variables divided by their sum, so the mean is at most x exactly if
sum G_k (x_k - x) is at most 0, where G_k has the shape of W_k. The probability of that is an
integral over the known characteristic function.

Sources: J. Imhof, Computing the Distribution of Quadratic Forms in Normal Variables, Biometrika
48, 1961 (the integral for sums of gamma variables); S. Rice, Saddle Point Method for Certain
Problems in Noise Theory, SIAM Journal on Scientific and Statistical Computing 1, 1980 (the path
through the saddle point, on which the integrand does not oscillate).
"""
from __future__ import annotations

import cmath
import math
from typing import Iterable

_STEP = 0.15  # leaves an error below 1e-6 with up to 1,000 pairs of games, however lopsided
_LEAST_TERM = 1e-11
_PRECISION = 1e-9  # of a quantile
_MOST_BEND = 0.4


def probability_at_most(x: float, shapes: Iterable[float], values: Iterable[float]) -> float:
    """The probability that the mean of `values` is at most `x`. A shape of 0 leaves its value
    out."""
    terms = [(shape, value - x) for shape, value in zip(shapes, values) if shape]
    if all(distance <= 0.0 for _, distance in terms):
        return 1.0
    if all(distance >= 0.0 for _, distance in terms):
        return 0.0
    if sum(shape * distance for shape, distance in terms) > 0.0:
        return _above_zero([(shape, -distance) for shape, distance in terms])
    return 1.0 - _above_zero(terms)


def quantile_of_mean(probability: float, shapes: tuple[float, ...],
                     values: tuple[float, ...]) -> float:
    """The x for which `probability_at_most` is `probability`."""
    possible = [value for shape, value in zip(shapes, values) if shape]
    low, high = min(possible), max(possible)
    if low == high:
        return low
    below, above, stays = -probability, 1.0 - probability, 0
    while high - low > _PRECISION:
        # The Illinois method: a secant, with half the weight of an end that stays twice.
        middle = (low * above - high * below) / (above - below)
        middle = min(max(middle, low + _PRECISION / 2.0), high - _PRECISION / 2.0)
        error = probability_at_most(middle, shapes, values) - probability
        if error < 0.0:
            low, below = middle, error
            above /= 2.0 if stays == 1 else 1.0
            stays = 1
        else:
            high, above = middle, error
            below /= 2.0 if stays == -1 else 1.0
            stays = -1
    return (low + high) / 2.0


def _above_zero(terms: list[tuple[float, float]]) -> float:
    """The probability that sum G_k d_k is above 0, for a sum whose expectation is not."""
    saddle = _saddle(terms)
    steepness = [(shape, distance / (1.0 - distance * saddle)) for shape, distance in terms]
    second = sum(shape * d ** 2 for shape, d in steepness) + saddle ** -2
    third = 2.0 * (sum(shape * d ** 3 for shape, d in steepness) - saddle ** -3)
    width = 1.0 / math.sqrt(second)
    # A hyperbola that follows the steepest descent at the saddle.
    sine = min(max(-width * third / (3.0 * second), -_MOST_BEND), _MOST_BEND)
    cosine = math.sqrt(1.0 - sine * sine)
    total, number = 0.0, 0
    while True:
        across, along = math.cosh(number * _STEP), math.sinh(number * _STEP)
        point = saddle + width * complex(sine * (1.0 - across), cosine * along)
        exponent = -sum(shape * cmath.log(1.0 - distance * point) for shape, distance in terms)
        term = cmath.exp(exponent) * complex(cosine * across, sine * along) / point
        total += term.real * (1.0 if number else 0.5)
        if abs(term) * width < _LEAST_TERM:
            return min(1.0, total * width * _STEP / math.pi)
        number += 1


def _saddle(terms: list[tuple[float, float]]) -> float:
    """About where the moment generating function, divided by its argument, is least on the positive
    axis."""
    low, high = 0.0, 1.0 / max(distance for _, distance in terms)
    for _ in range(20):
        middle = (low + high) / 2.0
        slope = sum(shape * distance / (1.0 - distance * middle) for shape, distance in terms)
        if slope < 1.0 / middle:
            low = middle
        else:
            high = middle
    return low or high / 2.0
