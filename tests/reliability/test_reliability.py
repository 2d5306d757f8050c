"""A small run of every row of EXPERIMENTS.md."""
import contextlib
import io
import os
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

import faults
import mutants
import soak
from kills import GrowingFile, kill_once
from row import PROJECT, Finding, Run
from match_runner.othello.rules import PASS, play_moves, random_moves

HERE = Path(__file__).resolve().parent
PROGRAM = os.environ.get("EMILIA_RELIABILITY")
SCRIPT = [sys.executable, str(HERE / "reliability.py")]


def check(command: list[str]) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@unittest.skipUnless(PROGRAM, "it needs the programs of a build")
class RowsTest(unittest.TestCase):
    def summary(self, *command: str) -> str:
        ended = check([*command])
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertRegex(ended.stdout, r"\A[^|\n]+ \| [^|\n]+\n\Z")
        return ended.stdout

    def test_the_solvers_agree_with_an_independent_one(self):
        self.assertIn("40 positions with 1 to 10 empty squares, each in ",
                      self.summary(PROGRAM, "exact", "--count", "40"))
        self.assertIn("2 positions with 12 to 12 empty", self.summary(
            PROGRAM, "exact", "--count", "2", "--least-empties", "12", "--most-empties", "12"))

    def test_what_must_hold_for_any_search_holds(self):
        self.assertIn("20 positions", self.summary(PROGRAM, "search", "--count", "20"))

    def test_games_read_back_from_every_format_and_damaged_files_are_refused_or_read(self):
        self.assertIn("8 games of 1 WTHOR bases", self.summary(PROGRAM, "archives"))
        self.assertIn("100 damaged files", self.summary(PROGRAM, "hostile", "--count", "100"))

    def test_stops_of_the_library_get_answers(self):
        self.assertIn("median", self.summary(PROGRAM, "stops", "--count", "1",
                                             "--most-milliseconds", "60000"))

    def test_the_rows_that_start_programs_find_nothing(self):
        for row, words in (("dialects", "1 stops in each"), ("kills", "1 kills of each"),
                           ("faults", "1 rounds of"), ("soak", "1 games by GTP"),
                           ("analysis", "an analysis of 1 s with ")):
            with self.subTest(row=row):
                self.assertIn(words, self.summary(*SCRIPT, row, "--count", "1"))

    def test_games_on_a_busy_machine_end_or_are_lost_on_time(self):
        ended = check([*SCRIPT, "time", "--count", "2"])
        self.assertIn(ended.returncode, (0, 1))
        if ended.returncode == 0:
            self.assertIn("2 games by GTP", ended.stdout)
        else:  # how many are lost depends on the machine
            self.assertEqual({("0", "0")}, set(re.findall(
                r"'time_losses': \d+, 'illegal_moves': (\d+), 'crashes': (\d+)", ended.stderr)))

    def test_a_row_without_time_for_any_case_is_no_result(self):
        for row in ("dialects", "kills", "soak"):
            with self.subTest(row=row):
                ended = check([*SCRIPT, row, "--seconds", "1e-9"])
                self.assertEqual((ended.returncode, ended.stdout, ended.stderr),
                                 (2, "", "there was no time for any case\n"))

    def test_wrong_options_are_refused(self):
        for command in ((PROGRAM, "all"), (PROGRAM, "exact", "--least-empties", "0"),
                        (PROGRAM, "exact", "--most-empties", "40"), (PROGRAM, "exact", "--count"),
                        (*SCRIPT, "exact"), (*SCRIPT, "kills", "--count", "few")):
            with self.subTest(command=command):
                ended = check([*command])
                self.assertEqual(ended.returncode, 2)
                self.assertEqual(ended.stdout, "")


class LosesGames(GrowingFile):
    """A job that empties its file before it writes it anew."""

    name = "loses games"
    contents = bytes(256) + 2 * (struct.pack("<III", 1, 1, 0) + bytes(20))

    def command(self) -> list[str]:
        return ["sh", "-c", f"head -c {len(self.contents)} whole >output; sleep 0.05"]

    def prepare(self) -> None:
        (self.folder / "whole").write_bytes(self.contents)


def started_and_moved(job: LosesGames) -> subprocess.Popen:
    """Starts it and waits until its file is the new one."""
    process = GrowingFile.start(job)
    while (job.folder / "said").read_text() != "moved\n":
        time.sleep(0.01)
    return process


