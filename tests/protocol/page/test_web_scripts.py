"""The scripts of the page for browsers in a real browser, with a module in place of the engine's."""
import json
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(PROJECT / "tests/scripts"))
from chromium import Chromium, find_chromium  # noqa: E402

CHROMIUM = find_chromium()
SCRIPTS = ("reports/board.js", "page/engine.js", "page/saved.js", "page/match.js")

# An empty module in base64, and its glue: it repeats a request, or traps.
EMPTY_MODULE = "AGFzbQEAAAA="
GLUE = """
function makeEmilia({ instantiateWasm }) {
  const ccall = (name, result, types, [request]) => {
    if (JSON.parse(request).ask === "trap") throw new WebAssembly.RuntimeError("unreachable");
    return JSON.stringify({ result: JSON.parse(request) });
  };
  return new Promise((resolve) => instantiateWasm({}, () => resolve({ ccall })));
}
"""
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
        self.page.write_text(
            f'<!doctype html><meta charset="utf-8"><script type="text/plain" id="wasm">'
            f'{EMPTY_MODULE}</script><script id="glue">{glue}</script><script>{scripts}</script>',
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
            const engine = await Engine.load();
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

    def test_without_memory_for_a_worker_each_search_fails_and_no_more_are_started(self) -> None:
        self.open(WITHOUT_MEMORY + GLUE)
        *errors, workers = self.search("one", "two")
        for error in errors:
            self.assertIn("out of memory", error)
        self.assertLessEqual(workers, 3)

    def test_without_memory_for_the_rules_the_page_learns_it(self) -> None:
        self.open(WITHOUT_MEMORY.replace("if (inWorker)", "if (!inWorker)") + GLUE)
        self.assertEqual(self.run_script(
            "return Engine.load().then(() => 'loaded', (error) => error.message);"),
            "out of memory")

    def test_a_request_that_does_not_fit_the_stack_of_the_module_does_not_reach_it(self) -> None:
        self.open()
        short, longer = self.run_script("""
            const engine = await Engine.load();
            return [100_000, 2_000_000].map((length) => {
              try {
                return engine.ask({ ask: "read", text: "x".repeat(length) }).ask;
              } catch ({ message }) {
                return message;
              }
            });""")
        self.assertEqual(short, "read")
        self.assertIn("one game or board at a time", longer)

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
