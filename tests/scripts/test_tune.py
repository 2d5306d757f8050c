"""scripts/tune.py: SPSA finds an optimum, a tuning that was interrupted continues to the same
values, and mistakes are one line that names the cure."""
import json
import math
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest
from dataclasses import asdict
from pathlib import Path

from match_test import HERE, PYTHON, SCRIPTS

sys.path.insert(0, str(SCRIPTS))

from match_runner.errors import MatchError  # noqa: E402 - the line before makes it importable
from tuner.games import Played, engine_command  # noqa: E402
from tuner.spsa import Constant, Gains, improved, perturb  # noqa: E402
from tuner.tuning import State, Tuning, read_state  # noqa: E402

TUNE = [*PYTHON, str(SCRIPTS / "tune.py")]
CONSTANTS = [Constant("gap", 200, 0, 1000, 50), Constant("plies", 4, 1, 12, 1),
             Constant("width", 150, 20, 500, 25)]
OPTIMUM = {"gap": 500, "plies": 8, "width": 100}


class NoisyGames:
    """Games whose outcomes depend on the distances from an optimum, and on chance."""

    def __init__(self, games: int = 64) -> None:
        self.games = games
        self.seeds: list[int] = []

    def play(self, folder: Path, plus: dict, minus: dict, seed: int) -> Played:
        self.seeds.append(seed)
        chance = random.Random(seed)
        better = self.loss(minus) - self.loss(plus)
        expected = 1 / (1 + math.exp(-0.5 * better))
        wins = sum(chance.random() < expected for _ in range(self.games))
        return Played(self.games, wins, 0, self.games - wins)

    @staticmethod
    def loss(setting: dict) -> float:
        return sum(((setting[each.name] - OPTIMUM[each.name]) / each.step) ** 2
                   for each in CONSTANTS) / 10


class SpsaTest(unittest.TestCase):
    def test_settings_lie_on_both_sides_of_the_values_and_within_their_ranges(self):
        gains = Gains(1, 2, 10)
        values = {"gap": 200.0, "plies": 1.0, "width": 150.3}
        for iteration in range(50):
            tried = perturb(CONSTANTS, values, gains, 1, iteration)
            self.assertEqual(tried, perturb(CONSTANTS, values, gains, 1, iteration))
            for constant in CONSTANTS:
                name = constant.name
                sign = tried.signs[name]
                self.assertGreaterEqual(sign * (tried.plus[name] - tried.minus[name]), 0)
                for setting in (tried.plus, tried.minus):
                    self.assertIsInstance(setting[name], int)
                    self.assertTrue(constant.least <= setting[name] <= constant.greatest)

    def test_rounding_by_chance_is_right_on_average(self):
        gains = Gains(1, 1, 0)
        middles = []
        for seed in range(2000):
            tried = perturb(CONSTANTS, {"gap": 1.0, "plies": 4.3, "width": 99.0}, gains, seed, 0)
            middles.append((tried.plus["plies"] + tried.minus["plies"]) / 2)
        self.assertAlmostEqual(sum(middles) / len(middles), 4.3, delta=0.05)

    def test_values_move_towards_the_setting_that_won_and_a_draw_moves_nothing(self):
        gains = Gains(1, 1, 0)
        values = {"gap": 200.0, "plies": 4.0, "width": 150.0}
        tried = perturb(CONSTANTS, values, gains, 1, 0)
        self.assertEqual(improved(CONSTANTS, values, gains, 0, tried, 0.0), values)
        for won, setting in ((1.0, tried.plus), (-1.0, tried.minus)):
            after = improved(CONSTANTS, values, gains, 0, tried, won)
            for name, value in values.items():
                self.assertGreater((after[name] - value) * (setting[name] - value), 0, name)

    def test_gains_fall_as_spall_says(self):
        gains = Gains(4, 2, 9)
        self.assertAlmostEqual(gains.rate_of(0), 4)
        self.assertAlmostEqual(gains.rate_of(10), 4 * 2 ** -0.602)
        self.assertAlmostEqual(gains.width_of(0), 2)
        self.assertAlmostEqual(gains.width_of(1), 2 * 2 ** -0.101)


class TuningTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def tuning(self, folder: str, games) -> Tuning:
        place = self.folder / folder
        place.mkdir(exist_ok=True)
        state = (read_state(place / "state.json") if (place / "state.json").exists() else
                 State({}, {each.name: float(each.default) for each in CONSTANTS}))
        return Tuning(place, CONSTANTS, Gains(4, 1, 20), 7, state, games)

    def test_it_finds_the_optimum_of_a_noisy_function(self):
        tuning = self.tuning("whole", NoisyGames())
        tuning.run(200, lambda *_: None)
        for constant in CONSTANTS:
            distance = tuning.state.values[constant.name] - OPTIMUM[constant.name]
            self.assertLess(abs(distance), 1.5 * constant.step, constant.name)

    def test_it_continues_to_the_same_values_wherever_it_was_interrupted(self):
        whole = self.tuning("whole", NoisyGames())
        whole.run(20, lambda *_: None)

        class Interrupted(NoisyGames):
            def play(self, *arguments):
                if len(self.seeds) == 3:
                    raise KeyboardInterrupt
                return super().play(*arguments)

        for begin in range(0, 18, 3):
            cut = self.tuning("cut", Interrupted())
            self.assertEqual(cut.state.iteration, begin)
            with self.assertRaises(KeyboardInterrupt):
                cut.run(20, lambda *_: None)
        self.tuning("cut", NoisyGames()).run(20, lambda *_: None)
        self.assertEqual((self.folder / "cut" / "log.jsonl").read_text(),
                         (self.folder / "whole" / "log.jsonl").read_text())
        self.assertEqual(read_state(self.folder / "cut" / "state.json").values,
                         whole.state.values)

    def test_the_log_of_an_iteration_that_was_not_saved_is_replaced(self):
        tuning = self.tuning("whole", NoisyGames())
        tuning.run(3, lambda *_: None)
        log = self.folder / "whole" / "log.jsonl"
        expected = log.read_text()
        again = self.tuning("again", NoisyGames())
        again.run(2, lambda *_: None)
        (self.folder / "again" / "log.jsonl").write_text(expected.replace('"wins"', '"lost"'))
        self.tuning("again", NoisyGames()).run(3, lambda *_: None)
        lines = (self.folder / "again" / "log.jsonl").read_text().splitlines()
        self.assertEqual(len(lines), 3)
        self.assertEqual(lines[2], expected.splitlines()[2])

    def test_a_state_that_is_missing_or_torn_names_the_cure(self):
        with self.assertRaisesRegex(MatchError, "start one without --resume"):
            read_state(self.folder / "state.json")
        (self.folder / "state.json").write_text('{"values": ')
        with self.assertRaisesRegex(MatchError, "cannot read"):
            read_state(self.folder / "state.json")


