"""scripts/train.sh: from nothing to a file of weights, in steps that are not done twice."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from match_test import as_written, fake, kill_after_line

HERE = Path(__file__).resolve().parent
TRAIN = HERE.parents[1] / "scripts" / "train.sh"
BASE = HERE.parent / "data" / "wthor" / "WTH_1978.wtb"
# The tests build nothing; without the program those that need it are skipped.
EMILIA = os.environ.get("EMILIA_PROGRAM")

TINY = ("--games", 3, "--depth", 1, "--exact-at", 8, "--passes", 1, "--threads", 1,
        "--match-games", 2, "--match-time", 0.001, "--margin-depth", 5)

# What a program that only pretends to work does as `calibrate`.
CALIBRATE = """calibrate) for last do [ "$before" = --output ] && echo margins >"$last"
                   before=$last; done ;;"""


def has_values_of_searches(positions: Path) -> bool:
    """Whether the games of a file were played with --searched, according to its settings."""
    return b"--searched" in positions.read_bytes()[16:256]


class TrainTest(unittest.TestCase):
    """With a folder that is gone afterwards."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name) / "a folder"

    def train(self, *arguments: object, status: int = 0) -> str:
        """What it said, on whichever stream; the test fails if it ends with another status."""
        run = subprocess.run([TRAIN, *map(str, arguments)], text=True, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=240)
        self.assertEqual(run.returncode, status, run.stdout)
        return run.stdout

    def train_tiny(self, *arguments: object) -> str:
        return self.train("--program", EMILIA, "--folder", self.folder, *TINY, *arguments)

    def errors(self, weights: Path, positions: Path) -> dict:
        run = subprocess.run([EMILIA, "evaluate", positions, "--weights", weights, "--json"],
                             check=True, text=True, capture_output=True)
        return json.loads(run.stdout)


class WrongOptions(TrainTest):
    def test_help_shows_every_option(self) -> None:
        said = self.train("--help")
        for option in ("--folder", "--generations", "--start", "--wthor", "--games", "--for", "--depth",
                       "--passes", "--match-games", "--match-time", "--margin-depth", "--threads",
                       "--program"):
            self.assertIn(f"\n  {option} ", said)
        self.assertTrue(said.endswith("--match-games 1000\n"))

    def test_each_is_one_line_and_status_2(self) -> None:
        for wrong, message in (
                (("--castle", 1), "there is no option '--castle'"),
                (("castle",), "there is no option 'castle'"),
                (("--games",), "--games needs a value"),
                (("--gaems", 2), "there is no option '--gaems' (did you mean '--games'?)"),
                (("--games", "many"), "--games must be a whole number of at least 1, not 'many'"),
                (("--games", 0), "--games must be a whole number of at least 1, not '0'"),
                (("--generations=-1",),
                 "--generations must be a whole number of at least 1, not '-1'"),
                (("--margin-depth", 4), "--margin-depth must be a whole number of at least 5, not '4'"),
                (("--passes", "many"), "--passes must be a whole number of at least 1, not 'many'"),
                (("--match-time", "x"),
                 "--match-time must be a number of seconds greater than 0, not 'x'"),
                (("--match-time", "0.00"),
                 "--match-time must be a number of seconds greater than 0, not '0.00'"),
                (("--match-games", 3), "--match-games is an even number, not 3"),
                (("--held-out-from", 1),
                 "--held-out-from must be a whole number of at least 2, not '1'"),
                (("--held-out-from", 10000), "--held-out-from is at most 9999, not 10000"),
                (("--program", "/no/such"), "there is no program '/no/such'"),
                (("--match-time", "1e3"),
                 "--match-time must be a number of seconds greater than 0, not '1e3'"),
                (("--for", "x"), "--for must be a number of seconds greater than 0, not 'x'"),
                (("--exact-at", "x"), "--exact-at must be a whole number of at least 1, not 'x'"),
                (("--wthor", "/no/such"), "there is no '/no/such'"),
                (("--wthor", HERE), f"there are no .wtb files in '{HERE}'"),
                (("--wthor=",), "--wthor needs a name"), (("--start=",), "--start needs a name"),
                (("--start", HERE), f"'{HERE}' is no file of weights"),
                (("--\x1b[2J", 1), "there is no option '--\\x1b[2J'"),
                (("--start", "no\x1b[2J\x9b\x7f"), "there is no 'no\\x1b[2J\\xc2\\x9b\\x7f'"),
                (("--start", "/no/such.weights"), "there is no '/no/such.weights'")):
            with self.subTest(wrong=wrong):
                said = self.train("--folder", self.folder, *wrong, status=2)
                self.assertEqual(said, f"Emilia: {message}; see '{TRAIN} --help'\n")
                self.assertFalse(self.folder.exists())


