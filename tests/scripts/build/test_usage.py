"""Scripts that build something: wrong options, which stop before anything is built; the help of all
scripts; and the lock of a build folder."""
import fcntl
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from build_script import SCRIPTS

NO_NUMBER = "--runs must be a whole number of at least 1, not "
CASES = {
    "fuzz.sh": [
        (["--run", "3"], "there is no option '--run' (did you mean '--runs'?)"),
        (["--castle"], "there is no option '--castle'"),
        (["--runs"], "--runs needs a value"),
        (["--runs", "many"], NO_NUMBER + "'many'"),
        (["--runs=0"], NO_NUMBER + "'0'"),
        (["wthor-names"], "there is no fuzzer 'wthor-names' (did you mean 'wthor_names'?)"),
        (["chess"], "there is no fuzzer 'chess'")],
    "package.sh": [
        ([], "which package? (source deb tarball windows all container)"),
        (["debb"], "there is no package 'debb' (did you mean 'deb'?)"),
        (["rpm"], "there is no package 'rpm'"),
        (["deb", "source"], "one kind of package at a time, or all"),
        (["--tests", "deb"], "there is no option '--tests' (did you mean '--test'?)"),
        (["deb", "--output"], "--output needs a value")],
    "reliability.sh": [
        ([], "name a row"),
        (["exacd"], "there is no row 'exacd' (did you mean 'exact'?)"),
        (["exact", "search"], "one row at a time, not 'exact' and 'search'"),
        (["--count", "x", "exact"], "--count must be a whole number of at least 1, not 'x'"),
        (["--least-empties=3", "search"], "only exact has a number of empty squares"),
        (["--counts", "3"], "there is no option '--counts' (did you mean '--count'?)")],
    "style.sh": [
        (["--al"], "there is no option '--al' (did you mean '--all'?)"),
        (["--since"], "--since needs a value")],
    "test.sh": [
        (["--preset"], "--preset needs a value"),
        (["--preset", "asna"], "there is no preset 'asna' (did you mean 'asan'?)"),
        (["--preset=castle"], "there is no preset 'castle'"),
        (["--cpu"], "--cpu needs a value"),
        (["-R", "solver", "--preset", "asna"],
         "there is no preset 'asna' (did you mean 'asan'?)"),
        (["--prset", "asan"], "there is no option '--prset' (did you mean '--preset'?)"),
        (["-R", "solver", "--stop-on-failur=1"],
         "there is no option '--stop-on-failur' (did you mean '--stop-on-failure'?)"),
        (["-%"], "there is no option '-%'")]}


class UsageTest(unittest.TestCase):
    def test_wrong_usage_is_one_line_that_names_the_help(self):
        for name, cases in CASES.items():
            for arguments, message in cases:
                with self.subTest(script=name, arguments=arguments):
                    script = SCRIPTS / name
                    run = subprocess.run([script, *arguments], text=True, capture_output=True,
                                         stdin=subprocess.DEVNULL, timeout=60)
                    self.assertEqual((run.returncode, run.stdout), (2, ""))
                    self.assertEqual(run.stderr, f"Emilia: {message}; see '{script} --help'\n")

    def test_the_presets_of_the_fuzzers_are_no_tests(self):
        for preset in ("fuzz", "coverage"):
            run = subprocess.run([SCRIPTS / "test.sh", "--preset", preset], text=True,
                                 stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
            self.assertEqual((run.returncode, run.stderr),
                             (2, "Emilia: the fuzzers are not tests; run scripts/fuzz.sh\n"))

    def test_help_shows_the_options(self):
        for name, options in (("fuzz.sh", ("--runs", "--seconds", "--list")),
                              ("package.sh", ("--output", "--test")),
                              ("reliability.sh", ("--count", "--seconds", "--seed")),
                              ("style.sh", ("--fix", "--since", "--all")),
                              ("test.sh", ("--preset", "--cpu"))):
            run = subprocess.run([SCRIPTS / name, "--help"], text=True, capture_output=True,
                                 check=True, timeout=60)
            for option in options:
                self.assertIn(f"\n  {option} ", run.stdout)
            self.assertEqual(run.stderr, "")

    def test_no_line_of_a_help_is_wider_than_a_terminal_of_80_columns(self):
        for name, option in (("fuzz.sh", "--help"), ("literature.sh", "--help"),
                             ("match.py", "--help"), ("package.sh", "--help"),
                             ("reliability.sh", "--help"), ("run.sh", "--script-help"),
                             ("style.sh", "--help"), ("test.sh", "--help"), ("train.sh", "--help")):
            with self.subTest(script=name):
                run = subprocess.run([SCRIPTS / name, option], text=True, capture_output=True,
                                     check=True, timeout=60, env={**os.environ, "COLUMNS": "80"})
                self.assertEqual([line for line in run.stdout.splitlines() if len(line) > 80], [])


@unittest.skipUnless(shutil.which("flock"), "there is no flock")
class LockTest(unittest.TestCase):
    def test_a_script_that_waits_for_a_build_says_so_and_goes_on_after_it(self):
        locking = f". '{SCRIPTS}/lib/prepare.sh'; lock_folder \"$1\"; echo locked"
        with tempfile.TemporaryDirectory() as folder:
            for held in (False, True):
                lock = open(Path(folder) / ".lock", "w")
                if held:
                    fcntl.flock(lock, fcntl.LOCK_EX)
                with subprocess.Popen(["bash", "-c", locking, "bash", folder], text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                    if held:
                        self.assertEqual(
                            process.stderr.readline(),
                            f"Emilia: waiting for another script that builds in '{folder}'\n")
                    lock.close()
                    self.assertEqual(process.communicate(timeout=20), ("locked\n", ""))


if __name__ == "__main__":
    unittest.main()
