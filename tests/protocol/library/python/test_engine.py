"""Searches of the Python package that wait for their result."""
import signal
import subprocess
import sys
import threading
import unittest

import emilia

ENDGAME = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
OVER = "X" * 63 + "O X"
PATIENCE = 60  # seconds; far more than any stop takes


def small(**settings) -> emilia.Engine:
    return emilia.Engine(threads=1, hash_megabytes=1, **settings)


class EngineTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.engine = small()

    def test_it_analyzes_chooses_evaluates_and_looks_up(self):
        analysis = self.engine.analyze("f5d6c3", depth=4, lines=2)
        self.assertEqual(len(analysis.lines), 2)
        self.assertEqual(analysis.lines[0].depth, 4)
        self.assertEqual(analysis.lines[0].kind, emilia.Kind.MIDGAME)
        self.assertEqual(analysis.lines[0].variation[0], analysis.move)
        self.assertGreater(analysis.nodes, 0)
        self.assertEqual(self.engine.choose("f5", level=3).lines[0].kind, emilia.Kind.BOOK)
        self.assertEqual(self.engine.choose("f5", clock=0.1, increment=0.01).interrupted, False)
        self.assertEqual(self.engine.evaluate(OVER), 62)
        self.assertNotEqual(self.engine.evaluate(emilia.Position("f5d6c3")), 0)
        self.assertEqual(self.engine.book("f5")[0].kind, emilia.Kind.BOOK)
        self.assertEqual(small(book=False).book("f5"), ())
        self.engine.forget()

    def test_it_solves(self):
        exact = self.engine.analyze(ENDGAME, goal="exact", lines=1)
        self.assertEqual((exact.move, exact.score, exact.lines[0].kind),
                         ("g8", 18, emilia.Kind.EXACT))
        outcome = self.engine.analyze(ENDGAME, goal="outcome", lines=1)
        self.assertEqual((outcome.score, outcome.lines[0].kind), (1, emilia.Kind.OUTCOME))

    def test_a_finished_game_has_no_move(self):
        analysis = self.engine.analyze(OVER)
        self.assertEqual((analysis.lines, analysis.move, analysis.score), ((), None, None))

    def test_it_judges_a_game(self):
        heard = []
        analyzed = self.engine.analyze_game("f5d6c3", depth=2, progress=heard.append)
        self.assertEqual([move.played.move for move in analyzed.moves], ["f5", "d6", "c3"])
        self.assertTrue(analyzed.complete)
        self.assertEqual(heard, [1, 2, 3])
        partly = self.engine.analyze_game(emilia.Game("f5d6c3"), depth=2,
                                          progress=lambda done: done == 1)
        self.assertFalse(partly.complete)

    def test_iteration_gives_each_deepening_and_then_the_result(self):
        found = list(self.engine.start_analyze("f5d6c3", depth=5, lines=1))
        self.assertEqual([analysis.lines[0].depth for analysis in found],
                         sorted(analysis.lines[0].depth for analysis in found))
        self.assertEqual(found[-1].lines[0].depth, 5)
        self.assertGreater(len(found), 1)

    def test_a_broken_loop_stops_its_search(self):
        for _ in self.engine.start_analyze("", goal="exact"):
            break
        self.assertEqual(self.engine.analyze("f5", depth=1).lines[0].depth, 1)

    def test_a_search_that_nobody_holds_is_stopped(self):
        self.engine.start_analyze("", goal="exact")
        self.assertEqual(self.engine.analyze("f5", depth=1).lines[0].depth, 1)

    def test_progress_can_stop_a_search_and_may_raise(self):
        heard = []
        stopped = self.engine.analyze("", goal="exact", progress=lambda sofar: heard.append(sofar)
                                      or len(heard) == 2)
        self.assertTrue(stopped.interrupted)
        self.assertEqual(len(heard), 2)

        def fail(_):
            raise KeyError("mine")
        with self.assertRaisesRegex(KeyError, "mine"):
            self.engine.analyze("", goal="exact", progress=fail)

    def test_a_stop_ends_its_search_before_and_while_it_runs(self):
        stop = emilia.Stop()
        stop.request()
        self.assertTrue(self.engine.analyze("", goal="exact", stop=stop).interrupted)
        search = self.engine.start_analyze("", goal="exact")
        self.assertFalse(search.done)
        search.stop()
        self.assertTrue(search.result().interrupted)
        self.assertTrue(search.done)

    def test_calls_of_many_threads_wait_for_each_other(self):
        scores = []
        threads = [threading.Thread(target=lambda: scores.append(
            self.engine.analyze("f5d6c3", depth=3).lines[0].depth)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(scores, [3] * 8)

    def test_a_function_that_the_engine_calls_cannot_call_it(self):
        for call in (lambda: self.engine.evaluate(""), lambda: self.engine.analyze("", depth=1),
                     self.engine.forget):
            with self.assertRaisesRegex(emilia.BusyError, "calls you back"):
                self.engine.analyze("", depth=2, progress=lambda _: call())

    def test_wrong_values_are_refused_by_name(self):
        cases = [
            ({"depth": 0}, emilia.ArgumentError, "depth must not be 0"),
            ({"depth": 61}, emilia.ArgumentError, "depth is 1 to 60, not 61"),
            ({"depth": 2**40}, emilia.ArgumentError, "depth is out of range"),
            ({"depth": 1.5}, TypeError, "depth must be a number, not 1.5"),
            ({"depth": "3"}, TypeError, "depth must be a number, not '3'"),
            ({"seconds": float("nan")}, emilia.ArgumentError, "seconds is .*, not nan"),
            ({"seconds": -1}, emilia.ArgumentError, "seconds is .*, not -1"),
            ({"seconds": float("inf")}, emilia.ArgumentError, "seconds is .*, not inf"),
            ({"nodes": -5}, emilia.ArgumentError, "nodes is out of range: -5"),
            ({"goal": "best"}, emilia.ArgumentError, "goal is one of score, outcome, exact"),
            ({"goal": "exact", "depth": 5}, emilia.ArgumentError, "seconds and nodes only"),
            ({"lines": 65}, emilia.ArgumentError, "lines is 1 to 64, not 65"),
        ]
        for limits, error, message in cases:
            with self.subTest(limits=limits), self.assertRaisesRegex(error, message):
                self.engine.analyze("f5", **limits)
        with self.assertRaisesRegex(emilia.ArgumentError, "increment needs a clock"):
            self.engine.choose("f5", increment=1)
        with self.assertRaisesRegex(TypeError, "a position is a Position or a text, not int"):
            self.engine.analyze(5)
        with self.assertRaisesRegex(TypeError, "a game is a Game or a text, not int"):
            self.engine.analyze_game(5)

    def test_wrong_settings_are_refused(self):
        with self.assertRaisesRegex(emilia.ArgumentError, "threads must not be 0"):
            emilia.Engine(threads=0)
        with self.assertRaisesRegex(emilia.ArgumentError, "threads is 1 to 1024, not 1025"):
            emilia.Engine(threads=1025)
        with self.assertRaises(emilia.FileError):
            emilia.Engine(book="no such file")
        with self.assertRaises(emilia.FileError):
            emilia.Engine(weights="no such file")


class ProcessTest(unittest.TestCase):
    """Programs of their own, which end while an engine searches."""

    def start(self, text: str) -> subprocess.Popen:
        # Where the tests run in the background, Ctrl-C is ignored unless a program asks for it.
        begin = ("import emilia, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
                 "engine = emilia.Engine(2, 1)\n")
        program = subprocess.Popen(
            [sys.executable, "-c", begin + text],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.stderr.close)
        self.addCleanup(program.kill)
        return program

    def test_ctrl_c_stops_a_search_and_raises(self):
        program = self.start("""
try:
    engine.analyze("", goal="exact", progress=lambda _: print("running", flush=True))
except KeyboardInterrupt:
    print("stopped", engine.analyze("f5", depth=1).lines[0].depth)
""")
        self.assertEqual(program.stdout.readline(), "running\n")
        program.send_signal(signal.SIGINT)
        out, errors = program.communicate(timeout=PATIENCE)
        self.assertEqual(out.splitlines()[-1], "stopped 1", errors)
        self.assertEqual(program.returncode, 0)

    def test_a_program_can_end_while_an_engine_searches(self):
        program = self.start("""
search = engine.start_analyze("", goal="exact")
next(iter(search))
lost = engine.start_analyze("", goal="exact")
""")
        _, errors = program.communicate(timeout=PATIENCE)
        self.assertEqual((program.returncode, errors), (0, ""))


if __name__ == "__main__":
    unittest.main()
