"""Estimates the difference in strength of two engines from their games.

The unit is the pair: two games with the same opening and colours swapped. Both engines get the
advantage of the opening once, so the two games are not independent, and the score of a pair varies
less than that of two unrelated games. The five scores of a pair, 0, 1/2, 1, 3/2 and 2, are counted
("pentanomial").

Sources:
 - Elo and score, s = 1 / (1 + 10^(-elo/400)): A. Elo, The Rating of Chessplayers, Past and Present,
   1978 (its logistic form).
 - Pentanomial counts, their variance and the likelihood of superiority by the normal distribution:
   M. Van den Bergh's notes on the mathematics of Fishtest, Stockfish's testing framework.
 - The bound where one result never occurred: C. Clopper and E. Pearson, The Use of Confidence
   or Fiducial Limits Illustrated in the Case of the Binomial, Biometrika 26, 1934.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # mean score per game of a pair

_NORMAL = NormalDist()


def elo_of(score: float) -> float:
    return 400.0 * math.log10(score / (1.0 - score))


def score_of(elo: float) -> float:
    return 1.0 / (1.0 + 10.0 ** (-elo / 400.0))


def quantile(confidence: float) -> float:
    """The half-width, in standard errors, of the interval that holds `confidence` of a normal
    distribution."""
    return _NORMAL.inv_cdf(0.5 + confidence / 2.0)


@dataclass(frozen=True)
class Strength:
    """The first engine's strength relative to the second, from the pentanomial counts."""

    pentanomial: tuple[int, int, int, int, int]

    @property
    def pairs(self) -> int:
        return sum(self.pentanomial)

    @property
    def score(self) -> float:
        """The mean score per game, 0 to 1."""
        return sum(s * n for s, n in zip(PAIR_SCORES, self.pentanomial)) / self.pairs

    @property
    def standard_error(self) -> float:
        mean = self.score
        variance = sum(n * (s - mean) ** 2 for s, n in zip(PAIR_SCORES, self.pentanomial))
        return math.sqrt(variance) / self.pairs

    @property
    def is_uniform(self) -> bool:
        """Whether every pair had the same score, so that the spread says nothing yet."""
        return self.pairs > 0 and self.pairs in self.pentanomial

    @property
    def is_bound(self) -> bool:
        """Whether every game was won, or every game lost: then Elo is only a bound."""
        return self.is_uniform and self.score in (0.0, 1.0)

    @property
    def elo(self) -> float:
        return elo_of(self._possible(self.score)) if self.pairs else 0.0

    def elo_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        if not self.pairs:
            return 0.0, 0.0
        low, high = self._score_interval(confidence)
        return elo_of(self._possible(low)), elo_of(self._possible(high))

    @property
    def elo_error(self) -> float:
        """Half the 95 % interval; where the games do not bound one end, the distance to the other
        end."""
        if not self.pairs:
            return 0.0
        low, high = self.elo_interval()
        half = (high - low) / 2.0
        bounded = all(end == self._possible(end) for end in self._score_interval(0.95))
        return half if bounded else max(half, self.elo - low, high - self.elo)

    @property
    def superiority(self) -> float:
        """The likelihood that the first engine is the stronger one."""
        if not self.pairs:
            return 0.5
        if self.standard_error == 0.0:
            if self.score == 0.5:
                return 0.5
            # Laplace's rule of succession: a fair coin could have shown the same side each time.
            weaker = 0.5 ** (self.pairs + 1)
            return 1.0 - weaker if self.score > 0.5 else weaker
        return _NORMAL.cdf((self.score - 0.5) / self.standard_error)

    def _possible(self, score: float) -> float:
        """Keeps the score at least a quarter of a point per pair away from 0 and 1, whose Elo is
        infinite, which neither a reader nor JSON can use."""
        least = 0.5 / (2 * self.pairs)
        return min(max(score, least), 1.0 - least)

    def _score_interval(self, confidence: float) -> tuple[float, float]:
        if self.is_uniform:
            # At least the share `known` of all pairs has this score; the rest may be at either end.
            known = ((1.0 - confidence) / 2.0) ** (1.0 / self.pairs)
            return known * self.score, known * self.score + 1.0 - known
        width = quantile(confidence) * self.standard_error
        return self.score - width, self.score + width


def mean_with_error(values: list[float], confidence: float = 0.95) -> tuple[float, float]:
    """The mean and half the width of its confidence interval (normal distribution, sample
    variance)."""
    if not values:
        return 0.0, 0.0
    if len(values) < 2:
        return values[0], 0.0
    return fmean(values), quantile(confidence) * stdev(values) / math.sqrt(len(values))
