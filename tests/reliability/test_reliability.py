"""A small run of every row of RELIABILITY.md."""
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import faults
import mutants
from kills import GrowingFile, kill_once
from row import Finding, Run

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

    def test_damaged_files_are_refused_or_read(self):
        self.assertIn("100 damaged files", self.summary(PROGRAM, "hostile", "--count", "100"))

    def test_stops_of_the_library_get_answers(self):
        self.assertIn("median", self.summary(PROGRAM, "stops", "--count", "1",
                                             "--most-milliseconds", "60000"))

    def test_the_rows_that_start_programs_find_nothing(self):
        for row, words in (("dialects", "1 stops in each"), ("kills", "1 kills of each"),
                           ("faults", "1 rounds of"), ("soak", "1 games by GTP")):
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


class LosesBytes(GrowingFile):
    """A job that writes its file anew, in two steps."""

    name = "loses bytes"

    def command(self) -> list[str]:
        return ["sh", "-c", "printf xx > output; sleep 0.05; printf abc > output"]


# A row that says when it has ended what it started.
SLOW_ROW = """
import sys, time
import reliability
def row(run):
    try:
        print("started", flush=True)
        time.sleep(60)
    finally:
        print("ended", flush=True)
reliability.ROWS["time"] = row
sys.argv = ["reliability.py", "time"]
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
extern int list[2 == 2 ? 1 : -1];
int main() { return sum(2, always()) == 3 ? 0 : 1; }
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
            script = f"head -c {after} whole >new; mv new output; exec sleep 10"
            with self.subTest(before=before, after=after), \
                    mock.patch.object(job, "command", lambda: ["sh", "-c", script]):
                if is_lost:
                    with self.assertRaisesRegex(Finding, "held before is lost"):
                        kill_once(job, 0.2)
                else:
                    self.assertTrue(kill_once(job, 0.2))

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

    def test_mutants_that_the_tests_do_not_notice_are_found(self):
        project, folder = self.folder / "project", self.folder / "mutants"
        for name, text in (
                ("CMakeLists.txt", "project(p CXX)\nenable_testing()\nadd_subdirectory(tests)\n"
                                   "add_executable(emilia engine/sum.cpp)\n"),
                ("tests/CMakeLists.txt", "add_executable(emilia_tests ../engine/sum.cpp)\n"
                                         "add_test(NAME sum COMMAND emilia_tests)\n"),
                ("engine/sum.cpp", SUM)):
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(text)
        subprocess.run(["git", "init", "-q", str(project)], check=True)
        with mock.patch.object(mutants, "PROJECT", project):
            workshop = mutants.Workshop(folder)
            workshop.prepare()
            fates = {mutant.new: workshop.fate(mutant)
                     for mutant in mutants.mutants_of("engine/sum.cpp", SUM)}
            again = mutants.Workshop(folder)
        self.assertEqual(fates["return a - b;"], "killed")
        self.assertEqual(fates["return a != 7;"], "survived")
        self.assertEqual(fates["return 1 >= 0;"], "the same")
        self.assertEqual(fates["extern int list[2 != 2 ? 1 : -1];"], "uncompiled")
        self.assertEqual(again.known, workshop.known)

    def test_comments_and_texts_are_not_mutated(self):
        for line in ('    say("1 < 2");', "    // a == b", '#include "a1.h"',
                     "    static_assert(a == b);", "    int operator()(int) const noexcept(true);"):
            with self.subTest(line=line):
                changed = [mutant.new for mutant in mutants.mutants_of("a.cpp", line)]
                self.assertEqual([new for new in changed if new], [])

    def test_a_signal_ends_what_a_row_has_started(self):
        with subprocess.Popen([sys.executable, "-c", SLOW_ROW], cwd=HERE, text=True,
                              stdout=subprocess.PIPE,
                              env={**os.environ, "TMPDIR": str(self.folder)}) as process:
            self.assertEqual(process.stdout.readline(), "started\n")
            process.terminate()
            self.assertEqual(process.communicate(timeout=20)[0], "ended\n")
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)

    def test_a_run_ends_after_its_cases_or_its_time(self):
        run = Run(2, 0, 1, self.folder)
        self.assertTrue(run.goes_on())
        run.finish_case()
        run.finish_case()
        self.assertFalse(run.goes_on())
        self.assertFalse(Run(2, 1e-9, 1, self.folder).goes_on())


if __name__ == "__main__":
    unittest.main()
