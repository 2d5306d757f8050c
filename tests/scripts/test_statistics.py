"""Elo, errors, superiority and the SPRT agree with calculations by hand and simulations."""
import json
import math
import random
import unittest
from statistics import NormalDist

import match_test  # noqa: F401 - puts the scripts on the path
from match_runner.errors import MatchError
from match_runner.games.game import GameRecord
from match_runner.statistics.results import MoveTimes, Pairing
from match_runner.statistics.sprt import Sprt, _tilts, parse_sprt
from match_runner.statistics.strength import (PAIR_SCORES, Strength, elo_of, mean_with_error,
                                              score_of)


class EloTest(unittest.TestCase):
    def test_elo_and_score_are_each_others_inverse(self):
        # 400 log10(3) = 190.8485; ten times the odds are 400.
        self.assertAlmostEqual(elo_of(0.75), 190.848502, 6)
        self.assertAlmostEqual(elo_of(10 / 11), 400)
        self.assertAlmostEqual(elo_of(0.5), 0)
        for elo in (-300, -5, 0, 12, 800):
            self.assertAlmostEqual(elo_of(score_of(elo)), elo)

    def test_a_better_engine_worked_by_hand(self):
        # 1,000 pairs. Mean (.25*100 + .5*500 + .75*300 + 1*100) / 1000 = 0.6.
        # Variance (.1225*100 + .01*500 + .0225*300 + .16*100) / 1000 = 0.04; error .2 / sqrt(1000).
        better = Strength((0, 100, 500, 300, 100))
        error = 0.2 / math.sqrt(1000)
        self.assertAlmostEqual(better.score, 0.6)
        self.assertAlmostEqual(better.elo, 400 * math.log10(1.5))  # 70.4365
        # With this many pairs the exact interval is nearly that of the normal distribution.
        for confidence, errors in ((0.95, 1.959964), (0.99, 2.5758293)):
            low, high = better.score_interval(confidence)
            self.assertAlmostEqual(low, 0.6 - errors * error, delta=0.001)
            self.assertAlmostEqual(high, 0.6 + errors * error, delta=0.001)
        low, high = better.elo_interval()
        self.assertAlmostEqual(better.elo_error, max(high - better.elo, better.elo - low))
        self.assertGreater(better.superiority, 0.9999999)

    def test_the_likelihood_of_superiority_is_nearly_that_of_the_normal_distribution(self):
        # Mean 0.52, variance (.2704*100 + .0729*200 + .0004*300 + .0529*320 + .2304*80) / 1000.
        counts = (100, 200, 300, 320, 80)
        mean = sum(n * s for n, s in zip(counts, PAIR_SCORES)) / 1000
        spread = sum(n * (s - mean) ** 2 for n, s in zip(counts, PAIR_SCORES)) / 1000
        normal = NormalDist().cdf((mean - 0.5) / math.sqrt(spread / 1000))
        self.assertAlmostEqual(Strength(counts).superiority, normal, delta=0.005)

    def test_pairs_say_more_than_games_where_openings_decide(self):
        # Every pair ends 1-1, although each game has a winner: only the openings decide.
        same = Strength((0, 0, 100, 0, 0))
        self.assertEqual(same.elo, 0.0)
        self.assertAlmostEqual(same.superiority, 0.5)
        # At least this share of pairs ends 1-1, with 97.5 % confidence: 0.025^(1/100) = 0.9637833.
        self.assertAlmostEqual(same.elo_interval()[1], elo_of(0.9637833 / 2 + 0.0362167), 3)

    def test_all_won_gives_a_bound(self):
        # 0.025^(1/10) = 0.6915029 (Clopper and Pearson).
        won, lost = Strength((0, 0, 0, 0, 10)), Strength((10, 0, 0, 0, 0))
        self.assertTrue(won.is_bound and lost.is_bound)
        self.assertAlmostEqual(won.elo_interval()[0], elo_of(0.6915029), 3)
        self.assertAlmostEqual(lost.elo_interval()[1], -elo_of(0.6915029), 3)
        self.assertAlmostEqual(lost.superiority, 1 / 2 ** 11)

    def test_a_few_games_are_no_news_and_how_many_more_are_is_known(self):
        for counts, is_news in (((0, 0, 0, 0, 1), False), ((0, 0, 0, 1, 1), False),
                                ((1, 0, 1, 0, 1), False), ((0, 0, 0, 0, 10), True),
                                ((0, 0, 0, 1, 9), True), ((10, 20, 40, 20, 10), True)):
            with self.subTest(counts=counts):
                self.assertEqual(Strength(counts).is_news, is_news)
        few = Strength((1, 1, 2, 1, 1))
        pairs = few.pairs + few.games_to_news // 2
        many = Strength(tuple(round(n * pairs / few.pairs) for n in few.pentanomial))
        self.assertFalse(few.is_news)
        self.assertTrue(many.is_news and not many.is_wide, (pairs, many.elo_error))

    def test_winner_and_loser_have_the_same_error(self):
        for counts in ((0, 0, 0, 0, 10), (0, 0, 0, 1, 9), (1, 0, 0, 0, 9), (0, 0, 10, 0, 0),
                       (0, 10, 50, 30, 10), (0, 0, 1, 0, 0), (0, 0, 0, 0, 1), (0, 0, 0, 1, 99)):
            with self.subTest(counts=counts):
                winner, loser = Strength(counts), Strength(counts[::-1])
                self.assertAlmostEqual(loser.elo, -winner.elo)
                self.assertAlmostEqual(loser.elo_error, winner.elo_error)

    def test_nothing_played_says_nothing(self):
        nothing = Strength((0, 0, 0, 0, 0))
        self.assertEqual((nothing.elo, nothing.elo_error), (0, math.inf))
        self.assertAlmostEqual(nothing.superiority, 0.5)

    def test_a_mean_with_its_error(self):
        # Mean 5, sample variance (9+1+1+9)/3 = 20/3; 1.959964 * sqrt(20/3) / 2.
        mean, error = mean_with_error([2, 4, 6, 8])
        self.assertEqual(mean, 5)
        self.assertAlmostEqual(error, 1.959964 * math.sqrt(20 / 3) / 2, 5)
        self.assertEqual(mean_with_error([]), (0, 0))
        self.assertEqual(mean_with_error([3]), (3, 0))


