"""Arrays of boards."""
import random
import unittest

import numpy as np

import emilia

OVER = "X" * 63 + "O X"
MUST_PASS = "-OXXXXXX-------------------------------------------------------- O"


def some_positions(number: int) -> list[emilia.Position]:
    chance = random.Random(7)
    positions = [emilia.Position(OVER), emilia.Position(MUST_PASS)]
    while len(positions) < number:
        position = emilia.Position()
        while not position.is_over and len(positions) < number:
            position = position.after(chance.choice(position.moves))
            positions.append(position)
    return positions


def arrays(positions):
    return (np.array([position.player for position in positions], np.uint64),
            np.array([position.opponent for position in positions], np.uint64))


class ArraysTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.engine = emilia.Engine(threads=2, hash_megabytes=2)
        cls.positions = some_positions(200)
        cls.boards = arrays(cls.positions)

    def test_boards_are_evaluated_as_positions_are(self):
        scores = self.engine.evaluate(*self.boards)
        self.assertEqual(scores.dtype, np.float64)
        self.assertEqual(scores.tolist(),
                         [self.engine.evaluate(position) for position in self.positions])

    def test_boards_are_analyzed_as_positions_are(self):
        heard = []
        answers = self.engine.analyze_many(*self.boards, depth=3, progress=heard.append)
        self.assertEqual(heard[-1], 200)
        self.assertEqual((answers.scores[0], answers.moves[0]), (62, -1))
        single = emilia.Engine(threads=1, hash_megabytes=1)
        for at, position in list(enumerate(self.positions))[1:60]:
            single.forget()
            analysis = single.analyze(position, depth=3, lines=1)
            if not analysis.lines:
                continue
            self.assertEqual((answers.scores[at], emilia.square_name(answers.moves[at]),
                              answers.kinds[at], answers.depths[at], answers.nodes[at]),
                             (analysis.score, analysis.move, analysis.lines[0].kind,
                              analysis.lines[0].depth, analysis.nodes))
        self.assertFalse(answers.interrupted.any())

    def test_results_have_the_shape_of_the_boards(self):
        players, opponents = (array.reshape(10, 20) for array in self.boards)
        scores = self.engine.evaluate(players, opponents)
        self.assertEqual(scores.shape, (10, 20))
        every_other = self.engine.evaluate(players.T[::2], opponents.T[::2])
        self.assertEqual(every_other.tolist(), scores.T[::2].tolist())
        self.assertEqual(self.engine.analyze_many(players, opponents, depth=1).moves.shape,
                         (10, 20))
        none = np.array([], np.uint64)
        self.assertEqual(self.engine.evaluate(none, none).shape, (0,))
        self.assertEqual(self.engine.analyze_many(none, none, depth=1).scores.shape, (0,))
        one = np.array(self.boards[0][5]), np.array(self.boards[1][5])
        self.assertEqual(self.engine.evaluate(*one).shape, ())

    def test_wrong_arrays_are_refused(self):
        players, opponents = self.boards
        for call in (self.engine.evaluate, self.engine.analyze_many):
            for other in (np.int64, np.uint32, np.float64, ">u8", object):
                with self.subTest(dtype=other), self.assertRaisesRegex(
                        TypeError, "players must be an array of numpy.uint64, not "):
                    call(players.astype(other), opponents)
            with self.assertRaisesRegex(TypeError, "opponents must be a NumPy array, not list"):
                call(players, [1, 2])
            with self.assertRaisesRegex(
                    ValueError, r"players have the shape \(200,\), opponents \(199,\)"):
                call(players, opponents[1:])
            with self.assertRaisesRegex(emilia.PositionError,
                                        "board 0 has a disc of both sides on"):
                call(players, players)

    def test_wrong_limits_are_refused(self):
        for limits, message in (({"seconds": float("nan")}, "not nan"),
                                ({"depth": 0}, "depth must not be 0"),
                                ({"level": 61}, "level is 1 to 60"),
                                ({"goal": "best"}, "goal is one of")):
            with self.assertRaisesRegex(emilia.ArgumentError, message):
                self.engine.analyze_many(*self.boards, **limits)
            with self.assertRaisesRegex(emilia.ArgumentError, message):
                list(self.engine.analyze_each(["f5"], **limits))

    def test_a_stop_leaves_boards_without_scores(self):
        stop = emilia.Stop()
        stop.request()
        self.assertTrue(np.isnan(self.engine.evaluate(*self.boards, stop=stop)).all())
        answers = self.engine.analyze_many(*self.boards, goal="exact", progress=lambda _: True)
        left_out = np.isnan(answers.scores)
        self.assertTrue(left_out.any())
        self.assertTrue((answers.moves[left_out] == -1).all())

    def test_progress_may_raise(self):
        def fail(_):
            raise KeyError("mine")
        with self.assertRaisesRegex(KeyError, "mine"):
            self.engine.analyze_many(*self.boards, depth=1, progress=fail)

    def test_each_position_comes_once_with_all_its_lines(self):
        found = dict(self.engine.analyze_each(self.positions, depth=2))
        self.assertEqual(sorted(found), list(range(200)))
        self.assertEqual(found[0].lines, ())
        self.assertEqual(found[1].move, "pa")
        self.assertGreater(len(found[2].lines), 1)

    def test_a_broken_loop_stops_the_rest(self):
        positions = ["f5"] * 3000  # more than wait for the loop
        for _ in self.engine.analyze_each(positions, depth=1):
            break
        for _ in self.engine.analyze_each([""], goal="exact", seconds=0.01):
            break
        self.assertEqual(len(list(self.engine.analyze_each(positions, depth=1))), 3000)


if __name__ == "__main__":
    unittest.main()
