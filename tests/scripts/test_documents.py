"""The examples in the documents that are marked as reproducible print what the documents say."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from match_test import EMILIA

PROJECT = Path(__file__).resolve().parents[2]
# A mark that a reader of the page does not see, a block of code, and in it a command and its output.
EXAMPLE = re.compile(r"<!-- reproducible -->\n+```[a-z]*\n\$ (?P<command>(?:.*\\\n)*.*)\n"
                     r"(?P<output>(?:.*\n)*?)```")
SECONDS = re.compile(r"\d+\.\d+ s\b")
LEFT_OUT = "…"


def examples() -> list[tuple[Path, str, str]]:
    return [(document.relative_to(PROJECT), found["command"], found["output"])
            for folder in (PROJECT, *(PROJECT / room for room in ("book", "engine", "protocol",
                                                                  "scripts", "tests")))
            for document in (folder.glob("*.md") if folder == PROJECT else folder.rglob("*.md"))
            for found in EXAMPLE.finditer(document.read_text())]


def pattern_of(output: str) -> str:
    """Matches any times, and any lines or part of a line where the document leaves them out."""
    pattern = re.escape(SECONDS.sub("TIME", output)).replace("TIME", SECONDS.pattern)
    pattern = pattern.replace(f"\\\n{LEFT_OUT}\\\n", "\\\n(?:.*\\\n)*?")
    return pattern.replace(LEFT_OUT, ".*")


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class DocumentsTest(unittest.TestCase):
    def test_reproducible_examples_print_what_the_documents_say(self):
        found = examples()
        self.assertGreaterEqual(len(found), 3)
        for document, command, output in found:
            with self.subTest(document=str(document), command=command), \
                    tempfile.TemporaryDirectory() as home:
                command = command.replace("build/emilia", EMILIA)
                run = subprocess.run(["bash", "-c", command], cwd=PROJECT, capture_output=True,
                                     text=True, timeout=120, env={**os.environ, "HOME": home,
                                                                  "XDG_DATA_HOME": home})
                self.assertEqual(run.stderr, "")
                self.assertRegex(run.stdout, f"\\A{pattern_of(output)}\\Z")

    def test_the_example_of_a_page_in_the_help_of_analyze_writes_it(self):
        text = subprocess.run([EMILIA, "analyze", "--help"], capture_output=True, text=True,
                              check=True, timeout=60).stdout
        command = re.search(r"^  emilia (analyze .*--html report\.html)$", text, re.MULTILINE)
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(PROJECT / "tests" / "data" / "literature", f"{folder}/wthor")
            run = subprocess.run(["bash", "-c", f"{EMILIA} {command[1]} --depth 1 --no-book"],
                                 cwd=folder, capture_output=True, text=True, timeout=120)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertIn("report.html", os.listdir(folder))

    def test_only_times_and_what_is_left_out_may_differ(self):
        written = pattern_of("a\n5 nodes in 1.00 s\n…\nf5d6…\nend\n")
        self.assertRegex("a\n5 nodes in 0.25 s\nb\nc\nf5d6c3\nend\n", f"\\A{written}\\Z")
        self.assertNotRegex("a\n6 nodes in 0.25 s\nb\nc\nf5d6c3\nend\n", f"\\A{written}\\Z")
        self.assertNotRegex("a\n5 nodes in 0.25 s\nb\nc\nf5c3\nend\n", f"\\A{written}\\Z")
