"""The folders of scripts/literature.sh and scripts/train.sh: whose they are, and who works there."""
import fcntl
import os
import resource
import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
JOBS = {"literature.sh": ("--only", "players"), "train.sh": ()}
# It fails in the first step that takes long, after some of it.
PROGRAM = """#!/bin/sh
case $1 in
--version) echo Emilia ;;
train) echo weights >"$4" ;;
selfplay) echo games >"$3"; exit 1 ;;
*) exit 1 ;;
esac
"""


class JobFolder(unittest.TestCase):
    """With a program that fails, which is enough to see whether a script starts it: the status is 1
    then, and 2 if the folder was refused."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = Path(temporary.name)
        self.folder = self.home / "a folder"
        self.program = self.home / "program"
        self.program.write_text(PROGRAM)
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def start(self, job: str, status: int, folder: object = None, **options: object) -> str:
        run = subprocess.run([SCRIPTS / job, "--program", self.program, *JOBS[job], "--folder",
                              self.folder if folder is None else folder],
                             text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=60, cwd=self.home, **options)
        self.assertEqual(run.returncode, status, run.stdout)
        return run.stdout

    def test_one_with_other_files_is_refused_and_stays_as_it_is(self) -> None:
        self.folder.mkdir()
        for job in JOBS:
            for name in ("players.md", "players.log", "literature.md", "emilia.weights", "settings"):
                with self.subTest(job=job, name=name):
                    file = self.folder / name
                    file.write_text("kept")
                    why = "was made with other settings" if name == "settings" else "holds other files"
                    said = self.start(job, status=2)
                    self.assertEqual(said.splitlines()[0],
                                     f"Emilia: '{self.folder}' {why}; choose another --folder")
                    self.assertEqual(file.read_text(), "kept")
                    self.assertEqual(os.listdir(self.folder), [name])
                    file.unlink()

    def test_a_pipe_of_the_name_of_the_settings_is_not_read(self) -> None:
        self.folder.mkdir()
        os.mkfifo(self.folder / "settings")
        for job in JOBS:
            self.assertIn("holds other files", self.start(job, status=2))

    def test_one_of_the_other_script_is_refused(self) -> None:
        for job, other in (("literature.sh", "train.sh"), ("train.sh", "literature.sh")):
            self.start(job, status=1)
            self.assertIn("was made with other settings", self.start(other, status=2))
            shutil.rmtree(self.folder)

    def test_other_settings_stay_even_if_they_are_a_part_of_the_right_ones(self) -> None:
        for job in JOBS:
            self.start(job, status=1)
            whole = (self.folder / "settings").read_bytes()
            shutil.rmtree(self.folder)
            self.folder.mkdir()
            settings, target = self.folder / "settings", self.home / "target"
            for part in (b"", whole[:9], whole[:9] + b"\0", whole.replace(b" ", b"\0 ", 1)):
                for file in (settings, target):
                    with self.subTest(job=job, part=part, file=file):
                        file.write_bytes(part)
                        if file == target:
                            settings.symlink_to(target)
                        self.assertIn("other settings", self.start(job, status=2))
                        self.assertEqual(settings.read_bytes(), part)
                        self.assertEqual(os.listdir(self.folder), ["settings"])
                        settings.unlink()
            self.folder.rmdir()

    def test_settings_that_cannot_be_written_leave_the_folder_empty(self) -> None:
        for job in JOBS:
            # For a process, a limit on the size of its files is much like a full disk.
            self.start(job, status=1, restore_signals=False,
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
            self.assertEqual(os.listdir(self.folder), [])
            self.start(job, status=1)
            self.assertIn("settings", os.listdir(self.folder))
            shutil.rmtree(self.folder)

    def test_closed_streams_do_not_stop_a_job(self) -> None:
        for job in JOBS:
            for streams in ((0,), (1,), (2,), (0, 1, 2)):
                with self.subTest(job=job, streams=streams):
                    self.start(job, status=1,
                               preexec_fn=lambda: [os.close(stream) for stream in streams])
                    self.assertGreater(len(os.listdir(self.folder)), 1)  # not only the settings
                    shutil.rmtree(self.folder)

    @unittest.skipUnless(shutil.which("flock"), "there is no flock")
    def test_two_do_not_share_one_and_the_second_writes_nothing(self) -> None:
        self.folder.mkdir()
        for job in JOBS:
            folder = os.open(self.folder, os.O_RDONLY)
            fcntl.flock(folder, fcntl.LOCK_EX)
            try:
                said = self.start(job, status=1)
            finally:
                os.close(folder)
            self.assertEqual(said, f"Emilia: another {job} is running in '{self.folder}'\n")
            self.assertEqual(os.listdir(self.folder), [])

    def test_every_name_of_a_folder_is_understood_or_named(self) -> None:
        file, odd = self.home / "file", self.home / "odd\x1b[2J\n\u009b\u202e\u2069 ü"
        for path in (file, odd):
            path.write_text("kept")
        for job in JOBS:
            self.assertEqual(self.start(job, status=2, folder=odd),
                             f"Emilia: '{self.home}/odd\\x1b[2J\\x0a\\xc2\\x9b\\xe2\\x80"
                             "\\xae\\xe2\\x81\\xa9 ü' is no folder; choose another --folder\n")
            self.assertEqual(self.start(job, status=2, folder=file),
                             f"Emilia: '{file}' is no folder; choose another --folder\n")
            self.assertEqual(self.start(job, status=2, folder=""),
                             f"Emilia: --folder needs a name; see '{SCRIPTS / job} --help'\n")
            self.start(job, status=1, folder="-x")
            self.assertTrue((self.home / "-x" / "settings").exists())
            shutil.rmtree(self.home / "-x")
        self.assertEqual(file.read_text(), "kept")


if __name__ == "__main__":
    unittest.main()
