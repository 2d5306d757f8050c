"""Elo intervals hold the true value as often as they say, after a few pairs of games, too.

    python3 tests/scripts/test_elo_intervals.py --table

prints the whole table of tests/EXPERIMENTS.md."""
import itertools
import math
import random
import sys
import unittest
from collections import Counter
from dataclasses import dataclass
from typing import Iterator

import match_test  # noqa: F401 - puts the scripts on the path
from match_runner.statistics.dirichlet import probability_at_most, quantile_of_mean
from match_runner.statistics.strength import (PAIR_SCORES, Strength, elo_of, quantile)

CONFIDENCES = (0.95, 0.99)
# The probabilities of the five scores of a pair.
DISTRIBUTIONS = {
    "equal engines": (0.10, 0.20, 0.40, 0.20, 0.10),
    "a better engine": (0.03, 0.15, 0.35, 0.32, 0.15),
    "openings decide": (0.02, 0.03, 0.90, 0.03, 0.02),
    "nearly all is won": (0.00, 0.01, 0.03, 0.10, 0.86),
    "all, but rarely nothing": (0.05, 0.00, 0.00, 0.00, 0.95),
}
Counts = tuple[int, int, int, int, int]


def true_score(shares: tuple[float, ...]) -> float:
    return sum(share * score for share, score in zip(shares, PAIR_SCORES))


def every_result(pairs: int) -> Iterator[Counts]:
    for bars in itertools.combinations(range(pairs + 4), 4):
        edges = (-1, *bars, pairs + 4)
        yield tuple(right - left - 1 for left, right in zip(edges, edges[1:]))


def chance_of(counts: Counts, shares: tuple[float, ...]) -> float:
    ways = math.factorial(sum(counts))
    for count in counts:
        ways //= math.factorial(count)
    return ways * math.prod(share ** count for share, count in zip(shares, counts))


def chances(shares: tuple[float, ...], pairs: int, trials: int | None) -> dict[Counts, float]:
    """How likely each result is; by simulation if `trials` are given."""
    if trials is None:
        found = {counts: chance_of(counts, shares) for counts in every_result(pairs)}
        return {counts: chance for counts, chance in found.items() if chance > 0.0}
    generator, found = random.Random(f"{shares} {pairs}"), Counter()
    for _ in range(trials):
        drawn = Counter(generator.choices(range(5), shares, k=pairs))
        found[tuple(drawn[score] for score in range(5))] += 1
    return {counts: number / trials for counts, number in found.items()}


def tails(counts: Counts, truth: float) -> tuple[float, float]:
    """How far out the truth lies for the lower and for the upper end of an interval, as
    probabilities: an interval holds it if neither is below its own tail. Quicker than the ends."""
    lost, *between, won = counts
    return (probability_at_most(truth, (lost + 1, *between, won), PAIR_SCORES),
            1.0 - probability_at_most(truth, (lost, *between, won + 1), PAIR_SCORES))


def normal_ends(counts: Counts, confidence: float) -> tuple[float, float]:
    """What the normal distribution makes of the counts, for comparison."""
    pairs = sum(counts)
    mean = sum(n * s for n, s in zip(counts, PAIR_SCORES)) / pairs
    spread = sum(n * (s - mean) ** 2 for n, s in zip(counts, PAIR_SCORES)) / pairs
    reach = quantile(confidence) * math.sqrt(spread / pairs)
    return mean - reach, mean + reach


@dataclass
class Coverage:
    """The share of intervals that hold the truth, by confidence."""

    own: dict[float, float]
    normal: dict[float, float]


def coverage(shares: tuple[float, ...], pairs: int, trials: int | None) -> Coverage:
    truth = true_score(shares)
    found = Coverage(dict.fromkeys(CONFIDENCES, 0.0), dict.fromkeys(CONFIDENCES, 0.0))
    for counts, chance in chances(shares, pairs, trials).items():
        least = min(tails(counts, truth))
        for confidence in CONFIDENCES:
            low, high = normal_ends(counts, confidence)
            found.own[confidence] += chance * (least >= (1.0 - confidence) / 2.0)
            found.normal[confidence] += chance * (low <= truth <= high)
    return found


