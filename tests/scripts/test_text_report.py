"""Results as text: the forms of one and many, thousands, and names of any length."""
import unittest

import match_test  # noqa: F401 - puts the scripts on the path
from match_runner.engines.engine_spec import Limits
from match_runner.games.game import GameRecord
from match_runner.report.html_report import html_report
from match_runner.report.text_report import (elo_text, pairing_text, pairs_text,
                                                 standings_text)
from match_runner.statistics.results import Pairing
from match_runner.statistics.sprt import Sprt
from match_runner.statistics.strength import Strength
from match_runner.tournament.progress import Progress
from match_runner.words import count, result


def played(games: int, first: str = "new", second: str = "old", **fault: object) -> Pairing:
    """The first engine has won all games; `fault` says how the second one lost them."""
    pairing = Pairing(first, second)
    for number in range(games):
        black, white = (first, second) if number % 2 == 0 else (second, first)
        points = 1.0 if black == first else 0.0
        pairing.add(GameRecord(number + 1, number // 2 + 1, black, white, "", points=points,
                               **fault))
    return pairing


class WordsTest(unittest.TestCase):
    def test_one_has_no_plural_and_thousands_are_separated(self):
        for number, noun, words in ((0, "game", "0 games"), (1, "game", "1 game"),
                                    (2, "crash", "2 crashes"), (1, "crash", "1 crash"),
                                    (3, "time loss", "3 time losses"),
                                    (1234567, "game", "1,234,567 games")):
            self.assertEqual(count(number, noun), words)
        self.assertEqual(result(1234, 0, 56789), "+1,234 =0 -56,789")


class PairingTextTest(unittest.TestCase):
    def test_one_game_with_one_crash(self):
        text = pairing_text(played(1, reason="crash", loser="old"))
        self.assertTrue(text.startswith("new v old: 1 game, +1 =0 -0, 100.0 %\n"), text)
        self.assertIn("0 time losses, 0 illegal moves, 1 crash\n", text + "\n")

    def test_thousands_of_games(self):
        text = pairing_text(played(2400, reason="time", loser="old"))
        self.assertTrue(text.startswith("new v old: 2,400 games, +2,400 =0 -0, 100.0 %\n"), text)
        self.assertIn("\n  pairs    new scored 2 of 2 points in 1,200 pairs\n", text)
        self.assertIn("2,400 time losses, 0 illegal moves, 0 crashes\n", text + "\n")

    def test_an_end_that_nothing_bounds_is_not_printed_as_a_limit(self):
        self.assertIn("\n  Elo      at least +319.4 (95 %); 99 %: at least +250.8; likelihood",
                      pairing_text(played(50)))
        lost = pairing_text(played(50, first="old", second="new"))
        self.assertNotIn("798", lost + pairing_text(played(50)))

    def test_the_page_says_so_too(self):
        for pairing, words in (
                (played(50), "<b>at least +319</b><span>Elo (95 %); 99 %: at least +251</span>"),
                (played(2), "<b>no news yet</b><span>Elo at least -636 (95 %); about 110 more "
                            "games narrow it to ± 100</span>")):
            with self.subTest(games=pairing.games):
                self.assertIn(words, html_report(["new", "old"], [pairing], [], Limits()))

    def test_the_line_of_progress_has_elo_only_when_it_is_news(self):
        for games, words in ((0, []), (2, []), (50, ["Elo at least +319"])):
            with self.subTest(games=games):
                line = Progress(None, 100, [played(games)]).line()
                self.assertEqual([part for part in line.split(", ") if "Elo" in part], words)

    def test_a_few_games_are_no_news_of_elo(self):
        text = pairing_text(played(2))
        self.assertIn("\n  Elo      no news yet: at least -636.4 (95 %); about 110 more games "
                      "narrow it to ± 100; likelihood of superiority 75.0 %\n", text)

    def test_a_wide_interval_is_given_by_its_ends(self):
        self.assertEqual(elo_text(Strength((0, 0, 0, 1, 9)), 0), "+125 to +1,280")
        self.assertEqual(elo_text(Strength((0, 5, 25, 15, 5))), "+70.4 ± 49.8")

    def test_the_pairs_are_counted_in_words_that_are_read_once(self):
        pairing = played(4)
        pairing.add(GameRecord(5, 3, "new", "old", "", points=0.5))
        pairing.add(GameRecord(6, 3, "old", "new", "", points=1.0))
        self.assertEqual(pairs_text(pairing), "new scored ½ of 2 points in 1 pair, 2 in 2")

    def test_games_that_repeat_are_pointed_out(self):
        pairing = Pairing("new", "old")
        pairing.add(GameRecord(1, 1, "new", "old", "", moves="f5d6", points=1.0))
        pairing.add(GameRecord(2, 1, "old", "new", "", moves="f5d6", points=1.0))
        pairing.add(GameRecord(3, 2, "new", "old", "", moves="f5f4", points=1.0))
        self.assertNotIn("repeats", pairing_text(pairing))
        pairing.add(GameRecord(4, 2, "old", "new", "", moves="f5d6", points=1.0))
        self.assertIn("\n  repeats  only 3 of the games are different", pairing_text(pairing))

    def test_no_game(self):
        self.assertEqual(pairing_text(Pairing("new", "old")), "new v old: no game was played")

    def test_the_lines_are_aligned_for_every_name(self):
        for first in ("a", "an-engine-with-a-long-name"):
            text = pairing_text(played(4, first=first), Sprt(0, 5))
            width = max(8, len(first))
            for line in text.splitlines()[1:]:
                self.assertRegex(line, rf"^  \S[^ ]* {{0,{width}}}\S")
                self.assertEqual((line[2 + width], line[3 + width] != " "), (" ", True), line)

    def test_standings_separate_thousands(self):
        text = standings_text(["new", "old"], [played(2400)])
        self.assertEqual([line.split()[1:] for line in text.splitlines()],
                         [["new", "2,400.0", "of", "2,400"], ["old", "0.0", "of", "2,400"]])


if __name__ == "__main__":
    unittest.main()
