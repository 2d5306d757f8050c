"""The folders of the sources: which may include which, and that CMake compiles every file.

ROOMS lists the rooms from the bottom up. A room may include itself and the rooms below it. The
rooms of one line are siblings and must not include each other. A folder without a line of its own
belongs to the room of its parent folder.
"""
import re
import tempfile
import unittest
from pathlib import Path, PurePosixPath

PROJECT = Path(__file__).resolve().parents[2]

ROOMS = (
    ("engine/system",),
    ("engine/base",),
    ("engine/board",),
    ("engine/notation",),
    ("engine/notation/formats",),
    ("engine/eval",),
    ("engine/search",),
    ("engine/isa",),
    ("engine/play",),
    ("engine/analysis", "engine/drill", "engine/games", "engine/learn", "engine/classic"),
    ("book",),
    ("protocol/reports",),
    ("protocol/requests",),
    ("protocol/page", "protocol/library"),
    ("protocol/dialects",),
    ("protocol/play", "protocol/server"),
    ("protocol/commands",),
    ("protocol/main.cpp",),
)
FLOORS = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms}
INCLUDING_FOLDERS = ("engine", "book", "protocol")

_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def room_of(path: str) -> str | None:
    """The room of a file, or None if it is in no room. Paths start at the project's folder."""
    for place in (PurePosixPath(path), *PurePosixPath(path).parents):
        if str(place) in FLOORS:
            return str(place)
    return None


def may_include(room: str, other: str) -> bool:
    return room == other or FLOORS[other] < FLOORS[room]


def sources_of(project: Path, folders: tuple[str, ...], endings: tuple[str, ...]) -> list[str]:
    """The sources in `folders`, sorted, without hidden folders and build folders."""
    found = []
    for folder in folders:
        for file in (project / folder).rglob("*"):
            path = file.relative_to(project)
            if file.suffix in endings and not any(
                    part.startswith((".", "build")) for part in path.parts[:-1]):
                found.append(path.as_posix())
    return sorted(found)


def wrong_includes(project: Path) -> list[str]:
    """A line for each include that points up, to a sibling or to no file."""
    wrong = []
    for path in sources_of(project, INCLUDING_FOLDERS, (".h", ".cpp")):
        room = room_of(path)
        if room is None:
            wrong.append(f"{path} is in no room")
            continue
        for included in _INCLUDE.findall((project / path).read_text(encoding="utf-8")):
            other = room_of(included)
            if other is None or not (project / included).is_file():
                wrong.append(f'{path} includes "{included}", which is in no room')
            elif not may_include(room, other):
                wrong.append(f'{path} includes "{included}": {room} may not use {other}')
    return wrong


def unlisted_sources(project: Path) -> list[str]:
    """A line for each .cpp that the CMakeLists.txt of its top folder does not name."""
    unlisted = []
    for folder in INCLUDING_FOLDERS:
        text = (project / folder / "CMakeLists.txt").read_text(encoding="utf-8")
        listed = set(re.sub(r"#.*", "", text).replace("(", " ").replace(")", " ").split())
        for path in sources_of(project, (folder,), (".cpp",)):
            if path.removeprefix(folder + "/") not in listed:
                unlisted.append(f"{folder}/CMakeLists.txt does not name {path}")
    return unlisted


class RoomsTest(unittest.TestCase):
    """Checks the project itself."""

    def assert_none(self, problems: list[str]) -> None:
        if problems:
            self.fail("\n" + "\n".join(problems))

    def test_every_room_exists(self):
        self.assert_none([room for room in FLOORS if not (PROJECT / room).exists()])

    def test_no_include_points_up_or_at_a_sibling(self):
        self.assert_none(wrong_includes(PROJECT))

    def test_cmake_names_every_source(self):
        self.assert_none(unlisted_sources(PROJECT))


class CheckerTest(unittest.TestCase):
    """Tries each check on a small project in a temporary folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = Path(folder.name)
        for top in INCLUDING_FOLDERS:
            self.write(f"{top}/CMakeLists.txt", "")

    def write(self, path: str, text: str = "") -> None:
        file = self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def include(self, path: str, included: str) -> list[str]:
        """The problems of a project in which `path` includes `included`."""
        self.write(included)
        self.write(path, f'#include "{included}"\n\n#include <vector>\n')
        return wrong_includes(self.project)

    def test_an_include_may_point_down_or_stay_in_its_room(self):
        for path, included in (
                ("engine/play/engine.cpp", "engine/search/limits.h"),
                ("engine/notation/formats/ggf.cpp", "engine/notation/game.h"),
                ("engine/classic/iago/iago_player.cpp", "engine/classic/player.h"),
                ("engine/classic/player.cpp", "engine/classic/iago/iago_player.h"),
                ("book/builder.cpp", "engine/classic/player.h"),
                ("protocol/commands/book/check.cpp", "protocol/commands/job.h"),
                ("protocol/main.cpp", "protocol/commands/command.h")):
            with self.subTest(path=path, included=included):
                self.assertEqual(self.include(path, included), [])

    def test_an_include_that_points_up_is_found(self):
        for path, included, room, other in (
                ("engine/search/limits.h", "engine/play/engine.h", "engine/search", "engine/play"),
                ("engine/notation/game.cpp", "engine/notation/formats/ggf.h", "engine/notation",
                 "engine/notation/formats"),
                ("engine/play/engine.cpp", "book/book.h", "engine/play", "book"),
                ("protocol/dialects/gtp.cpp", "protocol/commands/options/command_options.h",
                 "protocol/dialects", "protocol/commands")):
            with self.subTest(path=path, included=included):
                self.assertIn(f'{path} includes "{included}": {room} may not use {other}',
                              self.include(path, included))

    def test_an_include_of_a_sibling_is_found(self):
        self.assertEqual(
            self.include("engine/learn/fit.cpp", "engine/analysis/reachable.h"),
            ['engine/learn/fit.cpp includes "engine/analysis/reachable.h": engine/learn may not '
             'use engine/analysis'])

    def test_an_include_that_is_not_the_first_is_found(self):
        self.write("engine/play/engine.h")
        self.write("engine/board/board.cpp", "#pragma once\n\n#include <vector>\n"
                                             '#  include "engine/play/engine.h" // why\n')
        self.assertEqual(len(wrong_includes(self.project)), 1)

    def test_a_file_outside_every_room_is_found(self):
        self.write("engine/attic/old.cpp")
        self.assertEqual(wrong_includes(self.project), ["engine/attic/old.cpp is in no room"])

    def test_an_include_of_a_missing_file_is_found(self):
        self.write("engine/board/board.cpp", '#include "squares.h"\n#include "engine/base/no.h"\n')
        self.assertEqual(wrong_includes(self.project), [
            'engine/board/board.cpp includes "squares.h", which is in no room',
            'engine/board/board.cpp includes "engine/base/no.h", which is in no room'])

    def test_a_source_that_cmake_does_not_name_is_found(self):
        self.write("engine/CMakeLists.txt", "add_library(engine\n  board/board.cpp\n"
                                            "  board/perft.cpp) # not board/lost.cpp\n")
        for name in ("board", "perft", "lost"):
            self.write(f"engine/board/{name}.cpp")
        self.assertEqual(unlisted_sources(self.project),
                         ["engine/CMakeLists.txt does not name engine/board/lost.cpp"])


if __name__ == "__main__":
    unittest.main()