def mean_widths(shares: tuple[float, ...], pairs: int, trials: int) -> tuple[float, float]:
    """The mean width of 95 % intervals of the score: own and normal."""
    own = normal = 0.0
    for counts, chance in chances(shares, pairs, trials).items():
        low, high = Strength(counts).score_interval()
        own += chance * (high - low)
        low, high = normal_ends(counts, 0.95)
        normal += chance * (min(high, 1.0) - max(low, 0.0))
    return own, normal


def binomial(trials: int, share: float, numbers: range) -> float:
    """How likely one of these numbers of successes is."""
    return sum(math.comb(trials, k) * share ** k * (1.0 - share) ** (trials - k) for k in numbers)


class CoverageTest(unittest.TestCase):
    def test_intervals_of_ten_pairs_hold_the_truth_as_often_as_they_say(self):
        """Exactly: all 1,001 results, weighted with their probabilities."""
        for name, shares in DISTRIBUTIONS.items():
            with self.subTest(distribution=name):
                found = coverage(shares, 10, None)
                for confidence in CONFIDENCES:
                    self.assertGreaterEqual(found.own[confidence], confidence)

    def test_intervals_of_many_pairs_hold_the_truth_as_often_as_they_say(self):
        for pairs, trials in ((25, 1000), (100, 500)):
            for name, shares in DISTRIBUTIONS.items():
                with self.subTest(pairs=pairs, distribution=name):
                    found = coverage(shares, pairs, trials)
                    for confidence in CONFIDENCES:
                        error = math.sqrt(confidence * (1.0 - confidence) / trials)
                        self.assertGreaterEqual(found.own[confidence], confidence - 2.0 * error)

    def test_no_distribution_that_chance_finds_breaks_the_promise(self):
        generator = random.Random(54)
        results = list(every_result(5))
        for _ in range(40):
            raw = [generator.random() ** 4 for _ in range(5)]
            shares = tuple(value / sum(raw) for value in raw)
            with self.subTest(shares=shares):
                truth = true_score(shares)
                held = sum(chance_of(counts, shares) for counts in results
                           if min(tails(counts, truth)) >= 0.025)
                self.assertGreaterEqual(held, 0.95)

    def test_intervals_are_hardly_wider_than_those_of_the_normal_distribution(self):
        for pairs, most in ((25, 1.35), (100, 1.12)):
            for name in ("equal engines", "a better engine"):
                with self.subTest(pairs=pairs, distribution=name):
                    own, normal = mean_widths(DISTRIBUTIONS[name], pairs, 60)
                    self.assertGreater(own, normal)
                    self.assertLess(own, most * normal)

    def test_what_the_coverage_counts_are_the_ends_of_the_intervals(self):
        generator = random.Random(3)
        for counts in generator.sample(list(every_result(10)), 25):
            for truth in (0.3, 0.5, 0.72):
                for confidence in CONFIDENCES:
                    low, high = Strength(counts).score_interval(confidence)
                    held = min(tails(counts, truth)) >= (1.0 - confidence) / 2.0
                    self.assertEqual(low <= truth <= high, held, counts)


class IntervalTest(unittest.TestCase):
    def test_with_two_scores_it_is_the_interval_of_clopper_and_pearson(self):
        for won, pairs in ((7, 10), (1, 3), (24, 25), (50, 100)):
            for confidence in CONFIDENCES:
                with self.subTest(won=won, pairs=pairs, confidence=confidence):
                    low, high = Strength((pairs - won, 0, 0, 0, won)).score_interval(confidence)
                    tail = (1.0 - confidence) / 2.0
                    self.assertAlmostEqual(binomial(pairs, low, range(won, pairs + 1)), tail, 6)
                    self.assertAlmostEqual(binomial(pairs, high, range(won + 1)), tail, 6)

    def test_an_end_that_nothing_bounds_is_open(self):
        low, high = Strength((0, 0, 0, 0, 25)).elo_interval()
        self.assertEqual(high, math.inf)
        self.assertAlmostEqual(low, elo_of(0.025 ** (1 / 25)), 4)
        self.assertEqual(Strength((25, 0, 0, 0, 0)).elo_interval(0.99)[0], -math.inf)
        self.assertEqual(Strength((0, 0, 0, 0, 0)).elo_interval(), (-math.inf, math.inf))
        self.assertEqual(Strength((0, 0, 0, 0, 25)).elo, math.inf)
        self.assertEqual(Strength((0, 0, 0, 0, 25)).elo_error, math.inf)

    def test_a_single_draw_bounds_the_upper_end(self):
        low, high = Strength((0, 0, 0, 1, 9)).elo_interval()
        # The share of pairs that are not 2-0 is at least that of Beta(1, 10), a quarter of which
        # is lost: 1 - (1 - 0.975^(1/10)) / 4.
        self.assertAlmostEqual(high, elo_of(1.0 - (1.0 - 0.975 ** (1 / 10)) / 4.0), 1)
        self.assertLess(low, Strength((0, 0, 0, 1, 9)).elo)

    def test_the_loser_has_the_mirrored_interval(self):
        for counts in ((0, 0, 0, 1, 9), (1, 0, 0, 0, 9), (0, 10, 50, 30, 10), (0, 0, 1, 0, 0),
                       (0, 0, 0, 0, 1)):
            with self.subTest(counts=counts):
                low, high = Strength(counts).elo_interval()
                mirrored = Strength(counts[::-1]).elo_interval()
                self.assertAlmostEqual(mirrored[0], -high)
                self.assertAlmostEqual(mirrored[1], -low)


