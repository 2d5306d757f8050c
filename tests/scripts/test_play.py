"""`emilia play` in a pipe and on a terminal, screen by screen."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from match_test import EMILIA

try:
    import pyte
except ImportError:
    pyte = None

PATIENCE = 60
BLACK_MUST_PASS = "d3c3e6d2d1e1b2c1"
BEFORE_WIPE_OUT = "e6f4e3f6g5d6e7f5"
ENDGAME = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
QUICK = ["--level", "1", "--threads", "1", "--hash", "1", "--no-book"]


def environment(folder: str, **variables: str) -> dict[str, str]:
    known = {name: value for name, value in os.environ.items()
             if name != "NO_COLOR" and not name.startswith("LC_")}
    return {**known, "XDG_DATA_HOME": folder, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            **variables}


class PlayTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name

    def kept(self) -> list[str]:
        return sorted(file.name for file in Path(self.folder).glob("emilia/*.ggf"))


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class PipeTest(PlayTest):
    def play(self, typed: str, *options: str, status: int = 0, quick: bool = True) -> str:
        run = subprocess.run([EMILIA, "play", *options, *(QUICK if quick else ())], input=typed,
                             capture_output=True, text=True, timeout=PATIENCE,
                             env=environment(self.folder))
        self.assertEqual((run.returncode, run.stderr if status == 0 else ""), (status, ""),
                         run.stderr)
        return run.stdout if status == 0 else run.stderr

    def test_a_dialogue_is_lines_in_and_lines_out(self):
        printed = self.play("f5\nquit\n")
        boards = re.findall(r"^  a b c d e f g h\n(?:\d .*\n){8}", printed, re.MULTILINE)
        self.assertEqual(len(boards), 3, "at the start, and after each move")
        self.assertTrue(printed.isascii())
        self.assertNotIn("\x1b", printed)
        self.assertNotIn("> ", printed)
        self.assertRegex(printed, r"(?m)^You play black against Emilia \(level 1\)\. "
                         r"It plays like a beginner \(Elo \d+\)\.$")
        self.assertRegex(printed, r"(?m)^Emilia plays [a-h][1-8]\.\n  a b c")

    def test_every_command_works_in_a_pipe(self):
        file = f"{self.folder}/my game.ggf"
        printed = self.play(f"f5\nundo\nhint\neval on\neval off\ncomment on\nmoves\nboard\nhelp\n"
                            f"switch\nlevel 2\nadapt on\nadapt off\nplayer random\nsave {file}\nnew\nload {file}\n"
                            "clock 5\nquit\n")
        for words in ("Taken back.", "Best moves: ", "Evaluation: ", "The evaluation is off.",
                      "Comments are on.", "No move has been played.", "  undo             take back",
                      "You play white now.", "You play against Emilia (level 2).", "The level stays.",
                      "You play against Emilia as random.", f"Saved as '{file}'.",
                      "Clocks: black 4:59, white 5:00"):
            with self.subTest(words=words):
                self.assertIn(words, printed)
        self.assertNotIn("\n? ", printed)

    def test_what_is_wrong_is_explained_and_changes_nothing(self):
        printed = self.play("a1\nf9\nundo\nlevel 99\nload /no/such/file.ggf\nsave x.txt\n\nmoves\n")
        self.assertEqual(re.findall(r"^\? (.*)$", printed, re.MULTILINE), [
            "a1 is not a legal move for black; legal: d3 c4 f5 e6",
            "'f9' is neither a move, such as f5, nor a command; help lists the commands",
            "there is no move of yours to take back",
            "level needs a number from 1 to 60, as in: level 5",
            "cannot read '/no/such/file.ggf': No such file or directory",
            "'x.txt' ends neither in .ggf nor in .sgf, which tell the format"])
        self.assertIn("\nNo move has been played.\n", printed)

    def test_passes_are_told(self):
        self.assertRegex(self.play("pass\n", BLACK_MUST_PASS),
                         r"You have no move: type pass\.\n(?s:.*)Emilia plays ")
        self.assertIn("Emilia has no move and passes.\n",
                      self.play("", BLACK_MUST_PASS, "--color", "white"))

    def test_a_bad_move_gets_a_comment(self):
        printed = self.play("g2\nundo\ng8\n", ENDGAME, "--comment")
        self.assertIn("g8 would have kept 42.0 discs more.\n", printed)
        self.assertEqual(printed.count("would have kept"), 1)

    def test_the_end_of_a_game_is_told_and_analyzed(self):
        printed = self.play("c5\nanalysis\n", BEFORE_WIPE_OUT)
        self.assertIn("Black wins 64-0.\nType analysis to see", printed)
        self.assertIn("Player – Emilia (level 1), 64-0, emilia play", printed)
        self.assertRegex(printed, r"(?m)^  9  X  c5        \+64           =")
        self.assertEqual(self.kept(), [])

    def test_the_end_of_the_input_keeps_the_game(self):
        printed = self.play("f5\n")
        self.assertTrue(printed.endswith(
            f"The unfinished game is kept in '{self.folder}/emilia/unfinished-1.ggf';\n"
            "'emilia play --resume' goes on with it.\n"))
        self.assertIn("A game with 2 moves is not finished; type resume", self.play(""))
        resumed = self.play("moves\n", "--resume", quick=False)
        self.assertIn("You play black against Emilia (level 1).", resumed)
        self.assertRegex(resumed, r"(?m)^f5[a-h][1-8]$")

    def test_a_kill_loses_nothing(self):
        process = subprocess.Popen([EMILIA, "play", *QUICK], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True, env=environment(self.folder))
        process.stdin.write("f5\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("Emilia plays"):
            pass
        while "black to move" not in process.stdout.readline():
            pass
        process.kill()
        process.communicate(timeout=PATIENCE)
        self.assertRegex(self.play("moves\n", "--resume"), r"(?m)^f5[a-h][1-8]$")

    def test_an_interrupt_ends_with_status_130_and_keeps_the_game(self):
        process = subprocess.Popen([EMILIA, "play", *QUICK], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True, env=environment(self.folder))
        process.stdin.write("f5\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("Emilia plays"):
            pass
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130)
        self.assertIn("The unfinished game is kept in", printed)
        self.assertEqual(self.kept(), ["unfinished-1.ggf"])

    def test_the_time_of_a_side_ends_its_game(self):
        process = subprocess.Popen([EMILIA, "play", *QUICK, "--clock", "0:01"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                   env=environment(self.folder))
        lines = iter(process.stdout.readline, "")
        self.assertTrue(any(line == "White wins on time.\n" for line in lines))
        process.communicate("f5\n", timeout=PATIENCE)

    def test_an_evaluation_takes_nothing_from_the_clock(self):
        file = f"{self.folder}/game.ggf"
        start = time.monotonic()
        self.play(f"eval on\nf5\nsave {file}\n", "--eval", "--clock", "5")
        whole = time.monotonic() - start
        spent = float(re.search(r"B\[f5//([0-9.]+)", Path(file).read_text(), re.IGNORECASE)[1])
        # Of three evaluations, half a second each, two come before the move.
        self.assertGreater(whole - spent, 1.25)

    def test_wrong_options_are_refused(self):
        (Path(self.folder) / "words.txt").write_text("no game\n")
        for options, status, words in (
                (["--color", "red"], 2, "--color is black or white, not 'red'"),
                (["--clock", "soon"], 2, "--clock: 'soon' is no time for a game"),
                (["--player", "iago"], 2, "--level is for Emilia itself"),
                (["--player", "iago", "--wld-at", "0"], 2, "--wld-at is for Emilia itself"),
                (["--load", "-"], 2, "--load needs a file"),
                (["f5", "--resume"], 2, "moves or a board, --load and --resume exclude each other"),
                (["--resume"], 1, "there is no unfinished game to go on with"),
                (["--load", "/no/such/file"], 1, "No such file or directory"),
                (["--load", f"{self.folder}/words.txt"], 1, "words.txt"),
                (["f5f5"], 2, "invalid moves"),
                (["--colour", "white"], 2, "did you mean '--color'?")):
            with self.subTest(options=options):
                self.assertIn(words, self.play("", *options, status=status))


class Terminal:
    """A program on a terminal, and what its screen shows."""

    def __init__(self, folder: str, *options: str, rows: int = 24, columns: int = 80,
                 **variables: str) -> None:
        self.keyboard, self.line = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.resize(rows, columns)
        self.before = termios.tcgetattr(self.line)
        self.written = b""
        self.process = subprocess.Popen(
            [EMILIA, "play", *options, *QUICK], stdin=self.line, stdout=self.line,
            stderr=self.line, env=environment(folder, **variables), start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def resize(self, rows: int, columns: int) -> None:
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self.keyboard, keys.encode())

    def read(self, seconds: float) -> None:
        if select.select([self.keyboard], [], [], seconds)[0]:
            part = os.read(self.keyboard, 65536)
            self.written += part
            self.stream.feed(part)

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def marked(self, emphasis: str) -> list[tuple[int, int, str]]:
        """The row, the column and the character of all that is `reverse` or `underscore`."""
        cells = ((row, column, self.screen.buffer[row][column])
                 for row in range(self.screen.lines) for column in range(self.screen.columns))
        return [(row, column, cell.data) for row, column, cell in cells if getattr(cell, emphasis)]

    def wait_for(self, words: str) -> str:
        """Returns the screen once it shows the words."""
        self.wait_until(lambda: words in self.text(), words)
        return self.text()

    def wait_until(self, holds: Callable[[], bool], what: str = "what is expected") -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"'{what}' does not appear:\n{self.text()}")
            self.read(0.1)

    def finish(self) -> int:
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.1)
        self.read(0.1)
        return self.process.wait(1)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.keyboard)
        os.close(self.line)


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
@unittest.skipUnless(pyte, "pyte is not installed")
class ScreenTest(PlayTest):
    def start(self, *options: str, **settings) -> Terminal:
        terminal = Terminal(self.folder, *options, **settings)
        self.addCleanup(terminal.close)
        terminal.wait_for("help, quit")
        if "It is your turn" not in terminal.text() and "Emilia plays" not in terminal.text():
            terminal.wait_for("your turn")
        return terminal

    def test_the_first_screen_shows_board_players_and_what_to_do(self):
        screen = self.start("--clock", "5").wait_for("It is your turn")
        self.assertIn("    a   b   c   d   e   f   g   h", screen)
        self.assertIn("┌───┬───┬", screen)
        self.assertRegex(screen, r"4 .*│ ● │ ● │")
        self.assertIn("● Player", screen)
        self.assertIn("● Emilia (level 1)", screen)
        self.assertRegex(screen, r" 2 discs +[45]:\d\d")
        self.assertIn("You play black against Emilia (level 1).", screen)
        self.assertEqual(screen.count("·"), 4, "the legal moves")

    def test_black_and_white_discs_differ_in_colour(self):
        terminal = self.start()
        discs = {terminal.screen.buffer[row][column].fg
                 for row in range(3, 19) for column in range(4, 36)
                 if terminal.screen.buffer[row][column].data == "●"}
        self.assertEqual(discs, {"000000", "ffffff"})

    def test_the_square_under_the_cursor_is_reversed(self):
        terminal = self.start()
        d3 = terminal.marked("reverse")
        self.assertEqual([data for _, _, data in d3], [" ", "·", " "])
        terminal.type("\x1b[C")
        terminal.wait_until(lambda: terminal.marked("reverse") not in ([], d3))
        self.assertEqual(terminal.marked("reverse"), [(row, column + 4, " ") for row, column, _ in d3])

    def test_the_last_move_is_underlined_on_a_small_screen(self):
        terminal = self.start(rows=16, columns=60)
        self.assertEqual(terminal.marked("underscore"), [])
        terminal.type("f5\r")
        terminal.wait_for("Emilia plays")
        self.assertEqual([data for _, _, data in terminal.marked("underscore")], ["●"])

    def test_what_is_wrong_is_red_or_else_bold(self):
        for variables, marked in (({}, ("red", False)), ({"NO_COLOR": "1"}, ("default", True))):
            with self.subTest(variables=variables):
                terminal = self.start(**variables)
                terminal.type("a1\r")
                terminal.wait_for("a1 is not a legal move")
                row = next(row for row, line in enumerate(terminal.screen.display) if "a1 is not" in line)
                cell = terminal.screen.buffer[row][terminal.screen.display[row].index("a1 is not")]
                self.assertEqual((cell.fg, cell.bold), marked)

    def test_arrows_and_enter_play_a_move(self):
        for down, right in (("\x1b[B", "\x1b[C"), ("\x1bOB", "\x1bOC")):
            with self.subTest(down=down):
                terminal = self.start()
                terminal.type(2 * down + 2 * right + "\r")  # from d3 to f5
                terminal.wait_for("Emilia plays")
                terminal.type("moves\r")
                terminal.wait_for("f5")
                terminal.type("q\r")
                terminal.finish()

    def test_moves_and_commands_are_typed(self):
        terminal = self.start()
        terminal.type("f6\x7f5\r")
        terminal.wait_for("Emilia plays")
        terminal.type("undo\r")
        terminal.wait_for("Taken back.")
        terminal.type("nonsense\x15hint\r")
        terminal.wait_for("Best moves: ")
        terminal.type("a1\r")
        screen = terminal.wait_for("a1 is not a legal move")
        self.assertNotIn("nonsense", screen)

    def test_who_must_pass_presses_enter(self):
        terminal = Terminal(self.folder, BLACK_MUST_PASS)
        self.addCleanup(terminal.close)
        terminal.wait_for("You have no move: pass")
        terminal.type("\r")
        terminal.wait_for("Emilia plays")

    def test_the_evaluation_and_comments_are_shown(self):
        terminal = self.start(ENDGAME, "--eval", "--comment")
        terminal.wait_for("black wins by 18 (exact)")
        terminal.type("g2\r")
        terminal.wait_for("g8 would have kept 42.0")

    def test_a_page_is_shown_until_a_key_is_pressed(self):
        terminal = self.start()
        terminal.type("\x1bOP")  # F1
        screen = terminal.wait_for("go on with a saved game")
        self.assertNotIn("Player", screen)
        terminal.type("\r")
        terminal.wait_for("It is your turn")

    def test_a_long_page_scrolls(self):
        terminal = self.start(rows=14, columns=60)
        terminal.type("help\r")
        self.assertNotIn("quit  ", terminal.wait_for("play a move"))
        terminal.type("\x1b[6~")
        self.assertNotIn("play a move", terminal.wait_for("end; an unfinished game is kept"))
        terminal.type("\x1b[5~")
        terminal.wait_for("play a move")

    def test_the_game_ends_on_the_screen_with_an_analysis(self):
        terminal = self.start(BEFORE_WIPE_OUT)
        terminal.type("c5\r")
        terminal.wait_for("Black wins 64-0.")
        terminal.type("analysis\r")
        terminal.wait_for("best: = the played move")

    def test_a_window_of_another_size_gets_another_picture(self):
        terminal = self.start()
        terminal.resize(16, 50)
        screen = terminal.wait_for("  a b c d e f g h")
        self.assertNotIn("┌", screen)
        terminal.wait_for("It is your turn")
        terminal.resize(10, 30)
        terminal.wait_for("44 and 14 are needed.")
        terminal.resize(30, 100)
        terminal.wait_for("┌───┬")

    def test_discs_differ_without_colours_too(self):
        terminal = self.start(NO_COLOR="1")
        self.assertRegex(terminal.text(), r"4 .*│ ○ │ ● │")
        self.assertNotIn(b"\x1b[38", terminal.written)
        self.assertNotIn(b"\x1b[48", terminal.written)

    def test_a_terminal_without_utf_8_gets_letters(self):
        for settings in ({"LC_ALL": "C"}, {}):
            with self.subTest(settings=settings):
                terminal = self.start(*([] if settings else ["--letters"]), **settings)
                self.assertRegex(terminal.text(), r"4 .* O .* X ")
                if settings:
                    self.assertTrue(terminal.text().isascii())
                    self.assertIn("+---+", terminal.text())

    def test_quit_and_ctrl_c_give_the_terminal_back_and_keep_the_game(self):
        for keys, status in (("q\r", 0), ("\x03", 130)):
            with self.subTest(keys=keys):
                terminal = self.start()
                terminal.type("f5\r")
                terminal.wait_for("Emilia plays")
                terminal.type(keys)
                self.assertEqual(terminal.finish(), status)
                self.assertIn(b"The unfinished game is kept in", terminal.written)
                self.assertEqual(termios.tcgetattr(terminal.line), terminal.before)

    def test_ctrl_c_ends_a_long_thought(self):
        terminal = self.start()
        terminal.type("level 60\r")
        terminal.wait_for("You play against Emilia (level 60).")
        terminal.type("f5\r")
        terminal.wait_for("Emilia is thinking (1 s)")
        terminal.type("undo\r")
        terminal.wait_for("Taken back.")
        terminal.type("f5\r")
        terminal.wait_for("Emilia is thinking")
        terminal.type("\x03")
        self.assertEqual(terminal.finish(), 130)

    def test_a_terminal_that_is_gone_ends_the_program(self):
        terminal = self.start()
        terminal.type("f5\r")
        terminal.wait_for("Emilia plays")
        os.close(terminal.line)
        os.close(terminal.keyboard)
        terminal.process.wait(PATIENCE)
        self.assertEqual(self.kept(), ["unfinished-1.ggf"])
        terminal.keyboard, terminal.line = os.pipe()

    def test_plain_text_on_a_terminal_has_a_prompt(self):
        for options, variables in ((["--plain"], {}), ([], {"TERM": "dumb"}),
                                   ([], {"TERM": "no-such-terminal"})):
            with self.subTest(options=options, variables=variables):
                terminal = Terminal(self.folder, *options, **variables)
                self.addCleanup(terminal.close)
                terminal.wait_for("\n>")
                terminal.type("f5\nquit\n")
                self.assertEqual(terminal.finish(), 0)
                self.assertIn(b"Emilia plays", terminal.written)
                if variables != {"TERM": "no-such-terminal"}:
                    self.assertNotIn(b"\x1b", terminal.written)


if __name__ == "__main__":
    unittest.main()