class PairingTest(unittest.TestCase):
    def record(self, game, black, discs, loser=None, reason="finished"):
        white = "b" if black == "a" else "a"
        points = (1.0 if discs > 0 else 0.5 if discs == 0 else 0.0) if loser is None else (
            0.0 if loser == black else 1.0)
        return GameRecord(game, (game + 1) // 2, black, white, "", loser=loser, reason=reason,
                          points=points, discs=discs if loser is None else None)

    def test_games_are_counted_for_the_first_engine_in_pairs(self):
        pairing = Pairing("a", "b")
        for game in (self.record(1, "a", 10), self.record(2, "b", -4),  # a wins both
                     self.record(3, "a", 0), self.record(4, "b", 20),  # a draws and loses
                     self.record(5, "a", 0, "b", "time"), self.record(6, "b", 2),
                     self.record(7, "a", 0, "a", "no answer"), self.record(8, "b", 0, "a", "crash"),
                     self.record(9, "a", 0, "b", "illegal move")):
            pairing.add(game)
        result = pairing.to_json()
        self.assertEqual((pairing.wins, pairing.draws, pairing.losses), (4, 1, 4))
        self.assertEqual(result["pentanomial"], [1, 1, 1, 0, 1])  # game 9 has no partner yet
        self.assertEqual(result["mean_discs"], round((10 + 4 + 0 - 20 - 2) / 5, 4))
        self.assertEqual((result["time_losses"], result["illegal_moves"], result["crashes"]),
                         (2, 1, 1))
        self.assertEqual(result["incidents"]["a"],
                         {"time_losses": 1, "illegal_moves": 0, "crashes": 1})
        # Pair means 7 and -10 alone: the others have a game that was not played out.
        self.assertAlmostEqual(result["mean_discs_error"],
                               1.959964 * math.sqrt(2 * 8.5 ** 2) / math.sqrt(2), 3)

    def test_what_the_games_do_not_bound_is_null_in_json(self):
        for games in (0, 50):
            pairing = Pairing("a", "b")
            for number in range(games):
                black = "ab"[number % 2]
                pairing.add(self.record(number + 1, black, 10 if black == "a" else -10))
            result = json.loads(json.dumps(pairing.to_json(), allow_nan=False))
            with self.subTest(games=games):
                self.assertEqual(result["elo"], None if games else 0)
                self.assertIsNone(result["elo_error"])
                low, high = result["elo_interval_95"]
                self.assertEqual((low, high), (319.44 if games else None, None))
                self.assertEqual(result["elo_interval_99"],
                                 [250.79 if games else None, None])

    def test_moves_over_the_node_limit_are_counted(self):
        times = MoveTimes()
        for nodes in (90_000, 105_000, 115_001, 200_000, None):
            times.add(0.5, nodes, 100_000)
        self.assertEqual(times.to_json(), {"moves": 5, "mean": 0.5, "slowest": 0.5,
                                           "most_nodes": 200_000, "over_node_limit": 2})


