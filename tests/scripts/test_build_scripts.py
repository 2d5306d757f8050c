"""Scripts that build something: wrong options, which stop before anything is built; the help of all
scripts; the lock of a build folder; and what comes before and after a build, with tools that build
nothing."""
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from match_test import wait_for_line

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
HEADERS = ("boost/version.hpp", "fmt/format.h", "nlohmann/json.hpp", "tl/expected.hpp")

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
                             ("test.sh", "--help"), ("train.sh", "--help")):
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


class BuildScriptTest(unittest.TestCase):
    """With a copy of the scripts, and tools that only say how they were called."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = Path(temporary.name).resolve()
        self.project = self.home / "a project"
        shutil.copytree(SCRIPTS, self.project / "scripts")
        shutil.copy(ROOT / "CMakePresets.json", self.project)
        tools = self.home / "tools"
        for tool in ("c++", "clang++", "ctest", "git", "llvm-symbolizer", "ninja", "parallel",
                     "pkg-config", "python3"):
            self.write_program(tools / tool, "exit 0")
        self.write_program(tools / "cmake", 'echo "cmake version 3.25.1"; echo "cmake $*" >&2')
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "CXX": "c++"}
        self.environment.pop("CI", None)

    def write_program(self, path: Path, text: str, first: str = "#!/bin/sh\n") -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(first + text + "\n")
        path.chmod(0o755)

    def configure(self, build: str, **values: str) -> None:
        """Writes a build folder as CMake leaves it."""
        folder = self.project / build
        folder.mkdir()
        (folder / "build.ninja").touch()
        lines = [f"CMAKE_HOME_DIRECTORY:INTERNAL={self.project}",
                 *(f"{name}:BOOL={value}" for name, value in values.items())]
        (folder / "CMakeCache.txt").write_text("\n".join(lines) + "\n")

    def run_script(self, script: str, *arguments: str, **environment: str) -> tuple[str, str]:
        run = subprocess.run([self.project / "scripts" / script, *arguments], text=True,
                             stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                             env={**self.environment, **environment})
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout, run.stderr


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


class Needs(unittest.TestCase):
    def missing(self, known: str) -> str:
        """What is missing where these commands are and no module of Python is."""
        run = subprocess.run(
            ["bash", "-euo", "pipefail", "-c",
             '. "$1/prepare.sh"; known=$2; has_python_module() { return 1; }; '
             'has_header() { return 0; }; '
             'has_command() { local name; for name; do '
             '[[ " $known " == *" $name "* ]] && return; done; return 1; }; '
             "purposes='' missing_packages='' missing_purposes=''; "
             'list_needs program tests; echo "$missing_packages"',
             "bash", SCRIPTS / "lib", known], text=True, capture_output=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout.strip()

    def test_what_tests_are_skipped_without_is_needed_only_where_it_can_be_installed(self) -> None:
        known = "c++ cmake ninja pkg-config python3 git"
        self.assertEqual(self.missing(known), "")
        self.assertEqual(self.missing(known + " apt-get"), "parallel python3-pyte")
        self.assertEqual(self.missing("c++ cmake ninja pkg-config python3"), "git")


class Dependencies(BuildScriptTest):
    """The libraries that release.sh compiles."""

    def setUp(self) -> None:
        super().setUp()
        if not all(Path("/usr/include", header).exists() for header in HEADERS):
            self.skipTest("the headers are not installed in /usr/include")
        self.folder = self.home / "dependencies"

    def fill(self, *headers: str, status: int = 0) -> str:
        """Fetching the sources fails."""
        library = self.project / "scripts" / "lib"
        run = subprocess.run(
            ["bash", "-euo", "pipefail", "-c",
             '. "$1/prepare.sh"; . "$1/dependencies.sh"; fetch_source() { return 1; }; '
             'use_source_packages() { :; }; fill_dependencies "${@:2}"',
             "bash", library, self.folder, *headers], text=True, capture_output=True, timeout=60)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stderr

    def complete(self) -> None:
        (self.folder / "include").mkdir(parents=True)
        (self.folder / "complete").touch()

    def test_sources_that_cannot_be_fetched_leave_an_incomplete_folder(self) -> None:
        self.assertIn("the sources could not be fetched", self.fill(status=1))
        self.assertFalse((self.folder / "complete").exists())

    def test_a_link_to_a_shared_folder_stays_and_what_is_incomplete_there_goes(self) -> None:
        shared = self.home / "shared"
        (shared / "zstd").mkdir(parents=True)
        self.folder.symlink_to(shared)
        self.fill(status=1)
        self.assertTrue(self.folder.is_symlink())
        self.assertFalse((shared / "zstd").exists())

    def test_a_complete_folder_gets_the_headers_of_the_tests_later(self) -> None:
        self.complete()
        self.fill()
        header = "linux/limits.h"  # stands for the one of the tests
        self.assertFalse((self.folder / "include" / header).exists())
        for _ in range(2):
            self.fill(header)
            for each in (*HEADERS, header):
                self.assertTrue((self.folder / "include" / each).exists())

    def test_a_header_that_is_missing_is_named(self) -> None:
        self.complete()
        self.assertEqual(self.fill("no/such.hpp", status=1),
                         "Emilia: the header '/usr/include/no/such.hpp' is missing\n")

    def release(self, compiler: str) -> tuple[int, str]:
        """Its exit status and its messages, if the compiler answers so whether headers are there."""
        self.write_program(self.home / "tools" / "c++", compiler)
        self.write_program(self.home / "tools" / "apt-get", "exit 1")
        self.write_program(self.home / "tools" / "sudo", "exit 1")
        self.write_program(self.home / "tools" / "aarch64-linux-gnu-g++", "exit 0")
        self.write_program(self.home / "tools" / "qemu-aarch64", "exit 0")
        run = subprocess.run([self.project / "scripts" / "release.sh", "--test", "arm64"],
                             text=True, capture_output=True, stdin=subprocess.DEVNULL,
                             env=self.environment, timeout=60)
        return run.returncode, run.stderr

    def test_the_tests_of_a_release_need_catch2(self) -> None:
        self.assertIn("installing catch2\n", self.release("! grep -q catch2")[1])

    def test_the_tests_of_a_release_refuse_catch2_3_before_anything_is_built(self) -> None:
        status, said = self.release('case $(cat) in *catch_all*) ;; *catch.hpp*) exit 1 ;; esac')
        self.assertEqual((status, said), (2, "Emilia: these tests need Catch2 2, which is a header "
                                             "for every system; here is Catch2 3\n"))


class ThirdParty(unittest.TestCase):
    def test_the_notices_of_a_package_are_of_all_libraries_in_the_program(self) -> None:
        known = [str(Path("/usr/include", header)) for header in (*HEADERS, "zstd.h", "ncurses.h")]
        if not shutil.which("dpkg") or subprocess.run(["dpkg", "-S", *known],
                                                      capture_output=True).returncode != 0:
            self.skipTest("the libraries are no packages of Debian")
        run = subprocess.run([SCRIPTS / "package" / "third_party.sh", "linux"], text=True,
                             capture_output=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        for library in ("fmtlib", "nlohmann-json3", "tl-expected", "libzstd", "ncurses", "glibc",
                        "gcc-[0-9]+"):
            self.assertRegex(run.stdout, rf"(?m)^{library} [0-9].*\n=+\n\n(?s:.*)[Cc]opyright")
        self.assertIn("GNU LESSER GENERAL PUBLIC LICENSE", run.stdout)


if __name__ == "__main__":
    unittest.main()
