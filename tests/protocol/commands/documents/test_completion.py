"""The completions of shells, in the shells themselves. A shell that is not installed is skipped."""
import os
import pty
import re
import select
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ.get("EMILIA_PROGRAM",
                              Path(__file__).resolve().parents[4] / "build/emilia"))
PATIENCE = 60  # seconds; far more than any step takes


def environment(home: Path) -> dict[str, str]:
    """One in which `emilia` is found, and no settings of the user."""
    return {"HOME": str(home), "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "TERM": "dumb",
            "LC_ALL": "C.UTF-8"}


class CompletionTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name in ("problems.obf", "my games.ggf"):
            (self.folder / name).touch()

    def script(self, shell: str) -> str:
        done = subprocess.run([PROGRAM, "completion", shell], capture_output=True, text=True,
                              timeout=PATIENCE, check=True)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def shell_output(self, *command: str) -> list[str]:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE,
                              cwd=self.folder, env=environment(self.folder), check=False)
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()


@unittest.skipUnless(shutil.which("bash"), "bash is not installed")
class BashTest(CompletionTest):

    def candidates(self, *words: str) -> list[str]:
        """What bash offers for the last of the words after `emilia`."""
        (self.folder / "script").write_text(self.script("bash"), encoding="utf-8")
        code = ("source ./script; COMP_WORDS=(emilia \"$@\"); COMP_CWORD=$#; _emilia; "
                "rm script; printf '%s\\n' \"${COMPREPLY[@]}\"")
        return [line for line in self.shell_output("bash", "-c", code, "bash", *words) if line]

    def test_commands(self):
        self.assertEqual(self.candidates("an"), ["analyze"])
        self.assertEqual(self.candidates("book", "pro"), ["probe"])
        self.assertLessEqual({"analyze", "solve", "book", "completion"}, set(self.candidates("")))
        self.assertEqual(sorted(self.candidates("completion", "")), ["bash", "fish", "zsh"])

    def test_options_are_those_of_the_command(self):
        self.assertEqual(self.candidates("perft", "-"), ["--isa", "--help"])
        self.assertIn("--save-every", self.candidates("book", "learn", "--"))
        self.assertNotIn("--save-every", self.candidates("analyze", "--"))
        self.assertEqual(self.candidates("--proto"), ["--protocol"])

    def test_values_with_names(self):
        self.assertEqual(self.candidates("--protocol", "n"), ["nboard"])
        self.assertEqual(self.candidates("--protocol", "=", "n"), ["nboard"])
        help_text = " ".join(self.shell_output("emilia", "perft", "--help"))
        named = re.search(r"instruction set:([^(]*)\(", help_text)[1].replace(",", "").split()
        self.assertEqual(self.candidates("--isa", "="), named)
        self.assertEqual(self.candidates("convert", "--to", "s"), ["sgf"])
        self.assertIn("norvig-iago", self.candidates("--player", "no"))

    def test_files_where_a_file_is_wanted(self):
        self.assertEqual(self.candidates("solve", "pr"), ["problems.obf"])
        self.assertEqual(self.candidates("convert", "my"), ["my games.ggf"])
        self.assertEqual(self.candidates("analyze", "--game", "my"), ["my games.ggf"])
        self.assertEqual(self.candidates("convert", "-o", "pr"), ["problems.obf"])

    def test_nothing_for_a_number_or_a_name_of_any_kind(self):
        self.assertEqual(self.candidates("--depth", ""), [])
        self.assertEqual(self.candidates("convert", "--player", ""), [])


@unittest.skipUnless(shutil.which("fish"), "fish is not installed")
class FishTest(CompletionTest):

    def candidates(self, line: str) -> list[str]:
        (self.folder / "script").write_text(self.script("fish"), encoding="utf-8")
        code = f"source ./script; complete -C '{line}'"
        return [text.split("\t")[0]
                for text in self.shell_output("fish", "--no-config", "-c", code)]

    def test_commands(self):
        self.assertEqual(self.candidates("emilia an"), ["analyze"])
        self.assertEqual(self.candidates("emilia book pro"), ["probe"])
        self.assertEqual(self.candidates("emilia completion "), ["bash", "fish", "zsh"])

    def test_options_are_those_of_the_command(self):
        self.assertEqual(self.candidates("emilia analyze --ht"), ["--html"])
        self.assertEqual(self.candidates("emilia solve --ht"), [])

    def test_values_with_names(self):
        self.assertEqual(self.candidates("emilia --protocol n"), ["nboard"])
        self.assertEqual(self.candidates("emilia convert --to=s"), ["--to=sgf"])

    def test_files_where_a_file_is_wanted(self):
        self.assertEqual(self.candidates("emilia solve pr"), ["problems.obf"])
        self.assertEqual(self.candidates("emilia --log pr"), ["problems.obf"])
        self.assertEqual(self.candidates("emilia --depth pr"), [])


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class ZshTest(CompletionTest):
    """Types into a shell in a terminal, where a function `emilia` prints its words."""

    def completed(self, line: str) -> str:
        """The words after `emilia` that a line has after the tabulators in it."""
        (self.folder / "script").write_text(self.script("zsh"), encoding="utf-8")
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], environment(self.folder))
        self.addCleanup(os.close, terminal)
        setup = ("autoload -Uz compinit && compinit -u -D && source ./script; unsetopt beep; "
                 "complete() { zle expand-or-complete; zle -M comp''leted }; "
                 "zle -N complete; bindkey '^I' complete; "
                 "emilia() { print -r -- \"<$*>\" }; print ready''now\n")
        os.write(terminal, setup.encode())
        self.read_until(terminal, b"readynow")
        # zsh takes what is typed during a completion as part of it.
        for part in line.split("\t")[:-1]:
            os.write(terminal, f"{part}\t".encode())
            self.read_until(terminal, b"completed")
        os.write(terminal, b"\n")
        output = self.read_until(terminal, b">\r")
        os.write(terminal, b"exit\n")
        os.waitpid(process, 0)
        return output[output.rindex(b"<") + 1:output.rindex(b">")].decode()

    def read_until(self, terminal: int, end: bytes) -> bytes:
        output = b""
        while end not in output:
            if not select.select([terminal], [], [], PATIENCE)[0]:
                self.fail(f"no {end!r} in {output!r}")
            output += os.read(terminal, 65536)
        return output

    def test_commands(self):
        self.assertEqual(self.completed("emilia an\t"), "analyze")
        self.assertEqual(self.completed("emilia book pro\t"), "book probe")

    def test_options_and_their_values(self):
        self.assertEqual(self.completed("emilia analyze --ht\tmy\t"), "analyze --html=my games.ggf")
        self.assertEqual(self.completed("emilia --proto\tn\t"), "--protocol=nboard")
        self.assertEqual(self.completed("emilia convert --to s\t"), "convert --to sgf")

    def test_files_where_a_file_is_wanted(self):
        self.assertEqual(self.completed("emilia solve pr\t"), "solve problems.obf")


class UsageTest(unittest.TestCase):

    def complaint(self, *arguments: str) -> str:
        done = subprocess.run([PROGRAM, "completion", *arguments], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr

    def test_an_unknown_shell_is_refused(self):
        self.assertIn("did you mean 'fish'?", self.complaint("fishy"))
        self.assertIn("bash, zsh, fish", self.complaint())

    def test_more_words_are_refused(self):
        self.assertIn("takes no argument 'zsh'", self.complaint("bash", "zsh"))


if __name__ == "__main__":
    unittest.main()
