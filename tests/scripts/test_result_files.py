"""The files of --json, --html and --chart replace nothing that the match needs or writes."""
import os
import shlex
import subprocess
import unittest

from match_test import MATCH, MatchTest, fake

ENGINES = [word for name in "ab"
           for word in ("--engine", f"{name}=gtp:{fake('gtp', 'resign', '--at', 1)}")]


class ResultFiles(MatchTest):
    def refused(self, *arguments: object, output: bool = True) -> str:
        """The message about a match that does not begin."""
        said = self.run_match(*ENGINES, "--games", 2, *arguments, status=2, output=output)
        self.assertFalse(self.output.exists())
        return said

    def test_none_replaces_a_file_of_an_engine(self):
        engine, weights = self.folder / "engine.sh", self.folder / "my weights"
        engine.write_text("kept")
        engine.chmod(0o755)
        weights.write_text("kept")
        link = self.folder / "link"
        link.symlink_to(weights)
        words = f"exec {shlex.quote(str(engine))} --weights={shlex.quote(str(weights))}"
        for command in (f"{engine} --weights '{weights}'", f"gtp:{engine} '--weights={weights}'",
                        shlex.join(["sh", "-c", words])):
            for file in (engine, weights, link):
                for option in ("--json", "--html", "--chart"):
                    with self.subTest(command=command, file=file, option=option):
                        self.assertIn(f"{option} {file} is also a file of --engine c",
                                      self.refused("--engine", f"c={command}", option, file))
        self.assertEqual((engine.read_text(), weights.read_text()), ("kept", "kept"))

    def test_none_is_a_folder_that_the_match_will_make(self):
        for option in ("--output", "--log"):
            for folder in (self.output, self.output / "inner"):
                self.assertIn(f"--json {self.output} is also a folder of {option}",
                              self.refused("--json", self.output, option, folder, output=False))
        self.assertIn("it is a folder", self.refused("--json", self.folder))

    def test_none_is_a_standard_stream_or_another_open_file(self):
        notes = self.folder / "notes"
        notes.write_text("kept")
        words = "is a standard stream or another open file of this program"
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/stdin", notes):
            for stream in ("stdout", "stdin"):
                with self.subTest(name=name, stream=stream), open(notes, "a+") as file:
                    run = subprocess.run(
                        [*MATCH, *ENGINES, "--games", "2", "--html", name],
                        **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, stream: file},
                        stderr=subprocess.PIPE, text=True, cwd=self.folder)
                self.assertEqual(run.returncode, 2)
                self.assertIn(f"match.py: --html {name} {words}; ", run.stderr)
        self.assertEqual(notes.read_text(), "kept")
        self.assertEqual(os.listdir(self.folder), ["notes"])
        self.assertIn("--json: it can't be a standard stream", self.refused("--json", "-"))
        self.assertIn("cannot write /dev/null: it is no ordinary file",
                      self.refused("--json", "/dev/null"))

    def test_a_circle_of_links_is_named(self):
        circle = self.folder / "circle"
        circle.symlink_to(circle)
        self.assertIn(f"cannot write {circle}: Too many levels of symbolic links",
                      self.refused("--html", circle))


if __name__ == "__main__":
    unittest.main()
