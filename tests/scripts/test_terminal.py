"""The program's output on a terminal, and that a pipe gets none of its control codes."""
import os
import pty
import re
import select
import subprocess
import unittest
from pathlib import Path

from match_test import EMILIA

BOARD = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
DATA = Path(__file__).resolve().parents[1] / "data"
PROBLEMS = DATA / "ffo/fforum-1-19.obf"
ANALYZE = ["analyze", BOARD, "--exact", "--top", "2", "--threads", "1", "--hash", "1"]


def on_terminal(arguments: list[str], typed: str = "", **environment: str) -> str:
    """Returns everything that is on a terminal of 80 columns while the program runs: what it writes,
    and what a person has typed."""
    keyboard, terminal = pty.openpty()
    variables = {**os.environ, "TERM": "xterm", **environment}
    variables = {name: value for name, value in variables.items() if value is not None}
    process = subprocess.Popen([EMILIA, *arguments], stdin=terminal, stdout=terminal,
                               stderr=terminal, env=variables)
    os.close(terminal)
    os.write(keyboard, typed.encode())
    output = b""
    while select.select([keyboard], [], [], 60)[0]:
        try:
            part = os.read(keyboard, 65536)
        except OSError:  # on Linux: the program has closed the terminal
            break
        if not part:
            break
        output += part
    os.close(keyboard)
    process.wait(60)
    return output.decode().replace("\r\n", "\n")


def screen_of(output: str) -> list[str]:
    """The lines on the screen after all cursor movements, without colours."""
    lines = [""]
    for part in re.split(r"(\x1b\[[0-9;]*[A-Za-z]|\n|\r)", output):
        move = re.fullmatch(r"\x1b\[([0-9;]*)([A-Za-z])", part)
        if part == "\n":
            lines.append("")
        elif part == "\r":
            lines[-1] = ""
        elif move and move[2] == "A":
            lines = lines[:len(lines) - int(move[1])]
            lines[-1:] = [""]
        elif not move:
            lines[-1] += part
    return lines


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class TerminalTest(unittest.TestCase):
    def setUp(self):
        os.environ.pop("NO_COLOR", None)

    def test_the_board_is_painted_and_the_table_grows_in_its_place(self):
        output = on_terminal(ANALYZE)
        self.assertIn("\x1b[48;5;29m", output)
        self.assertIn("●", output)
        self.assertGreater(output.count("move   score"), 3, "the table is shown again and again")
        for table in re.findall(r"^move   score.*\n((?:[^\n\x1b]+\n)+)", output, re.M):
            for row in table.splitlines():
                self.assertRegex(row, r"^([a-h][1-8]|[\d,]+ nodes) ")
        screen = screen_of(output)
        self.assertEqual(sum("move   score" in line for line in screen), 1)
        self.assertTrue(any(line.startswith("g8       +18  exact") for line in screen), screen)
        self.assertIn("nodes in", "\n".join(screen))

    def test_who_starts_the_program_at_a_terminal_learns_what_to_type(self):
        output = on_terminal(["--threads", "1", "--hash", "1"], typed="play black f5\nquit\n")
        self.assertIn("an Othello engine", output)
        self.assertIn("  play black f5 ", output)
        self.assertIn("emilia --help", output)

    def test_the_greeting_is_for_the_dialect_that_was_chosen(self):
        arguments = ["--protocol", "nboard", "--threads", "1", "--hash", "1"]
        self.assertIn("  move f5 ", on_terminal(arguments, typed="quit\n"))

    def test_a_program_gets_no_greeting(self):
        run = subprocess.run([EMILIA, "--hash", "1"], input="quit\n", capture_output=True,
                             text=True, check=True)
        self.assertEqual(run.stdout + run.stderr, "=\n\n")

    def test_a_pipe_gets_plain_text(self):
        run = subprocess.run([EMILIA, *ANALYZE], capture_output=True, text=True, check=True)
        self.assertNotIn("\x1b", run.stdout + run.stderr)
        self.assertTrue(run.stdout.isascii())
        self.assertEqual(run.stdout.count("move   score"), 1)

    def test_progress_is_erased_once_and_leaves_the_results(self):
        arguments = ["solve", PROBLEMS, "--threads", "1", "--hash", "1"]
        output = on_terminal(arguments)
        self.assertRegex(output, r"\x1b\[K\d+ of 19 problems")
        self.assertTrue(all(len(line) <= 80 for line in screen_of(output)))
        self.assertRegex(output, r" 0 wrong\n$")
        plain = subprocess.run([EMILIA, *arguments], capture_output=True, text=True, check=True)
        for shown, piped in zip(screen_of(output), plain.stdout.split("\n"), strict=True):
            self.assertEqual(shown.split()[:5], piped.split()[:5])  # seconds come behind them
        self.assertEqual(plain.stderr, "")

    def test_each_puzzle_has_a_line_of_its_own_beside_the_progress(self):
        arguments = ["puzzles", DATA / "literature/WTH_1980.wtb", "--threads", "1"]
        output = on_terminal([*arguments, "--count", "8"])
        self.assertRegex(output, r"\x1b\[K\d+ games?, ")
        puzzles = [line for line in screen_of(output) if line]
        self.assertEqual(len(puzzles), 8)
        for puzzle in puzzles:
            self.assertRegex(puzzle, r"^[-XO]{64} [XO]; ")

    def test_who_wants_no_colours_gets_none(self):
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            with self.subTest(environment=environment):
                output = on_terminal(ANALYZE, **environment)
                self.assertNotIn("\x1b[48", output)
                self.assertIn("1 - . X X X X X .", output)

    def test_json_is_json_on_a_terminal_too(self):
        output = on_terminal([*ANALYZE, "--json"])
        self.assertEqual(sum('"format":1' in line for line in screen_of(output)), 1)
        self.assertNotIn("●", output)


if __name__ == "__main__":
    unittest.main()
