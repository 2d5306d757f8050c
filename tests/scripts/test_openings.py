"""Openings and the schedule."""
import unittest
from collections import Counter

from match_test import MatchTest, fake
from match_runner.errors import MatchError
from match_runner.games.schedule import Meetings, make_schedule
from match_runner.othello.openings import XOT, choose_openings, read_openings
from match_runner.othello.rules import play_moves


class OpeningsTest(MatchTest):
    def write(self, text: str):
        path = self.folder / "openings.txt"
        path.write_text(text)
        return path

    def test_the_projects_own_list_has_a_thousand_and_more_different_ones(self):
        openings = read_openings(XOT)
        self.assertGreaterEqual(len(set(openings)), 1000)
        self.assertEqual(len(set(openings)), len(openings))

    def test_lines_are_read_in_every_usual_spelling(self):
        path = self.write("# comment\n\nf5d6c3\n  F5 D6 c3 D3  \n% comment\nd3c3e6d2d1e1b2c1--a3\n")
        self.assertEqual([len(opening) for opening in read_openings(path)], [3, 4, 10])

    def test_a_byte_order_mark_and_crlf_do_not_matter(self):
        path = self.write("\ufefff5d6\r\nf5f6\r\n")
        self.assertEqual(read_openings(path), [("f5", "d6"), ("f5", "f6")])

    def test_a_bad_line_is_named(self):
        cases = {"f5d6\nf5a1\n": "line 2: move 2, a1, is not legal for white",
                 "f5x9": "line 1: move 2, 'x9', is not a square",
                 "\n\nf5d": "line 3: move 2, 'd', is not a square",
                 "f5--": "line 1: move 2, pa, is not legal",
                 "e6f4e3f6g5d6e7f5c5": "line 1: the game is over after the opening",
                 "# nothing\n": "there are no openings in"}
        for text, message in cases.items():
            with self.subTest(text=text), self.assertRaises(MatchError) as raised:
                read_openings(self.write(text))
            self.assertIn(message, str(raised.exception))

    def test_an_illegal_opening_ends_the_program_with_a_line_about_it(self):
        text = self.run_match("--engine", f"a={fake('gtp')}", "--engine", f"b={fake('gtp')}",
                              "--openings", self.write("f5d6\nf5f6e6f4a8\n"), status=2)
        self.assertEqual(text.count("\n"), 1)
        self.assertIn("openings.txt, line 2: move 5, a8, is not legal for black", text)
        self.assertFalse(self.output.exists())

    def test_random_openings_are_repeatable_different_and_of_the_asked_length(self):
        openings = choose_openings(None, 8, 5, 200)
        self.assertEqual(openings, choose_openings(None, 8, 5, 200))
        self.assertNotEqual(openings, choose_openings(None, 8, 6, 200))
        self.assertEqual(openings[:50], choose_openings(None, 8, 5, 50))
        self.assertEqual(len(set(openings)), 200)
        self.assertEqual({len(opening) for opening in openings}, {8})
        self.assertFalse(any(play_moves(list(o))[0].is_over for o in openings))

    def test_a_seed_shuffles_the_files_order(self):
        path = self.write("f5d6\nf5f4\nf5f6\nd3c3\n")
        self.assertEqual(choose_openings(path, None, 1, 4), choose_openings(path, None, 1, 4))
        orders = {tuple(choose_openings(path, None, seed, 4)) for seed in range(20)}
        self.assertGreater(len(orders), 5)
        self.assertEqual(Counter(choose_openings(path, None, 3, 8)),
                         Counter(2 * read_openings(path)))


class ScheduleTest(unittest.TestCase):
    def test_each_pairing_plays_each_opening_with_both_colours(self):
        fixtures = make_schedule(["a", "b", "c"], Meetings.ROUND_ROBIN, [("f5",), ("d3",)])
        self.assertEqual([f.number for f in fixtures], list(range(1, 13)))
        self.assertEqual(Counter((f.black, f.white, f.opening) for f in fixtures),
                         Counter((x, y, o) for o in (("f5",), ("d3",)) for x in "abc"
                                 for y in "abc" if x != y))
        pairs = {f.pair: set() for f in fixtures}
        for fixture in fixtures:
            pairs[fixture.pair].add((frozenset((fixture.black, fixture.white)), fixture.opening))
        self.assertTrue(all(len(same) == 1 for same in pairs.values()))

    def test_a_gauntlet_is_the_first_against_the_others(self):
        fixtures = make_schedule(["a", "b", "c"], Meetings.GAUNTLET, [("f5",)])
        self.assertEqual([(f.black, f.white) for f in fixtures],
                         [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")])


if __name__ == "__main__":
    unittest.main()
