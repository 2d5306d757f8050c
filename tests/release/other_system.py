"""What the program for any other system must do, run by an emulator beside the one for this system.

EMILIA_PROGRAM names the latter. The builds take minutes, so CTest runs them only with `-C release`.
"""
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
NATIVE = os.environ.get("EMILIA_PROGRAM", str(PROJECT / "build/emilia"))
PATIENCE = 120  # seconds; far more than any step takes
START = "---------------------------OX------XO--------------------------- X"


def run(*command: str, **options) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False, **options)


def missing(*names: str) -> list[str]:
    return [name for name in names if not shutil.which(name)]


class OtherSystem:
    """A base of test cases. A subclass names its system, as scripts/release.sh does, and the
    command that runs its program."""
    system: str
    command: tuple[str, ...]

    @classmethod
    def setUpClass(cls):
        subprocess.run([PROJECT / "scripts/release.sh", cls.system], check=True)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def emilia(self, *arguments: str, **options) -> subprocess.CompletedProcess:
        return run(*self.command, *arguments, **options)

    def check_it_searches_the_same_nodes(self, *arguments: str, **options):
        here = run(NATIVE, "bench").stdout.splitlines()[-1]
        self.assertRegex(here, rb"^Nodes searched: \d+$")
        there = self.emilia("bench", *arguments, **options)
        if b"this processor" in there.stderr:
            return  # it lacks the instructions
        self.assertEqual(there.stdout.splitlines()[-1], here, there.stderr)

    def test_whole_games_against_the_program_for_this_system(self):
        for dialect in ("gtp", "nboard"):
            with self.subTest(dialect=dialect):
                words = "--threads 1 --hash 16 --depth 6 --no-book"
                match = run(str(PROJECT / "scripts/match.py"), "--games", "4",
                            "--engine", f"there={dialect}:{' '.join(self.command)} {words}",
                            "--engine", f"here={dialect}:{NATIVE} {words}",
                            cwd=self.folder)
                self.assertEqual(match.returncode, 0, match.stderr)
                self.assertIn(b"there v here: 4 games, ", match.stdout)
                # The same search plays both sides of each opening.
                self.assertIn(b"+0.00 \xc2\xb1 0.00 a game", match.stdout)
                faultless = b"0 time losses, 0 illegal moves, 0 crashes"
                self.assertEqual(match.stdout.count(faultless), 2, match.stdout)
