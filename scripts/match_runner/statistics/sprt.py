"""Wald's sequential probability ratio test on the scores of game pairs.

The test compares two hypotheses about the Elo difference after every pair, and stops the match when
one of them is likely enough to keep the chosen error rates.

Sources: A. Wald, Sequential Tests of Statistical Hypotheses, Annals of Mathematical Statistics 16,
1945 (the bounds); X. Li, J. Liu and Z. Ying, Generalized Sequential Probability Ratio Test for
Separate Families of Hypotheses, Sequential Analysis 33, 2014 (each hypothesis is represented by
the most likely distribution that agrees with it); A. Owen, Empirical Likelihood Ratio Confidence
Intervals for a Single Functional, Biometrika 75, 1988 (that distribution for a given mean). M. Van
den Bergh combined these for engine testing: A Practical Introduction to the GSPRT.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Iterable

from ..errors import UsageError
from .strength import PAIR_SCORES, score_of


_MOST_ELO = 2000  # beyond this the expected scores are 0 and 1


@dataclass(frozen=True)
class Sprt:
    """H0: the Elo difference is elo0; H1: it is elo1."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # probability of accepting H1 if H0 is true
    beta: float = 0.05  # probability of accepting H0 if H1 is true

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1.0 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, pentanomial: Iterable[int]) -> float:
        # A score that has not occurred yet may still occur. Counting it as a thousandth of a pair
        # allows any mean between 0 and 1; without this the first pair could decide a match.
        counts = [max(n, 1e-3) for n in pentanomial]
        total = sum(counts)
        frequencies = [n / total for n in counts]
        tilted = [_tilts(frequencies, score_of(elo)) for elo in (self.elo0, self.elo1)]
        return sum(n * math.log(zero / one) for n, zero, one in zip(counts, *tilted))

    def verdict(self, pentanomial: Iterable[int]) -> str | None:
        ratio = self.log_likelihood_ratio(pentanomial)
        return "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else None


def _tilts(frequencies: list[float], mean: float) -> list[float]:
    """Returns t_k such that f_k / t_k is the most likely distribution with this mean.

    With a Lagrange multiplier x, t_k = 1 + x (s_k - mean), where x is the root of
    sum f_k (s_k - mean) / t_k, which decreases with x.
    """
    distances = [s - mean for s in PAIR_SCORES]
    low, high = -1.0 / distances[-1], -1.0 / distances[0]
    x = 0.0
    for _ in range(100):
        tilts = [1.0 + x * d for d in distances]
        value = sum(f * d / t for f, d, t in zip(frequencies, distances, tilts))
        if abs(value) < 1e-12:
            break
        low, high = (x, high) if value > 0 else (low, x)
        slope = -sum(f * d * d / (t * t) for f, d, t in zip(frequencies, distances, tilts))
        newton = x - value / slope
        x = newton if low < newton < high else (low + high) / 2.0
    return [1.0 + x * d for d in distances]


def parse_sprt(text: str) -> Sprt:
    """Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05`; the last two may be left out."""
    values: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = part.strip().partition("=")
        if name not in ("elo0", "elo1", "alpha", "beta"):
            raise UsageError(f"--sprt accepts elo0, elo1, alpha and beta, not '{name}'")
        try:
            values[name] = float(number)
        except ValueError:
            raise UsageError(f"--sprt: '{part}' is not NAME=NUMBER") from None
    if "elo0" not in values or "elo1" not in values:
        raise UsageError("--sprt needs elo0 and elo1, as in elo0=0,elo1=10")
    sprt = Sprt(**values)
    if not -_MOST_ELO <= sprt.elo0 < sprt.elo1 <= _MOST_ELO:
        raise UsageError("--sprt: elo0 must be less than elo1, and both at most "
                         f"{_MOST_ELO:,} from 0")
    if not (0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise UsageError("--sprt: alpha and beta must be between 0 and 0.5")
    return sprt


def sprt_text(sprt: Sprt, pentanomial: tuple[int, ...]) -> str:
    verdict = sprt.verdict(pentanomial)
    state = {"H0": f"H0 accepted: at most {sprt.elo0:g} Elo",
             "H1": f"H1 accepted: at least {sprt.elo1:g} Elo", None: "undecided"}[verdict]
    return (f"{sprt.elo0:g} against {sprt.elo1:g} Elo: LLR "
            f"{sprt.log_likelihood_ratio(pentanomial):.2f} ({sprt.lower:.2f} to "
            f"{sprt.upper:.2f}), {state}")
