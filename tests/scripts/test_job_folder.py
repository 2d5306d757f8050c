"""The folders of scripts/literature.sh and scripts/train.sh: whose they are, and who works there."""
import fcntl
import os
import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
JOBS = {"literature.sh": ("--only", "players"), "train.sh": ()}
FAILING = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo Emilia; else exit 1; fi\n"


class JobFolder(unittest.TestCase):
    """With a program that always fails, which is enough to see whether a script starts it: the
    status is 1 then, and 2 if the folder was refused."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = Path(temporary.name)
        self.folder = self.home / "a folder"
        self.program = self.home / "program"
        self.program.write_text(FAILING)
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def start(self, job: str, status: int, folder: object = None) -> str:
        run = subprocess.run([SCRIPTS / job, "--program", self.program, *JOBS[job], "--folder",
                              self.folder if folder is None else folder],
                             text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=60, cwd=self.home)
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

    def test_settings_that_were_cut_off_before_anything_else_are_written_again(self) -> None:
        for job in JOBS:
            with self.subTest(job=job):
                self.start(job, status=1)
                settings = self.folder / "settings"
                whole = settings.read_text()
                shutil.rmtree(self.folder)
                self.folder.mkdir()
                for part in ("", whole[:9]):
                    settings.write_text(part)
                    other = self.folder / "other"
                    other.touch()
                    self.assertIn("other settings", self.start(job, status=2))
                    self.assertEqual(settings.read_text(), part)
                    other.unlink()
                    self.start(job, status=1)
                    self.assertEqual(settings.read_text(), whole)
                    shutil.rmtree(self.folder)
                    self.folder.mkdir()
                self.folder.rmdir()

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
        file = self.home / "file"
        file.write_text("kept")
        for job in JOBS:
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
