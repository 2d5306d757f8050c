"""scripts/distribute.py: results that are missing, damaged, late or made twice, and parts that are
killed."""
import fcntl
import json
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from distribute_test import (DISTRIBUTE, EMILIA, HAS_PARALLEL, NO_PARALLEL, PYTHON, DistributeTest,
                             Example)
from match_test import fake


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class ResultsTest(DistributeTest):
    """By hand, part by part, as where there is no scheduler."""

    def test_a_copy_of_the_folder_runs_parts_that_the_original_merges(self):
        example = self.new_selfplay()
        self.distribute("run", self.job, 1)
        copy = self.folder / "elsewhere"
        shutil.copytree(self.job, copy)
        self.distribute("run", copy, 2, 3)
        for name in ("2", "3"):
            shutil.copy(copy / "pieces" / f"{name}.piece", self.part(name))
        self.distribute("merge", self.job)
        self.assert_merged_as_serial(example)

    def test_merge_names_each_part_that_is_missing_damaged_or_of_another_job(self):
        self.new_selfplay(parts=6)
        self.distribute("run", self.job, 1, 2, 3, 4)
        with open(self.part("1"), "r+b") as file:
            file.truncate(file.seek(0, os.SEEK_END) - 10)
        content = bytearray(self.part("2").read_bytes())
        content[-1] ^= 1
        self.part("2").write_bytes(content)
        shutil.copy(self.part("3"), self.part("4"))
        first, self.job = self.job, self.folder / "other"
        self.new_selfplay(parts=6, games=9)
        self.distribute("run", self.job, 5)
        shutil.copy(self.part("5"), first / "pieces")
        said = self.distribute("merge", first, status=1)
        self.assertIn("5 of 6 parts have no result, so nothing is merged; 'submit' runs them:\n",
                      said)
        self.assertIn("\npart 1: damaged: it has ", said)
        self.assertIn("\npart 2: damaged: its checksum is wrong\n", said)
        self.assertIn("\npart 4: of another part\n", said)
        self.assertIn("\npart 5: of another job, or of other settings\n", said)
        self.assertIn("\npart 6: missing\n", said)
        self.assertFalse((first / "result.pos").exists())

    @unittest.skipUnless(HAS_PARALLEL, NO_PARALLEL)
    def test_submit_runs_only_what_is_missing_or_damaged(self):
        example = self.new_selfplay()
        self.distribute("run", self.job, 1, 2)
        self.part("2").write_bytes(self.part("2").read_bytes()[:-1])
        before = self.part("1").stat()
        self.distribute("submit", self.job, "--parallel")
        log = (self.job / "submissions" / "1" / "joblog-1").read_text().splitlines()
        self.assertEqual(len(log), 1 + 2)
        self.assertEqual(self.part("1").stat().st_mtime_ns, before.st_mtime_ns)
        self.assert_merged_as_serial(example)

    def test_a_part_that_is_done_is_not_run_again(self):
        self.new_selfplay()
        self.assertEqual(self.distribute("run", self.job, 1), "part 1 is done\n")
        before = self.part("1").stat()
        self.assertEqual(self.distribute("run", self.job, 1), "part 1 is done already\n")
        self.assertEqual(self.part("1").stat().st_mtime_ns, before.st_mtime_ns)

    def test_a_part_that_runs_twice_at_once_counts_once(self):
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

    def test_a_book_that_cannot_be_copied_as_a_whole_is_no_result(self):
        example = Example("book", ("--positions", "6", "--lines", "6", "--depth", "2", "--hash",
                                   "1"), 1)
        self.new(example)
        number, said = 0, ""
        while "the book is complete" not in said:
            number += 1
            self.distribute("run", self.job, f"{number:04}-1")
            said = self.distribute("merge", self.job)
        book = self.job / "result.book"
        half = book.stat().st_size // 2
        book.unlink()
        limit = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (half, half))}
        self.assertIn(f"cannot write {book}: File too large",
                      self.distribute("merge", self.job, status=1, **limit))
        self.assertEqual(list(self.job.glob("result.book*")), [])
        self.distribute("merge", self.job)
        self.assert_merged_as_serial(example)

    def test_an_engine_that_was_not_the_same_everywhere_is_named(self):
        engine = self.folder / "engine"
        engine.write_text(f"#!/bin/sh\nexec {fake('nboard', '--seed', 1)}\n")
        engine.chmod(0o755)
        words = ("--engine", f"a=nboard:{engine}", "--engine", f"b=nboard:{fake('nboard')}",
                 "--games", "4")
        self.new(Example("match", words, 3))
        self.distribute("run", self.job, 1, 2)  # the first part has no games
        before = engine.read_text()
        engine.write_text(before + "# another\n")
        self.distribute("run", self.job, 3)
        self.assertIn(f"'{engine}' was not the same on every machine; the results are of both\n",
                      self.distribute("merge", self.job))
        checksums = json.loads((self.job / "result" / "match.json").read_text())["checksums"]
        self.assertIn(str(engine), checksums)

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

    def test_a_killed_part_is_continued_and_its_leftovers_are_removed(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(signal=number):
                self.job = self.folder / f"job {number}"
                example = self.new_selfplay(games=300, parts=1, depth=4)
                process = self.start("run", self.job, 1)
                self.wait_for_games()
                process.send_signal(number)
                process.wait()
                self.distribute("run", self.job, 1)
                self.distribute("merge", self.job)
                self.assert_merged_as_serial(example)
                self.assertEqual(os.listdir(self.job / "work"), [])
                (self.folder / "serial").unlink()

    def test_a_damaged_leftover_does_not_keep_a_part_from_its_result(self):
        example = self.new_selfplay(parts=1)
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
        self.assertIn("0 of 3 parts done, 1 running, 0 failed, 2 waiting",
                      self.distribute("status", self.job))
        os.utime(alive, (time.time() - 70, time.time() - 70))
        said = self.distribute("status", self.job)
        self.assertIn("0 of 3 parts done, 0 running, 1 failed, 2 waiting", said)
        self.assertIn("part 2 failed: no sign of life from n7 for a minute", said)

    def test_status_says_why_a_part_failed(self):
        program = self.folder / "emilia"
        program.write_text("#!/bin/sh\ncase $* in *--help) exit 0 ;; esac\n"
                           "echo 'emilia: the disk is full' >&2; exit 1\n")
        program.chmod(0o755)
        self.distribute("new", "selfplay", self.job, "--pieces", 2, "--program", program, "--",
                        "--games", 4)
        self.assertIn("part 1 failed: the program ended with status 1: emilia: the disk is full",
                      self.distribute("run", self.job, 1, status=1))
        said = self.distribute("status", self.job)
        self.assertIn("0 of 2 parts done, 0 running, 1 failed, 1 waiting", said)
        self.assertIn("emilia: the disk is full (", said)

    def test_the_game_of_a_killed_engine_is_replayed_by_the_next_attempt_and_the_others_stay(self):
        flag, engine = self.folder / "killed", self.folder / "engine"
        # The engine is killed once, in a game.
        engine.write_text(f"""#!/bin/sh
            if [ ! -e {flag} ] && ls '{self.job / "work"}'/*/match/games.jsonl >/dev/null 2>&1; then
                touch {flag}; exec {fake('nboard', 'killed', '--seed', 1)}
            fi
            exec {fake('nboard', '--seed', 1)}
            """)
        engine.chmod(0o755)
        self.new(Example("match", ("--engine", f"a=nboard:{engine}", "--engine",
                                   f"b=nboard:{fake('nboard')}", "--games", "4", "--concurrency",
                                   "1"), 1))
        self.assertIn("an engine was killed from outside; a new attempt replays the game",
                      self.distribute("run", self.job, 1, status=1))
        played = next(self.job.glob("work/1.*/match/games.jsonl")).read_text().splitlines()
        whole = [game for game in played if '"killed": true' not in game]
        self.assertEqual((len(played), len(whole)), (4, 3))
        self.distribute("run", self.job, 1)
        self.distribute("merge", self.job)
        merged = (self.job / "result" / "games.jsonl").read_text().splitlines()
        self.assertEqual(len(merged), 4)
        self.assertLess(set(whole), set(merged))

    def test_status_disturbs_no_other_and_knows_a_run_that_is_just_starting(self):
        self.new_selfplay()
        with open(self.job / "submissions" / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)  # as another status
            self.assertIn("nothing runs", self.distribute("status", self.job))
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertIn("GNU parallel is just starting", self.distribute("status", self.job))
            self.assertIn("GNU parallel is just starting on this job; call 'cancel' again",
                          self.distribute("cancel", self.job, status=1))

    @unittest.skipUnless(HAS_PARALLEL, NO_PARALLEL)
    def test_cancel_stops_gnu_parallel_and_submit_continues(self):
        example = self.new_selfplay(games=600, parts=3, depth=4)
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


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class QueueTest(DistributeTest):
    """With commands that answer as Slurm's do."""

    def setUp(self) -> None:
        super().setUp()
        tools = self.folder / "tools"
        tools.mkdir()
        for name, script in (
                ("scontrol", "echo 'MaxArraySize = 3'"),
                ("sbatch", "cat >script; printf '%s\\n' \"$@\" >words; echo >>jobs\n"
                           "n=$(wc -l <jobs)\n"
                           "if [ $n -gt 2 ]; then echo 'no more jobs' >&2; exit 1; fi; echo $n"),
                ("squeue", "cat queue"), ("scancel", 'echo "$*" >cancelled')):
            (tools / name).write_text(f"#!/bin/sh\ncd '{tools}'\n{script}\n")
            (tools / name).chmod(0o755)
        self.tools = tools
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
        self.job = self.folder / "100% %j"
        self.new_selfplay(parts=5)
        self.queue("")
        self.said = self.slurm("submit", self.job, "--slurm", status=1)

    def queue(self, tasks: str) -> None:
        (self.tools / "queue").write_text(tasks)

    def slurm(self, *words: object, status: int = 0) -> str:
        return self.distribute(*words, status=status, env=self.environment)

    def test_arrays_before_one_that_is_refused_stay_known(self):
        self.assertIn("sbatch failed: no more jobs", self.said)
        self.queue("1 PENDING\n1 RUNNING\n2 PENDING\n9 RUNNING\n")
        self.assertIn("Slurm: 2 pending, 1 running", self.slurm("status", self.job))
        self.assertIn("Slurm still has 3 tasks of this job",
                      self.slurm("submit", self.job, "--slurm", status=1))

    def test_the_folders_name_is_no_template_of_the_logs(self):
        words = (self.tools / "words").read_text().splitlines()
        self.assertEqual(words[words.index("--output") + 1],
                         f"{self.folder}/100%% %%j/submissions/1/log-%A_%a")
        self.assertEqual(words[words.index("--chdir") + 1], str(self.job))

    def test_cancel_names_only_what_slurm_still_has(self):
        self.queue("2 PENDING\n2 RUNNING\n9 RUNNING\n")
        self.assertIn("2 tasks removed from Slurm's queue", self.slurm("cancel", self.job))
        self.assertEqual((self.tools / "cancelled").read_text(), "2\n")
