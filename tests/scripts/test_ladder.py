"""Ladders: each engine plays only the next one, and the Elo differences add up."""
import json
import math
import unittest
import xml.etree.ElementTree as ElementTree

from match_test import MatchTest, fake
from match_runner.games.game import GameRecord
from match_runner.games.schedule import Meetings, pairings
from match_runner.report.ladder_chart import ladder_chart, ladder_svg
from match_runner.report.text_report import ladder_text
from match_runner.statistics.ladder import ladder
from match_runner.statistics.results import Pairing
from match_runner.statistics.strength import Strength


def played(first: str, second: str, *pair_points: float) -> Pairing:
    """Pairs in which the first engine scored the given points, of two."""
    pairing = Pairing(first, second)
    for pair, points in enumerate(pair_points, 1):
        for half, black in enumerate((first, second)):
            share = min(1.0, max(0.0, points - half))
            pairing.add(GameRecord(2 * pair + half - 1, pair, black,
                                   second if black == first else first, "",
                                   points=share if black == first else 1.0 - share))
    return pairing


# 60 points of 100 in 50 pairs: (0, 5, 25, 15, 5) by their score.
SIXTY = (0.5,) * 5 + (1,) * 25 + (1.5,) * 15 + (2,) * 5


class StepsTest(unittest.TestCase):
    def test_elo_adds_up_and_errors_add_in_quadrature(self):
        strength = Strength((0, 5, 25, 15, 5))
        steps = ladder([played("b", "a", *SIXTY), played("c", "b", *SIXTY)])
        self.assertEqual([step.name for step in steps], ["a", "b", "c"])
        self.assertEqual((steps[0].elo, steps[0].error, steps[0].pairing), (0, 0, None))
        # 400 log10(0.6 / 0.4) = 70.4365 for each.
        self.assertAlmostEqual(steps[1].elo, 70.4365, 4)
        self.assertAlmostEqual(steps[1].error, strength.elo_error)
        self.assertAlmostEqual(steps[2].elo, 140.8730, 4)
        self.assertAlmostEqual(steps[2].error, math.sqrt(2) * strength.elo_error)
        self.assertEqual([step.elo_text() for step in steps], ["0", "+70", "+141"])

    def test_an_engine_that_won_all_is_a_bound_for_those_above_too(self):
        steps = ladder([played("b", "a", *(2,) * 10), played("c", "b", *SIXTY)])
        # The lower bound after 10 won pairs: 0.025^(1/10) = 0.6915029, Elo 140.21.
        self.assertAlmostEqual(steps[1].elo, 140.21, 1)
        self.assertEqual([step.elo_text() for step in steps],
                         ["0", "at least +140", "at least +211"])
        self.assertEqual(steps[1].error, 0)
        self.assertAlmostEqual(steps[2].error, Strength((0, 5, 25, 15, 5)).elo_error)

    def test_one_that_lost_all_is_a_bound_of_the_other_kind(self):
        lost = played("b", "a", *(0,) * 10)
        self.assertEqual(ladder([lost])[1].elo_text(), "at most -140")
        steps = ladder([lost, played("c", "b", *(2,) * 10)])
        self.assertEqual(steps[2].elo_text(), "about +0")

    def test_it_ends_where_no_games_are(self):
        steps = ladder([played("b", "a", *SIXTY), played("c", "b"), played("d", "c", *SIXTY)])
        self.assertEqual([step.name for step in steps], ["a", "b"])
        self.assertEqual(ladder([played("b", "a")]), [])

    def test_the_text_is_a_table_of_markdown_with_the_best_on_top(self):
        lines = ladder_text(ladder([played("b", "a", *SIXTY),
                                    played("champion", "b", *(2,) * 10)])).splitlines()
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        self.assertEqual(cells[0], ["rank", "engine", "Elo", "error (95 %)",
                                    "Elo above the one below", "score"])
        self.assertEqual(cells[2][:3], ["1", "champion", "at least +211"])
        self.assertEqual(cells[2][4:], ["at least +140", "100.0 %, +20 =0 -0"])
        self.assertEqual(cells[3][4], "+70 ± 50")
        self.assertEqual([row[1] for row in cells[2:]], ["champion", "b", "a"])
        self.assertEqual(cells[4], ["3", "a", "0", "", "", ""])
        self.assertEqual(len({len(line) for line in lines}), 1)