class CommandTest(unittest.TestCase):
    """The whole script, with a small engine in place of Emilia."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        constants = json.dumps([asdict(each) for each in CONSTANTS])
        # The seed of the fake engine's moves is made of the constants.
        self.program = self.folder / "engine"
        self.program.write_text(
            "#!/bin/sh\n"
            f"if [ \"$1\" = constants ]; then echo '{constants}'; exit; fi\n"
            "seed=0\n"
            "while [ \"$1\" = --constant ]; do seed=$((seed * 7 + ${2#*=})); shift 2; done\n"
            f"exec {shlex.join(PYTHON)} {shlex.quote(str(HERE / 'fake_engine.py'))} ugi "
            "--seed $seed\n")
        self.program.chmod(0o755)
        self.options = ("--program", "./engine", "--options", "", "--nodes", "5", "--pairs", "2",
                        "--random-plies", "50")

    def tune(self, *arguments: str, status: int = 0) -> str:
        run = subprocess.run([*TUNE, *arguments], cwd=self.folder, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(run.returncode, status, run.stdout)
        return run.stdout

    def values(self, folder: str) -> dict:
        return json.loads((self.folder / folder / "state.json").read_text())["values"]

    def test_it_tunes_reports_and_names_the_confirming_match(self):
        said = self.tune("--output", "a", *self.options, "--iterations", "3")
        self.assertIn("iteration 3/3, 12 games, ", said)
        self.assertIn("an independent match says whether they are better:\n"
                      "  scripts/match.py --engine 'tuned=ugi:./engine --constant gap=", said)
        self.assertEqual(sorted(file.name for file in (self.folder / "a").iterdir()),
                         ["log.jsonl", "state.json"])
        lines = (self.folder / "a" / "log.jsonl").read_text().splitlines()
        self.assertEqual([json.loads(line)["iteration"] for line in lines], [1, 2, 3])
        longer = self.tune("--resume", "--output", "a", "--iterations", "4")
        self.assertTrue(longer.startswith("iteration 4/4, 16 games, "), longer)

    def test_a_killed_tuning_continues_to_the_same_values(self):
        self.tune("--output", "a", *self.options, "--iterations", "4")
        tuning = subprocess.Popen([*TUNE, "--output", "b", *self.options, "--iterations", "4"],
                                  cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
        tuning.stdout.readline()  # of the first iteration
        os.kill(tuning.pid, signal.SIGTERM)
        said = tuning.communicate()[0]
        self.assertIn(tuning.returncode, (0, 130), said)  # all may have been played by then
        if tuning.returncode:
            self.assertIn("to continue: scripts/tune.py --resume --output b", said)
        self.tune("--resume", "--output", "b")
        self.assertEqual(self.values("b"), self.values("a"))

    def test_mistakes_are_one_line_that_names_the_cure(self):
        self.tune("--output", "old", *self.options, "--iterations", "1")
        for words, status, message in (
                ((), 2, "give --output"),
                (("--output", "x"), 1, "cannot run build-tunable/emilia: No such file or "
                 "directory; build it with -DEMILIA_TUNABLE=ON"),
                (("--output", "x", "--program", "true"), 1, "it was built without"),
                (("--output", "x", "--program", "./engine"), 2, "give the limit of the games"),
                (("--output", "x", *self.options, "--only", "gab"), 2,
                 "--only names no constant 'gab'; the constants are gap, plies, width"),
                (("--output", "x", *self.options, "--jobs", "2"), 2, "need --parts"),
                (("--output", "x", *self.options, "--parts", "3"), 2, "more than --pairs 2"),
                (("--output", "x", "--pairs", "0"), 2, "not a whole number of at least 1"),
                (("--output", "x", "--rate", "nan"), 2, "not a number greater than 0"),
                (("--output", "x", "--resume"), 1, "start one without --resume"),
                (("--output", "old", *self.options), 1, "continue it with --resume")):
            with self.subTest(words=words):
                said = self.tune(*words, status=status)
                self.assertTrue(said.startswith("tune.py: "), said)
                self.assertIn(message, said)
                self.assertEqual(said.count("\n"), 1)
                self.assertFalse((self.folder / "x").exists())

    def test_the_engine_gets_its_constants_before_its_options(self):
        self.assertEqual(engine_command("a b", {"gap": 3}, "--threads 1"),
                         "'a b' --constant gap=3 --threads 1")


if __name__ == "__main__":
    unittest.main()
