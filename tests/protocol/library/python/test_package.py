"""The types, the example and the documentation of the Python package."""
import importlib.util
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import emilia

SOURCE = Path(__file__).resolve().parents[4] / "protocol/library/python"
PATIENCE = 250  # seconds


def run(*command, **options) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=PATIENCE, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout}\n{done.stderr}")
    return done.stdout


class PackageTest(unittest.TestCase):

    def test_it_has_the_version_of_the_project(self):
        text = (SOURCE.parents[2] / "CMakeLists.txt").read_text(encoding="utf-8")
        self.assertIn(f"project(emilia VERSION {emilia.__version__} ", text)

    @unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
    def test_its_types_are_right(self):
        with tempfile.TemporaryDirectory() as folder:
            user = Path(folder) / "user.py"
            user.write_text(
                "import emilia\nimport numpy as np\n"
                "engine = emilia.Engine(threads=1)\n"
                "analysis: emilia.Analysis = engine.analyze('f5', depth=3)\n"
                "score: float = engine.evaluate('f5')\n"
                "boards = np.array([1], np.uint64)\n"
                "scores: list[float] = engine.evaluate(boards, boards).tolist()\n"
                "for sofar in engine.start_choose('f5', level=3):\n    print(sofar.move)\n"
                "engine.analyze('f5', depth='3')\n", encoding="utf-8")
            environment = {**os.environ, "MYPYPATH": str(Path(emilia.__file__).parents[1])}
            run("mypy", "--strict", "--cache-dir", folder, "-p", "emilia", env=environment)
            with self.assertRaises(AssertionError) as raised:
                run("mypy", "--strict", "--cache-dir", folder, user, env=environment)
            self.assertIn('user.py:10: error: Argument "depth"', str(raised.exception))
            self.assertIn("Found 1 error", str(raised.exception))

    def test_all_that_it_exports_is_documented(self):
        for name in emilia.__all__:
            exported = getattr(emilia, name)
            if not inspect.isclass(exported) and not inspect.isfunction(exported):
                continue  # a union of types
            with self.subTest(name=name):
                self.assertTrue(exported.__doc__)
            for member, value in vars(exported).items():
                if inspect.isfunction(value) and not member.startswith("_"):
                    with self.subTest(name=name, member=member):
                        self.assertTrue(value.__doc__)

    def test_the_examples_of_its_page_run(self):
        page = (SOURCE / "README.md").read_text(encoding="utf-8")
        examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        self.assertGreater(len(examples), 2)
        for example in examples:
            with self.subTest(example=example.splitlines()[0]):
                run(sys.executable, "-c", example)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_the_notebook_finds_mistakes_and_draws_the_game(self):
        with tempfile.TemporaryDirectory() as folder:
            picture, game = Path(folder) / "game.png", Path(folder) / "game.txt"
            environment = {**os.environ, "MPLBACKEND": "agg", "MPLCONFIGDIR": folder}
            game.write_text("f5d6c3d3c4f4f6b4c2", encoding="utf-8")
            listing = run(sys.executable, SOURCE / "examples/mistakes.py", game, picture,
                          env=environment)
            self.assertRegex(listing, r"(?m)^ *\d+\. (black|white) [a-h][1-8] lost [\d.]+ discs; "
                                      r"best was [a-h][1-8]$")
            self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")


if __name__ == "__main__":
    unittest.main()
