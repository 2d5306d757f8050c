"""scripts/literature.sh: the experiments of the literature in steps that are not done twice."""
import os
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from unittest import mock

from match_test import as_written, fake, kill_after_line

ROOT = Path(__file__).resolve().parents[2]
LITERATURE = ROOT / "scripts" / "literature.sh"
STEPS = ("players", "round-robin", "iago-match", "ordering", "branching", "speed-up",
         "ladder")

# It imitates `emilia literature STEP` with a table of its arguments, and otherwise plays.
PROGRAM = """#!/bin/sh
here={here}
case $1 in
--version) echo "Emilia 1.2.3" ;;
literature)
    shift
    echo "begin $1" >>"$here/calls"
    echo "half of $1 is done" >&2
    if [ -e "$here/waits" ]; then echo $$ >>"$here/waits"; exec sleep 60; fi
    if [ -e "$here/killed-$1" ]; then kill -9 $$; fi
    if [ -e "$here/fails-$1" ]; then echo "no room for $1" >&2; exit 3; fi
    echo "| $* |"
    echo "end $1" >>"$here/calls"
    ;;
*) exec {engine} ;;
esac
"""


class LiteratureTest(unittest.TestCase):
    """With a program that plays no experiments, in a folder that is gone afterwards."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = Path(temporary.name)
        self.folder = self.home / "a folder"
        self.program = self.home / "an emilia"
        self.write_program(self.program, PROGRAM.format(here=shlex.quote(str(self.home)),
                                                        engine=fake("gtp")))

    def write_program(self, path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def command(self, *arguments: object) -> list[str]:
        return [str(LITERATURE), "--folder", str(self.folder), "--program", str(self.program),
                "--games", "2", "--threads", "2", "--rhino", "/no/such/gtp-rhino",
                *map(str, arguments)]

    def run_steps(self, *arguments: object, status: int = 0) -> str:
        """What it said on standard error; there is nothing else."""
        run = subprocess.run(self.command(*arguments), text=True, stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=120)
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertEqual(run.stdout, "")
        return run.stderr

    def only(self, *steps: str) -> list[str]:
        return [word for step in steps for word in ("--only", step)]

    def calls(self) -> list[str]:
        path = self.home / "calls"
        return path.read_text().splitlines() if path.exists() else []

    def table(self, step: str) -> str:
        return (self.folder / f"{step}.md").read_text()


class Steps(LiteratureTest):
    def test_each_leaves_its_table_and_all_are_joined(self) -> None:
        said = self.run_steps()
        self.assertNotIn("\x1b", said)
        self.assertEqual(self.table("players"), "| players |\n")
        self.assertIn("tests/data/literature/WTH_1980.wtb |", self.table("branching"))
        joined = (self.folder / "literature.md").read_text()
        self.assertRegex(joined.splitlines()[0], r"^Emilia 1\.2\.3, on .*, \d+ cores$")
        places = [joined.index(f"\n## {step}\n") for step in STEPS]
        self.assertEqual(places, sorted(places))
        for step in STEPS:
            self.assertIn(self.table(step), joined)
            self.assertIn(f"{step}: done in 0:", said)
        self.assertRegex(said, r"all tables are in '.*literature\.md'; it took 0:\d\d\n$")
        # What measures time ran when nothing else did.
        calls = self.calls()
        for step in ("ordering", "speed-up"):
            begin = calls.index(f"begin {step}")
            self.assertEqual(calls[begin + 1], f"end {step}")
            self.assertEqual(calls[:begin].count("begin players"), 1)
        self.check_ladder(said)

        before = self.calls()
        again = self.run_steps()
        self.assertEqual(self.calls(), before)
        for step in STEPS:
            self.assertIn(f"{step}: already done\n", again)

    def check_ladder(self, said: str) -> None:
        self.assertIn("there is no '/no/such/gtp-rhino'\n", said)
        self.assertIn("the ladder leaves out gtp-rhino, which is in Debian's package grhino\n", said)
        lines = [line for line in self.table("ladder").splitlines() if line.startswith("|")]
        names = [line.split("|")[2].strip() for line in lines[2:]]
        self.assertEqual((names[0], names[-1]), ("iago", "minimize-difference"))
        self.assertFalse([name for name in names if "rhino" in name])
        self.assertIn("2 games", self.table("ladder"))
        image = ElementTree.parse(self.folder / "ladder.svg")
        self.assertIn("iago", [node.text for node in image.iter()])

    def test_some_may_be_chosen(self) -> None:
        self.run_steps(*self.only("iago-match", "speed-up"))
        self.assertEqual(sorted({call.split()[1] for call in self.calls()}),
                         ["iago-match", "speed-up"])
        self.assertEqual((self.folder / "literature.md").read_text().count("\n## "), 2)
        said = self.run_steps(*self.only("players", "speed-up"))
        self.assertIn("speed-up: already done\n", said)
        self.assertEqual((self.folder / "literature.md").read_text().count("\n## "), 3)

    def test_a_failure_is_shown_and_the_next_run_does_what_is_missing(self) -> None:
        (self.home / "fails-iago-match").touch()
        steps = self.only("players", "round-robin", "iago-match", "speed-up")
        said = self.run_steps(*steps, status=1)
        self.assertIn("no room for iago-match\n", said)
        self.assertIn("iago-match failed with status 3\n", said)
        self.assertEqual(self.table("round-robin"), "| round-robin |\n")
        self.assertFalse((self.folder / "iago-match.md").exists())
        self.assertFalse((self.folder / "literature.md").exists())
        self.assertNotIn("begin speed-up", self.calls())

        (self.home / "fails-iago-match").unlink()
        (self.home / "calls").unlink()
        self.run_steps(*steps)
        self.assertEqual(self.calls(), ["begin iago-match", "end iago-match", "begin speed-up",
                                        "end speed-up"])
        self.assertEqual(self.table("iago-match"), "| iago-match |\n")

    def test_a_step_that_is_killed_before_anybody_waits_for_it_is_named(self) -> None:
        (self.home / "killed-players").touch()
        said = self.run_steps(*self.only("players", "iago-match"), status=1)
        self.assertIn("players failed with status 137\n", said)
        self.assertEqual(self.table("iago-match"), "| iago-match |\n")

    def test_a_failure_of_what_runs_alone_stops_it_too(self) -> None:
        (self.home / "fails-ordering").touch()
        self.run_steps(*self.only("ordering", "speed-up"), status=1)
        self.assertEqual(self.calls(), ["begin ordering"])

    def test_a_step_that_is_stopped_leaves_no_table_and_no_process(self) -> None:
        waits = self.home / "waits"
        for steps in (("players", "iago-match"), ("speed-up",)):
            with self.subTest(steps=steps):
                waits.touch()
                process = subprocess.Popen(self.command(*self.only(*steps)), text=True,
                                           stderr=subprocess.PIPE)
                while len(waits.read_text().split()) < len(steps):
                    self.assertIsNone(process.poll())
                    time.sleep(0.01)
                os.kill(process.pid, signal.SIGINT)
                _, said = process.communicate(timeout=20)
                self.assertEqual(process.returncode, 130)
                self.assertIn("stopped; the same command continues from here\n", said)
                self.assertEqual(list(self.folder.glob("*.md")), [])
                for waiting in waits.read_text().split():
                    self.assertRaises(ProcessLookupError, os.kill, int(waiting), 0)
                waits.unlink()
        self.run_steps(*self.only("players", "iago-match", "speed-up"))
        self.assertTrue((self.folder / "literature.md").exists())

    @unittest.skipUnless(shutil.which("setpriv") and shutil.which("flock"), "needs util-linux")
    def test_a_step_ends_with_a_script_that_is_killed(self) -> None:
        waits = self.home / "waits"
        waits.touch()
        process = subprocess.Popen(self.command(*self.only("players")), stderr=subprocess.DEVNULL)
        kill_after_line(process, waits)
        # A step that went on would hold the lock of the folder, and this run would be refused.
        self.run_steps(*self.only("players"))
        self.assertEqual(self.table("players"), "| players |\n")

    def test_a_program_that_cannot_name_its_version_is_not_used(self) -> None:
        self.assertEqual(self.run_steps("--program", "/bin/false", status=1), "")
        self.assertFalse(self.folder.exists())

    def test_tables_of_other_settings_are_not_joined(self) -> None:
        bases = self.home / "wthor"
        bases.mkdir()
        (bases / "WTH_1977.wtb").write_text("one")
        steps = self.only("branching")
        self.run_steps(*steps, "--wthor", bases)
        joined = (self.folder / "literature.md").read_bytes()
        other = self.home / "another emilia"
        self.write_program(other, self.program.read_text() + "# another\n")
        for settings in ((), ("--wthor", bases, "--games", 4),
                         ("--wthor", bases, "--rhino", "/bin/true"),
                         ("--wthor", bases, "--program", other)):
            with self.subTest(settings=settings):
                self.assertIn("was made with other settings; choose another --folder\n",
                              self.run_steps(*steps, *settings, status=2))
        (bases / "WTH_1977.wtb").write_text("two")
        self.run_steps(*steps, "--wthor", bases, status=2)
        self.assertEqual((self.folder / "literature.md").read_bytes(), joined)

    def test_the_joined_tables_keep_their_place_and_permissions(self) -> None:
        self.run_steps(*self.only("players"))
        joined, real = self.folder / "literature.md", self.home / "real.md"
        joined.rename(real)
        joined.symlink_to(real)
        real.chmod(0o600)
        before = as_written(real)
        self.run_steps(*self.only("players"))  # nothing new
        self.assertEqual(as_written(real), before)
        self.run_steps(*self.only("iago-match"))
        self.assertTrue(joined.is_symlink())
        self.assertIn("| iago-match |", real.read_text())
        self.assertEqual(stat.S_IMODE(real.stat().st_mode), 0o600)

    def test_a_link_in_the_folder_replaces_no_file_elsewhere(self) -> None:
        self.run_steps(*self.only("iago-match"))
        kept = self.home / "kept"
        kept.write_text("kept")
        for name in ("players.md.new", "players.log", "literature.md.new"):
            (self.folder / name).symlink_to(kept)
        self.run_steps(*self.only("players"))
        self.assertEqual(kept.read_text(), "kept")
        self.assertFalse((self.folder / "players.md").is_symlink())
        self.assertEqual(self.table("players"), "| players |\n")

    @unittest.skipIf(os.geteuid() == 0, "root may write every file")
    def test_joined_tables_that_are_read_only_stay(self) -> None:
        self.run_steps(*self.only("players"))
        joined = self.folder / "literature.md"
        joined.chmod(0o444)
        before = joined.read_bytes()
        self.assertIn(f"cannot write '{joined}': it is read-only or no ordinary file\n",
                      self.run_steps(*self.only("iago-match"), status=1))
        self.assertEqual(joined.read_bytes(), before)

    def test_a_ladder_that_was_stopped_goes_on(self) -> None:
        steps = (*self.only("ladder"), "--threads", 1)
        process = subprocess.Popen(self.command(*steps, "--games", 4), text=True,
                                   stderr=subprocess.PIPE)
        games = self.folder / "ladder" / "games.jsonl"
        while not games.exists() or not games.stat().st_size:
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGINT)
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        before = games.read_text().splitlines()[0]
        self.assertFalse((self.folder / "ladder.md").exists())
        self.run_steps(*steps, "--games", 4)
        self.assertEqual(games.read_text().splitlines()[0], before)
        self.assertIn("| emilia-6 ", self.table("ladder"))

    def test_a_ladder_in_which_an_engine_was_killed_gives_no_table(self) -> None:
        engine = self.program.read_text()
        self.write_program(self.program, engine.replace(
            "*) exec",
            f"*) if [ -e {self.home}/kills ]; then exec {fake('gtp', 'killed')}; fi; exec"))
        (self.home / "kills").touch()
        said = self.run_steps(*self.only("ladder"), status=1)
        self.assertIn("an engine was killed from outside; the same command replays the games that "
                      "it lost\n", said)
        self.assertFalse((self.folder / "ladder.md").exists())
        (self.home / "kills").unlink()
        self.run_steps(*self.only("ladder"))
        self.assertIn("| emilia-6 ", self.table("ladder"))

    def test_a_program_may_have_any_name_in_any_locale(self) -> None:
        program = self.home / "it's an ü"
        self.program.rename(program)
        self.program = program
        with mock.patch.dict(os.environ, {"LC_ALL": "C"}):
            self.run_steps(*self.only("ladder"))
        self.assertIn("| emilia-6 ", self.table("ladder"))

    def test_rhino_plays_where_it_is(self) -> None:
        rhino = self.home / "a rhino"
        self.write_program(rhino, f"#!/bin/sh\nexec {fake('gtp', '--seed', 5)}\n")
        said = self.run_steps(*self.only("ladder"), "--rhino", rhino, "--threads", 1)
        self.assertNotIn("grhino", said)
        for level in (1, 2, 3):
            self.assertIn(f"| rhino-{level} ", self.table("ladder"))

    def test_branching_looks_at_the_games_that_it_is_given(self) -> None:
        bases = self.home / "wthor"
        bases.mkdir()
        for name in ("WTH_1977.wtb", "WTH_2001.WTB", "notes.txt"):
            (bases / name).touch()
        self.run_steps(*self.only("branching"), "--wthor", bases)
        self.assertEqual(self.table("branching"),
                         f"| branching {bases}/WTH_1977.wtb {bases}/WTH_2001.WTB |\n")


class WrongOptions(LiteratureTest):
    def test_help_shows_every_option_and_step(self) -> None:
        said = subprocess.run([LITERATURE, "--help"], text=True, capture_output=True, check=True)
        for option in ("--folder", "--only", "--games", "--wthor", "--threads", "--program",
                       "--rhino"):
            self.assertIn(f"\n  {option} ", said.stdout)
        for step in STEPS:
            self.assertIn(f"\n  {step} ", said.stdout)
        self.assertEqual(said.stderr, "")

    def test_each_is_one_line_and_status_2(self) -> None:
        for wrong, message in (
                (("--castle", 1), "there is no option '--castle'"),
                (("castle",), "there is no option 'castle'"),
                (("--games",), "--games needs a value"),
                (("--gaems", 2), "there is no option '--gaems' (did you mean '--games'?)"),
                (("--games", "many"), "--games must be a whole number of at least 2, not 'many'"),
                (("--games=3",), "--games must be an even number, not 3"),
                (("--threads", 0), "--threads must be a whole number of at least 1, not '0'"),
                (("--only", "chess"), "there is no step 'chess'"),
                (("--only", "speedup"), "there is no step 'speedup' (did you mean 'speed-up'?)"),
                (("--program", "/no/such/emilia"), "there is no program '/no/such/emilia'"),
                (("--wthor", self.home), f"there are no .wtb files in '{self.home}'"),
                (("--wthor", "/no/such"), "there are no .wtb files in '/no/such'")):
            with self.subTest(wrong=wrong):
                said = self.run_steps(*wrong, status=2)
                self.assertEqual(said, f"Emilia: {message}; see '{LITERATURE} --help'\n")
                self.assertFalse(self.folder.exists())


if __name__ == "__main__":
    unittest.main()
