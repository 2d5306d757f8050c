"""The scripts of the page for browsers in a real browser, with a module in place of the engine's."""
import base64
import json
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(PROJECT / "tests/scripts"))
from chromium import Chromium, find_chromium  # noqa: E402

sys.path.insert(0, str(PROJECT / "tests/protocol/library/javascript"))
from fake_package import EMPTY_MODULE, GLUE, browser_script  # noqa: E402

CHROMIUM = find_chromium()
SCRIPTS = ("page/engine.js", "page/saved.js", "page/match.js")
SEEN = "Object.assign(window, { Engine, PageEngine, Stopped, Match, saved });"
WITHOUT_MEMORY = """
const inWorker = typeof document === "undefined";
if (inWorker) WebAssembly.instantiate = async () => { throw new RangeError("out of memory"); };
"""


def setUpModule() -> None:
    if not CHROMIUM:
        raise unittest.SkipTest("no browser: EMILIA_CHROMIUM names none and no Chromium or Chrome "
                                "is installed")


class WebScripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = Chromium(CHROMIUM)
        cls.addClassCleanup(cls.browser.close)
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.page = Path(temporary.name, "page.html")

    def open(self, glue: str = GLUE, fragment: str = "") -> None:
        scripts = "".join((PROJECT / "protocol" / name).read_text(encoding="utf-8")
                          for name in SCRIPTS)
        shared = (PROJECT / "protocol/reports/board.js").read_text(encoding="utf-8")
        self.page.write_text(
            f'<!doctype html><meta charset="utf-8"><script type="text/plain" id="wasm">'
            f'{base64.b64encode(EMPTY_MODULE).decode()}</script><script>{shared}</script>'
            f'<script type="module">{browser_script(glue)}{scripts}{SEEN}</script>',
            encoding="utf-8")
        self.browser.open(self.page, fragment)

    def run_script(self, body: str) -> Any:
        """What the body of an asynchronous function returns within a minute."""
        return self.browser.evaluate(
            "Promise.race([(async () => {" + body + "})(), new Promise((_, reject) =>"
            " setTimeout(() => reject(new Error('no answer')), 60000))])")

    def search(self, *requests: str) -> list[str]:
        """The answer to each request, or its error, and how many workers there were."""
        return self.run_script(f"""
            const Real = Worker;
            let workers = 0;
            window.Worker = function (...given) {{ ++workers; return new Real(...given); }};
            const engine = await PageEngine.load();
            const answers = [];
            for (const ask of {json.dumps(requests)}) {{
              const search = engine.search({{ ask }});
              answers.push(await search.then((answer) => answer.ask, (error) => error.message));
            }}
            return [...answers, workers];""")

    def test_a_trap_in_a_search_is_told_and_the_next_search_has_a_new_worker(self) -> None:
        self.open()
        before, trap, after, workers = self.search("before", "trap", "after")
        self.assertEqual((before, after, workers), ("before", "after", 2))
        self.assertIn("unreachable", trap)

    def test_a_search_stops_the_one_before(self) -> None:
        self.open()
        self.assertEqual(self.run_script("""
            const engine = await PageEngine.load();
            const sofar = [];
            const first = engine.search({ ask: "wait" }, (result) => sofar.push(result.time))
              .catch((error) => error instanceof Stopped);
            while (sofar.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
            const second = engine.search({ ask: "second" });
            return [sofar, await first, (await second).ask];"""), [[0], True, "second"])

    def test_without_memory_for_a_worker_the_page_learns_it(self) -> None:
        self.open(WITHOUT_MEMORY + GLUE)
        self.assertIn("out of memory", self.run_script(
            "return PageEngine.load().then(() => 'loaded', (error) => error.message);"))

    def test_without_memory_for_a_later_worker_each_search_fails_and_no_more_are_started(
            self) -> None:
        self.open()
        *errors, workers = self.run_script("""
            let workers = 0;
            const engine = await PageEngine.load();
            window.Worker = function () { ++workers; throw new RangeError("out of memory"); };
            const answers = [];
            for (const ask of ["trap", "one", "two"]) {
              answers.push(await engine.search({ ask }).catch((error) => error.message));
            }
            return [...answers, workers];""")
        self.assertIn("unreachable", errors[0])
        for error in errors[1:]:
            self.assertIn("out of memory", error)
        self.assertEqual(workers, 2)

    def test_without_memory_for_the_rules_the_page_learns_it(self) -> None:
        self.open(WITHOUT_MEMORY.replace("if (inWorker)", "if (!inWorker)") + GLUE)
        self.assertEqual(self.run_script(
            "return PageEngine.load().then(() => 'loaded', (error) => error.message);"),
            "out of memory")

    def test_a_request_that_is_far_too_long_does_not_reach_the_module(self) -> None:
        self.open()
        short, longer = self.run_script("""
            const engine = await PageEngine.load();
            return [100_000, 5_000_000].map((length) => {
              try {
                return engine.ask({ ask: "read", text: "x".repeat(length) }).ask;
              } catch ({ message }) {
                return message;
              }
            });""")
        self.assertEqual(short, "read")
        self.assertIn("a request may have 4000000 characters", longer)

    def test_an_empty_board_is_no_game(self) -> None:
        self.open()
        self.assertEqual(self.run_script("""
            const known = { record: "", moves: [], positions: [] };
            const match = new Match({ ask: () => known });
            const opened = (start) => { try { match.open({ start }); return ""; } catch (error) { return error.message; } };
            return [opened("-".repeat(64) + " X"), opened("-".repeat(63) + "X X")];"""),
            ["the board is empty, and a game needs discs", ""])

    def test_a_stored_state_replaces_an_older_one_in_the_address(self) -> None:
        self.open(fragment="%7B%22shown%22:1%7D")
        self.assertEqual(self.run_script("return saved.read();"), {"shown": 1})
        self.run_script("saved.write({ shown: 2 });")
        self.assertEqual(self.run_script("return [saved.read(), location.hash];"),
                         [{"shown": 2}, ""])
        self.open()
        self.assertEqual(self.run_script("return saved.read();"), {"shown": 2})

    def test_a_game_shows_the_moves_that_are_asked_for_or_all(self) -> None:
        self.open()
        shown = self.run_script("""
            const known = { record: "f5d6", moves: [{}, {}], positions: [] };
            const match = new Match({ ask: () => known });
            return [0, 1, 2, -1, 3, 1.5, "x", "1", null, undefined, NaN].map((shown) => {
              match.open({ start: "" }, shown);
              return match.shown;
            });""")
        self.assertEqual(shown, [0, 1] + [2] * 9)


if __name__ == "__main__":
    unittest.main()