class LosesBytes(GrowingFile):
    """A job that writes its file anew, in two steps."""

    name = "loses bytes"

    def command(self) -> list[str]:
        return ["sh", "-c", "printf xx > output; sleep 0.05; printf abc > output"]


# A row with a slow job, to be killed or unbroken as its argument says. It prints the job's process when
# it waits for its end.
SLOW_ROW = """
import sys
import kills, reliability
kind = sys.argv.pop()
class Slow(kills.GrowingFile):
    def command(self):
        is_slow = kind == "unbroken" or hasattr(self, "whole")
        return ["sleep", "60" if is_slow else "0"]
    def start(self):
        process = super().start()
        wait = process.wait
        def tell_and_wait(timeout=None):
            if "60" in process.args:
                print(process.pid, flush=True)
            return wait(timeout)
        process.wait = tell_and_wait
        return process
reliability.ROWS["time"] = lambda run: kills.kill_once(Slow(run.folder), 60)
sys.argv.append("time")
sys.exit(reliability.main())
"""

SUM = """int sum(int a, int b) {
return a + b;
}
bool never_called(int a) {
return a == 7;
}
bool always() {
return 1 > 0;
}
int product(int a, int b) {
return a * b;
}
extern int list[2 == 2 ? 1 : -1];
int main(int count, char**) {
if (count == 1) return product(4, 3) == 12 ? 0 : 1;
return sum(2, always()) == 3 ? 0 : 1;
}
"""


