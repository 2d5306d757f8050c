"""The wheel of the Python package, as scripts/release.sh makes it and runs its tests."""
import hashlib
import platform
import re
import subprocess
import unittest
import zipfile

from other_system import PROJECT, missing, run

BUILD = PROJECT / "build-python"
MISSING = missing("objdump", "apt-get")


@unittest.skipIf(MISSING, "not found: " + ", ".join(MISSING))
class WheelTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        subprocess.run([PROJECT / "scripts/release.sh", "--test", "python"], check=True)
        cls.wheel = next(BUILD.glob("emilia-*.whl"))

    def test_it_is_for_this_processor_and_every_python_from_its_first_one_on(self):
        self.assertRegex(self.wheel.name, rf"^emilia-[0-9.]+-cp310-abi3-manylinux_2_\d+_"
                                          rf"{platform.machine()}\.whl$")

    def test_it_needs_only_the_c_library(self):
        listing = run("objdump", "-p", str(BUILD / "python/emilia/_binding.abi3.so")).stdout.decode()
        needed = set(re.findall(r"NEEDED +(\S+)", listing))
        self.assertLessEqual(needed, {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2",
                                      "ld-linux-aarch64.so.1"})

    def test_the_same_package_gives_the_same_bytes(self):
        before = hashlib.sha256(self.wheel.read_bytes()).digest()
        run("python3", str(PROJECT / "protocol/library/python/make_wheel.py"),
            str(BUILD / "python"), str(BUILD / "THIRD_PARTY"), str(BUILD))
        self.assertEqual(hashlib.sha256(self.wheel.read_bytes()).digest(), before)

    def test_it_holds_types_and_licences(self):
        names = zipfile.ZipFile(self.wheel).namelist()
        self.assertIn("emilia/py.typed", names)
        for licence in ("LICENSE", "THIRD_PARTY"):
            self.assertTrue(any(name.endswith(licence) for name in names))


if __name__ == "__main__":
    unittest.main()
