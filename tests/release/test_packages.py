"""The packages that scripts/package.sh makes: their contents, that the same commit gives the same bytes,
and the Debian package in a bare Debian, installed and removed.

The builds take minutes, so CTest runs this only with `-C release`. The bare Debian needs root and a
network for its packages.
"""
import hashlib
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
SCRIPT = "scripts/package.sh"
TOOLS = ("git", "apt-get", "dpkg-buildpackage", "dh", "lintian")
MISSING = [name for name in TOOLS if not shutil.which(name)]
PATIENCE = 3600  # seconds; far more than any step takes
VERSION = re.search(r"^project\(emilia VERSION (\S+)",
                    (PROJECT / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]
NODES = "Nodes searched: " + (PROJECT / "tests/bench.signature").read_text(encoding="utf-8").strip()


def run(*command, **options) -> str:
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=PATIENCE, check=False,
                          **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}")
    return done.stdout


def architecture() -> str:
    return run("dpkg", "--print-architecture").strip()


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def make(kind: str, project: Path, output: Path, **environment: str) -> None:
    run(project / SCRIPT, "--test", "--output", output, kind,
        env={**os.environ, **environment})


@unittest.skipIf(MISSING, "not found: " + ", ".join(MISSING))
class PackagesTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.output = cls.folder / "packages"
        for kind in ("source", "deb", "tarball"):
            make(kind, PROJECT, cls.output)
        cls.deb = cls.output / f"emilia_{VERSION}_{architecture()}.deb"

    def test_the_same_commit_gives_the_same_bytes(self):
        # Another folder, and no compiler that remembers what it has compiled.
        elsewhere = self.folder / "elsewhere/with another name"
        run("git", "clone", "--quiet", PROJECT, elsewhere)
        commit = run("git", "-C", PROJECT, "rev-parse", "HEAD").strip()
        run("git", "-C", elsewhere, "checkout", "--quiet", commit)
        again = self.folder / "again"
        for kind in ("source", "deb", "tarball"):
            make(kind, elsewhere, again, CCACHE_DISABLE="1")
        names = sorted(file.name for file in self.output.iterdir())
        self.assertEqual(sorted(file.name for file in again.iterdir()), names)
        self.assertEqual(len(names), 5, names)
        for name in names:
            with self.subTest(package=name):
                self.assertEqual(digest(again / name), digest(self.output / name))

    def test_the_checksums_are_those_of_the_packages(self):
        run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=self.output)
        listed = (self.output / "SHA256SUMS").read_text(encoding="utf-8").split()[1::2]
        self.assertEqual(listed, sorted(file.name for file in self.output.iterdir()
                                        if file.name != "SHA256SUMS"))

    def test_the_sources_are_those_of_the_commit(self):
        committed = run("git", "-C", PROJECT, "ls-tree", "-r", "--name-only", "HEAD").splitlines()
        with tarfile.open(self.output / f"emilia-{VERSION}.tar.gz") as archive:
            files = [name.name for name in archive.getmembers() if name.isfile()]
        self.assertEqual(sorted(files), sorted(f"emilia-{VERSION}/{name}" for name in committed))

    def test_the_program_of_the_tarball_needs_no_library(self):
        name = f"emilia-{VERSION}-linux-{os.uname().machine}"
        with tarfile.open(self.output / f"{name}.tar.gz") as archive:
            names = archive.getnames()
            self.assertEqual({(member.uid, member.gid) for member in archive.getmembers()},
                             {(0, 0)})
            archive.extract(f"{name}/bin/emilia", self.folder)
        for document in ("LICENSE", "THIRD_PARTY"):
            self.assertIn(f"{name}/share/doc/emilia/{document}", names)
        self.assertIn(f"{name}/share/man/man1/emilia.1", names)
        dynamic = run("readelf", "--dynamic", self.folder / name / "bin/emilia")
        self.assertNotIn("NEEDED", dynamic)

    def test_the_debian_package_holds_a_stripped_program_and_its_documents(self):
        listing = run("dpkg-deb", "--contents", self.deb)
        for path in ("usr/bin/emilia", "usr/share/man/man1/emilia.1.gz",
                     "usr/share/bash-completion/completions/emilia",
                     "usr/share/zsh/vendor-completions/_emilia",
                     "usr/share/fish/vendor_completions.d/emilia.fish",
                     "usr/share/doc/emilia/copyright", "usr/share/doc/emilia/changelog.gz",
                     "usr/share/doc/emilia/README.md"):
            self.assertRegex(listing, rf"(?m) \./{re.escape(path)}$")
        self.assertNotIn("usr/local", listing)
        run("dpkg-deb", "-x", self.deb, self.folder / "deb")
        self.assertNotIn(".symtab", run("readelf", "--sections", self.folder / "deb/usr/bin/emilia"))

    @unittest.skipUnless(shutil.which("mmdebstrap") and os.geteuid() == 0,
                         "a bare Debian needs root and mmdebstrap")
    def test_a_bare_debian_installs_runs_and_removes_it(self):
        root = self.folder / "root"
        run("mmdebstrap", "--variant=minbase", "bookworm", root)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}

        def inside(*command: str) -> str:
            return run("chroot", root, *command, env=quiet)

        inside("apt-get", "update")
        before = files_of(root)
        shutil.copy(self.deb, root / "emilia.deb")
        inside("apt-get", "install", "-y", "--no-install-recommends", "/emilia.deb")
        self.assertEqual(inside("emilia", "bench").splitlines()[-1], NODES)
        self.assertIn(f"Emilia {VERSION} ", inside("emilia", "--version"))
        script = "source /usr/share/bash-completion/completions/emilia; complete -p emilia"
        self.assertIn("_emilia", inside("bash", "-c", script))
        reply = subprocess.run(["chroot", str(root), "emilia", "--time", "0.2"], text=True,
                               input="play black f5\ngenmove white\nquit\n", capture_output=True,
                               timeout=PATIENCE, check=True).stdout
        self.assertRegex(reply, r"^=\n\n= (d6|f4|f6)\n\n=\n\n$")

        inside("apt-get", "purge", "-y", "--autoremove", "emilia")
        (root / "emilia.deb").unlink()
        self.assertEqual(sorted(files_of(root) ^ before), [])


def files_of(root: Path) -> set[str]:
    """All files but those in which the package system keeps its own state and logs."""
    state = ("var/lib/dpkg", "var/lib/apt", "var/cache", "var/log", "etc/ld.so.cache", "proc", "sys",
             "dev", "tmp")
    found = set()
    for folder, folders, files in os.walk(root):
        place = os.path.relpath(folder, root)
        folders[:] = [name for name in folders
                      if os.path.normpath(os.path.join(place, name)) not in state]
        for name in (*files, *folders):
            path = os.path.normpath(os.path.join(place, name))
            if path not in state:
                found.add(path)
    return found


if __name__ == "__main__":
    unittest.main()