class CheckersTest(unittest.TestCase):
    """The checks find what they are there for."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def test_a_file_that_is_no_state_of_the_unbroken_job_is_found(self):
        job = LosesBytes(self.folder)
        (self.folder / "output").write_text("ax")
        with mock.patch.object(job, "command", lambda: ["sleep", "10"]):
            with self.assertRaisesRegex(Finding, "no state of the unbroken job"):
                kill_once(job, 0.01)

    def test_games_that_were_whole_before_a_kill_must_stay(self):
        job = LosesGames(self.folder)
        size = len(job.contents)
        for before, after, is_lost in ((0, 0, False), (255, 0, False), (256, 0, True),
                                       (size - 1, size - 33, True), (size - 1, size - 32, False),
                                       (size, size - 1, True), (size - 40, 256, False)):
            (self.folder / "output").write_bytes(job.contents[:before])
            script = f"head -c {after} whole >new; mv new output; echo moved; exec sleep 60"
            with self.subTest(before=before, after=after), \
                    mock.patch.object(job, "command", lambda: ["sh", "-c", script]), \
                    mock.patch.object(job, "start", lambda: started_and_moved(job)):
                if is_lost:
                    with self.assertRaisesRegex(Finding, "held before is lost"):
                        kill_once(job, 0)
                else:
                    self.assertTrue(kill_once(job, 0))

    def test_a_session_without_answers_or_a_message_is_found(self):
        for status, printed, said, is_finding in (
                (0, b"= Emilia\n\n=\n\n= c4\n\n=\n", b"", False), (0, b"= Emilia\n", b"", True),
                (1, b"", b"emilia: out of memory\n", False), (1, b"", b"", True)):
            ended = subprocess.CompletedProcess(["emilia"], status, printed, said)
            with self.subTest(status=status, said=said), \
                    mock.patch("subprocess.run", return_value=ended):
                for fault in (faults.little_memory, faults.no_threads):
                    if is_finding:
                        self.assertRaises(Finding, fault, Run(1, 0, 1, self.folder))
                    else:
                        fault(Run(1, 0, 1, self.folder))

    def test_other_answers_after_a_failed_request_for_memory_are_found(self):
        for outcome, is_finding in (
                ((0, b"= d6", b""), False), ((0, b"= c4", b""), True),
                ((0, b"= d6", b"emilia: the file of weights is damaged\n"), True),
                ((0, b"ERROR: cannot start a thread: no memory\n\n", b""), False),
                ((1, b"", b"emilia: cannot start a thread: no memory\n"), False),
                ((1, b"", b"emilia: out of memory\n"), False), ((1, b"", b""), True)):
            def session(_: str, environment: dict[str, str]) -> tuple[int, bytes, bytes]:
                if "EMILIA_COUNT_TO" not in environment:
                    return outcome
                Path(environment["EMILIA_COUNT_TO"]).write_text("40\n")
                return 0, b"= d6", b""

            with self.subTest(outcome=outcome), mock.patch.multiple(
                    faults, ALLOCATOR="", _gtp_session=session, _cassio_session=session):
                if is_finding:
                    self.assertRaises(Finding, faults.failing_allocator, Run(1, 0, 1, self.folder))
                else:
                    faults.failing_allocator(Run(1, 0, 1, self.folder))

    def test_a_job_that_ends_with_other_contents_is_found(self):
        job = LosesBytes(self.folder)
        with mock.patch.object(job, "command", lambda: ["sh", "-c", "printf abd > output"]):
            with self.assertRaisesRegex(Finding, "other contents"):
                kill_once(job, 30)

    def test_a_job_that_refuses_to_go_on_is_found(self):
        job = LosesBytes(self.folder)
        with mock.patch.object(job, "command", lambda: ["sh", "-c", "echo broken; exit 1"]):
            with self.assertRaisesRegex(Finding, "status 1: broken"):
                kill_once(job, 30)

    def small_project(self) -> Path:
        project = self.folder / "project"
        for name, text in (
                ("CMakeLists.txt", "project(p CXX)\nenable_testing()\nadd_subdirectory(tests)\n"
                                   "add_executable(emilia engine/sum.cpp)\n"),
                ("tests/CMakeLists.txt", "add_executable(emilia_tests ../engine/sum.cpp)\n"
                                         "add_test(NAME scripts/sum COMMAND emilia_tests)\n"),
                ("engine/sum.cpp", SUM)):
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(text)
        subprocess.run(["git", "init", "-q", str(project)], check=True)
        return project

    def workshop(self) -> tuple[mutants.Fates, mutants.Workshop]:
        (self.folder / "mutants").mkdir(exist_ok=True)
        fates = mutants.Fates(self.folder / "mutants")
        return fates, mutants.Workshop(self.folder / "mutants" / "0", fates, threading.Event())

    def test_mutants_that_the_tests_do_not_notice_are_found(self):
        with mock.patch.object(mutants, "PROJECT", self.small_project()):
            known, workshop = self.workshop()
            workshop.prepare()
            fates = {mutant.new: workshop.fate(mutant)
                     for mutant in mutants.mutants_of("engine/sum.cpp", SUM)}
            again, _ = self.workshop()
        nothing_left = check(["cmake", "--build", str(workshop.build)]).stdout
        self.assertEqual(fates["return a - b;"], "killed")
        self.assertEqual(fates["return a + b;"], "killed")  # only the test of the scripts sees it
        self.assertEqual(fates["return a != 7;"], "survived")
        self.assertEqual(fates["return 1 >= 0;"], "the same")
        self.assertEqual(fates["extern int list[2 != 2 ? 1 : -1];"], "uncompiled")
        self.assertEqual(again.known, known.known)
        self.assertNotRegex(nothing_left, r"Building|Linking")

    def test_a_mutant_that_hangs_is_tried_again_by_a_later_run(self):
        mutant = mutants.Mutant("engine/sum.cpp", 2, "return a + b;", "return a - b;")
        with mock.patch.object(mutants, "PROJECT", self.small_project()), \
                mock.patch.object(mutants.Workshop, "_fate_of_source") as fate_of_source:
            for fate in ("hung", "killed"):
                fate_of_source.return_value = fate
                self.assertEqual(self.workshop()[1].fate(mutant), fate)
            self.assertEqual(self.workshop()[0].known, {mutant: "killed"})

    def test_fates_hold_until_their_file_changes_and_survivors_until_a_test_does(self):
        project = self.small_project()
        for folder in ("tests/reliability", "scripts"):
            (project / folder).mkdir()
        killed, survivor = (mutants.Mutant("engine/sum.cpp", line, "", "") for line in (1, 2))
        both = {killed: "killed", survivor: "survived"}
        with mock.patch.object(mutants, "PROJECT", project):
            for changed, tried, known in (("engine/sum.cpp", set(), {}),
                                          ("README.md", set(both), both),
                                          ("tests/reliability/row.py", set(both), both),
                                          ("tests/CMakeLists.txt", set(both), {killed: "killed"}),
                                          ("scripts/run.sh", set(both), {killed: "killed"}),
                                          ("engine/new.h", set(both), both),
                                          ("engine/sum.cpp", set(), {})):
                with open(project / changed, "a", encoding="utf-8") as file:
                    file.write("\n")
                with self.subTest(changed=changed):
                    fates, _ = self.workshop()
                    self.assertEqual((fates.tried, fates.known), (tried, known))
                    for mutant, fate in both.items():
                        fates.note(mutant, fate)

    def test_mutants_that_an_earlier_run_drew_come_first(self):
        drawn = [mutants.Mutant("engine/sum.cpp", line, "", "") for line in range(1, 11)]
        tried = {drawn[2], drawn[7]}
        run = Run(None, 0, 1, self.folder)
        order = list(mutants.Draw(run, drawn, tried))
        self.assertEqual((set(order[:2]), set(order)), (tried, set(drawn)))

    def test_mutants_that_survive_or_hang_are_named(self):
        drawn = [mutants.Mutant("engine/sum.cpp", line, f"a{line}", "b") for line in (1, 2, 3)]
        draw = mutants.Draw(Run(None, 0, 1, self.folder), drawn, set())
        with contextlib.redirect_stderr(io.StringIO()) as said:
            for mutant, fate in zip(drawn, ("survived", "killed", "hung")):
                draw.note(mutant, fate)
        self.assertEqual(said.getvalue(), "survived: engine/sum.cpp:1: a1  ->  b\n"
                                          "hung: engine/sum.cpp:3: a3  ->  b\n")

    def test_workshops_share_the_mutants_and_a_failure_or_another_run_ends_them(self):
        run = Run(4, 0, 1, self.folder)
        with mock.patch.multiple(mutants, PROJECT=self.small_project(), _FOLDER=self.folder), \
                mock.patch.object(mutants.os, "cpu_count", return_value=3), \
                mock.patch.object(mutants.Workshop, "prepare"), \
                mock.patch.object(mutants.Workshop, "_fate_of_source", return_value="killed"):
            checked, result = mutants.run_mutants(run)
            self.assertRegex(checked, r"^[456] mutants, drawn from \d+$")
            self.assertEqual(result, "100.0 % are killed by the tests, 0 of them because they hang; "
                                     "0 survive, and 0 more are known to have no effect")
            with mock.patch.object(mutants, "without_effect", lambda: {
                    mutant.change for mutant in mutants.mutants_of("engine/sum.cpp", SUM)}):
                checked, result = mutants.run_mutants(Run(1000, 0, 1, self.folder))
            self.assertRegex(checked, r"^0 mutants")
            self.assertRegex(result, r" [1-9]\d* more are known to have no effect$")
            with mock.patch.object(mutants.Workshop, "prepare", side_effect=Finding("no build")):
                self.assertRaisesRegex(Finding, "no build", mutants.run_mutants, run)
            with mutants._alone(self.folder):
                self.assertRaisesRegex(Finding, "another run", mutants.run_mutants, run)

    def test_what_the_tests_of_a_mutant_leave_behind_is_removed(self):
        with mock.patch.object(mutants, "PROJECT", self.small_project()):
            _, workshop = self.workshop()
        waits, asked = self.folder / "waits", self.folder / "asked"
        waiting = ["sh", "-c", f'mktemp -d; trap "echo >{asked}; exit" TERM; echo >{waits}; '
                               'while :; do sleep 0.01; done']
        failing = ["sh", "-c", f"until [ -e {waits} ]; do sleep 0.01; done; exit 1"]
        self.assertEqual(workshop._outcome([waiting, failing], 3600), "failed")
        self.assertTrue(asked.exists())
        self.assertEqual(workshop._outcome([waiting], 0), "hung")
        self.assertEqual(workshop._outcome([["mktemp", "-d"]], 3600), "passed")
        workshop._stop.set()
        self.assertRaises(mutants.Stopped, workshop._outcome, [waiting], 3600)
        self.assertFalse(workshop._temporary.exists())

    def test_what_makes_a_program_only_slower_is_not_mutated(self):
        for line in ("    text.reserve(8);", "    table.prefetch(hash + 1);", "    std::array<Move, 60> a;",
                     "    if (std::is_constant_evaluated()) return 1;"):
            with self.subTest(line=line):
                self.assertEqual(mutants.mutants_of("a.cpp", line), [])

    def test_what_is_said_to_have_no_effect_is_in_the_source(self):
        for file, old, new in mutants.without_effect():
            with self.subTest(file=file, old=old, new=new):
                text = (PROJECT / file).read_text(encoding="utf-8")
                self.assertIn((file, old, new),
                              {mutant.change for mutant in mutants.mutants_of(file, text)})

    def test_comments_and_texts_are_not_mutated(self):
        for line in ('    say("1 < 2");', "    // a == b", '#include "a1.h"',
                     "    static_assert(a == b);", "    int operator()(int) const noexcept(true);"):
            with self.subTest(line=line):
                changed = [mutant.new for mutant in mutants.mutants_of("a.cpp", line)]
                self.assertEqual([new for new in changed if new], [])

    def test_a_wrong_line_of_an_analysis_is_found(self):
        numbers = random.Random(1)
        for _ in range(100):
            plies = [ply.move for ply in play_moves(random_moves(58, numbers))[1]]
            if PASS in plies[1:-1]:
                break
        at = plies.index(PASS, 1)
        game, *variation = plies[:at - 1], plies[at - 1], "pass", plies[at + 1]
        engine = mock.Mock(story=str)

        def check(line: str, nodes: int = 7) -> None:
            before = soak.ANALYSIS.fullmatch(f"info move f5 score +0 depth 1 certainty 99% nodes {nodes} "
                                             "seconds 0.1 pv f5")
            soak.checked_analysis(engine, game, line, before)

        line = (f"info move {variation[0]} score +16.20 depth 3 certainty full-width nodes 9 seconds 0.001 "
                f"pv {' '.join(variation)}")
        check(line)
        for wrong in ("", line + " a", line + " pass", line.replace(" pass", " z9"),
                      line.replace("pv ", f"pv {variation[2]} ")):
            with self.subTest(wrong=wrong):
                self.assertRaises(Finding, check, wrong)
        self.assertRaises(Finding, check, line, 10)

    def test_the_second_signal_ends_what_a_row_has_started(self):
        for kind in ("unbroken", "killed"):
            with self.subTest(kind=kind), subprocess.Popen(
                    [sys.executable, "-c", SLOW_ROW, kind], cwd=HERE, text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                    env={**os.environ, "TMPDIR": str(self.folder)}) as row:
                job = int(row.stdout.readline())
                row.terminate()
                self.assertIn("ends after the case in hand", row.stderr.readline())
                row.terminate()
                row.communicate(timeout=20)
                self.assertEqual(row.returncode, 128 + signal.SIGTERM)
                self.assertRaises(ProcessLookupError, os.kill, job, 0)
                self.assertEqual(list(self.folder.iterdir()), [])

    @unittest.skipUnless(PROGRAM, "it needs the programs of a build")
    def test_a_signal_ends_a_row_after_the_case_in_hand(self):
        for command, words in (([*SCRIPT, "analysis", "--count", "60"], "an analysis of "),
                               ([PROGRAM, "exact", "--count", "1000000000"], " positions with 1 to 10")):
            with self.subTest(command=command):
                for seconds in (1, 4, 16, 64):  # a slow machine needs long for the first case
                    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE,
                                          stderr=subprocess.PIPE) as row:
                        time.sleep(seconds)
                        row.terminate()
                        printed, said = row.communicate(timeout=60)
                    if row.returncode == 0:
                        break
                self.assertEqual(row.returncode, 0, said)
                self.assertIn(words, printed)

    def test_a_run_ends_after_its_cases_or_its_time(self):
        run = Run(2, 0, 1, self.folder)
        self.assertTrue(run.goes_on())
        unlimited = Run(None, 0, 1, self.folder)
        self.assertTrue(unlimited.goes_on())
        unlimited.stopped = True
        self.assertFalse(unlimited.goes_on())
        run.finish_case()
        run.finish_case()
        self.assertFalse(run.goes_on())
        self.assertFalse(Run(2, 1e-9, 1, self.folder).goes_on())
        self.assertFalse(Run(None, 1e-9, 1, self.folder).goes_on())


if __name__ == "__main__":
    unittest.main()
