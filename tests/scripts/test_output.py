"""Standard output that is closed, full or unread; logs and losses that fail again and again; and
signals at any time."""
import contextlib
import io
import os
import signal
import subprocess
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

from match_test import MATCH, MatchTest, fake, wait_for_line
from match_runner.engines.game_log import LogFolder
from match_runner.games.game import GameRecord
from match_runner.statistics.results import Pairing
from match_runner.tournament.progress import Progress

ENGINES = [word for name in "ab"
           for word in ("--engine", f"{name}=gtp:{fake('gtp', 'resign', '--at', 1)}")]


class OutputTest(MatchTest):
    def setUp(self) -> None:
        super().setUp()
        self.run_match(*ENGINES, "--games", 2)
        self.commands = (["--help"], ["--compliance", "gtp:" + fake("gtp")],
                         ["--resume", "--output", str(self.output)])

    def finish(self, *arguments: str, **options: object) -> tuple[int, str]:
        """Returns the exit status, and what is on standard error."""
        run = subprocess.run([*MATCH, *arguments], text=True, stderr=subprocess.PIPE, timeout=60,
                             **options)
        return run.returncode, run.stderr

    def test_without_a_reader_it_ends_without_a_word(self):
        for arguments in self.commands:
            with self.subTest(arguments=arguments):
                unread, written = os.pipe()
                os.close(unread)
                self.addCleanup(os.close, written)
                self.assertEqual(self.finish(*arguments, stdout=written), (1, ""))

    def test_a_full_disk_is_named(self):
        for arguments in self.commands:
            with self.subTest(arguments=arguments), open("/dev/full", "w") as full:
                status, said = self.finish(*arguments, stdout=full)
                self.assertGreater(status, 0)
                self.assertEqual(said, "match.py: cannot write to standard output: No space left "
                                       "on device\n")

    def test_no_encoding_and_no_file_name_stops_it(self):
        odd = os.fsencode(self.folder) + b"/odd-\xff"
        os.rename(self.output, odd)
        for encoding in ("ascii", "utf-8"):
            run = subprocess.run([*MATCH, "--resume", "--output", odd], capture_output=True,
                                 env={**os.environ, "PYTHONIOENCODING": f"{encoding}:strict"})
            self.assertEqual((run.returncode, run.stderr), (0, b""))
        self.assertIn(b"games are saved in " + odd + b"\n", run.stdout)

    def test_a_match_is_played_with_its_streams_closed(self):
        closed = self.start("--resume", "--games", "4", "--output", self.output,
                            preexec_fn=lambda: os.closerange(1, 3))
        closed.communicate(timeout=60)
        self.assertEqual(closed.returncode, 0)
        self.assertEqual(self.results()["games"], 4)

    def test_results_are_saved_though_the_reader_left_during_the_match(self):
        process = subprocess.Popen([*MATCH, "--resume", "--games", "4", "--output", self.output],
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not process.stdout.readline().startswith("games are saved in "):
            pass
        process.stdout.close()
        said = process.stderr.read()
        process.stderr.close()
        process.wait(60)
        self.assertNotIn("Traceback", said)
        self.assertNotIn("Broken pipe", said)
        self.assertEqual(self.results()["games"], 4)


class ControlCharacters(MatchTest):
    def test_those_of_names_are_escaped(self):
        self.output = self.folder / "match\r"
        for arguments, status, words in (
                (("--openings", "no\x1b[2J\x9b\t\x7f", *ENGINES), 2,
                 "cannot read the openings 'no\\x1b[2J\\xc2\\x9b\\x09\\x7f': No such file"),
                (("--engine", "a\x1b=x"), 2, "'a\\x1b=x' is not NAME=COMMAND"),
                (("--engine", "a=gtp:/no\x1b", *ENGINES[2:]), 1, "a: '/no\\x1b' does not start"),
                (("--openings", "\u2028 \u202e \u2066 \u200f", *ENGINES), 2,
                 "'\\xe2\\x80\\xa8 \\xe2\\x80\\xae \\xe2\\x81\\xa6 \u200f'"),
                (("--resume",), 2, "match\\x0d contains no match to resume")):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.run_match(*arguments, status=status))


class LogTest(MatchTest):
    def test_a_log_replaces_nothing_and_waits_for_no_pipe(self):
        logs = self.folder / "logs"
        logs.mkdir()
        kept = self.folder / "kept"
        kept.write_text("kept")
        (logs / "start-a.log").write_text("kept")
        (logs / "start-b.log").symlink_to(kept)
        os.mkfifo(logs / "game-00001.log")
        (logs / "game-00002.log").mkdir()
        (logs / "game-00002.2.log").write_text("kept")
        self.run_match(*ENGINES, "--games", 2, "--log", logs)
        for path in (kept, logs / "start-a.log", logs / "game-00002.2.log"):
            self.assertEqual(path.read_text(), "kept")
        for name in ("start-a.2", "start-b.2", "game-00001.2", "game-00002.3"):
            self.assertIn(" > ", (logs / f"{name}.log").read_text())
        self.assertEqual(len(list(logs.iterdir())), 9)


