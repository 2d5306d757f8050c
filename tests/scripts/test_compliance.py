"""The compliance walk: it passes for a good engine and names the failing step of a bad one."""
import os
import re
import shlex
import unittest
from unittest import mock

from match_test import EMILIA, MatchTest, emilia, fake
from match_runner.compliance.nboard_steps import (NBoardTalk, analyzes_for_black, first_move,
                                                   settings)
from match_runner.compliance.talk import StepFailure
from match_runner.engines.game_log import GameLog
from match_runner.engines.process import EngineProcess


class WalkTest(MatchTest):
    def walk(self, command: str, status: int, *options: object) -> str:
        return self.run_match("--compliance", command, *options, status=status, output=False)

    def failed_steps(self, printed: str) -> list[str]:
        return re.findall(r"^  FAILED   (.*?) \(", printed, re.MULTILINE)


class FaultTest(WalkTest):
    def test_faults_are_named_by_step_with_the_dialogue(self):
        printed = self.walk("gtp:" + fake("gtp", "no-undo"), 1)
        self.assertEqual(self.failed_steps(printed), ["undo takes a move back"])
        self.assertIn("refused 'play black d3': illegal move", printed)
        self.assertIn("           > undo\n           < =\n           < \n"
                      "           > play black d3\n", printed)
        self.assertIn("22 steps passed, 1 failed, 0 skipped", printed)

    def test_an_illegal_move_is_named(self):
        printed = self.walk(fake("gtp", "illegal", "--at", 1), 1)
        self.assertIn("genmove gives a legal move and plays it", self.failed_steps(printed))
        self.assertIn("'a8' is not a legal move for black; legal: d3 c4 f5 e6", printed)

    def test_a_misread_game_is_named(self):
        printed = self.walk("nboard:" + fake("nboard", "forgets-pass"), 1)
        self.assertEqual(self.failed_steps(printed),
                         ["a pass is accepted, as a move and within a game"])
        self.assertIn("is not a legal move for white; legal: ", printed)
        self.assertIn("24 steps passed, 1 failed, 1 skipped", printed)

    def test_a_ugi_engine_that_misreads_passes_and_does_not_wait_for_stop_is_named(self):
        for fault, step, words in (
                ("forgets-pass", "a side without a move answers 0000, and 0000 is understood",
                 "is not a legal move for white; legal: "),
                ("restless", "go infinite ends only with stop, and isready is answered before",
                 "the move comes before stop")):
            printed = self.walk("ugi:" + fake("ugi", fault), 1)
            self.assertIn(step, self.failed_steps(printed))
            self.assertIn(words, printed)

    def test_nboard_steps_fail_for_their_reasons(self):
        cases = (("bad-number", first_move, "/1e3/0.01' is no plain number"),
                 ("late-lines", first_move, "'=== A1' comes after the answer"),
                 ("wrong-pong", settings, "answers 'pong 4' to 'ping 3'"),
                 ("own-view", analyzes_for_black, "'analysis 9 -0.5' is not black's view"))
        for fault, step, words in cases:
            with self.subTest(fault=fault):
                command = shlex.split(fake("nboard", fault, "--at", 1))
                process = EngineProcess("engine", command, GameLog())
                self.addCleanup(process.close, politely=False)
                with self.assertRaises(StepFailure) as raised:
                    step(NBoardTalk(process, 30))
                self.assertIn(words, str(raised.exception))

    def test_an_engine_that_never_stops_printing_fails(self):
        for dialect, words in (("gtp", "= 2"), ("nboard", "status thinking")):
            printed = self.walk(f"{dialect}:yes '{words}'", 1)
            self.assertIn("has printed more than 20,000 lines", printed)
            self.assertRegex(printed, r" \.\.\. [0-9,]+ earlier lines\n           < ")

    def test_an_engine_that_does_not_start_is_named(self):
        self.assertIn("does not start", self.walk("gtp:./no-such-engine", 2))


class LearnTest(WalkTest):
    """An engine may keep what it learns, so a walk teaches it nothing unless the user agrees."""

    def setUp(self) -> None:
        super().setUp()
        self.data = self.folder / "data"
        self.data.mkdir()
        patch = mock.patch.dict(os.environ, XDG_DATA_HOME=str(self.data))
        patch.start()
        self.addCleanup(patch.stop)

    def test_an_engine_is_not_told_to_learn(self):
        printed = self.walk("nboard:" + fake("nboard", "learns"), 0)
        self.assertRegex(printed, r"skipped  learn is answered by learned .*: the engine could "
                                  r"learn this step's game into your book; --learn allows it\n")
        self.assertIn("25 steps passed, 0 failed, 1 skipped", printed)
        self.assertEqual(os.listdir(self.data), [])

    def test_an_engine_that_may_learn_keeps_it_in_a_temporary_folder(self):
        printed = self.walk("nboard:" + fake("nboard", "learns"), 0, "--learn")
        self.assertIn("26 steps passed, 0 failed, 0 skipped", printed)
        self.assertEqual(os.listdir(self.data), [])

    @unittest.skipUnless(EMILIA, "needs EMILIA_PROGRAM")
    def test_emilia_passes_and_your_own_book_stays_as_it_is(self):
        printed = self.walk(f"nboard:{shlex.quote(EMILIA)} --threads 1 --hash 2", 0, "--learn")
        self.assertRegex(printed, r"\d+ steps passed, 0 failed, 0 skipped\n$")
        self.assertEqual(os.listdir(self.data), [])


@unittest.skipUnless(EMILIA, "needs EMILIA_PROGRAM")
class EmiliaTest(WalkTest):
    def test_emilia_passes_in_gtp_and_ugi(self):
        for dialect in ("gtp", "ugi"):
            printed = self.walk(f"{dialect}:" + emilia("--depth", 3), 0)
            self.assertRegex(printed, r"\d+ steps passed, 0 failed, 0 skipped\n$")


if __name__ == "__main__":
    unittest.main()
