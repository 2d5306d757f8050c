"""Interrupted matches lose no finished game, and continue as if nothing had happened."""
import itertools
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from match_test import EMILIA, MATCH, MatchTest, emilia, fake
from match_runner.errors import MatchError
from match_runner.files import LineFile, write_atomically


class InterruptedMatch(MatchTest):
    options = ("--games", 6, "--seed", 7, "--random-plies", 8, "--concurrency", 2)

    @classmethod
    def setUpClass(cls) -> None:
        """Plays an uninterrupted match, to compare the interrupted ones with."""
        if cls is InterruptedMatch:
            raise unittest.SkipTest("shared by those below")
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.whole = Path(temporary.name) / "match"
        subprocess.run([*MATCH, *cls.engines(), *map(str, cls.options), "--output", cls.whole],
                       check=True, capture_output=True)

    def setUp(self) -> None:
        super().setUp()
        self.expected = self.games(self.whole)

    @classmethod
    def engines(cls) -> list[str]:
        return ["--engine", f"a=nboard:{fake('nboard', '--seed', 1)}",
                "--engine", f"b=gtp:{fake('gtp', '--seed', 2)}"]

    def copy_whole(self) -> None:
        shutil.copytree(self.whole, self.output)

    def kill_runner(self, after_games: int = 2) -> None:
        process = self.start(*self.engines(), *self.options, "--output", self.output)
        games = self.output / "games.jsonl"
        while not games.exists() or games.read_bytes().count(b"\n") < after_games:
            self.assertIsNone(process.poll(), "it ended too early")
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        self.assertLess(len(self.games()), len(self.expected))


