"""scripts/distribute.py: wrong options, and jobs of every kind."""
import json
import os
import shutil
import unittest

from distribute_test import (BASE, EMILIA, EXAMPLES, HAS_PARALLEL, HOSTILE_FOLDER,
                             NO_PARALLEL, DistributeTest, Example)


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class OptionsTest(DistributeTest):
    def test_wrong_options_are_one_line_and_status_2_and_make_no_folder(self):
        match = ("--engine", "a=x", "--engine", "b=y")
        for kind, words, message in (
                ("castle", (), "KIND: invalid choice: 'castle'"),
                ("selfplay", ("--depth", 2),
                 "selfplay needs --games N, the number of games in all"),
                ("selfplay", ("--games", 2, "--dpth", 2), "emilia: there is no option '--dpth'"),
                ("selfplay", ("--games", 2, "--output", "x"),
                 "--output is chosen by distribute.py; leave it out"),
                ("analyze", ("f5d6",), "analyze needs --game and files of games"),
                ("solve", ("-",), "a job cannot read standard input; write it to a file first"),
                ("match", (*match, "--games", 3), "match.py: --games 3 is odd"),
                ("match", (*match, "--resume"), "--resume is chosen by distribute.py"),
                ("book", ("--positions", 9), "book needs --lines N"),
                ("book", ("--wthor", "x"), "a job of rounds has no option '--wthor'")):
            with self.subTest(kind=kind, words=words):
                said = self.distribute("new", kind, self.job, "--program", EMILIA, "--", *words,
                                       status=2)
                self.assertIn(f"distribute.py: {message}", said)
                self.assertTrue(said.endswith("; see 'scripts/distribute.py --help'\n"), said)
                self.assertEqual(said.count("\n"), 1)
                self.assertFalse(self.job.exists())

    def test_a_text_stays_even_where_a_file_has_its_name(self):
        for name in ("final", "smith", "weights"):
            (self.folder / name).write_text("of others")
        self.distribute("new", "analyze", self.job, "--program", EMILIA, "--", "--game", BASE,
                        "--event", "final", "--player=smith", "--weights", "weights",
                        cwd=self.folder)
        self.assertEqual(json.loads((self.job / "job.json").read_text())["settings"]["options"],
                         ["--game", f"inputs/1/{BASE.name}", "--event", "final", "--player=smith",
                          "--weights", "inputs/6/weights"])

    def test_a_dot_is_a_folder_and_a_range_of_years_is_no_file(self):
        shutil.copy(BASE, self.folder)
        for name in ("1977-2022", "2"):
            (self.folder / name).write_text("of others")
        self.distribute("new", "label", self.job, "--program", EMILIA, "--", "--wthor", ".",
                        "--years", "1977-2022", "--hash=2", cwd=self.folder)
        self.assertEqual(json.loads((self.job / "job.json").read_text())["settings"]["options"],
                         ["--wthor", "inputs/1", "--years", "1977-2022", "--hash=2"])
        self.assertEqual([file.name for file in (self.job / "inputs" / "1").iterdir()], [BASE.name])

    def test_moves_that_are_too_long_for_a_name_are_no_file(self):
        moves = "f5 " * 100
        self.distribute("new", "analyze", self.job, "--program", EMILIA, "--", "--game", moves)
        self.assertEqual(json.loads((self.job / "job.json").read_text())["settings"]["options"],
                         ["--game", moves])

    def test_a_book_that_cannot_be_planned_leaves_no_folder(self):
        said = self.distribute("new", "book", self.job, "--program", EMILIA, "--", "--positions", 9,
                               "--lines", 2, "--depth", 99, status=1)
        self.assertIn("--depth is 1 to 40, not 99", said)
        self.assertFalse(self.job.exists())

    def test_wrong_commands_say_what_to_do(self):
        self.new_selfplay()
        for words, status, message in (
                (("status", self.folder), 1, "is not the folder of a job; 'new' makes one"),
                (("new", "solve", self.job, "--program", EMILIA, "--", "f5d6"), 1,
                 "holds files already; choose another folder"),
                (("new", "solve", "x", "--program", "/no/emilia"), 2, "there is no program"),
                (("new", "solve", "x", "--pieces", "0"), 2, "'0' is not a whole number from 1 to"),
                (("run", self.job, 4), 2, "there is no part '4', only 1 to 3"),
                (("submit", self.job), 2, "one of the arguments --slurm --parallel is required"),
                (("submit", self.job, "--slurm", "--jobs", 2), 2, "are for --parallel"),
                (("submit", self.job, "--parallel", "--", "--time=1"), 2, "only --slurm takes"),
                (("status", self.job, "--", "x"), 2, "'status' takes nothing after --")):
            with self.subTest(words=words):
                self.assertIn(message, self.distribute(*words, status=status))

    def test_without_a_scheduler_the_message_names_it(self):
        self.new_selfplay()
        for way, program in (("--slurm", "scontrol"), ("--parallel", "parallel")):
            said = self.distribute("submit", self.job, way, status=1, env={"PATH": "/no/such"})
            self.assertIn(f"there is no '{program}' on this machine; install it, or use the other",
                          said)


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class KindsTest(DistributeTest):
    @unittest.skipUnless(HAS_PARALLEL, NO_PARALLEL)
    def test_each_kind_gives_what_one_command_gives(self):
        for number, example in enumerate(EXAMPLES):
            with self.subTest(kind=example.kind):
                self.job = self.folder / f"{example.kind} job {number}"
                self.new(example)
                self.distribute("submit", self.job, "--parallel", "--jobs", 2)
                self.assertIn("all is done and merged", self.distribute("status", self.job))
                self.assert_merged_as_serial(example)
                shutil.rmtree(self.folder / "serial", ignore_errors=True)
                (self.folder / "serial").unlink(missing_ok=True)

    @unittest.skipUnless(HAS_PARALLEL, NO_PARALLEL)
    def test_a_folder_with_any_name_is_only_a_name(self):
        # What GNU parallel calls instead of ssh: a shell elsewhere, with SHELL set, as sshd sets it.
        ssh = self.folder / "ssh"
        ssh.write_text("#!/bin/sh\nwhile [ $1 != there ]; do shift; done\nshift\n"
                       "if [ \"$1\" = -- ]; then shift; fi\ncd /\n"
                       "SHELL=/bin/sh exec sh -c \"$*\"\n")
        ssh.chmod(0o755)
        environment = {**os.environ, "PARALLEL_SSH": str(ssh)}
        for way in ((), ("--sshlogin", "there")):
            with self.subTest(way=way):
                self.job = self.folder / f"jobs {len(way)}" / HOSTILE_FOLDER
                example = self.new_selfplay(games=2, parts=2)
                self.distribute("submit", self.job, "--parallel", "--jobs", 2, *way,
                                env=environment)
                self.assert_nothing_beside(self.job)
                self.assert_merged_as_serial(example)
                (self.folder / "serial").unlink()

    def test_more_parts_than_games_leave_some_empty(self):
        example = Example("selfplay", ("--games", "2", "--depth", "1", "--exact-at", "8"), 4)
        self.new(example)
        self.distribute("run", self.job, 1, 2, 3, 4)
        self.distribute("merge", self.job)
        self.assert_merged_as_serial(example)

    def test_a_match_with_an_sprt_ends_where_one_match_ends(self):
        match = next(example for example in EXAMPLES if example.kind == "match")
        words = list(match.options)
        words[words.index("--games") + 1] = "12"
        example = Example("match", (*words, "--sprt", "elo0=0,elo1=300,alpha=0.3,beta=0.3"), 3)
        self.new(example)
        self.distribute("run", self.job, 1, 2, 3)
        self.assertIn("SPRT", self.distribute("merge", self.job))
        self.assert_merged_as_serial(example)
        self.assertLess(len(self.merged(example)), 12)
