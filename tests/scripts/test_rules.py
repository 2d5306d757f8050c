"""The rules by which the match runner checks moves."""
import random
import unittest

import match_test  # noqa: F401 - puts the scripts on the path
from match_runner.othello.rules import (FULL, START, Color, IllegalMove, Position, flips,
                                        legal_moves, parse_square, perft, play_moves, random_moves,
                                        split_moves, square_name, squares_of)

# Published by many; a pass counts as a move.
PERFT = {1: 4, 2: 12, 3: 56, 4: 244, 5: 1396, 6: 8200}

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def flips_by_squares(player: int, opponent: int, square: int) -> int:
    """The rules as a beginner learns them, one square after another."""
    flipped = 0
    for dx, dy in DIRECTIONS:
        line, x, y = 0, square % 8 + dx, square // 8 + dy
        while 0 <= x < 8 and 0 <= y < 8 and opponent >> (8 * y + x) & 1:
            line |= 1 << (8 * y + x)
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and player >> (8 * y + x) & 1:
            flipped |= line
    return flipped


def position_of(squares: str) -> Position:
    """Black to move."""
    black, white = (sum(1 << i for i, c in enumerate(squares) if c == disc) for disc in "XO")
    return Position(black, white, Color.BLACK)


class RulesTest(unittest.TestCase):
    def test_the_tree_has_the_known_number_of_leaves(self):
        for depth, leaves in PERFT.items():
            with self.subTest(depth=depth):
                self.assertEqual(perft(START, depth), leaves)

    def test_moves_and_flips_are_those_of_a_slow_referee(self):
        generator = random.Random(1)
        for _ in range(300):
            player = generator.getrandbits(64) & generator.getrandbits(64)
            opponent = generator.getrandbits(64) & ~player & FULL
            slow = 0
            for square in squares_of(FULL & ~(player | opponent)):
                expected = flips_by_squares(player, opponent, square)
                self.assertEqual(flips(player, opponent, square), expected)
                slow |= (1 << square) if expected else 0
            self.assertEqual(legal_moves(player, opponent), slow)

    def test_an_illegal_move_is_refused(self):
        for square in ("a1", "d4", "c3", "h8"):
            with self.assertRaises(IllegalMove):
                START.play(parse_square(square))

    def test_squares_are_read_in_both_cases_and_nothing_else_is(self):
        self.assertEqual(parse_square("a1"), 0)
        self.assertEqual(parse_square("H8"), 63)
        self.assertEqual(parse_square("B1"), 1)
        for text in ("", "a", "a0", "a9", "i1", "a11", "1a", "pa", "a1\n"):
            self.assertIsNone(parse_square(text), text)
        self.assertTrue(all(parse_square(square_name(s)) == s for s in range(64)))

    def test_a_forced_pass_is_found_and_filled_in(self):
        moves = split_moves("d3c3e6d2d1e1b2c1")
        position, plies = play_moves(moves)
        self.assertEqual((plies[-1].move, plies[-1].color), ("pa", Color.BLACK))
        self.assertIs(position.to_move, Color.WHITE)
        self.assertEqual(play_moves([*moves, "pa"])[0], position)
        self.assertTrue(position.passed().must_pass)

    def test_a_pass_is_illegal_where_there_is_a_move(self):
        with self.assertRaises(IllegalMove):
            play_moves(["f5", "pa"])

    def test_the_empty_squares_of_a_wipe_out_are_the_winners(self):
        position, _ = play_moves(split_moves("e6f4e3f6g5d6e7f5c5"))
        self.assertTrue(position.is_over)
        self.assertEqual(position.score(Color.BLACK), 64)
        self.assertEqual(position.score(Color.WHITE), -64)

    def test_a_game_can_end_with_both_sides_stuck(self):
        stuck = position_of("X" * 40 + "-" * 8 + "O" * 16)
        self.assertTrue(stuck.is_over)
        self.assertEqual(stuck.score(Color.BLACK), 40 - 16 + 8)

    def test_a_drawn_board_with_empty_squares_is_drawn(self):
        drawn = position_of("X" * 24 + "-" * 16 + "O" * 24)
        self.assertTrue(drawn.is_over)
        self.assertEqual(drawn.score(Color.BLACK), 0)

    def test_random_games_are_repeatable_and_legal(self):
        moves = random_moves(60, random.Random(7))
        self.assertEqual(moves, random_moves(60, random.Random(7)))
        self.assertTrue(play_moves(moves)[0].is_over)

    def test_the_start_is_written_as_nboard_writes_it(self):
        self.assertEqual(START.text(),
                         "---------------------------O*------*O--------------------------- *")


if __name__ == "__main__":
    unittest.main()