class ResumeTest(InterruptedMatch):
    def test_a_killed_match_goes_on_to_the_same_games(self):
        self.kill_runner()
        self.run_match(*self.engines(), *self.options, "--resume")
        self.assertEqual(self.games(), self.expected)
        self.assertEqual((self.output / "moves.txt").read_text(),
                         (self.whole / "moves.txt").read_text())
        self.assertEqual(self.results()["games"], 6)

    def test_the_folder_alone_is_enough_to_go_on(self):
        self.kill_runner()
        self.run_match("--resume", "--concurrency", 1)
        self.assertEqual(self.games(), self.expected)

    def test_it_goes_on_from_another_folder_with_the_same_files(self):
        here, there = self.folder / "here", self.folder / "there"
        for folder in (here, there):
            folder.mkdir()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(here)
        names = {"--json": "r.json", "--html": "r.html"}
        self.run_match(*self.engines(), *self.options, *itertools.chain(*names.items()),
                       "--log", "logs", "--games", 2)
        os.chdir(there)
        for name in names.values():
            Path(name).write_text("kept")
        self.run_match("--resume", "--games", 4)
        self.assertEqual(json.loads((here / "r.json").read_text())["games"], 4)
        self.assertTrue((here / "logs" / "game-00004.log").exists())
        self.run_match("--resume", "--games", 6, "--json", "new.json")
        self.assertEqual(json.loads((there / "new.json").read_text())["games"], 6)
        self.assertEqual(json.loads((here / "r.json").read_text())["games"], 4)
        self.assertEqual(sorted(os.listdir(there)), ["new.json", "r.html", "r.json"])
        for name in names.values():
            self.assertEqual((there / name).read_text(), "kept")
        self.assertEqual(self.games(), self.expected)

    def test_remembered_engines_with_relative_names_play_only_where_these_files_are(self):
        here, there = self.folder / "here", self.folder / "there"
        for folder, seed in ((here, 1), (there, 9)):
            folder.mkdir()
            (folder / "engine.sh").write_text(f"exec {fake('nboard', '--seed', seed)}\n")
        refused = (f"match.py: the engines' commands name 'engine.sh' in {here}, and here is no such "
                   "file with the same contents: continue the match there, or give its --engine "
                   "options again\n")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(here)
        engines = ("--engine", "a=nboard:sh engine.sh", *self.engines()[2:])
        self.run_match(*engines, *self.options, "--games", 2)
        os.chdir(there)
        self.run_match("--resume")  # there is nothing left to play
        self.assertEqual(self.run_match("--resume", "--games", 4, status=1), refused)
        os.rename("engine.sh", "other.sh")
        self.assertEqual(self.run_match("--resume", "--games", 4, status=1), refused)
        self.assertEqual(len(self.games()), 2)
        os.chdir(here)
        self.run_match("--resume", "--games", 4)
        os.chdir(there)
        os.rename("other.sh", "engine.sh")
        self.run_match(*engines, *self.options, "--resume", "--games", 6)
        self.assertEqual(len(self.games()), 6)

    def test_a_match_goes_on_in_a_folder_that_was_moved(self):
        here, there = self.folder / "here", self.folder / "there"
        here.mkdir()
        (here / "engine.sh").write_text(f"exec {fake('nboard', '--seed', 1)}\n")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(here)
        self.run_match("--engine", "a=nboard:sh engine.sh", *self.engines()[2:], *self.options,
                       "--games", 2)
        os.chdir(self.folder)
        here.rename(there)
        os.chdir(there)
        self.run_match("--resume", "--games", 6)
        self.assertEqual(self.games(), self.expected)

    def test_a_torn_last_line_is_dropped_and_its_game_played_again(self):
        self.copy_whole()
        path = self.output / "games.jsonl"
        lines = path.read_bytes().splitlines(keepends=True)
        for torn in (lines[4][:57], b'{"ga'):
            path.write_bytes(b"".join(lines[:4]) + torn)
            printed = self.run_match("--resume")
            self.assertIn("the last game was saved incompletely and is replayed", printed)
            self.assertEqual(self.games(), self.expected)

    def test_a_last_line_that_is_no_beginning_of_a_game_is_refused_and_stays(self):
        self.copy_whole()
        path = self.output / "games.jsonl"
        games = path.read_bytes()
        for line in (b"my note\n", b"my note", b'{"game": \n', b"{}"):
            path.write_bytes(games + line)
            self.assertIn("games.jsonl, line 7: this is not a game: ",
                          self.run_match("--resume", status=1))
            self.assertEqual(path.read_bytes(), games + line)

    UNSOUND = "line 5: this is not a game: its fields contradict each other"

    def changed(self, line: str, **values: object) -> str:
        return json.dumps({**json.loads(line), **values})

    def test_a_damaged_line_in_the_middle_is_named(self):
        self.copy_whole()
        path = self.output / "games.jsonl"
        lines = path.read_text().splitlines()
        for number, damage, words in ((3, "x", "games.jsonl, line 3: this is not a game"),
                                      (4, lines[0], "line 4: game 1 does not belong"),
                                      (5, self.changed(lines[4], loser="c"), self.UNSOUND),
                                      (5, self.changed(lines[4], times=None), self.UNSOUND),
                                      (5, self.changed(lines[4], points=2), self.UNSOUND),
                                      (5, self.changed(lines[4], pair=9), "line 5: game 5 does")):
            damaged = "\n".join([*lines[:number - 1], damage, *lines[number:]]) + "\n"
            path.write_text(damaged)
            self.assertIn(words, self.run_match("--resume", status=1))
            self.assertEqual(path.read_text(), damaged)

    def test_other_settings_are_refused(self):
        self.copy_whole()
        before = (self.output / "games.jsonl").read_bytes()
        openings = self.folder / "openings"
        openings.write_text("f5d6\n")
        other = fake("nboard", "--seed", 3)
        for options, words in (
                ((*self.engines(), *self.options, "--seed", 8), "--seed was 7 and is now 8"),
                (("--games", 4),
                 "--games was 6 and is now 4, but a match can only become longer"),
                (("--reuse", "--gauntlet"), "--gauntlet was not given and is now given; "
                 "--reuse was not given and is now given"),
                (("--move-timeout", 9), "--move-timeout was not given and is now 9"),
                (("--time", 2.5), "--time was not given and is now 2.5"),
                (("--sprt", "elo0=0,elo1=5"),
                 "--sprt was not given and is now elo0=0,elo1=5,alpha=0.05,beta=0.05"),
                (("--random-plies", 6), "the openings are others than before"),
                ((*self.engines(), "--seed", 7, "--openings", openings),
                 "the openings are others than before"),
                ((*self.engines()[2:], "--engine", f"a=nboard:{other}", *self.options),
                 "the engines were a, b and are now b, a"),
                (("--engine", f"a=nboard+decimals:{other}", *self.engines()[2:], *self.options),
                 f"--engine a was 'nboard:{fake('nboard', '--seed', 1)}' and is now "
                 f"'nboard+decimals:{other}'")):
            with self.subTest(options=options):
                printed = self.run_match(*options, "--resume", status=1)
                self.assertTrue(printed.startswith(
                    f"match.py: the match in {self.output} has other settings and cannot be "
                    f"resumed: {words}"), printed)
                self.assertEqual(printed.count("\n"), 1)
        self.assertEqual((self.output / "games.jsonl").read_bytes(), before)

    def test_changed_files_of_the_engines_are_noted(self):
        program, weights = self.folder / "engine.sh", self.folder / "weights"
        for command in (f"{program} --weights={weights}",
                        f"sh -c 'exec {program} --weights {weights}'"):
            with self.subTest(command=command):
                self.check_changed_files(command, program, weights)
            shutil.rmtree(self.output)

    def check_changed_files(self, command: str, program: Path, weights: Path) -> None:
        weights.write_text("old")
        program.write_text(f"#!/bin/sh\nexec {fake('gtp', '--seed', 1)}\n")
        program.chmod(0o755)
        note = "has changed since the match began; the results are of both\n"
        self.run_match("--engine", f"a=gtp:{command}", "--engine", f"b=gtp:{fake('gtp')}",
                       "--games", 2)
        self.assertNotIn(note, self.run_match("--resume", "--games", 4))
        weights.write_text("new")
        self.assertNotIn(note, self.run_match("--resume"))  # there is nothing left to play
        printed = self.run_match("--resume", "--games", 6)
        self.assertIn(f"note: '{weights}' {note}", printed)
        self.assertEqual(printed.count(note), 1)
        program.write_text(program.read_text() + "# new\n")
        weights.write_text("old")
        printed = self.run_match("--resume", "--games", 8)
        self.assertIn(f"note: '{program}' {note}", printed)
        self.assertEqual(printed.count(note), 1)

    def test_a_match_of_an_older_version_goes_on(self):
        self.copy_whole()
        file = self.output / "match.json"
        match = json.loads(file.read_text())
        for values, status in (({}, 0), ({"checksums": []}, 2), ({"folder": 1}, 2)):
            match = {key: match[key] for key in ("format", "settings", "arguments")}
            file.write_text(json.dumps({**match, **values}))
            self.run_match("--resume", "--games", 8, status=status)

    def test_a_folder_with_a_match_is_not_overwritten(self):
        self.copy_whole()
        printed = self.run_match(*self.engines(), *self.options, status=1)
        self.assertIn("already contains a match: continue it with --resume", printed)
        self.assertEqual(self.games(), self.expected)

    def test_files_of_others_in_the_folder_are_not_overwritten(self):
        self.output.mkdir()
        for name in ("games.ggf", "moves.txt", "results.json"):
            path = self.output / name
            path.write_text("kept")
            printed = self.run_match(*self.engines(), *self.options, status=1)
            self.assertEqual(printed.splitlines()[-1], f"match.py: {path} is there already; choose "
                                                       "another folder with --output")
            self.assertEqual(path.read_text(), "kept")
            self.assertEqual(os.listdir(self.output), [name])
            path.unlink()

    def test_a_killed_engine_loses_and_its_game_is_played_again(self):
        flag = self.folder / "killed"
        script = self.folder / "engine.sh"
        # The engine is killed once, in the middle of a game.
        script.write_text(f"""#!/bin/sh
            if [ ! -e {flag} ] && [ -e {self.output}/games.jsonl ]; then
                touch {flag}; exec {fake('nboard', 'killed', '--seed', 1)}
            fi
            exec {fake('nboard', '--seed', 1)}
            """)
        script.chmod(0o755)
        printed = self.run_match("--engine", f"a=nboard:{script}", *self.engines()[2:],
                                 *self.options, "--concurrency", 1)
        self.assertIn("loses (crash): was ended by signal 9 (SIGKILL)", printed)
        self.assertIn("an engine was killed from outside and lost; to replay these games: ",
                      printed)
        self.assertEqual(self.results()["crashes"], 1)
        printed = self.run_match("--resume")
        self.assertIn("replaying games in which an engine was killed from outside: 1", printed)
        self.assertEqual(self.games(), self.expected)
        self.assertEqual(self.results()["crashes"], 0)

    def test_two_runners_do_not_share_a_folder(self):
        process = self.start(*self.engines(), "--games", 2000, "--random-plies", 6, "--output",
                             self.output)
        games = self.output / "games.jsonl"
        while not games.exists() or not games.stat().st_size:
            time.sleep(0.005)
        try:
            self.assertIn("another match.py is running in", self.run_match("--resume", status=1))
        finally:
            process.terminate()
            process.communicate()


