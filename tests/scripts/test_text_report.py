"""Results as text: the forms of one and many, thousands, and names of any length."""
import unittest

import match_test  # noqa: F401 - puts the scripts on the path
from match_runner.games.game import GameRecord
from match_runner.report.text_report import pairing_text, standings_text
from match_runner.statistics.results import Pairing
from match_runner.statistics.sprt import Sprt
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
        self.assertIn("1,200 × 2 points", text)
        self.assertIn("2,400 time losses, 0 illegal moves, 0 crashes\n", text + "\n")

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
