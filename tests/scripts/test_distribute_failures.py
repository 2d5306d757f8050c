"""scripts/distribute.py: results that are missing, damaged, late or made twice, and pieces that are
killed."""
import json
import os
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from distribute_test import (DISTRIBUTE, EMILIA, HAS_PARALLEL, NO_PARALLEL, PYTHON, DistributeTest,
                             Example)


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class ResultsTest(DistributeTest):
    """By hand, piece by piece, as where there is no scheduler."""

    def test_a_copy_of_the_folder_runs_pieces_that_the_original_merges(self):
        example = self.new_selfplay()
        self.distribute("run", self.job, 1)
        copy = self.folder / "elsewhere"
        shutil.copytree(self.job, copy)
        self.distribute("run", copy, 2, 3)
        for name in ("2", "3"):
            shutil.copy(copy / "pieces" / f"{name}.piece", self.piece(name))
        self.distribute("merge", self.job)
        self.assert_merged_as_serial(example)

    def test_merge_names_each_piece_that_is_missing_damaged_or_of_another_job(self):
        self.new_selfplay(pieces=6)
        self.distribute("run", self.job, 1, 2, 3, 4)
        with open(self.piece("1"), "r+b") as file:
            file.truncate(file.seek(0, os.SEEK_END) - 10)
        content = bytearray(self.piece("2").read_bytes())
        content[-1] ^= 1
        self.piece("2").write_bytes(content)
        shutil.copy(self.piece("3"), self.piece("4"))
        first, self.job = self.job, self.folder / "other"
        self.new_selfplay(pieces=6, games=9)
        self.distribute("run", self.job, 5)
        shutil.copy(self.piece("5"), first / "pieces")
        said = self.distribute("merge", first, status=1)
        self.assertIn("5 of 6 pieces have no result, so nothing is merged; 'submit' runs them:\n",
                      said)
        self.assertIn("\npiece 1: damaged: it has ", said)
        self.assertIn("\npiece 2: damaged: its checksum is wrong\n", said)
        self.assertIn("\npiece 4: of another piece\n", said)
        self.assertIn("\npiece 5: of another job, or of other settings\n", said)
        self.assertIn("\npiece 6: missing\n", said)
        self.assertFalse((first / "result.pos").exists())

    @unittest.skipUnless(HAS_PARALLEL, NO_PARALLEL)
    def test_submit_runs_only_what_is_missing_or_damaged(self):
        example = self.new_selfplay()
        self.distribute("run", self.job, 1, 2)
        self.piece("2").write_bytes(self.piece("2").read_bytes()[:-1])
        before = self.piece("1").stat()
        self.distribute("submit", self.job, "--parallel")
        log = (self.job / "submissions" / "1" / "joblog-1").read_text().splitlines()
        self.assertEqual(len(log), 1 + 2)
        self.assertEqual(self.piece("1").stat().st_mtime_ns, before.st_mtime_ns)
        self.assert_merged_as_serial(example)

    def test_a_piece_that_is_done_is_not_run_again(self):
        self.new_selfplay()
        self.assertEqual(self.distribute("run", self.job, 1), "piece 1 is done\n")
        before = self.piece("1").stat()
        self.assertEqual(self.distribute("run", self.job, 1), "piece 1 is done already\n")
        self.assertEqual(self.piece("1").stat().st_mtime_ns, before.st_mtime_ns)

    def test_a_piece_that_runs_twice_at_once_counts_once(self):
        example = self.new_selfplay()
        command = [*PYTHON, str(DISTRIBUTE), "run", str(self.job), "1"]
        runs = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(3)]
        self.assertEqual([run.wait() for run in runs], [0, 0, 0])
        self.distribute("run", self.job, 2, 3)
        self.distribute("merge", self.job)
        self.assert_merged_as_serial(example)

    def test_games_that_cannot_be_read_are_named_once_and_left_out(self):
        games = self.folder / "games.txt"
        games.write_text("f5d6c3d3c4f4\nf5f5\nf5f6e6f4\nf5d6c4d3c3\n")
        example = Example("analyze", ("--game", str(games), "--depth", "1", "--hash", "1"))
        self.new(example)
        self.distribute("run", self.job, 1, 2)
        self.assertEqual(self.distribute("merge", self.job).count("line 2: move 2: "), 1)
        self.assertEqual(len(self.merged(example).splitlines()), 3)

    def test_a_changed_program_or_input_is_refused(self):
        problems = self.folder / "problems.obf"
        problems.write_text("f5d6c3\n")
        self.new(Example("solve", (str(problems), "--depth", "1")))
        copy = next(self.job.glob("inputs/*/problems.obf"))
        copy.write_text("f5d6c4\n")
        self.assertIn(f"{copy} has changed since the job was made",
                      self.distribute("run", self.job, 1, status=1))

    def test_changed_settings_are_refused(self):
        self.new_selfplay()
        file = self.job / "job.json"
        file.write_text(file.read_text().replace('"pieces": 3', '"pieces": 4'))
        self.assertIn("was changed by hand", self.distribute("merge", self.job, status=1))


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class InterruptionsTest(DistributeTest):
    def start(self, *words: object) -> subprocess.Popen:
        process = subprocess.Popen([*PYTHON, str(DISTRIBUTE), *map(str, words)],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for_games(self, at_least: int = 2000) -> None:
        """Until an attempt has written that number of bytes."""
        def size(file: Path) -> int:
            try:
                return file.stat().st_size
            except FileNotFoundError:  # its attempt has ended at this moment
                return 0
        for _ in range(3000):
            if any(size(file) > at_least for file in self.job.glob("work/*/result")):
                return
            time.sleep(0.01)
        self.fail("no attempt has written anything")

    def test_a_killed_piece_is_continued_and_its_leftovers_are_removed(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(signal=number):
                self.job = self.folder / f"job {number}"
                example = self.new_selfplay(games=300, pieces=1, depth=4)
                process = self.start("run", self.job, 1)
                self.wait_for_games()
                process.send_signal(number)
                process.wait()
                self.distribute("run", self.job, 1)
                self.distribute("merge", self.job)
                self.assert_merged_as_serial(example)
                self.assertEqual(os.listdir(self.job / "work"), [])
                (self.folder / "serial").unlink()

    def test_a_damaged_leftover_does_not_keep_a_piece_from_its_result(self):
        example = self.new_selfplay(pieces=1)
        leftover = self.job / "work" / "1.an-attempt"
        leftover.mkdir()
        (leftover / "result").write_bytes(b"nonsense")
        self.distribute("run", self.job, 1)
        self.distribute("merge", self.job)
        self.assert_merged_as_serial(example)

    def test_an_attempt_that_is_silent_for_a_minute_counts_as_failed(self):
        self.new_selfplay()
        attempt = self.job / "work" / "2.an-attempt"
        attempt.mkdir()
        alive = attempt / "alive"
        alive.write_text(json.dumps({"piece": "2", "host": "n7", "begin": time.time() - 300}))
        self.assertIn("0 of 3 pieces done, 1 running, 0 failed, 2 waiting",
                      self.distribute("status", self.job))
        os.utime(alive, (time.time() - 70, time.time() - 70))
        said = self.distribute("status", self.job)
        self.assertIn("0 of 3 pieces done, 0 running, 1 failed, 2 waiting", said)
        self.assertIn("piece 2 failed: no sign of life from n7 for a minute", said)

    def test_status_says_why_a_piece_failed(self):
        program = self.folder / "emilia"
        program.write_text("#!/bin/sh\ncase $* in *--help) exit 0 ;; esac\n"
                           "echo 'emilia: the disk is full' >&2; exit 1\n")
        program.chmod(0o755)
        self.distribute("new", "selfplay", self.job, "--pieces", 2, "--program", program, "--",
                        "--games", 4)
        self.assertIn("piece 1 failed: the program ended with status 1: emilia: the disk is full",
                      self.distribute("run", self.job, 1, status=1))
        said = self.distribute("status", self.job)
        self.assertIn("0 of 2 pieces done, 0 running, 1 failed, 1 waiting", said)
        self.assertIn("emilia: the disk is full (", said)

    @unittest.skipUnless(HAS_PARALLEL, NO_PARALLEL)
    def test_cancel_stops_gnu_parallel_and_submit_continues(self):
        example = self.new_selfplay(games=600, pieces=3, depth=4)
        process = self.start("submit", self.job, "--parallel", "--jobs", 2)
        self.wait_for_games()
        self.assertIn("runs this job already",
                      self.distribute("submit", self.job, "--parallel", status=1))
        self.assertIn("was told to stop", self.distribute("cancel", self.job))
        self.assertEqual(process.wait(60), 130)
        self.assertIn("0 running", self.distribute("status", self.job))
        self.assertEqual(self.distribute("cancel", self.job), "nothing runs\n")
        self.distribute("submit", self.job, "--parallel", "--jobs", 2)
        self.assert_merged_as_serial(example)