class LongerTest(InterruptedMatch):
    """A match can get more games, whether it is finished or not."""

    def test_a_finished_match_goes_on_to_the_games_of_a_longer_one(self):
        self.run_match(*self.engines(), *self.options, "--games", 2)
        first = (self.output / "games.jsonl").read_text()
        self.assertEqual(self.results()["games"], 2)
        printed = self.run_match("--resume", "--games", 6)
        self.assertRegex(printed, r"(?m)^6/6 games, ")
        self.assertRegex(printed, r"(?m)^a v b: 6 games, ")
        self.assertTrue((self.output / "games.jsonl").read_text().startswith(first))
        self.assertEqual(self.games(), self.expected)
        for name in ("moves.txt", "results.json"):
            same = [re.sub(r'"(mean|slowest)": .*', "", (folder / name).read_text())
                    for folder in (self.output, self.whole)]
            self.assertEqual(*same)
        self.assertEqual((self.output / "games.ggf").read_text().count("\n"), 6)
        for options in ((), (*self.engines(), *self.options[2:])):
            self.assertIn("6 games", self.run_match("--resume", *options))  # it remembers how many
        self.assertEqual(self.games(), self.expected)

    def test_a_kill_while_it_gets_longer_loses_no_game(self):
        self.copy_whole()
        process = self.start("--resume", "--games", 16, "--output", self.output)
        while (self.output / "games.jsonl").read_bytes().count(b"\n") < 8:
            self.assertIsNone(process.poll(), "it ended too early")
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        self.assertEqual(self.results()["games"], 6)  # of the finished match
        saved = self.games()
        self.assertEqual(saved[:6], self.expected)
        self.run_match("--resume")
        games = self.games()
        self.assertEqual(games[:6], self.expected)
        self.assertEqual([game["game"] for game in games], list(range(1, 17)))
        for game in saved:
            self.assertIn(game, games)
        self.assertEqual(self.results()["games"], 16)

    def test_a_match_that_the_sprt_has_not_decided_goes_on_until_it_has(self):
        engines = ("--engine", f"good=gtp:{fake('gtp')}",
                   "--engine", f"bad=gtp:{fake('gtp', 'resign', '--at', 1)}")
        options = (*engines, "--sprt", "elo0=0,elo1=400,alpha=0.2,beta=0.2", "--random-plies", 4)
        self.run_match(*options, "--games", 400)
        expected, self.output = self.games(), self.folder / "longer"
        self.assertIn("undecided", self.run_match(*options, "--games", 2))
        self.assertIn("H1 accepted", self.run_match("--resume", "--games", 400))
        self.assertEqual(self.games(), expected)
        printed = self.run_match("--resume", "--games", 800)
        self.assertIn("the SPRT had decided this match already, so no game was played", printed)
        self.assertEqual(self.games(), expected)


