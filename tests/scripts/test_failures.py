"""Engines that fail lose their game for the right reason, and the match continues."""
import contextlib
import io
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from match_test import MatchTest, fake
from match_runner.command_line import main
from match_runner.engines.detect import make_player
from match_runner.engines.engine_spec import EnginePlan, Limits, parse_command, split_command
from match_runner.engines.game_log import GameLog
from match_runner.engines.player import Choice
from match_runner.engines.process import EngineProcess
from match_runner.errors import EngineFailure
from match_runner.games.game import Game, GameRecord
from match_runner.games.schedule import Fixture
from match_runner.othello.rules import Color
from match_runner.statistics.results import Pairing

UNTIMED = Limits()
SHORT = Limits(move_timeout=0.5)

# Fault, limits, the reason for which the game is lost, and what the detail says.
FAULTS = [
    ("illegal", UNTIMED, "illegal move", "answered 'a1' after f5d6"),
    ("nonsense", UNTIMED, "illegal move", "answered 'zz9' after f5d6"),
    ("pass", UNTIMED, "illegal move", "which is not a legal move"),
    ("controls", UNTIMED, "illegal move", "answered '?[31mred!!!!"),
    ("garbage", SHORT, "no answer", "it printed 'lorem ipsum'"),
    ("flood", SHORT, "no answer", "it printed 'lorem ipsum"),
    ("exits", UNTIMED, "crash", "ended with status 3; its last words: 'out of ideas'"),
    ("crashes", UNTIMED, "crash", "was ended by signal 11 (SIGSEGV)"),
    ("killed", UNTIMED, "crash", "was ended by signal 9 (SIGKILL)"),
    ("closes", UNTIMED, "crash", "closed its output"),
    ("hangs", SHORT, "no answer", "did not answer 'the request for a move' in 0.5 s"),
    ("hangs", Limits(game_time=0.5, margin=0), "time", " s and a margin of 0.000 s"),
    ("slow", Limits(time=0.3, margin=0.2), "time", " s; it had 0.300 s and a margin of 0.200 s"),
    ("slow", Limits(game_time=0.9, margin=0.0), "time", "had no move after 0."),
]
NBOARD_FAULTS = [("wrong-pong", UNTIMED, "protocol", "answered 'pong "),
                 ("long-pong", UNTIMED, "protocol", "answered 'pong 999")]
GTP_FAULTS = [("refuses", UNTIMED, "protocol", "refused 'play "),
              ("endless", UNTIMED, "protocol", "with more than 10,000 lines"),
              ("resign", UNTIMED, "resigned", "resigned")]


def player(name: str, command: str, limits: Limits):
    spec = parse_command(name, command)
    plan = EnginePlan(spec, split_command(name, spec.command), spec.dialect)
    return make_player(plan, limits, GameLog())


class FailureTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        # One process plays all the faulty engines, and must survive every game.
        cls.good = player("good", "gtp:" + fake("gtp"), UNTIMED)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.good.process.close()

    def play(self, dialect: str, fault: str, limits: Limits, color: Color) -> GameRecord:
        bad = player("bad", f"{dialect}:{fake(dialect, fault, '--seconds', 0.7)}", limits)
        players = {color: bad, color.other: self.good}
        names = [players[each].plan.name for each in (Color.BLACK, Color.WHITE)]
        try:
            return Game(Fixture(1, 1, *names, ("f5", "d6")), players, limits).play()
        finally:
            bad.process.close(politely=False)

    def check(self, dialect: str, faults: list) -> None:
        for number, (fault, limits, reason, words) in enumerate(faults):
            with self.subTest(fault=fault, limits=limits):
                color = (Color.BLACK, Color.WHITE)[number % 2]
                record = self.play(dialect, fault, limits, color)
                self.assertEqual((record.loser, record.reason), ("bad", reason))
                self.assertIn(words, record.detail)
                self.assertLess(len(record.detail), 300)
                self.assertEqual(record.points, 0.0 if color is Color.BLACK else 1.0)
                self.assertIsNone(record.discs)
                self.assertEqual(record.killed, fault == "killed")

    def test_each_fault_of_an_nboard_engine_loses_for_its_reason(self):
        self.check("nboard", FAULTS + NBOARD_FAULTS)

    def test_a_loss_on_time_says_how_long_the_move_took_and_is_the_slowest(self):
        limits = Limits(time=0.3, margin=0.2)
        for dialect in ("gtp", "nboard"):
            with self.subTest(dialect=dialect):
                record = self.play(dialect, "slow", limits, Color.BLACK)
                said = re.fullmatch(r"had no move after (\d\.\d{3}) s; it had 0\.300 s and a "
                                    r"margin of 0\.200 s", record.detail)
                self.assertGreaterEqual(float(said[1]), 0.5)
                self.assertAlmostEqual(record.late_seconds, float(said[1]), 3)
                pairing = Pairing("bad", "good")
                pairing.add(record)
                self.assertEqual(pairing.times["bad"].slowest, record.late_seconds)

    def test_a_move_that_comes_too_late_is_the_slowest(self):
        game = Game(Fixture(1, 1, "a", "b", ()), {Color.BLACK: self.good}, Limits(time=1.0))
        with self.assertRaises(EngineFailure) as raised:
            game._judge(Color.BLACK, Choice("f5", 1.25))
        self.assertEqual(raised.exception.detail,
                         "took 1.250 s for a move; it had 1.000 s and a margin of 0.100 s")
        self.assertEqual(raised.exception.seconds, 1.25)

    def test_numbers_that_are_too_long_are_left_out(self):
        for dialect in ("nboard", "ugi"):
            record = self.play(dialect, "long-numbers", UNTIMED, Color.BLACK)
            self.assertIsNone(record.loser)
            self.assertEqual(set(record.scores + record.nodes), {None})

    def test_each_fault_of_a_gtp_engine_loses_for_its_reason(self):
        self.check("gtp", FAULTS + GTP_FAULTS)

    def test_each_fault_of_a_ugi_engine_loses_for_its_reason(self):
        self.check("ugi", FAULTS)


class ProcessTest(unittest.TestCase):
    def test_the_rest_of_an_endless_line_is_dropped(self):
        process = EngineProcess("a", ["sh", "-c", "printf '%0100000d\\r\\nnext' 0"], GameLog())
        self.addCleanup(process.close, politely=False)
        deadline = time.monotonic() + 30
        self.assertEqual(process.read(deadline).text, "0" * 16_384)
        self.assertEqual(process.read(deadline).text, "next")