class SprtTest(unittest.TestCase):
    def test_the_bounds_are_walds(self):
        sprt = Sprt(0, 5, 0.05, 0.10)
        self.assertAlmostEqual(sprt.lower, math.log(0.10 / 0.95))  # -2.2513
        self.assertAlmostEqual(sprt.upper, math.log(0.90 / 0.05))  # 2.8904

    def test_the_likeliest_distribution_has_the_mean_that_it_should(self):
        for frequencies in ([0.1, 0.2, 0.4, 0.2, 0.1], [0.001, 0.001, 0.001, 0.001, 0.996],
                            [0.5, 0.0001, 0.0001, 0.0001, 0.4997]):
            for mean in (0.2, 0.5, 0.507, 0.9):
                fitted = [f / t for f, t in zip(frequencies, _tilts(frequencies, mean))]
                self.assertAlmostEqual(sum(fitted), 1.0, 6)
                self.assertAlmostEqual(sum(p * s for p, s in zip(fitted, PAIR_SCORES)), mean, 6)
                self.assertTrue(all(p > 0 for p in fitted))

    def test_two_outcomes_worked_by_hand(self):
        # With wins and losses of both games only, a mean s leaves one distribution: s and 1 - s.
        # So LLR = 30 ln(s1/s0) + 20 ln((1-s1)/(1-s0)), with s0 = 0.5 and s1 = 10/11 = score(400):
        # 30 ln(20/11) + 20 ln(2/11) = 17.9351 - 34.0950 = -16.1598.
        sprt = Sprt(0, 400)
        expected = 30 * math.log(20 / 11) + 20 * math.log(2 / 11)
        self.assertAlmostEqual(expected, -16.1598, 3)
        self.assertAlmostEqual(sprt.log_likelihood_ratio((20, 0, 0, 0, 30)), expected, 1)

    def test_near_the_hypotheses_it_is_the_normal_approximation(self):
        # N (s1 - s0) (2 m - s0 - s1) / (2 v) for small differences (Van den Bergh's note): with
        # counts of mean 0.51 and variance 0.0749 in 1000 pairs.
        counts = (90, 200, 400, 200, 110)
        mean = sum(n * s for n, s in zip(counts, PAIR_SCORES)) / 1000
        variance = sum(n * (s - mean) ** 2 for n, s in zip(counts, PAIR_SCORES)) / 1000
        s0, s1 = score_of(0), score_of(5)
        approximate = 1000 * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
        self.assertAlmostEqual(Sprt(0, 5).log_likelihood_ratio(counts), approximate, 2)

    def test_it_is_symmetric(self):
        counts = (3, 10, 20, 15, 9)
        self.assertAlmostEqual(Sprt(-10, 10).log_likelihood_ratio(counts),
                               -Sprt(-10, 10).log_likelihood_ratio(counts[::-1]), 6)

    def test_a_single_pair_decides_nothing(self):
        for counts in ((1, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 0, 1), (0, 0, 0, 0, 0)):
            self.assertIsNone(Sprt(0, 10).verdict(counts))

    def test_two_players_are_told_apart_with_the_promised_error_rates(self):
        sprt = Sprt(0, 80, alpha=0.05, beta=0.10)
        trials, generator = 400, random.Random(2024)
        wrong = {}
        for truth, right in ((0, "H0"), (80, "H1")):
            verdicts = [self.simulate(sprt, truth, generator) for _ in range(trials)]
            wrong[truth] = sum(verdict != right for verdict in verdicts) / trials
        # The promised rate plus 2.5 standard errors of the simulation.
        self.assertLess(wrong[0], 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / trials))
        self.assertLess(wrong[80], 0.10 + 2.5 * math.sqrt(0.10 * 0.90 / trials))
        # The test must also reach a decision, or it could not err.
        self.assertGreater(wrong[0] + wrong[80], 0.02)

    @staticmethod
    def simulate(sprt, elo, generator):
        """Simulates players with this Elo difference; some openings favour one colour."""
        counts = [0] * 5
        while (verdict := sprt.verdict(counts)) is None:
            bias = generator.choice((-100, 0, 100))
            points = 0.0
            for sign in (1, -1):
                # A tenth of games are drawn; the bias moves the score, the mean over both games
                # and biases stays the player's own.
                score = score_of(elo) + sign * (score_of(bias) - 0.5) * 0.8
                chance = generator.random()
                points += 1 if chance < score - 0.05 else 0.5 if chance < score + 0.05 else 0
            counts[round(2 * points)] += 1
        return verdict

    def test_options_are_read(self):
        self.assertEqual(parse_sprt("elo0=0,elo1=5"), Sprt(0, 5, 0.05, 0.05))
        self.assertEqual(parse_sprt("elo0=-3, elo1=2.5, alpha=0.01, beta=0.1"),
                         Sprt(-3, 2.5, 0.01, 0.1))
        for text in ("", "elo0=1", "elo0=5,elo1=0", "elo0=0,elo1=x", "elo0=0,elo1=5,alpha=0.7",
                     "elo0=0,elo1=5,gamma=1", "elo0=0,elo1=inf", "elo0=0,elo1=5,beta=0"):
            with self.subTest(text=text), self.assertRaises(MatchError):
                parse_sprt(text)


if __name__ == "__main__":
    unittest.main()