class ChartTest(unittest.TestCase):
    steps = ladder([played("b", "a", *SIXTY), played("c", "b", *(2,) * 10)])

    def test_the_image_stands_alone_and_shows_each_engine(self):
        image = ElementTree.fromstring(ladder_svg(self.steps))
        words = [node.text for node in image.iter("{http://www.w3.org/2000/svg}text")]
        for expected in ("a", "b", "c", "0", "+70 ± 50", "at least +211 ± 50", "Elo above a"):
            self.assertIn(expected, words)
        dots = [node.attrib for node in image.iter("{http://www.w3.org/2000/svg}circle")]
        self.assertEqual([dot["class"] for dot in dots], ["bound", "known", "known"])
        at = [float(dot["cx"]) for dot in dots]
        self.assertGreater(at[0], at[1])
        self.assertGreater(at[1], at[2])
        # 70.4 and 140.2 Elo on one scale.
        self.assertAlmostEqual((at[0] - at[1]) / (at[1] - at[2]), 140.21 / 70.4365, 2)
        self.assertNotIn("script", ladder_svg(self.steps))

    def test_the_pages_chart_has_no_style_of_its_own(self):
        chart = ladder_chart(self.steps)
        self.assertNotIn("style", chart)
        self.assertEqual(chart.count("<circle"), 3)

    def test_nothing_played_is_an_empty_chart(self):
        self.assertEqual(ladder_chart([]), "")
        ElementTree.fromstring(ladder_svg([]))

    def test_engines_that_are_equal_have_an_axis_too(self):
        image = ElementTree.fromstring(ladder_svg(ladder([played("b", "a", 1, 1)])))
        dots = [float(node.attrib["cx"]) for node in image.iter("{http://www.w3.org/2000/svg}circle")]
        self.assertEqual(len(dots), 2)
        self.assertEqual(dots[0], dots[1])


class LadderMatch(MatchTest):
    def engines(self, *seeds: int) -> list[str]:
        return [word for seed in seeds
                for word in ("--engine", f"s{seed}=nboard:{fake('nboard', '--seed', seed)}")]

    def test_each_engine_meets_its_neighbours(self):
        self.assertEqual(pairings(["a", "b", "c", "d"], Meetings.LADDER),
                         [("b", "a"), ("c", "b"), ("d", "c")])
        chart = self.folder / "ladder.svg"
        printed = self.run_match(*self.engines(1, 2, 3), "--ladder", "--games", 2,
                                 "--random-plies", 10, "--chart", chart, "--html",
                                 self.folder / "r.html")
        results = self.results()
        self.assertEqual([result["engines"] for result in results], [["s2", "s1"], ["s3", "s2"]])
        self.assertEqual([result["games"] for result in results], [2, 2])
        self.assertIn("| rank | engine |", printed)
        ElementTree.parse(chart)
        page = (self.folder / "r.html").read_text()
        self.assertIn("<h2>Ladder</h2>", page)
        self.assertNotIn("Cross-table", page)

    def test_two_engines_are_enough(self):
        printed = self.run_match(*self.engines(1, 2), "--ladder", "--games", 2)
        self.assertEqual(self.results()["engines"], ["s2", "s1"])
        self.assertIn("| rank | engine |", printed)

    def test_a_ladder_goes_on_as_one(self):
        options = (*self.engines(1, 2, 3), "--games", 4, "--random-plies", 8)
        self.run_match(*options, "--ladder")
        whole = self.games()
        games = self.output / "games.jsonl"
        games.write_text("".join(games.read_text().splitlines(keepends=True)[:3]))
        self.run_match("--resume")
        self.assertEqual(self.games(), whole)
        self.assertIn("--ladder was given and is now not given",
                      self.run_match(*options, "--resume", status=1))

    def test_a_match_from_before_there_were_ladders_goes_on(self):
        options = (*self.engines(1, 2), "--games", 2)
        self.run_match(*options)
        settings = json.loads((self.output / "match.json").read_text())["settings"]
        self.assertNotIn("ladder", settings)
        self.run_match(*options, "--resume")

    def test_what_does_not_go_together_is_refused(self):
        two = self.engines(1, 2)
        for wrong, message in (
                (("--ladder", "--gauntlet"), "--gauntlet and --ladder exclude each other"),
                (("--chart", self.folder / "x.svg"), "--chart needs --ladder"),
                (("--ladder", "--chart", self.folder / "no" / "x.svg"), "cannot write"),
                (("--ladder", "--sprt", "elo0=0,elo1=5"), "and excludes --ladder")):
            with self.subTest(wrong=wrong):
                self.assertIn(message, self.run_match(*two, *wrong, status=2))
        self.assertIn("two or more engines", self.run_match(*two[:2], "--ladder", status=2))
        self.assertFalse(self.output.exists())


if __name__ == "__main__":
    unittest.main()
