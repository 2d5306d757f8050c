"""The program for Windows, as scripts/release.sh makes it, run by Wine."""
import os
import pty
import re
import select
import signal
import subprocess
import time
import unittest

from other_system import NATIVE, PATIENCE, PROJECT, START, OtherSystem, missing, run

BUILD = PROJECT / "build-windows"
PROGRAM = BUILD / "emilia.exe"
LEVELS = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4")
TOOLS = "x86_64-w64-mingw32-"
MISSING = missing(TOOLS + "g++-posix", "wine", "apt-get")


def read_terminal(terminal: int) -> bytes:
    """All that comes from a terminal until its program ends."""
    output = b""
    while select.select([terminal], [], [], PATIENCE)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # how Linux tells the end
            return output
        if not part:
            return output
        output += part
    raise TimeoutError(output)


@unittest.skipIf(MISSING, "not found: " + ", ".join(MISSING))
class WindowsTest(OtherSystem, unittest.TestCase):
    system = "windows"
    command = ("wine", str(PROGRAM))

    @classmethod
    def setUpClass(cls):
        os.environ.update(WINEPREFIX=str(BUILD / "wine"), WINEDEBUG="-all")
        cls.addClassCleanup(subprocess.run, ["wineserver", "-k"], check=False)
        super().setUpClass()
        run(*cls.command, "--version")  # makes Wine's folder

    def test_it_needs_no_library_but_those_of_windows(self):
        listing = run(TOOLS + "objdump", "-p", str(PROGRAM)).stdout.decode()
        libraries = set(re.findall(r"DLL Name: (\S+)", listing))
        self.assertLessEqual(libraries, {"KERNEL32.dll", "msvcrt.dll", "SHELL32.dll",
                                         "WS2_32.dll"})

    def test_every_instruction_set_searches_the_same_nodes_as_here(self):
        for level in LEVELS:
            with self.subTest(level=level):
                self.check_it_searches_the_same_nodes("--isa", level)

    def test_no_instruction_set_shares_a_function_with_others(self):
        for level in LEVELS[1:]:
            entry = "emilia_hot_code_" + level.removeprefix("x86-64-")
            code = str(BUILD / "engine" / (entry + ".o"))
            with self.subTest(level=level):
                symbols = run(TOOLS + "nm", "--defined-only", "--extern-only", code).stdout
                names = [line.split()[-1].decode() for line in symbols.splitlines()]
                self.assertEqual(names, [entry])
                self.assertNotIn(b"LINK_ONCE", run(TOOLS + "objdump", "-h", code).stdout)

    def test_ctrl_c_keeps_what_is_done(self):
        positions = self.folder / "positions"
        job = subprocess.Popen(
            ["wine", PROGRAM, "selfplay", "--output", positions, "--depth", "2", "--exact-at", "8",
             "--threads", "1"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)
        while not positions.is_file() or positions.stat().st_size < 10_000:
            self.assertIsNone(job.poll())
            time.sleep(0.1)
        refused = self.emilia("selfplay", "--output", str(positions), "--games", "1")
        self.assertIn(b"is being written by another job", refused.stderr)
        os.killpg(job.pid, signal.SIGINT)
        output, _ = job.communicate(timeout=PATIENCE)
        self.assertEqual(job.returncode, 130)
        held = re.search(rb"holds [\d,]+ games, ([\d,]+ positions)", output)
        self.assertIsNotNone(held, output)
        self.assertIn(held[1] + b" in ", run(NATIVE, "evaluate", str(positions)).stdout)

    def test_a_terminal_shows_colours_and_utf_8(self):
        process, terminal = pty.fork()
        if process == 0:
            os.environ.pop("NO_COLOR", None)
            os.execvp("wine", ["wine", str(PROGRAM), "analyze", START, "--depth", "1"])
        output = read_terminal(terminal)
        self.assertEqual(os.waitpid(process, 0)[1], 0)
        self.assertIn("\x1b[38;5;231m ●\x1b[38;5;16m ●".encode(), output)

    def test_line_ends_of_both_kinds_are_read(self):
        for end in (b"\n", b"\r\n"):
            with self.subTest(end=end):
                session = self.emilia("--depth", "1", input=end.join((b"name", b"quit", b"")))
                self.assertEqual(session.stdout, b"= Emilia\n\n=\n\n")

    def test_a_closed_pipe_ends_a_command_without_a_word(self):
        job = subprocess.Popen(["wine", PROGRAM, "bench"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        job.stdout.readline()
        job.stdout.close()
        self.assertEqual(job.wait(PATIENCE), 1)
        self.assertEqual(job.stderr.read(), b"")
        job.stderr.close()


if __name__ == "__main__":
    unittest.main()