class FullDiskTest(MatchTest):
    def test_a_full_disk_stops_the_match_and_the_games_before_stay(self):
        # For a process, a limit on the size of its files is much like a full disk.
        engines = [word for name in "ab" for word in
                   ("--engine", f"{name}=gtp:{fake('gtp', 'resign', '--at', 1)}")]
        options = (*engines, "--games", 12, "--random-plies", 6)
        process = self.start(
            *options, "--output", self.output,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        printed, _ = process.communicate()
        self.assertEqual(process.returncode, 1)
        self.assertIn("cannot write ", printed)
        self.assertIn("games are saved in ", printed)
        self.assertNotIn("Traceback", printed)
        saved = self.games()  # all of them complete
        self.assertTrue(0 < len(saved) < 12)
        self.run_match("--resume")
        self.assertEqual(self.games()[:len(saved)], saved)
        self.assertEqual(len(self.games()), 12)

    def test_half_a_line_is_taken_back(self):
        path = self.folder / "lines"
        file = LineFile(path)
        self.addCleanup(file.close)
        file.add("first")
        real = os.write

        def write(descriptor: int, data: bytes) -> int:
            if len(data) < 7:
                raise OSError(28, "No space left on device")
            return real(descriptor, data[:3])

        with mock.patch("os.write", write), self.assertRaises(MatchError) as raised:
            file.add("second")
        self.assertIn("No space left on device", str(raised.exception))
        self.assertEqual(path.read_text(), "first\n")

    def test_a_file_keeps_its_old_content_if_the_new_cannot_be_written(self):
        path = self.folder / "file"
        write_atomically(path, "old")
        with mock.patch("os.fsync", side_effect=OSError(28, "No space left on device")):
            self.assertRaises(MatchError, write_atomically, path, "new")
        self.assertEqual(path.read_text(), "old")
        self.assertEqual(os.listdir(self.folder), ["file"])


@unittest.skipUnless(EMILIA, "needs EMILIA_PROGRAM")
class EmiliaTest(InterruptedMatch):
    options = ("--games", 16, "--seed", 7, "--concurrency", 2)

    @classmethod
    def engines(cls) -> list[str]:
        return ["--engine", f"a={emilia('--depth', 2)}", "--engine", f"b={emilia('--depth', 4)}"]

    def test_a_killed_match_goes_on_to_the_same_games(self):
        self.kill_runner()
        self.run_match("--resume")
        self.assertEqual(self.games(), self.expected)


if __name__ == "__main__":
    unittest.main()
