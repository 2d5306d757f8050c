"""The manual page: what `man` makes of it holds what the help of all commands says."""
import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

PROGRAM = Path(os.environ.get("EMILIA_PROGRAM",
                              Path(__file__).resolve().parents[4] / "build/emilia"))
PATIENCE = 60  # seconds; far more than any step takes


def emilia(*arguments: str) -> str:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=PATIENCE,
                          check=True).stdout


def words(text: str) -> str:
    return " ".join(text.split())


def commands_of(*words_before: str) -> list[str]:
    """The commands that the help lists, without the line about --help."""
    return re.findall(rf"^  {' '.join(('emilia', *words_before))} ([a-z-]+)  ",
                      emilia(*words_before, "--help"), re.MULTILINE)


def all_commands() -> list[tuple[str, ...]]:
    found = [()]
    for name in commands_of():
        found.append((name,))
        if "COMMAND --help" in emilia(name, "--help"):
            found.extend((name, part) for part in commands_of(name))
    return found


@unittest.skipUnless(shutil.which("man") and shutil.which("groff"), "man is not installed")
class ManualTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.page = emilia("manual")
        done = subprocess.run(
            ["man", "--warnings=w", "--no-hyphenation", "--no-justification", "-l", "-"],
            input=cls.page, capture_output=True, text=True, timeout=PATIENCE, check=True,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "MANWIDTH": "100"})
        cls.warnings = done.stderr
        cls.text = done.stdout

    def test_man_shows_it_without_a_warning(self):
        self.assertEqual(self.warnings, "")

    def test_it_has_a_name_for_whatis_and_the_version(self):
        self.assertRegex(self.text, r"NAME\n +emilia - an Othello engine\n")
        version = emilia("--version").split()[1]
        self.assertIn(f"Emilia {version}", self.text)

    def test_it_holds_every_command_and_every_option_with_its_text(self):
        text = words(self.text)
        commands = all_commands()
        self.assertIn(("book", "take-in"), commands)
        for command in commands:
            if command:
                self.assertIn("emilia " + " ".join(command) + " - ", text)
            options = re.findall(r"^  (?:-\w \[ )?(--[a-z-]+)(?: \])?((?: .*\n(?: {8,}.*\n)*)|\n)",
                                 emilia(*command, "--help"), re.MULTILINE)
            self.assertGreater(len(options), 0 if "COMMAND" not in emilia(*command, "--help") else -1)
            for option, description in options:
                with self.subTest(command=command, option=option):
                    self.assertIn(f"{option} {words(description)}", text)

    def test_it_holds_the_examples_as_they_are(self):
        for command in all_commands():
            examples = emilia(*command, "--help").partition("\nExamples:\n")[2]
            for line in examples.splitlines():
                if line.startswith("  "):
                    with self.subTest(line=line):
                        self.assertIn(line.strip(), self.text)

    def test_it_takes_no_argument(self):
        done = subprocess.run([PROGRAM, "manual", "page"], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("manual takes no argument 'page'", done.stderr)


if __name__ == "__main__":
    unittest.main()
