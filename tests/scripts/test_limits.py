"""Limits: how engines learn them, and the runner's own clock."""
import unittest

from match_test import EMILIA, MatchTest, emilia, fake
from match_runner.engines.clock import Clock, time_text
from match_runner.engines.engine_spec import (EngineSpec, Limits, fill_command, parse_engine,
                                              plan_engine)
from match_runner.errors import MatchError


def plan(text: str, dialect: str, commands=("time_settings", "time_left"), said_name="", **limits):
    spec = parse_engine(text)
    asked = Limits(**limits)
    command, placed = fill_command(spec, asked)
    return plan_engine(spec, asked, command, placed, dialect, frozenset(commands), said_name)


class EngineTest(unittest.TestCase):
    def test_the_dialect_may_be_said(self):
        cases = {"a=run --x=1": EngineSpec("a", "run --x=1"),
                 "a=gtp:run": EngineSpec("a", "run", "gtp"),
                 "a=nboard: run 'b c'": EngineSpec("a", "run 'b c'", "nboard"),
                 "a=ugi:run": EngineSpec("a", "run", "ugi"),
                 "a=gtp+decimals:run": EngineSpec("a", "run", "gtp", True),
                 "a=auto+decimals:run": EngineSpec("a", "run", "auto", True),
                 "a.b-2=C:/run": EngineSpec("a.b-2", "C:/run")}
        for text, spec in cases.items():
            with self.subTest(text=text):
                self.assertEqual(parse_engine(text), spec)

    def test_what_is_no_engine_is_refused(self):
        for text in ("run", "=run", "a b=run", "a=", "a=gtp:", "a='x", "a]=x"):
            with self.subTest(text=text), self.assertRaises(MatchError):
                parse_engine(text)

    def test_places_in_the_command_are_filled(self):
        command = plan("a=run --t {time} -d{depth} --x '{other} y'", "gtp", time=0.25,
                       depth=7).command
        self.assertEqual(command, ["run", "--t", "0.25", "-d7", "--x", "{other} y"])
        command = plan("a=run {game-time}+{increment}", "nboard", game_time=60,
                       increment=0.5).command
        self.assertEqual(command, ["run", "60+0.5"])

    def test_a_place_without_its_limit_is_refused(self):
        for place in ("time", "depth", "nodes", "game-time", "increment"):
            with self.subTest(place=place), self.assertRaises(MatchError) as raised:
                plan(f"a=run {{{place}}}", "gtp")
            self.assertIn("a: ", str(raised.exception))

    def test_a_limit_is_sent_where_the_protocol_has_words_for_it(self):
        cases = [("nboard", dict(depth=5), (False, True)),
                 ("nboard", dict(game_time=60.0), (True, False)),
                 ("nboard", dict(game_time=60.5, depth=9), (True, True)),
                 ("ugi", dict(time=0.01, depth=5), (True, True)),
                 ("ugi", dict(game_time=0.5, nodes=9), (True, False)),
                 ("gtp", dict(time=2.0), (True, False)),
                 ("gtp", dict(game_time=60.0, increment=1.5), (True, False)),
                 ("gtp", {}, (False, False))]
        for dialect, limits, sends in cases:
            with self.subTest(dialect=dialect, limits=limits):
                made = plan("a=run", dialect, **limits)
                self.assertEqual((made.sends_time, made.sends_depth), sends)

    def test_the_command_comes_before_the_protocol(self):
        made = plan("a=run {time} {depth}", "gtp", time=2.0, depth=3)
        self.assertFalse(made.sends_time)
        self.assertFalse(plan("a=run {depth}", "nboard", depth=3).sends_depth)

    def test_a_limit_that_cannot_be_told_is_refused(self):
        cases = [("a=run", "nboard", dict(time=1.0)), ("a=run", "nboard", dict(nodes=10)),
                 ("a=run", "gtp", dict(depth=3)), ("a=run", "gtp", dict(nodes=3)),
                 ("a=gtp:run", "gtp", dict(time=0.5)), ("a=run", "gtp", dict(game_time=0.5))]
        for text, dialect, limits in cases:
            with self.subTest(dialect=dialect, limits=limits), self.assertRaises(MatchError) as e:
                plan(text, dialect, **limits)
            self.assertIn("put a place for it into the command", str(e.exception))
        with self.assertRaises(MatchError):
            plan("a=run", "gtp", commands=(), time=2.0)

    def test_the_hint_names_the_engines_own_option_and_not_emilias(self):
        for command, said_name, hint in (
                ("edax -move-time 1 -l 60", "Edax", "where it has the engine's own option for it: "
                 "'edax -move-time {time} -l 60'"),
                ("other --limit=1.0", "", "where it has the engine's own option for it: "
                 "'other --limit={time}'"),
                ("other 2", "Other", "behind the engine's own option for it, for example "
                 "'other 2 OPTION {time}'; the engine's documentation names the option"),
                ("run", "Emilia", "for example 'run --time {time}'"),
                ("build/emilia --threads 2", "", "for example 'build/emilia --threads 2 --time "
                 "{time}'")):
            with self.subTest(command=command), self.assertRaises(MatchError) as raised:
                plan(f"a={command}", "nboard", said_name=said_name, time=1.0)
            self.assertEqual(str(raised.exception), "a: --time 1 cannot be sent by NBoard; put a "
                             f"place for it into the command, {hint}")

    def test_fractions_go_to_engines_that_accept_them(self):
        self.assertTrue(plan("a=gtp+decimals:run", "gtp", time=0.5).sends_time)
        self.assertEqual(plan("a=gtp+decimals:run", "gtp", game_time=9.5).notes, ())
        notes = plan("a=run", "nboard", game_time=9.5).notes
        self.assertIn("whole seconds, rounded down", notes[0])
        self.assertEqual(plan("a=run", "nboard", game_time=9.0).notes, ())

    def test_an_engine_that_is_known_to_accept_fractions_gets_them(self):
        for name, accepts in (("Emilia", True), ("Emilia-iago", True), ("Rhino", False),
                              ("NotEmilia", False), ("", False)):
            for dialect in ("gtp", "nboard"):
                with self.subTest(name=name, dialect=dialect):
                    made = plan("a=run", dialect, said_name=name, game_time=9.5)
                    self.assertEqual((made.decimals, len(made.notes)), (accepts, not accepts))

    def test_the_start_says_what_whole_seconds_do_to_a_clock_of_gtp(self):
        for seconds in (1.0, 60.0):
            notes = plan("a=run", "gtp", game_time=seconds).notes
            self.assertEqual(notes, (
                "a gets its clock in whole seconds, rounded down, but never 0 while time is left, "
                "so it may lose on time; 'a=gtp+decimals:...' declares that it accepts "
                "fractions",))
        self.assertEqual(plan("a=run", "gtp", time=2.0).notes, ())  # says the truth at each move
        made = plan("a=run", "gtp", commands=("time_settings",), game_time=60.0)
        self.assertEqual(made.notes, ())


