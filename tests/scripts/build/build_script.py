"""What the tests of scripts that build something share."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = ROOT / "scripts"
sys.path.insert(0, str(ROOT / "tests" / "scripts"))


class BuildScriptTest(unittest.TestCase):
    """With a copy of the scripts, and tools that only say how they were called."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = Path(temporary.name).resolve()
        self.project = self.home / "a project"
        shutil.copytree(SCRIPTS, self.project / "scripts")
        shutil.copy(ROOT / "CMakePresets.json", self.project)
        tools = self.home / "tools"
        for tool in ("c++", "clang++", "ctest", "git", "llvm-symbolizer", "ninja", "parallel",
                     "pkg-config", "python3", "zsh", "fish"):
            self.write_program(tools / tool, "exit 0")
        self.write_program(tools / "cmake", 'echo "cmake version 3.25.1"; echo "cmake $*" >&2')
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "CXX": "c++"}
        self.environment.pop("CI", None)

    def write_program(self, path: Path, text: str, first: str = "#!/bin/sh\n") -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(first + text + "\n")
        path.chmod(0o755)

    def configure(self, build: str, **values: str) -> None:
        """Writes a build folder as CMake leaves it."""
        folder = self.project / build
        folder.mkdir()
        (folder / "build.ninja").touch()
        lines = [f"CMAKE_HOME_DIRECTORY:INTERNAL={self.project}",
                 *(f"{name}:BOOL={value}" for name, value in values.items())]
        (folder / "CMakeCache.txt").write_text("\n".join(lines) + "\n")

    def run_script(self, script: str, *arguments: str, **environment: str) -> tuple[str, str]:
        run = subprocess.run([self.project / "scripts" / script, *arguments], text=True,
                             stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                             env={**self.environment, **environment})
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout, run.stderr