class FakeEngineTest(unittest.TestCase):
    def test_one_that_hangs_ends_with_the_program_that_started_it(self):
        starter = subprocess.Popen(
            ["sh", "-c", f"exec 3<&0; {fake('gtp', 'hangs', '--at', 1)} <&3 & wait"], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        print("name\ngenmove black", file=starter.stdin, flush=True)
        self.assertEqual(starter.stdout.readline(), "= Fake\n")
        starter.kill()
        try:
            starter.communicate(timeout=60)  # the engine holds the output open as long as it runs
        except subprocess.TimeoutExpired:
            os.killpg(starter.pid, signal.SIGKILL)
            raise


class MatchGoesOnTest(MatchTest):
    def test_failures_are_counted_by_engine_and_kind_and_the_match_goes_on(self):
        faulty = {"illegal": fake("gtp", "illegal"), "crash": fake("nboard", "exits"),
                  "hang": fake("gtp", "hangs")}
        dialects = {"illegal": "gtp", "crash": "nboard", "hang": "gtp"}
        engines = [word for name, command in faulty.items()
                   for word in ("--engine", f"{name}={dialects[name]}:{command}")]
        printed = self.run_match("--engine", f"good=nboard:{fake('nboard')}", *engines,
                                 "--gauntlet", "--games", 4, "--move-timeout", 0.6,
                                 "--concurrency", 2, "--reuse")
        kinds = ("time_losses", "illegal_moves", "crashes")
        expected = {"illegal": (0, 4, 0), "crash": (0, 0, 4), "hang": (4, 0, 0)}
        results = self.results()
        self.assertEqual([result["engines"] for result in results],
                         [["good", "illegal"], ["good", "crash"], ["good", "hang"]])
        for result in results:
            name = result["engines"][1]
            self.assertEqual((result["wins"], result["losses"], result["games"]), (4, 0, 4))
            self.assertEqual(tuple(result[kind] for kind in kinds), expected[name])
            self.assertEqual(result["incidents"]["good"], dict.fromkeys(kinds, 0))
        self.assertIn("good v crash: crash loses (crash): ended with status 3; its last words: "
                      "'out of ideas'", printed)
        self.assertEqual(len(self.games()), 12)


class StartTest(MatchTest):
    def refused(self, command: str, *options: object) -> str:
        """Returns the message about a match that cannot start; checks that it leaves no files."""
        text = self.run_match("--engine", f"bad={command}", "--engine", f"good=gtp:{fake('gtp')}",
                              *options, status=1)
        self.assertFalse(self.output.exists())
        return text

    def test_a_command_that_is_not_there_is_named(self):
        text = self.refused("./no-such-engine --fast")
        self.assertRegex(text, r"^match.py: bad: './no-such-engine --fast' does not start: .*No "
                               r"such file or directory.*\n$")

    def test_an_engine_that_ends_at_once_is_named_with_its_words(self):
        for dialect in ("", "gtp:", "nboard:"):
            text = self.refused(dialect + fake("gtp", "dies"))
            self.assertIn("match.py: bad: ", text)
            self.assertIn("ended with status 1; its last words: 'no licence found'", text)

    def test_an_engine_that_never_answers_is_named(self):
        for dialect in ("gtp", "nboard"):
            text = self.refused(f"{dialect}:sh -c 'while :; do echo; sleep 0.1; done'",
                                "--reply-timeout", 0.5)
            self.assertRegex(text, "did not answer '.*' in 0.5 s")
        for dialect, words in (("", "answers as none of NBoard, GTP and UGI in 0.5 s"),
                               ("gtp:", "did not answer 'protocol_version' in 0.5 s"),
                               ("nboard:", "did not answer 'ping 1' in 0.5 s"),
                               ("ugi:", "did not answer 'ugi' in 0.5 s")):
            text = self.refused(dialect + fake("gtp", "mute"), "--reply-timeout", 0.5)
            self.assertIn("match.py: bad: ", text)
            self.assertIn(words, text)

    def test_a_program_that_is_no_engine_is_named_with_its_output(self):
        text = self.refused("sh -c 'while read x; do echo hello $x; done'", "--reply-timeout", 1)
        self.assertIn("it printed 'hello ugi'", text)

    def test_an_engine_that_starts_no_more_stops_the_match_and_its_games_stay(self):
        script = self.folder / "engine.sh"
        script.write_text(f"#!/bin/sh\ncd {self.folder}; echo x >> starts\n"
                          f"[ $(wc -l < starts) -gt 6 ] && exit 9\nexec {fake('gtp')}\n")
        script.chmod(0o755)
        with mock.patch("match_runner.tournament.tournament._PAUSE_SECONDS", 0.01):
            text = self.run_match("--engine", f"bad=gtp:{script}", "--engine",
                                  f"good=gtp:{fake('gtp')}", "--games", 20, status=1)
        self.assertIn(f"match.py: bad: '{script}' ended with status 9 (in 3 attempts)", text)
        self.assertIn(f"5 games are saved in {self.output}; to continue: ", text)
        self.assertEqual(len(self.games()), 5)
        self.assertEqual(self.results()["games"], 5)


class OptionsTest(unittest.TestCase):
    def refused(self, *arguments: object) -> str:
        """Returns the message about wrong options; checks that it is one line, with status 2."""
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            try:
                status = main([*map(str, arguments), "--output", "not-made"])
            except SystemExit as end:
                status = end.code
        self.assertEqual((status, said.getvalue().count("\n")), (2, 1), said.getvalue())
        self.assertFalse(Path("not-made").exists())
        return said.getvalue()

    def test_wrong_options_end_with_status_2_and_a_line(self):
        engines = ("--engine", "a=x", "--engine", "b=y")
        cases = [((), "two or more engines"), (("--engine", "a=x"), "two or more engines"),
                 (("--engine", "a=x", "--engine", "a=y"), "two engines are named a"),
                 (("--engine", "x", "--engine", "a=y"), "is not NAME=COMMAND"),
                 ((*engines, "--games", 3), "odd"), ((*engines, "--games", "many"), "--games"),
                 ((*engines, "--time", 1, "--game-time", 9), "exclude each other"),
                 ((*engines, "--time", -1), "--time"),
                 ((*engines, "--increment", 1), "--increment needs --game-time"),
                 ((*engines, "--openings", "none.txt"), "cannot read the openings"),
                 ((*engines, "--sprt", "elo0=1"), "--sprt"),
                 ((*engines, "--html", "no/folder/x.html"), "cannot write"),
                 ((*engines, "--engine", "c=z", "--sprt", "elo0=0,elo1=5"), "two engines"),
                 ((*engines, "--openings", "x", "--random-plies", 3), "exclude each other"),
                 ((*engines, "--part", "4/3"), "--part: '4/3' is not a part and the number of"),
                 ((*engines, "--part", "1/3", "--sprt", "elo0=0,elo1=5"), "exclude each other"),
                 (("--learn",), "--learn needs --compliance"),
                 ((*engines, "--output", ""), "--output: the name is empty"),
                 ((*engines, "--html", "not-made/moves.txt"), "is also a file of the match"),
                 ((*engines, "--html", "x", "--json", "./x"),
                  "--html x is also the file of --json"),
                 ((*engines, "--html", __file__, "--openings", __file__),
                  "is also the file of --openings"),
                 ((*engines, "--json", "not-made/../logs/game-00001.log", "--log", "./logs"),
                  "game-00001.log may also be a log of --log logs"),
                 (("--engine", "a" * 65 + "=x", *engines), "a name of up to 64 letters"),
                 (("--resume",), "contains no match to resume"), ((*engines, "--tim", 3), "--tim")]
        for arguments, words in cases:
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.refused(*arguments))

    def test_no_result_replaces_another_name_of_the_openings(self):
        with tempfile.TemporaryDirectory() as folder:
            openings, other = Path(folder) / "openings", Path(folder) / "other"
            openings.write_text("f5d6\n")
            os.link(openings, other)
            for name in (openings, other):
                self.assertIn(f"--html {name} is also the file of --openings",
                              self.refused("--engine", "a=x", "--engine", "b=y", "--openings",
                                           openings, "--html", name))

    def test_wrong_usage_is_explained_and_names_the_help(self):
        engines = ("--engine", "a=x", "--engine", "b=y")
        for arguments, message in (
                (("--tim", 3), "there is no option '--tim' (did you mean '--time'?)"),
                (("--game_time=3",),
                 "there is no option '--game_time' (did you mean '--game-time'?)"),
                (("--conc", 3), "there is no option '--conc' (did you mean '--concurrency'?)"),
                (("--castle",), "there is no option '--castle'"),
                (("build/emilia",), "'build/emilia' belongs to no option; an engine is given as "
                                    "--engine NAME=COMMAND"),
                (("--games",), "--games needs a value"),
                (("--games", "x"), "--games: 'x' is not a whole number of at least 2"),
                (("--seed", "x"), "--seed: 'x' is not a whole number"),
                ((*engines, "--games", 2_000_000), "--games 2,000,000 is more than 1,000,000"),
                ((*engines, "--sprt", "elo0=1,elo1=0"), "--sprt: elo0 must be less than elo1, and "
                 "both at most 2,000 from 0"),
                ((*engines, "--sprt", "elo0=0,elo1=1e300"), "--sprt: elo0 must be less than elo1, "
                 "and both at most 2,000 from 0")):
            with self.subTest(arguments=arguments):
                said = self.refused(*arguments)
                self.assertRegex(said, r"^match\.py: .*; see '\S*match\.py --help'\n$")
                self.assertEqual(said.partition("; see '")[0], f"match.py: {message}")

    def test_a_current_folder_that_is_gone_is_named(self):
        self.addCleanup(os.chdir, os.getcwd())
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
        self.assertEqual(self.refused("--engine", "a=x", "--engine", "b=y"),
                         "match.py: cannot use the current folder: No such file or directory\n")

    def test_a_walk_through_a_protocol_takes_no_options_of_a_match(self):
        self.assertIn("--compliance plays no match and excludes --move-timeout",
                      self.refused("--compliance", "x", "--move-timeout", 3))

    def test_help_has_examples(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said), self.assertRaises(SystemExit) as end:
            main(["--help"])
        self.assertEqual(end.exception.code, 0)
        self.assertIn("examples:", said.getvalue())


if __name__ == "__main__":
    unittest.main()
