"""The program for Linux on 64-bit ARM, as scripts/release.sh makes it, run by QEMU."""
import os
import re
import signal
import subprocess
import time
import unittest

from other_system import NATIVE, PATIENCE, PROJECT, OtherSystem, missing, run

PROGRAM = PROJECT / "build-arm64/emilia"
TOOLS = "aarch64-linux-gnu-"
MISSING = missing(TOOLS + "g++", "qemu-aarch64", "apt-get")
OLDEST = "cortex-a53"  # the first processors of this kind, such as that of the Raspberry Pi 3
NEWEST = "max"


@unittest.skipIf(MISSING, "not found: " + ", ".join(MISSING))
class Arm64Test(OtherSystem, unittest.TestCase):
    system = "arm64"
    command = ("qemu-aarch64", str(PROGRAM))

    def test_it_is_one_file_that_needs_no_library(self):
        headers = run(TOOLS + "readelf", "-hl", str(PROGRAM)).stdout
        self.assertRegex(headers, rb"Machine: +AArch64")
        self.assertNotIn(b"INTERP", headers)
        self.assertNotIn(b"DYNAMIC", headers)

    def test_every_processor_searches_the_same_nodes_as_here(self):
        for processor in (OLDEST, NEWEST):
            with self.subTest(processor=processor):
                self.check_it_searches_the_same_nodes(env=os.environ | {"QEMU_CPU": processor})

    def test_it_has_one_instruction_set_and_says_so(self):
        self.assertIn(b"(arm64)", self.emilia("--version").stdout)
        self.assertIn(b"instruction set: arm64 (the only one", self.emilia("bench", "--help").stdout)
        refused = self.emilia("bench", "--isa", "x86-64-v3")
        self.assertEqual(refused.returncode, 2)
        self.assertIn(b"--isa is arm64, not 'x86-64-v3'", refused.stderr)

    def test_two_threads_solve_a_problem(self):
        problems = (PROJECT / "tests/data/ffo/fforum-40-59.obf").read_bytes().splitlines()
        first = next(line for line in problems if b";" in line)
        solved = self.emilia("solve", "-", "--threads", "2", "--hash", "64", input=first)
        self.assertEqual(solved.returncode, 0, solved.stdout)

    def test_ctrl_c_keeps_what_is_done(self):
        positions = self.folder / "positions"
        job = subprocess.Popen(
            [*self.command, "selfplay", "--output", positions, "--depth", "2", "--exact-at", "8",
             "--threads", "1"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        while not positions.is_file() or positions.stat().st_size < 10_000:
            self.assertIsNone(job.poll())
            time.sleep(0.1)
        job.send_signal(signal.SIGINT)
        output, _ = job.communicate(timeout=PATIENCE)
        self.assertEqual(job.returncode, 130)
        held = re.search(rb"holds [\d,]+ games, ([\d,]+ positions)", output)
        self.assertIsNotNone(held, output)
        self.assertIn(held[1] + b" in ", run(NATIVE, "evaluate", str(positions)).stdout)


if __name__ == "__main__":
    unittest.main()
