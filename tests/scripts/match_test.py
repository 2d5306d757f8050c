"""What the tests of the match runner, and of scripts that play matches, share."""
import contextlib
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE.parents[1] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from match_runner.command_line import main  # noqa: E402 - the line before makes it importable

# Nothing here is installed anywhere, and looking for what is takes a good part of a start.
PYTHON = [sys.executable, "-S"]
MATCH = [*PYTHON, str(SCRIPTS / "match.py")]
# The tests build nothing; without the program those that need it are skipped.
EMILIA = os.environ.get("EMILIA_PROGRAM")
# Nothing is to be learned into the user's own opening book.
DATA = tempfile.TemporaryDirectory()
os.environ["XDG_DATA_HOME"] = DATA.name


def fake(dialect: str, *arguments: object) -> str:
    """The command of a fake engine, with or without a fault."""
    return shlex.join([*PYTHON, str(HERE / "fake_engine.py"), dialect,
                       *map(str, arguments)])


def emilia(*options: object) -> str:
    return shlex.join([EMILIA, "--no-book", "--threads", "1", "--hash", "2", *map(str, options)])


def as_written(path: Path) -> tuple:
    """What changes if the file is written or replaced; reading it may change the time of access."""
    status = path.stat()
    return (status.st_ino, status.st_mtime_ns, status.st_mode, status.st_uid, status.st_gid)


def wait_for_line(process: subprocess.Popen, path: Path) -> None:
    """Waits until a file ends with a whole line. The process must not end before."""
    while not path.exists() or not path.read_text().endswith("\n"):
        if process.poll() is not None:
            raise AssertionError(f"{process.args} ended with status {process.returncode}")
        time.sleep(0.01)


def kill_after_line(process: subprocess.Popen, path: Path) -> None:
    """Kills a process, and only it, when a file ends with a whole line. Removes the file."""
    wait_for_line(process, path)
    process.kill()
    process.wait()
    path.unlink()


def without_times(line: str) -> dict:
    game = json.loads(line)
    return {key: value for key, value in game.items() if key not in ("times", "date")}


class MatchTest(unittest.TestCase):
    """A test with a temporary folder."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.output = self.folder / "match"

    def start(self, *arguments: object, **options) -> subprocess.Popen:
        return subprocess.Popen([*MATCH, *map(str, arguments)], text=True, cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)

    def run_match(self, *arguments: object, status: int = 0, output: bool = True) -> str:
        """Runs match.py within this process, which is faster, and checks its exit status; returns
        what it printed."""
        where = ("--output", self.output) if output else ()
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            ended = main([*map(str, (*arguments, *where))])
        self.assertEqual(ended, status, said.getvalue())
        return said.getvalue()

    def games(self, output: Path | None = None) -> list[dict]:
        """The saved games, without the values that differ in every run."""
        text = ((output or self.output) / "games.jsonl").read_text()
        return [without_times(line) for line in text.splitlines()]

    def results(self) -> dict:
        return json.loads((self.output / "results.json").read_text())
