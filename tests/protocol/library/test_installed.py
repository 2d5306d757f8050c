"""The library as `cmake --install` puts it in place: its examples are built with it, by CMake and by
pkg-config, and run.

EMILIA_BUILD names the build folder; one without the library (EMILIA_LIBRARY) is skipped.
"""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("EMILIA_BUILD", PROJECT / "build"))
HEADER = PROJECT / "protocol/library/include/emilia/emilia.h"
RELEASED = Path(__file__).resolve().parent / "released"  # headers that programs were compiled with
PATIENCE = 250  # seconds; far more than any step takes


def cached(name: str) -> str:
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{name}:\w+=(.*)$", cache, re.MULTILINE)
    return found.group(1) if found else ""


def declared_functions() -> list[str]:
    return sorted(re.findall(r"^EMILIA_API .*?(emilia_\w+)\(", HEADER.read_text(encoding="utf-8"),
                             re.MULTILINE))


@unittest.skipUnless((BUILD / "libemilia.a").exists() and (BUILD / "libemilia.so").exists(),
                     "this build makes no library")
@unittest.skipUnless(shutil.which("pkg-config"), "pkg-config is not installed")
class InstalledTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.prefix = Path(folder.name) / "installed"
        for component in ("program", "library"):
            cls.run_there("cmake", "--install", BUILD, "--prefix", cls.prefix,
                          "--component", component)
        cls.archive = next(cls.prefix.glob("lib/**/libemilia.a"))
        cls.shared = next(cls.prefix.glob("lib/**/libemilia.so"))
        cls.examples = Path(folder.name) / "examples"
        shutil.copytree(next(cls.prefix.glob("share/doc/*/examples")), cls.examples)
        cls.environment = {**os.environ, "PKG_CONFIG_PATH": str(cls.archive.parent / "pkgconfig"),
                           "LD_LIBRARY_PATH": str(cls.archive.parent)}

    @staticmethod
    def run_there(*command, **options) -> str:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                              timeout=PATIENCE, check=False, **options)
        if done.returncode != 0:
            raise AssertionError(f"{command}: {done.stdout}\n{done.stderr}")
        return done.stdout

    def pkg_config(self, *options: str) -> list[str]:
        return self.run_there("pkg-config", *options, "emilia", env=self.environment).split()

    def check_examples(self, analyze: Path, play: Path) -> None:
        lines = self.run_there(analyze, "f5d6c3", env=self.environment).splitlines()
        self.assertGreater(len(lines), 1)
        for line in lines:
            self.assertRegex(line, r"^([a-h][1-8]) [+-]\d+\.\d\d  \1([a-h][1-8]|pa)*$")
        game = self.run_there(play, env=self.environment)
        self.assertRegex(game.splitlines()[-1], r"^black [+-]?\d+$")
        refused = subprocess.run([analyze, "f5f5"], capture_output=True, text=True,
                                 timeout=PATIENCE, env=self.environment, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertEqual(refused.stderr,
                         "analyze: move 2: f5 is not a legal move for white\n")

    def configure(self, source: Path, build: Path, *options: str) -> None:
        self.run_there("cmake", "-G", cached("CMAKE_GENERATOR"), "-S", source, "-B", build,
                       f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_BUILD_TYPE=Debug", *options)

    def is_linked(self, program: Path) -> bool:
        """Whether a program needs the shared library."""
        return "libemilia.so" in self.run_there("ldd", program, env=self.environment)

    def test_cmake_finds_both_libraries_and_the_examples_run(self):
        for shared in ("OFF", "ON"):
            with self.subTest(shared=shared):
                build = self.examples / f"build-{shared}"
                self.configure(self.examples, build, f"-DBUILD_SHARED_LIBS={shared}")
                self.run_there("cmake", "--build", build)
                self.check_examples(build / "analyze", build / "play")
                self.assertEqual(self.is_linked(build / "analyze"), shared == "ON")

    def test_a_project_can_name_the_library_that_it_wants(self):
        folder = self.examples / "named"
        folder.mkdir()
        shutil.copy(self.examples / "analyze.c", folder)
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(named LANGUAGES C CXX)\n"
            "find_package(emilia 0.1 REQUIRED)\n"
            "foreach(kind shared static)\n  add_executable(${kind} analyze.c)\n"
            "  target_link_libraries(${kind} PRIVATE emilia::emilia_${kind})\nendforeach()\n",
            encoding="utf-8")
        self.configure(folder, folder / "build")
        self.run_there("cmake", "--build", folder / "build")
        self.assertTrue(self.is_linked(folder / "build/shared"))
        self.assertFalse(self.is_linked(folder / "build/static"))

    def test_cmake_refuses_another_version(self):
        (self.examples / "other").mkdir()
        text = (self.examples / "CMakeLists.txt").read_text(encoding="utf-8")
        (self.examples / "other/CMakeLists.txt").write_text(
            text.replace("emilia 0.1", "emilia 99"), encoding="utf-8")
        with self.assertRaisesRegex(AssertionError, "99"):
            self.configure(self.examples / "other", self.examples / "no")

    def compile_examples(self, headers: list[str], libraries: list[str], to: str) -> list[Path]:
        """Compiles both examples with strict compilers, and returns the programs."""
        strict = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
        analyze, play = self.examples / f"analyze-{to}", self.examples / f"play-{to}"
        self.run_there("cc", "-std=c99", *strict, self.examples / "analyze.c", *headers, *libraries,
                       "-o", analyze)
        self.run_there("c++", "-std=c++17", *strict, "-Wshadow", "-Wconversion",
                       self.examples / "play.cc", *headers, *libraries, "-o", play)
        return [analyze, play]

    def test_a_compiler_and_pkg_config_suffice_for_the_examples(self):
        programs = self.compile_examples(self.pkg_config("--cflags"), self.pkg_config("--libs"),
                                         "shared")
        self.check_examples(*programs)
        self.assertTrue(self.is_linked(programs[0]))

    def test_pkg_config_names_what_the_archive_needs(self):
        libraries = [str(self.archive) if word == "-lemilia" else word
                     for word in self.pkg_config("--static", "--libs")]
        programs = self.compile_examples(self.pkg_config("--cflags"), libraries, "static")
        self.check_examples(*programs)
        self.assertFalse(self.is_linked(programs[0]))

    def test_programs_that_were_compiled_with_released_headers_work(self):
        for folder in sorted(path for path in RELEASED.iterdir() if path.is_dir()):
            with self.subTest(release=folder.name):
                self.check_examples(*self.compile_examples(
                    [f"-I{folder}"], self.pkg_config("--libs"), folder.name))

    def test_all_versions_are_the_same(self):
        version = self.run_there(self.prefix / "bin/emilia", "--version").split()[1]
        self.assertEqual(self.pkg_config("--modversion"), [version])
        self.assertEqual(version, cached("CMAKE_PROJECT_VERSION"))

    def test_only_the_functions_of_the_header_can_be_seen(self):
        for library, options in ((self.archive, []), (self.shared, ["--dynamic"])):
            with self.subTest(library=library.name):
                listing = self.run_there("nm", "--defined-only", "--extern-only", "--format=posix",
                                         *options, library)
                names = [line.split()[0] for line in listing.splitlines() if len(line.split()) > 1]
                self.assertEqual(sorted(names), declared_functions())
                self.assertIn("emilia_analyze", names)

    def test_all_headers_are_in_one_folder(self):
        headers = [str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*.h*")
                   if path.suffix in (".h", ".hpp")]
        self.assertEqual(sorted(headers), [f"include/emilia/{name}" for name in (
            "emilia.h", "emilia.hpp", "games.hpp", "values.hpp")])

    def test_the_program_comes_with_its_documents(self):
        for file in ("bin/emilia", "share/man/man1/emilia.1",
                     "share/bash-completion/completions/emilia",
                     "share/zsh/site-functions/_emilia",
                     "share/fish/vendor_completions.d/emilia.fish", "share/doc/emilia/LICENSE",
                     "share/doc/emilia/README.md", "share/doc/emilia/book/README.md",
                     "share/doc/emilia/protocol/quarry.png"):
            with self.subTest(file=file):
                self.assertGreater((self.prefix / file).stat().st_size, 0)

    def test_no_document_leads_to_one_that_is_not_there(self):
        documents = list((self.prefix / "share/doc/emilia").rglob("*.md"))
        self.assertGreater(len(documents), 5)
        for document in documents:
            text = document.read_text(encoding="utf-8")
            for link in re.findall(r"\]\(([^)#:]+\.(?:md|png|svg))[)#]", text):
                with self.subTest(document=document.name, link=link):
                    self.assertTrue((document.parent / link).exists())

    def test_an_installation_of_what_is_not_built_leaves_nothing_behind(self):
        build, prefix = self.prefix.parent / "unbuilt", self.prefix.parent / "nothing"
        self.run_there("cmake", "-G", cached("CMAKE_GENERATOR"), "-S", PROJECT, "-B", build,
                       "-DEMILIA_TESTS=OFF")
        (build / "emilia").touch()
        done = subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=False,
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("The library is not built.", done.stderr)
        self.assertFalse(prefix.exists())


if __name__ == "__main__":
    unittest.main()
