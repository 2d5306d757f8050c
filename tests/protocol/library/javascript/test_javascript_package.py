"""The package for JavaScript in Node, with a module in place of the engine's."""
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from fake_package import HERE, make_fake_package


def setUpModule() -> None:
    if not shutil.which("node"):
        raise unittest.SkipTest("Node is not installed")


class JavaScriptPackageTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.package = make_fake_package(self.folder)

    def test_the_tests_in_node_pass(self) -> None:
        shutil.copy(HERE / "package.test.mjs", self.folder)
        done = subprocess.run(["node", "--test", "package.test.mjs"], cwd=self.folder, text=True,
                              capture_output=True, timeout=280, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_package_names_its_files_and_its_version(self) -> None:
        described = json.loads((self.package / "package.json").read_text(encoding="utf-8"))
        self.assertEqual(described["version"], "1.2.3")
        named = set()

        def collect(value: object) -> None:
            if isinstance(value, dict):
                for each in value.values():
                    collect(each)
            elif isinstance(value, str):
                named.add(value)
        collect(described["exports"])
        for name in named | {described["main"], described["types"]}:
            self.assertTrue((self.package / name).is_file(), name)
        for name in ("README.md", "LICENSE"):
            self.assertTrue((self.package / name).is_file(), name)

    @unittest.skipUnless(shutil.which("tsc"), "TypeScript is not installed")
    def test_the_types_fit_right_programs_and_refuse_wrong_ones(self) -> None:
        for name in ("types.mts", "types.cts"):
            text = (HERE / "types.ts").read_text(encoding="utf-8")
            (self.folder / name).write_text(text, encoding="utf-8")
        done = subprocess.run(["tsc", "--strict", "--noEmit", "--target", "es2022", "--module",
                               "node16", "--lib", "es2022,dom", "types.mts",
                               "types.cts"], cwd=self.folder, text=True, capture_output=True,
                              timeout=280, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""))



if __name__ == "__main__":
    unittest.main()
