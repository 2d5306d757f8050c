"""What scripts need to be installed, and the libraries that are compiled into what they release."""
import shutil
import subprocess
import unittest
from pathlib import Path

from build_script import SCRIPTS, BuildScriptTest

HEADERS = ("boost/version.hpp", "fmt/format.h", "nlohmann/json.hpp", "tl/expected.hpp")


class Needs(unittest.TestCase):
    def missing(self, known: str) -> str:
        """What is missing where these commands are and no module of Python is."""
        run = subprocess.run(
            ["bash", "-euo", "pipefail", "-c",
             '. "$1/prepare.sh"; known=$2; has_python_module() { return 1; }; '
             'has_build_python() { return 1; }; '
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
        self.assertEqual(self.missing(known + " apt-get"),
                         "parallel python3-pyte python3-jsonschema nodejs node-typescript "
                         "libpython3-dev python3-cffi python3-numpy python3-matplotlib mypy zsh fish")
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

    def test_a_system_without_notices_is_refused_with_those_that_have_some(self) -> None:
        run = subprocess.run([SCRIPTS / "package" / "third_party.sh", "macos"], text=True,
                             capture_output=True, timeout=60)
        self.assertEqual((run.returncode, run.stdout, run.stderr),
                         (2, "", "for linux, windows, python or web?\n"))


if __name__ == "__main__":
    unittest.main()
