"""Estimates the difference in strength of two engines from their games.

The unit is the pair: two games with the same opening and colours swapped. Both engines get the
advantage of the opening once, so the two games are not independent, and the score of a pair varies
less than that of two unrelated games. The five scores of a pair, 0, 1/2, 1, 3/2 and 2, are counted
("pentanomial").

Intervals hold their promise with few pairs and one-sided results, too. The upper end counts one
more pair with the best score than was played, the lower end one more with the worst; each end is
then a quantile of the mean score when the shares of the five scores are Dirichlet distributed with
these counts. Where only two scores occur, this is the exact interval of Clopper and Pearson. In
general it is Gaffke's bound; tests/EXPERIMENTS.md shows its coverage. An end that no
result bounds is infinite: who has won every game may be better by any amount.

Sources:
 - Elo and score, s = 1 / (1 + 10^(-elo/400)): A. Elo, The Rating of Chessplayers, Past and Present,
   1978 (its logistic form).
 - Pentanomial counts: M. Van den Bergh's notes on the mathematics of Fishtest, Stockfish's testing
   framework.
 - The exact interval of two results: C. Clopper and E. Pearson, The Use of Confidence or Fiducial
   Limits Illustrated in the Case of the Binomial, Biometrika 26, 1934.
 - The bound for any results within known limits: N. Gaffke, Three Test Statistics for a
   Nonparametric One-Sided Hypothesis on the Mean of a Nonnegative Variable, Mathematical Methods of
   Statistics 14, 2005; E. Learned-Miller and P. Thomas, A New Confidence Interval for the Mean of a
   Bounded Random Variable, 2019, conjecture from experiments that it holds for every distribution.
"""
from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

from .dirichlet import probability_at_most, quantile_of_mean

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # mean score per game of a pair
WIDE = 100.0  # an error in Elo with which ± says little


def elo_of(score: float) -> float:
    if score <= 0.0 or score >= 1.0:
        return math.inf if score >= 1.0 else -math.inf
    return 400.0 * math.log10(score / (1.0 - score))


def score_of(elo: float) -> float:
    return 1.0 / (1.0 + 10.0 ** (-elo / 400.0))


def quantile(confidence: float) -> float:
    """The half-width, in standard errors, of the interval that holds `confidence` of a normal
    distribution."""
    return NormalDist().inv_cdf(0.5 + confidence / 2.0)


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
    def is_bound(self) -> bool:
        """Whether every game was won, or every game lost: then Elo is only a bound."""
        return self.pairs > 0 and self.score in (0.0, 1.0)

    @property
    def elo(self) -> float:
        """Infinite where every game was won or lost."""
        return elo_of(self.score) if self.pairs else 0.0

    def score_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        tail = (1.0 - confidence) / 2.0
        return (1.0 - _upper_end(self.pentanomial[::-1], tail), _upper_end(self.pentanomial, tail))

    def elo_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """An end that the games do not bound is infinite."""
        low, high = self.score_interval(confidence)
        return elo_of(low), elo_of(high)

    @property
    def elo_error(self) -> float:
        """The distance from Elo to the farther end of the 95 % interval; infinite if that is
        open."""
        if not self.pairs or self.is_bound:
            return math.inf
        low, high = self.elo_interval()
        return max(self.elo - low, high - self.elo)

    @property
    def is_wide(self) -> bool:
        """Whether the ends of the interval say more than Elo and an error."""
        return self.elo_error > WIDE

    @property
    def is_news(self) -> bool:
        """Whether the interval is narrow, or at least leaves no doubt who is stronger."""
        low, high = self.elo_interval()
        return low > 0.0 or high < 0.0 or not self.is_wide

    @property
    def superiority(self) -> float:
        """The likelihood that the first engine is the stronger one: the same distribution with one
        more pair of either extreme, so that after n pairs that all were won a doubt of 0.5^(n+1)
        is left, as by Laplace's rule of succession."""
        lost, *between, won = self.pentanomial
        return 1.0 - probability_at_most(0.5, (lost + 1, *between, won + 1), PAIR_SCORES)

    @property
    def games_to_news(self) -> int:
        """About how many more games make the interval narrow if the scores spread as they do
        now."""
        # One more pair of either extreme: a few equal scores say little about the spread.
        counts = [n + 1 if score in (0.0, 1.0) else n
                  for n, score in zip(self.pentanomial, PAIR_SCORES)]
        mean = sum(s * n for s, n in zip(PAIR_SCORES, counts)) / sum(counts)
        variance = sum(n * (s - mean) ** 2 for s, n in zip(PAIR_SCORES, counts)) / sum(counts)
        slope = 400.0 / math.log(10.0) / (mean * (1.0 - mean))  # of Elo by score
        wanted = variance * (quantile(0.95) * slope / WIDE) ** 2
        return max(10, 10 * math.ceil(2.0 * (wanted - self.pairs) / 10.0))


@functools.lru_cache(maxsize=4096)
def _upper_end(pentanomial: tuple[int, ...], tail: float) -> float:
    """The mean score that the true one exceeds with probability `tail` at most."""
    *others, best = pentanomial
    return quantile_of_mean(1.0 - tail, (*others, best + 1), PAIR_SCORES)


def mean_with_error(values: list[float], confidence: float = 0.95) -> tuple[float, float]:
    """The mean and half the width of its confidence interval (normal distribution, sample
    variance)."""
    if not values:
        return 0.0, 0.0
    if len(values) < 2:
        return values[0], 0.0
    return fmean(values), quantile(confidence) * stdev(values) / math.sqrt(len(values))
