"""Files that are replaced: permissions, links, and what must not be replaced."""
import fcntl
import os
import stat
import unittest
from pathlib import Path
from unittest import mock

from match_test import MatchTest, as_written
from match_runner.errors import MatchError
from match_runner.files import check_writable, write_atomically


class ReplacedFiles(MatchTest):
    def mode(self, path: Path) -> int:
        return stat.S_IMODE(path.stat().st_mode)

    def test_a_file_keeps_its_permissions_and_a_new_one_gets_the_usual_ones(self):
        path = self.folder / "file"
        self.addCleanup(os.umask, os.umask(0o022))
        write_atomically(path, "old")
        self.assertEqual(self.mode(path), 0o644)
        for mode in (0o600, 0o666, 0o755):
            path.chmod(mode)
            check_writable(path)
            write_atomically(path, "new")
            self.assertEqual((self.mode(path), path.read_text()), (mode, "new"))

    @unittest.skipUnless(os.geteuid() == 0, "only root may give files away")
    def test_a_file_keeps_its_owner_and_its_group(self):
        path = self.folder / "file"
        path.write_text("old")
        os.chown(path, 1234, 2345)
        write_atomically(path, "new")
        self.assertEqual((path.stat().st_uid, path.stat().st_gid), (1234, 2345))

    def test_a_group_that_cannot_be_kept_leaves_its_rights_to_nobody_else(self):
        path = self.folder / "file"
        refused = PermissionError(1, "Operation not permitted")
        for mode, kept, fails in ((0o640, 0o640, [refused, None]), (0o640, 0o600, refused),
                                  (0o664, 0o644, refused)):
            path.write_text("old")
            path.chmod(mode)
            with mock.patch("os.fchown", side_effect=fails):
                write_atomically(path, "new")
            self.assertEqual((self.mode(path), path.read_text()), (kept, "new"))

    def test_bytes_are_written_as_they_are(self):
        path = self.folder / "file"
        for content in (b"\0\xff\r\n", b""):
            write_atomically(path, content)
            self.assertEqual(path.read_bytes(), content)

    def test_a_file_that_holds_the_text_already_is_left_alone(self):
        path = self.folder / "file"
        write_atomically(path, "± 1")
        before = as_written(path)
        write_atomically(path, "± 1")
        self.assertEqual(as_written(path), before)

    def test_a_link_stays_and_its_file_is_replaced_even_if_there_is_none_yet(self):
        (self.folder / "sub").mkdir()
        link, real = self.folder / "link", self.folder / "sub" / "real"
        link.symlink_to("sub/real")
        for text in ("first", "second"):
            check_writable(link)
            write_atomically(link, text)
            self.assertTrue(link.is_symlink())
            self.assertEqual(real.read_text(), text)
        self.assertEqual(os.listdir(real.parent), ["real"])

    def test_what_is_no_ordinary_file_is_refused_and_stays(self):
        pipe, circle = self.folder / "pipe", self.folder / "circle"
        os.mkfifo(pipe)
        circle.symlink_to("circle")
        device = self.folder / "device"
        device.symlink_to("/dev/null")
        for path, reason in ((self.folder, "it is a folder"), (pipe, "it is no ordinary file"),
                             (device, "it is no ordinary file"),
                             (circle, "Too many levels of symbolic links")):
            for write in (check_writable, lambda path: write_atomically(path, "new")):
                with self.subTest(path=path), self.assertRaises(MatchError) as raised:
                    write(path)
                self.assertEqual(str(raised.exception), f"cannot write {path}: {reason}")
        self.assertTrue(pipe.is_fifo())
        self.assertTrue(Path("/dev/null").is_char_device())
        self.assertEqual(sorted(os.listdir(self.folder)), ["circle", "device", "pipe"])

    def check_refused(self, path: Path, reason: str) -> None:
        for write in (check_writable, lambda path: write_atomically(path, "new")):
            with self.assertRaises(MatchError) as raised:
                write(path)
            self.assertEqual(str(raised.exception), f"cannot write {path}: {reason}")

    def test_a_file_that_must_not_be_written_is_refused(self):
        path = self.folder / "file"
        path.write_text("kept")
        path.chmod(0o444)
        with mock.patch("os.access", lambda file, right: self.mode(file) & 0o200 != 0):
            self.check_refused(path, "Permission denied")
        self.assertEqual(path.read_text(), "kept")

    def test_a_file_that_a_job_is_writing_is_refused(self):
        path = self.folder / "file"
        path.write_text("kept")
        with open(path, "a") as job:
            fcntl.flock(job, fcntl.LOCK_EX)
            self.check_refused(path, "it is being written by another job")
        self.assertEqual(path.read_text(), "kept")
        write_atomically(path, "new")
        self.assertEqual(path.read_text(), "new")

    def test_files_with_similar_names_are_left_alone(self):
        other = self.folder / "file.new"
        other.write_text("kept")
        check_writable(self.folder / "file")
        write_atomically(self.folder / "file", "new")
        self.assertEqual(other.read_text(), "kept")


if __name__ == "__main__":
    unittest.main()