# It fails in the first self-play, after some of it unless the depth is wrong.
PROGRAM = """#!/bin/sh
case $1 in
train) echo weights >"$4" ;;
selfplay) case "$*" in *"--depth 9 "*) exit 2 ;; esac; echo games >"$3"; exit 1 ;;
label) echo positions >"$7" ;;
analyze) grep -q right "$7" ;;
esac
"""


class TrainingFolder(TrainTest):
    """With a program that only pretends to work."""

    def setUp(self) -> None:
        super().setUp()
        self.program = self.write_program("program", PROGRAM)
        self.bases = self.folder.parent / "bases"
        self.bases.mkdir()
        shutil.copy(BASE, self.bases / "WTH_1978.wtb")

    def write_program(self, name: str, text: str) -> Path:
        program = self.folder.parent / name
        program.write_text(text)
        program.chmod(0o755)
        return program

    def start(self, *arguments: object, status: int, program: Path | None = None) -> str:
        return self.train("--program", program or self.program, "--folder", self.folder, *TINY,
                          *arguments, status=status)

    def refused(self, *arguments: object) -> None:
        said = self.start(*arguments, status=2)
        self.assertTrue(said.startswith(f"Emilia: '{self.folder}' was made with other settings; "
                                        "choose another --folder\n"), said)

    def test_other_settings_do_not_continue_it(self) -> None:
        self.start(status=1)
        for other in (("--games", 4), ("--depth", 2), ("--passes", 2), ("--match-games", 4),
                      ("--match-time", 0.1), ("--held-out-from", 2000), ("--wthor", self.bases),
                      ("--start", BASE)):
            self.refused(*other)
        self.start("--generations", 2, "--threads", 2, status=1)

    def test_the_same_settings_in_other_words_continue_it(self) -> None:
        self.start("--for", "10", status=1)
        self.start("--for", "010.0", "--exact-at", "08", "--depth=1", "--games", "03", "--match-time",
                   ".0010", status=1)

    def test_other_files_of_the_same_name_do_not_continue_it(self) -> None:
        weights = self.folder.parent / "weights"
        weights.write_text("right")
        settings = ("--wthor", self.bases, "--start", weights)
        self.start(*settings, status=1)
        same = self.bases.with_name("same")
        shutil.copytree(self.bases, same)
        self.start("--wthor", f"{same}/", "--start", f"{same}/../weights", status=1)
        other = self.bases / "WTH_1979.wtb"
        shutil.copy(BASE, other)
        self.refused(*settings)
        other.unlink()
        weights.write_text("also right")
        self.refused(*settings)

    def test_a_mistake_does_not_keep_the_right_command_out_of_a_new_folder(self) -> None:
        weights = self.folder.parent / "weights"
        for wrong, right in ((("--depth", 9), ()), (("--start", weights), ("--start", weights))):
            weights.write_text("wrong")
            self.start(*wrong, status=2 if "--depth" in wrong else 1)
            self.assertEqual(os.listdir(self.folder), [])
            weights.write_text("right")
            self.start(*right, status=1)
            before = sorted(os.listdir(self.folder))
            self.assertEqual(before, ["held-out.pos", "program", "settings", "start.weights"])
            self.start(*right, status=1)  # a failure removes nothing that was there before
            self.assertEqual(sorted(os.listdir(self.folder)), before)
            shutil.rmtree(self.folder)

    def test_ctrl_c_while_games_are_labelled_says_how_to_go_on(self) -> None:
        waiting = self.folder / "held-out.pos"
        program = self.write_program("waits", """#!/bin/sh
            trap 'exit 130' INT
            case $1 in
            train) echo weights >"$4" ;;
            label) echo positions >"$7"; while :; do sleep 0.1; done ;;
            esac
            """)
        process = subprocess.Popen([TRAIN, "--program", program, "--folder", self.folder, "--wthor",
                                    self.bases], text=True, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, start_new_session=True)
        while not waiting.exists():
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        self.assertIn("stopped; the same command continues from here\n", said)
        self.assertTrue((self.folder / "settings").exists())

    @unittest.skipUnless(shutil.which("setpriv") and shutil.which("flock"), "needs util-linux")
    def test_a_step_ends_with_a_script_that_is_killed(self) -> None:
        waits = self.folder.parent / "waits"
        self.write_program("program", PROGRAM.replace(
            "selfplay)", f"selfplay) if [ -e {waits} ]; then echo $$ >{waits}; exec sleep 60; fi;"))
        waits.touch()
        process = subprocess.Popen([TRAIN, "--program", self.program, "--folder", self.folder,
                                    *map(str, TINY)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        kill_after_line(process, waits)
        # A step that went on would hold the lock of the folder, and this run would be refused.
        self.assertNotIn("another train.sh", self.start(status=1))

    def test_a_match_in_which_an_engine_was_killed_gives_no_verdict(self) -> None:
        killed = self.folder.parent / "killed"
        program = self.write_program("plays", f"""#!/bin/sh
            case $1 in
            train) echo weights >"$4" ;;
            selfplay) echo games >"$3" ;;
            evaluate) echo errors ;;
            {CALIBRATE}
            *)
                if [ -e {killed} ]; then exec {fake("gtp", "--seed", 1)}; fi
                exec {fake("gtp", "killed", "--seed", 1)}
                ;;
            esac
            """)
        generation = self.folder / "generation-1"
        said = self.start(status=1, program=program)
        self.assertIn("an engine was killed from outside; the same command replays the games that "
                      "it lost\n", said)
        self.assertFalse((generation / "verdict").exists())
        killed.touch()
        self.start(status=0, program=program)
        self.assertTrue((generation / "verdict").exists())
        self.assertNotIn('"killed": true', (generation / "match" / "games.jsonl").read_text())

    def test_a_training_that_was_stopped_goes_on_with_the_same_games(self) -> None:
        fails = self.folder.parent / "fails"
        fails.touch()
        program = self.write_program("learns", f"""#!/bin/sh
            case $1 in
            train) [ "$2" = --initial ] && exec touch "$4"
                   [ -e {fails} ] && exit 1
                   for last do [ "$before" = --output ] && touch "$last"; before=$last; done ;;
            selfplay) echo games >>"$3" ;;
            evaluate) exit 1 ;;
            esac
            """)
        self.start("--for", 1, status=1, program=program)
        games = self.folder / "generation-1" / "games.pos"
        self.assertEqual(games.read_text(), "games\n")
        fails.unlink()
        self.start("--for", 1, status=1, program=program)
        self.assertEqual(games.read_text(), "games\n")
        self.assertTrue((self.folder / "generation-1" / "emilia.weights").exists())

    def test_a_match_that_goes_on_plays_as_many_games_at_a_time_as_there_are_threads(self) -> None:
        program = self.write_program("plays", f"""#!/bin/sh
            case $1 in
            train) echo weights >"$4" ;;
            selfplay) echo games >"$3" ;;
            evaluate) echo errors ;;
            *) exec {fake("gtp", "killed")} ;;
            esac
            """)
        commands = self.folder.parent / "commands"
        tools = self.folder.parent / "tools"
        tools.mkdir()
        python = tools / "python3"
        python.write_text(f"""#!/bin/sh
            echo "$*" >>'{commands}'
            exec '{sys.executable}' "$@"
            """)
        python.chmod(0o755)
        with mock.patch.dict(os.environ, {"PATH": f"{tools}:{os.environ['PATH']}"}):
            for threads in (1, 2):
                self.start("--threads", threads, status=1, program=program)
        _, resumed = (line for line in commands.read_text().splitlines() if "match.py" in line)
        self.assertIn(" --resume ", resumed)
        self.assertTrue(resumed.endswith(" --concurrency 2"), resumed)

    def test_the_best_weights_come_with_margins_and_how_to_put_both_in_place(self) -> None:
        few = self.folder.parent / "few positions"
        few.touch()
        program = self.write_program("plays", f"""#!/bin/sh
            case $1 in
            train) echo weights >"$4" ;;
            selfplay) echo games >"$3" ;;
            evaluate) echo errors ;;
            calibrate) [ -e '{few}' ] && exit 1 ;;
            esac
            case $1 in
            {CALIBRATE}
            train | selfplay | evaluate) ;;
            *) exec {fake("gtp", "--seed", 1)} ;;
            esac
            """)
        margins = self.folder / "probcut_margins.h"
        said = self.start(status=0, program=program)
        self.assertIn("they have no margins yet, so do not build them into the program", said)
        self.assertFalse(margins.exists())
        few.unlink()
        said = self.start(status=0, program=program)
        self.assertEqual(margins.read_text(), "margins\n")
        for file, place in (("emilia.weights", "eval/emilia.weights"),
                            ("probcut_margins.h", "search/probcut_margins.h")):
            self.assertIn(f"    cp '{self.folder / file}' {TRAIN.parents[1]}/engine/{place}\n", said)

    def test_a_name_may_hold_any_character_in_any_locale(self) -> None:
        self.folder = self.folder.with_name("it's an ü\t$HOME")
        program = self.write_program("ä program", f"""#!/bin/sh
            case $1 in
            train) echo weights >"$4" ;;
            selfplay) echo games >"$3" ;;
            evaluate) echo errors ;;
            {CALIBRATE}
            *) for last do :; done; test -e "$last" && exec {fake("gtp", "--seed", 1)} ;;
            esac
            """)
        with mock.patch.dict(os.environ, {"LC_ALL": "C"}):
            self.start(status=0, program=program)
        self.assertTrue((self.folder / "generation-1" / "verdict").exists())

    def test_another_program_goes_on_but_not_without_a_word(self) -> None:
        self.assertNotIn("another program", self.start(status=1))
        self.assertNotIn("another program", self.start(status=1))
        other = self.write_program("other", PROGRAM + "# another\n")
        self.assertIn(f"'{self.folder}' was begun with another program than '{other}' is now; this "
                      "one continues it, but one of another version adds no games to a self-play "
                      "that has begun\n", self.start(status=1, program=other))


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class Training(TrainTest):
    def test_weights_come_of_nothing_and_what_is_there_is_kept(self) -> None:
        said = self.train_tiny()
        self.assertIn("generation 1: self-play\n", said)
        weights = self.folder / "emilia.weights"
        self.assertIn(f"the best weights are '{weights}'", said)
        errors = self.errors(weights, self.folder / "held-out.pos")
        self.assertGreater(errors["positions"], 10)

        before = weights.read_bytes()
        again = self.train_tiny()
        self.assertIn("generation 1: its weights exist\n", again)
        self.assertNotIn("self-play", again)
        self.assertNotIn("generation 1: training", again)
        self.assertNotIn("a match", again)
        self.assertEqual(weights.read_bytes(), before)

    def test_every_generation_has_to_win_a_match_against_the_best_so_far(self) -> None:
        self.train_tiny("--generations", 2)
        best = self.folder / "start.weights"
        weights = [best.read_bytes()]
        for generation in (1, 2):
            here = self.folder / f"generation-{generation}"
            weights.append((here / "emilia.weights").read_bytes())
            result = json.loads((here / "match" / "results.json").read_text())
            self.assertEqual(result["games"], 2)
            settings = json.loads((here / "match" / "match.json").read_text())["settings"]
            for engine in settings["engines"]:  # your own book must not decide
                self.assertIn(" --no-book ", engine["command"])
            wins = result["wins"] > result["losses"]
            self.assertEqual((here / "verdict").read_text(), "better\n" if wins else "refused\n")
            if wins:
                best = here / "emilia.weights"
        self.assertEqual(len(set(weights)), 3)
        first_is_better = (self.folder / "generation-1" / "verdict").read_text() == "better\n"
        for generation, searched in ((1, False), (2, first_is_better)):
            games = self.folder / f"generation-{generation}" / "games.pos"
            self.assertEqual(has_values_of_searches(games), searched)
        self.assertEqual((self.folder / "emilia.weights").read_bytes(), best.read_bytes())

        # The verdicts decide, whatever they were.
        for verdicts in (("refused", "refused"), ("better", "refused"), ("refused", "better")):
            for generation, verdict in enumerate(verdicts, start=1):
                path = self.folder / f"generation-{generation}" / "verdict"
                path.write_text(verdict + "\n")
            self.train_tiny("--generations", 2)
            kept = weights[1 + verdicts.index("better") if "better" in verdicts else 0]
            self.assertEqual((self.folder / "emilia.weights").read_bytes(), kept)

    def test_it_can_start_with_weights_of_a_file(self) -> None:
        start = self.folder.parent / "start.weights"
        subprocess.run([EMILIA, "train", "--initial", "--output", start], check=True,
                       stdout=subprocess.DEVNULL)
        damaged = self.folder.parent / "damaged.weights"
        damaged.write_bytes(start.read_bytes()[:-1])
        self.assertIn("is cut off or damaged",
                      self.train("--program", EMILIA, "--folder", self.folder.parent / "other", *TINY,
                                 "--start", damaged, status=1))
        self.train_tiny("--start", start)
        self.assertEqual((self.folder / "start.weights").read_bytes(), start.read_bytes())
        self.assertTrue(has_values_of_searches(self.folder / "generation-1" / "games.pos"))
        best = self.folder / "emilia.weights"
        before = as_written(best)
        self.train_tiny("--start", start)
        self.assertEqual(as_written(best), before)
        start.write_bytes(b"others")
        self.assertIn("was made with other settings",
                      self.train("--program", EMILIA, "--folder", self.folder, *TINY, "--start",
                                 start, status=2))

    def test_games_of_wthor_teach_and_later_ones_measure(self) -> None:
        bases = self.folder.parent / "wthor"
        bases.mkdir()
        shutil.copy(BASE, bases)
        later = bytearray(BASE.read_bytes())
        later[10:12] = (2024).to_bytes(2, "little")
        (bases / "WTH_2024.wtb").write_bytes(later)
        said = self.train_tiny("--wthor", bases)
        self.assertEqual(said.count("\n8 games, "), 2)
        counted = self.errors(self.folder / "emilia.weights", self.folder / "held-out.pos")
        self.assertEqual(counted["positions"], 431)

    def test_a_damaged_game_of_wthor_is_named_and_left_out(self) -> None:
        bases = self.folder.parent / "wthor"
        bases.mkdir()
        base = bytearray(BASE.read_bytes())
        base[16 + 8 + 10] = 200  # the eleventh move of the first game
        for year in (1978, 2024):
            base[10:12] = year.to_bytes(2, "little")
            (bases / f"WTH_{year}.wtb").write_bytes(base)
        for games in ("\n7 games, ", "\n0 games, "):
            said = self.train_tiny("--wthor", bases)
            self.assertEqual(said.count("game 1: 200 is not a move"), 2)
            self.assertEqual(said.count(
                "Emilia: some of WTHOR's games cannot be read; the others are used\n"), 2)
            self.assertEqual(said.count(games), 2)
            self.assertIn("the best weights are ", said)


if __name__ == "__main__":
    unittest.main()
