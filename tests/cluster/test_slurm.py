"""scripts/distribute.py through a real Slurm with two nodes, one of which dies.

    scripts/test.sh -C slurm -R Slurm

runs these tests. They take some minutes and are not among the others."""
from __future__ import annotations

import re
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from distribute_test import EMILIA, EXAMPLES, HOSTILE_FOLDER, DistributeTest  # noqa: E402
from local_slurm import LocalSlurm, missing_programs  # noqa: E402


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
@unittest.skipIf(missing_programs(), f"not installed: {', '.join(missing_programs())} (packages "
                 "slurmctld, slurmd, slurm-client and munge)")
class SlurmTest(DistributeTest):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(prefix="slurm")
        cls.addClassCleanup(folder.cleanup)
        cls.slurm = LocalSlurm(Path(folder.name))
        cls.addClassCleanup(cls.slurm.stop)

    def distribute(self, *words: object, status: int = 0) -> str:
        return super().distribute(*words, status=status, env=self.slurm.environment)

    def wait(self, seconds: float, *, until) -> None:
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                logs = "".join(path.read_text() for path in self.job.glob("submissions/*/log-*"))
                self.fail(f"nothing more happens: {self.distribute('status', self.job)}{logs}")
            time.sleep(0.3)

    def queue_is_empty(self) -> bool:
        return not self.slurm.tool("squeue", "-h").strip()

    def submit_and_wait(self) -> None:
        self.distribute("submit", self.job, "--slurm")
        self.wait(200, until=self.queue_is_empty)

    def done(self) -> int:
        return len(list(self.job.glob("pieces/*.piece")))

    def busy_nodes(self) -> str:
        return self.slurm.tool("squeue", "-h", "-t", "running", "-o", "%N")

    def test_each_kind_gives_what_one_command_gives(self):
        for example in EXAMPLES:
            with self.subTest(kind=example.kind), tempfile.TemporaryDirectory() as folder:
                self.folder = Path(folder)
                self.job = self.folder / "job"
                self.new(example)
                self.submit_and_wait()
                self.assertIn("all is done and merged", self.distribute("status", self.job))
                self.assert_merged_as_serial(example)

    def test_a_folder_with_any_name_is_only_a_name(self):
        plain = Path(*(part for part in HOSTILE_FOLDER.parts if "\\" not in part))
        # A task, another one and the merge; a backslash in the name makes them share their log.
        for folder, logs in ((plain, ["log-N", "log-N_N", "log-N_N"]), (HOSTILE_FOLDER, ["log"])):
            with self.subTest(folder=folder):
                self.job = self.folder / f"jobs {len(logs)}" / folder
                example = self.new_selfplay(games=2, parts=2)
                self.submit_and_wait()
                found = (self.job / "submissions" / "1").glob("log*")
                self.assertEqual(sorted(re.sub(r"\d+", "N", path.name) for path in found), logs)
                self.assert_nothing_beside(self.job)
                self.assert_merged_as_serial(example)
                (self.folder / "serial").unlink()

    def test_a_node_that_dies_loses_nothing(self):
        example = self.new_selfplay(games=1200, parts=8, depth=2)
        self.distribute("submit", self.job, "--slurm")
        self.wait(60, until=lambda: "n2" in self.busy_nodes())
        self.slurm.kill_node("n2")
        self.wait(240, until=self.queue_is_empty)
        self.slurm.start_node("n2")
        self.assertIn("Restarts=1", self.slurm.tool("scontrol", "show", "job"))
        self.assert_merged_as_serial(example)

    def test_a_result_that_is_cut_short_is_named_and_only_its_part_runs_again(self):
        example = self.new_selfplay()
        self.submit_and_wait()
        (self.job / "result.pos").unlink()
        self.part("2").write_bytes(self.part("2").read_bytes()[:-7])
        self.assertIn("\npart 2: damaged: it has ", self.distribute("merge", self.job, status=1))
        self.assertIn("1 parts and 2 jobs", self.distribute("submit", self.job, "--slurm"))
        self.wait(100, until=self.queue_is_empty)
        self.assert_merged_as_serial(example)

    def test_a_part_that_fails_takes_the_merge_from_the_queue_and_is_named(self):
        example = self.new_selfplay()
        (self.job / "pieces").rename(self.job / "elsewhere")
        self.submit_and_wait()
        (self.job / "elsewhere").rename(self.job / "pieces")
        self.assertIn("0 of 3 parts done, 0 running, 3 failed",
                      self.distribute("status", self.job))
        self.submit_and_wait()
        self.assert_merged_as_serial(example)

    def test_cancel_empties_the_queue_and_submit_continues(self):
        example = self.new_selfplay(games=320, parts=8, depth=2)
        self.distribute("submit", self.job, "--slurm")
        self.wait(60, until=lambda: self.done() > 0)
        self.assertIn("Slurm still has", self.distribute("submit", self.job, "--slurm", status=1))
        self.assertIn("tasks removed from Slurm's queue", self.distribute("cancel", self.job))
        self.wait(60, until=self.queue_is_empty)
        self.assertLess(self.done(), 8)
        self.submit_and_wait()
        self.assert_merged_as_serial(example)


if __name__ == "__main__":
    unittest.main()
