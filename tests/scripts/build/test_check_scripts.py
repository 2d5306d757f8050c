"""What comes before and after a build in test.sh, fuzz.sh and reliability.sh, with tools that build
nothing."""
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
import unittest

from build_script import ROOT, BuildScriptTest
from match_test import wait_for_line

# It runs until a signal ends it. libFuzzer takes Ctrl-C even where the shell has told it not to.
FUZZER = f"""#!{sys.executable}
import os, signal, sys, time
if "-handle_int=0" not in sys.argv:
    signal.signal(signal.SIGINT, lambda *_: os._exit(72))
signal.signal(signal.SIGTERM, lambda *_: os._exit(72))
with open(os.environ["STARTED"], "a") as started:
    print(os.getpid(), file=started)
time.sleep(60)
"""


class Reliability(BuildScriptTest):
    def setUp(self) -> None:
        super().setUp()
        self.write_program(self.project / "build" / "tests" / "emilia_reliability", 'echo "$*"')

    def row(self, *arguments: str) -> tuple[str, str]:
        return self.run_script("reliability.sh", *arguments, "exact")

    def test_a_folder_that_was_configured_without_tests_gets_them(self) -> None:
        shutil.move(self.project / "build", self.home / "programs")
        for tests in ("OFF", "ON"):
            self.configure("build", EMILIA_TESTS=tests)
            shutil.copytree(self.home / "programs", self.project / "build", dirs_exist_ok=True)
            _, said = self.row()
            log = self.project / "build" / "configure.log"
            self.assertEqual(log.exists() and "-DEMILIA_TESTS=ON" in log.read_text(),
                             tests == "OFF")
            self.assertIn("--target emilia emilia_reliability ", said)
            shutil.rmtree(self.project / "build")

    def test_seconds_without_a_count_are_the_only_limit(self) -> None:
        for arguments, passed in ((("--seconds", "5"), "--seconds 5 --count 999999999"),
                                  (("--count=7", "--seconds=5"), "--count 7 --seconds 5"),
                                  ((), "")):
            printed, _ = self.row(*arguments)
            self.assertTrue(printed.startswith(f"| exact | {f'exact {passed}'.strip()} |"), printed)
        # The rows in Python know what is large only if they get a count.
        self.write_program(self.home / "tools" / "python3", 'echo "$*"')
        printed, _ = self.run_script("reliability.sh", "--seconds", "5", "faults")
        self.assertIn("/reliability.py faults --seconds 5 | ", printed)

    def start_row(self, at_signal: str = "exit 143") -> tuple[subprocess.Popen, int]:
        """A row that only waits, and its process. It holds the script's standard error open."""
        started = self.home / "started"
        started.unlink(missing_ok=True)
        self.write_program(self.project / "build" / "tests" / "emilia_reliability",
                           f"trap '{at_signal}' TERM\necho $$ >'{started}'\n"
                           "for i in $(seq 600); do sleep 0.1; done")
        process = subprocess.Popen([self.project / "scripts" / "reliability.sh", "exact"],
                                   env={**self.environment, "TMPDIR": str(self.home)},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        wait_for_line(process, started)
        return process, int(started.read_text())

    def test_a_signal_ends_a_row_after_the_case_in_hand_and_shows_what_was_checked(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number=number):
                process, _ = self.start_row('sleep 0.3; echo "3 positions | no finding"; exit')
                process.send_signal(number)
                printed = process.communicate(timeout=20)[0].decode()
                self.assertEqual(process.returncode, 130)
                self.assertTrue(printed.startswith("| exact | 3 positions | no finding | "), printed)

    def test_a_second_signal_ends_a_row_at_once(self) -> None:
        asked = self.home / "asked"
        process, row = self.start_row(f"if [ -e {asked} ]; then exit 143; fi; echo yes >{asked}")
        process.terminate()
        wait_for_line(process, asked)
        self.assertIsNone(process.poll())
        process.terminate()
        self.assertEqual(process.communicate(timeout=20)[0], b"")
        self.assertEqual(process.returncode, 130)
        self.assertRaises(ProcessLookupError, os.kill, row, 0)

    @unittest.skipUnless(shutil.which("setpriv"), "needs util-linux")
    def test_a_row_ends_with_a_script_that_is_killed(self) -> None:
        process, row = self.start_row()
        process.kill()
        try:
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            os.kill(row, signal.SIGKILL)
            raise


class Suppressions(BuildScriptTest):
    def test_the_thread_sanitizer_gets_them_and_the_users_own_options(self) -> None:
        self.write_program(self.home / "tools" / "ctest",
                           'if [ "$1" = --help ]; then echo "  -R <expression>"; exit; fi\n'
                           'echo "options: $TSAN_OPTIONS"')
        ours = f"suppressions='{self.project}/tests/tsan.supp'"
        self.assertIn(f"options: {ours}\n", self.run_script("test.sh", "--preset", "tsan",
                                                          TSAN_OPTIONS="")[0])
        self.assertIn(f"options: {ours}:verbosity=1\n", self.run_script(
            "test.sh", "--preset", "tsan", TSAN_OPTIONS="verbosity=1")[0])
        self.assertIn("options: \n", self.run_script("test.sh", TSAN_OPTIONS="")[0])

    def test_the_preset_of_cmake_has_them_in_quotes_too(self) -> None:
        presets = json.loads((ROOT / "CMakePresets.json").read_text())["testPresets"]
        tsan = next(preset for preset in presets if preset["name"] == "tsan")
        self.assertEqual(tsan["environment"]["TSAN_OPTIONS"],
                         "suppressions='${sourceDir}/tests/tsan.supp'")


class Fuzzers(BuildScriptTest):
    NAMES = ("one", "two")

    def setUp(self) -> None:
        super().setUp()
        self.started = self.home / "started"
        for name in self.NAMES:
            (self.project / "tests" / "fuzz" / "seeds" / name).mkdir(parents=True)
            (self.project / "tests" / "fuzz" / f"{name}.cpp").touch()
        self.configure("build-fuzz")
        self.write_fuzzers(FUZZER, first="")

    def write_fuzzers(self, text: str, **more: str) -> None:
        for name in self.NAMES:
            self.write_program(self.project / "build-fuzz" / "tests" / "fuzz" / f"fuzz_{name}",
                               text, **more)

    def start(self, **options: object) -> subprocess.Popen:
        """Returns when all fuzzers run."""
        self.started.write_text("")
        process = subprocess.Popen(
            [self.project / "scripts" / "fuzz.sh"], text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
            env={**self.environment, "STARTED": str(self.started),
                 "CMAKE_BUILD_PARALLEL_LEVEL": "2"}, **options)
        self.addCleanup(self.end, process)
        while self.started.read_text().count("\n") < len(self.NAMES):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        return process

    @staticmethod
    def end(process: subprocess.Popen) -> None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        process.stderr.close()

    def test_those_that_find_a_defect_are_named(self) -> None:
        self.write_fuzzers('case $0 in *one) echo "Done 1234 runs in 5 second(s)" ;; '
                           '*) echo "Test unit written to crash"; exit 77 ;; esac')
        run = subprocess.run([self.project / "scripts" / "fuzz.sh"], text=True, timeout=60,
                             stdin=subprocess.DEVNULL, capture_output=True, env=self.environment)
        self.assertEqual(run.returncode, 1)
        self.assertIn("Emilia: one: 1,234 runs in 5 s\n", run.stderr)
        self.assertIn("Emilia: two found a defect; to repeat it: "
                      f"{self.project}/build-fuzz/tests/fuzz/fuzz_two crash\n", run.stderr)

    def test_one_that_is_killed_before_anybody_waits_for_it_is_named(self) -> None:
        self.write_fuzzers('case $0 in *one) kill -9 $$ ;; '
                           '*) echo "Done 5 runs in 1 second(s)" ;; esac')
        run = subprocess.run([self.project / "scripts" / "fuzz.sh"], text=True, timeout=60,
                             stdin=subprocess.DEVNULL, capture_output=True,
                             env={**self.environment, "CMAKE_BUILD_PARALLEL_LEVEL": "2"})
        self.assertEqual(run.returncode, 1)
        self.assertIn("Emilia: one failed; see ", run.stderr)
        self.assertIn("Emilia: two: 5 runs in 1 s\n", run.stderr)

    @unittest.skipUnless(shutil.which("setpriv"), "needs util-linux")
    def test_they_end_with_a_script_that_is_killed(self) -> None:
        reading, writing = os.pipe()  # which ends when nobody holds it open
        with open(reading, "rb") as pipe:
            process = self.start(pass_fds=(writing,))
            os.close(writing)
            process.kill()
            self.assertTrue(select.select([pipe], [], [], 20)[0])

    def test_a_signal_ends_them_and_is_no_failure(self) -> None:
        for number, everyone in ((signal.SIGINT, True), (signal.SIGTERM, False)):
            with self.subTest(signal=number):
                process = self.start()
                if everyone:  # as a terminal does
                    os.killpg(process.pid, number)
                else:
                    process.send_signal(number)
                _, said = process.communicate(timeout=20)
                self.assertEqual(process.returncode, 130)
                self.assertNotIn("failed", said)
                self.assertNotIn("Terminated", said)
                for fuzzer in self.started.read_text().split():
                    self.assertRaises(ProcessLookupError, os.kill, int(fuzzer), 0)


if __name__ == "__main__":
    unittest.main()