class ClockTest(unittest.TestCase):
    def test_a_game_clock_runs_down_and_up(self):
        clock = Clock(Limits(game_time=10, increment=1, margin=0.5))
        self.assertTrue(clock.charge(4))
        self.assertEqual(clock.left, 7)
        self.assertEqual(clock.longest_wait, 7.5)
        self.assertTrue(clock.charge(7.4))  # within the margin
        self.assertEqual(clock.left, 1)
        self.assertFalse(clock.charge(1.6))

    def test_a_time_a_move_is_the_same_each_time(self):
        clock = Clock(Limits(time=2, margin=0.1))
        for seconds, kept in ((1.9, True), (2.05, True), (2.2, False)):
            self.assertEqual(clock.charge(seconds), kept)
            self.assertEqual(clock.left, 2)

    def test_without_a_clock_only_a_hang_ends_the_wait(self):
        self.assertEqual(Clock(Limits(depth=3)).longest_wait, 120)
        self.assertTrue(Clock(Limits(depth=3)).charge(1e6))
        self.assertEqual(Clock(Limits(move_timeout=5)).longest_wait, 5)
        self.assertEqual(Clock(Limits(game_time=60, move_timeout=5)).longest_wait, 5)

    def test_times_are_written_as_in_game_files(self):
        self.assertEqual(time_text(Limits(game_time=300), False), "5:00")
        self.assertEqual(time_text(Limits(game_time=61.5, increment=0.25), False), "1:01/0:00")
        self.assertEqual(time_text(Limits(game_time=61.5, increment=0.25), True),
                         "1:01.500/0:00.250")