class RepetitionTest(unittest.TestCase):
    def test_only_the_first_losses_of_a_kind_are_shown(self):
        stream = io.StringIO()
        progress = Progress(stream, 200_000, [Pairing("good", "bad")])
        for number in range(1, 1001):
            progress.add(GameRecord(number, number, "good", "bad", "", reason="crash", loser="bad",
                                    detail="ended with status 1", points=1.0))
        progress.add(GameRecord(1001, 1001, "good", "bad", "", reason="time", loser="bad",
                                points=1.0))
        lines = stream.getvalue().splitlines()
        self.assertEqual(len(lines), 12)
        self.assertEqual(lines[9], "game 10, good v bad: bad loses (crash): ended with status 1")
        self.assertEqual(lines[10], "further games that bad loses like this (crash) are not shown; "
                                    "games.jsonl contains them all")
        self.assertTrue(lines[11].startswith("game 1001, good v bad: bad loses (time)"))

    def test_a_log_that_cannot_be_written_is_reported_once(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said), mock.patch(
                "builtins.open", side_effect=OSError(28, "No space left on device")):
            logs = LogFolder(Path("logs"))
            for number in (1, 2, 3):
                log = logs.log(f"game-{number}")
                log.write("a", ">", "go")
                log.close()
        self.assertEqual(said.getvalue(), "cannot write the log logs/game-1.log: No space left on "
                                          "device; the match continues without logs\n")


class ShortageTest(MatchTest):
    def test_a_missing_process_or_thread_is_named_with_its_engine(self):
        start = "threading.Thread.start"
        no_process = BlockingIOError(11, "Resource temporarily unavailable")
        no_thread = RuntimeError("can't start new thread")
        for what, error, message in (
                ("subprocess.Popen", no_process, f"a: '{fake('gtp')}' does not start: Resource "
                                                 "temporarily unavailable"),
                (start, no_thread, "a: there is no thread to read the engine's output: can't start "
                                   "new thread")):
            with self.subTest(what=what), mock.patch(what, side_effect=error):
                printed = self.run_match("--engine", f"a=gtp:{fake('gtp')}", *ENGINES[2:],
                                         "--games", 2, status=1)
                self.assertEqual(printed, f"match.py: {message}\n")

    def test_a_match_that_needs_too_many_threads_says_so(self):
        real = threading.Thread.start

        def start(thread) -> None:
            if thread._target.__name__ == "_work":
                raise RuntimeError("can't start new thread")
            real(thread)

        with mock.patch("threading.Thread.start", start):
            printed = self.run_match(*ENGINES, "--games", 4, "--concurrency", 3, status=1)
        self.assertIn("match.py: cannot start a thread for game 1 of 3 at once: can't start new "
                      "thread; choose a smaller --concurrency\n", printed)


class InterruptTest(MatchTest):
    def setUp(self) -> None:
        super().setUp()
        self.running = self.folder / "running"
        self.script = self.folder / "engine.sh"
        self.script.write_text(f"#!/bin/sh\necho $$ >>{self.running}\nexec sleep 60\n")
        self.script.chmod(0o755)
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()

    def test_it_ends_with_its_engines_and_temporary_files_before_the_first_game(self):
        match = ("--engine", f"a={self.script}", "--engine", f"b=gtp:{self.script}")
        for arguments in (match, (*match[2:], *match[:2]), ("--compliance", self.script),
                          ("--compliance", f"gtp:{self.script}", "--learn")):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                with self.subTest(arguments=arguments, signal=number):
                    process = self.start(*arguments,
                                         env={**os.environ, "TMPDIR": str(self.temporary)})
                    wait_for_line(process, self.running)
                    os.kill(process.pid, number)
                    printed, _ = process.communicate(timeout=20)
                    self.assertEqual(process.returncode, 130)
                    self.assertNotIn("Traceback", printed)
                    self.assert_nothing_runs()
                    self.assertEqual(os.listdir(self.temporary), [])
                self.running.unlink()

    def test_an_engine_is_killed_though_the_interrupt_came_before_it_was_known(self):
        def interrupt(_: threading.Thread) -> None:
            while not self.running.exists() or not self.running.read_text().endswith("\n"):
                time.sleep(0.005)
            raise KeyboardInterrupt

        with mock.patch("threading.Thread.start", interrupt):
            self.run_match("--engine", f"a={self.script}", *ENGINES[2:], status=130)
        self.assert_nothing_runs()

    def assert_nothing_runs(self) -> None:
        self.assertRaises(ProcessLookupError, os.kill, int(self.running.read_text()), 0)

    def test_a_closed_terminal_stops_the_match_unless_the_signal_is_ignored(self):
        for kind, status in ((signal.SIG_DFL, 130), (signal.SIG_IGN, 0)):
            with self.subTest(kind=kind):
                self.output = self.folder / kind.name
                process = self.start(*ENGINES, "--games", 20, "--output", self.output,
                                     preexec_fn=lambda: signal.signal(signal.SIGHUP, kind))
                wait_for_line(process, self.output / "moves.txt")
                os.kill(process.pid, signal.SIGHUP)
                printed, _ = process.communicate(timeout=60)
                self.assertEqual(process.returncode, status)
                self.assertEqual("interrupted; " in printed, status == 130)
                self.assertEqual(self.results()["games"], len(self.games()))


if __name__ == "__main__":
    unittest.main()