class DirichletTest(unittest.TestCase):
    def test_with_two_values_it_is_the_beta_distribution(self):
        generator = random.Random(1)
        for pairs in (1, 2, 3, 10, 100, 1000):
            for a in sorted({1, 2, pairs // 2 + 1, pairs}):
                b = pairs + 1 - a
                if b < 1:
                    continue
                for _ in range(5):
                    x = generator.betavariate(a, b)
                    with self.subTest(a=a, b=b, x=x):
                        self.assertAlmostEqual(probability_at_most(x, (b, a), (0.0, 1.0)),
                                               binomial(pairs, x, range(a, pairs + 1)), 6)

    def test_it_agrees_with_a_simulation(self):
        generator = random.Random(2)
        for shapes in ((1, 3, 6, 4, 2), (1, 0, 2, 0, 1), (0, 1, 1, 40, 9)):
            means = []
            for _ in range(4000):
                weights = [generator.gammavariate(shape, 1.0) if shape else 0.0
                           for shape in shapes]
                means.append(sum(w * s for w, s in zip(weights, PAIR_SCORES)) / sum(weights))
            means.sort()
            for place in (400, 2000, 3600):
                with self.subTest(shapes=shapes, place=place):
                    error = math.sqrt(place / 4000 * (1.0 - place / 4000) / 4000)
                    self.assertAlmostEqual(
                        probability_at_most(means[place], shapes, PAIR_SCORES), place / 4000,
                        delta=3.0 * error)

    def test_a_quantile_has_its_probability(self):
        for shapes in ((1, 10, 50, 30, 11), (0, 0, 0, 1, 11), (1, 0, 0, 0, 1000), (1, 1, 1, 1, 2)):
            for probability in (0.005, 0.025, 0.5, 0.975, 0.995):
                with self.subTest(shapes=shapes, probability=probability):
                    x = quantile_of_mean(probability, shapes, PAIR_SCORES)
                    self.assertAlmostEqual(probability_at_most(x, shapes, PAIR_SCORES),
                                           probability, 5)

    def test_outside_the_values_it_is_certain(self):
        self.assertEqual(probability_at_most(0.2, (0, 0, 1, 3, 0), PAIR_SCORES), 0.0)
        self.assertEqual(probability_at_most(0.75, (0, 0, 1, 3, 0), PAIR_SCORES), 1.0)
        self.assertEqual(quantile_of_mean(0.3, (0, 0, 4, 0, 0), PAIR_SCORES), 0.5)


def print_table() -> None:
    print("| pairs | scores of pairs | 95 % | 99 % | normal, 95 % | normal, 99 % | width |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for pairs, trials in ((10, None), (25, None), (100, 20_000)):
        for name, shares in DISTRIBUTIONS.items():
            found = coverage(shares, pairs, trials)
            own, normal = mean_widths(shares, pairs, 1000)
            numbers = [*found.own.values(), *found.normal.values()]
            print(f"| {pairs} | {name} | " + " | ".join(f"{share:.4f}" for share in numbers)
                  + f" | {own:.3f} ({own / normal:.2f}) |", flush=True)


if __name__ == "__main__":
    if "--table" in sys.argv:
        print_table()
    else:
        unittest.main()