class SentTest(MatchTest):
    """The commands that engines receive."""

    def sent(self, engine: str, *options: object, number: int = 1) -> list[str]:
        logs = self.folder / f"log-{self.output.name}"
        self.run_match("--engine", f"a={engine}", "--engine", f"b=gtp:{fake('gtp')}", "--games", 2,
                       "--seed", 5, "--log", logs, *options)
        log = (logs / f"game-{number:05d}.log").read_text()
        return [line.split(" a > ")[1] for line in log.splitlines() if " a > " in line]

    def test_gtp_gets_a_time_for_each_move(self):
        sent = self.sent("gtp:" + fake("gtp"), "--time", 2)
        self.assertIn("time_settings 0 2 1", sent)
        self.assertEqual(sent[sent.index("genmove black") - 1], "time_left black 2 1")

    def test_gtp_gets_its_clock_in_whole_seconds_rounded_down(self):
        sent = self.sent("gtp:" + fake("gtp", "slow", "--seconds", 0.01), "--game-time", 20,
                         "--increment", 0)
        self.assertIn("time_settings 20 0 0", sent)
        left = [line for line in sent if line.startswith("time_left")]
        self.assertEqual(left[0], "time_left black 20 0")
        self.assertRegex(left[1], r"^time_left black 1\d 0$")

    def test_gtp_is_not_told_that_no_time_is_left_while_there_is_some(self):
        sent = self.sent("gtp:" + fake("gtp"), "--game-time", 1, "--margin", 0)
        left = [line for line in sent if line.startswith("time_left")]
        self.assertGreater(len(left), 1)
        self.assertEqual(set(left), {"time_left black 1 0"})

    def test_gtp_gets_decimals_if_it_takes_them(self):
        sent = self.sent("gtp+decimals:" + fake("gtp"), "--game-time", 20.5)
        self.assertIn("time_settings 20.5 0 0", sent)
        left = [float(line.split()[2]) for line in sent if line.startswith("time_left")]
        self.assertEqual(left, sorted(left, reverse=True))
        self.assertLess(left[5], 20.5)
        self.assertTrue(any(seconds % 1 for seconds in left))

    @unittest.skipUnless(EMILIA, "needs EMILIA_PROGRAM")
    def test_emilia_gets_decimals_without_being_asked(self):
        sent = self.sent("gtp:" + emilia("--depth", 1), "--game-time", 20.5)
        self.assertIn("time_settings 20.5 0 0", sent)
        self.output = self.folder / "other"
        sent = self.sent("nboard:" + emilia("--depth", 1), "--game-time", 20.5)
        game = next(line for line in sent if line.startswith("set game"))
        self.assertIn("TI[0:20.500]", game)

    def test_nboard_gets_the_clock_in_the_game_and_the_moves(self):
        sent = self.sent("nboard+decimals:" + fake("nboard", "slow", "--seconds", 0.01),
                         "--game-time", 90, "--increment", 0.5)
        game = next(line for line in sent if line.startswith("set game"))
        self.assertIn("TI[1:30/0:00.500]", game)
        # The engine adds the increment for opening moves, too, so each takes exactly that.
        self.assertEqual(game.count("//0.500]"), 8)
        own = [line for line in sent if line.startswith("move ")][0]
        self.assertRegex(own, r"^move [A-H][1-8]//\d\.\d{3}$")

    def test_nboard_gets_a_depth_and_no_clock(self):
        self.run_match(*(x for name in "ab" for x in ("--engine", f"{name}=" + fake("nboard"))),
                       "--games", 2, "--depth", 4, "--log", self.folder / "log")
        log = (self.folder / "log" / "game-00002.log").read_text()
        self.assertIn(" a > set depth 4\n", log)
        self.assertIn(" b > set depth 4\n", log)
        self.assertNotIn("TI[", log)
        self.assertNotIn("//", log)


if __name__ == "__main__":
    unittest.main()
