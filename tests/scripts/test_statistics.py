"""Elo, errors, superiority and the SPRT agree with calculations by hand and simulations."""
import math
import random
import unittest

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

    def test_a_match_worked_by_hand(self):
        # 10 pairs. Mean (0*1 + .25*2 + .5*4 + .75*2 + 1*1) / 10 = 0.5.
        # Variance (.25*1 + .0625*2 + 0 + .0625*2 + .25*1) / 10 = 0.075; error sqrt(.075/10).
        even = Strength((1, 2, 4, 2, 1))
        self.assertAlmostEqual(even.score, 0.5)
        self.assertAlmostEqual(even.standard_error, 0.0866025, 6)
        self.assertAlmostEqual(even.superiority, 0.5)
        # 1.959964 * 0.0866025 = 0.1697379: scores 0.3302621 and 0.6697379, Elo -+122.8244.
        low, high = even.elo_interval()
        self.assertAlmostEqual(high, 400 * math.log10(0.6697379 / 0.3302621), 3)
        self.assertAlmostEqual(low, -high)
        self.assertAlmostEqual(even.elo_error, high)

    def test_a_better_engine_worked_by_hand(self):
        # 100 pairs. Mean (.25*10 + .5*50 + .75*30 + 1*10) / 100 = 0.6.
        # Variance (.1225*10 + .01*50 + .0225*30 + .16*10) / 100 = 0.04; error .2 / 10 = 0.02.
        better = Strength((0, 10, 50, 30, 10))
        self.assertAlmostEqual(better.score, 0.6)
        self.assertAlmostEqual(better.standard_error, 0.02)
        self.assertAlmostEqual(better.elo, 400 * math.log10(1.5))  # 70.4365
        self.assertAlmostEqual(better.superiority, 0.99999971, 8)  # the normal distribution at 5
        low, high = better.elo_interval()
        self.assertAlmostEqual(low, elo_of(0.56080072), 4)
        self.assertAlmostEqual(high, elo_of(0.63919928), 4)
        self.assertAlmostEqual(better.elo_error, (high - low) / 2)
        wide = better.elo_interval(0.99)  # 2.5758293 errors
        self.assertAlmostEqual(wide[0], elo_of(0.6 - 2.5758293 * 0.02), 4)

    def test_pairs_say_more_than_games_where_openings_decide(self):
        # Every pair ends 1-1, although each game has a winner: only the openings decide.
        same = Strength((0, 0, 100, 0, 0))
        self.assertEqual((same.elo, same.superiority), (0.0, 0.5))
        # At least this share of pairs ends 1-1, with 97.5 % confidence: 0.025^(1/100) = 0.9637833.
        self.assertAlmostEqual(same.elo_interval()[1], elo_of(0.9637833 / 2 + 0.0362167), 3)

    def test_all_won_gives_a_finite_bound(self):
        # 0.025^(1/10) = 0.6915029 (Clopper and Pearson); the score is capped half a point below 20.
        won, lost = Strength((0, 0, 0, 0, 10)), Strength((10, 0, 0, 0, 0))
        self.assertTrue(won.is_bound and lost.is_bound)
        self.assertAlmostEqual(won.elo_interval()[0], elo_of(0.6915029), 3)
        self.assertAlmostEqual(won.elo, elo_of(39 / 40))
        self.assertAlmostEqual(won.elo - won.elo_error, elo_of(0.6915029), 3)
        self.assertAlmostEqual(lost.elo, -won.elo)
        self.assertAlmostEqual(lost.superiority, 1 / 2 ** 11)

    def test_winner_and_loser_have_the_same_error(self):
        for counts in ((0, 0, 0, 0, 10), (0, 0, 0, 1, 9), (1, 0, 0, 0, 9), (0, 0, 10, 0, 0),
                       (0, 10, 50, 30, 10), (0, 0, 1, 0, 0), (0, 0, 0, 0, 1), (0, 0, 0, 1, 99)):
            with self.subTest(counts=counts):
                winner, loser = Strength(counts), Strength(counts[::-1])
                self.assertAlmostEqual(loser.elo, -winner.elo)
                self.assertAlmostEqual(loser.elo_error, winner.elo_error)

    def test_nothing_played_says_nothing(self):
        nothing = Strength((0, 0, 0, 0, 0))
        self.assertEqual((nothing.elo, nothing.elo_error, nothing.superiority), (0, 0, 0.5))

    def test_the_interval_holds_the_truth_as_often_as_it_says(self):
        generator = random.Random(4)
        weights, held = (1, 3, 6, 4, 2), 0
        truth = elo_of(sum(w * s for w, s in zip(weights, PAIR_SCORES)) / sum(weights))
        for _ in range(1000):
            drawn = generator.choices(range(5), weights, k=200)
            low, high = Strength(tuple(drawn.count(k) for k in range(5))).elo_interval()
            held += low <= truth <= high
        self.assertTrue(930 <= held <= 970, held)

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
