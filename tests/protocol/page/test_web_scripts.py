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
SCRIPTS = ("page/engine.js", "page/saved.js", "page/tree.js", "page/match.js", "page/clocks.js")
SEEN = ("Object.assign(window, { Engine, PageEngine, Stopped, Match, TreeNode, marks, saved, linkOf,"
        " textOfLink, usualStart, clockText });")
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
            return [100_000, 65_000_000].map((length) => {
              try {
                return engine.ask({ ask: "read", text: "x".repeat(length) }).ask;
              } catch ({ message }) {
                return message;
              }
            });""")
        self.assertEqual(short, "read")
        self.assertIn("a request may have 64000000 characters", longer)

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
        self.assertEqual(self.run_script("return saved.read();"),
                         {"state": {"shown": 1}, "link": ""})
        self.run_script("saved.write({ shown: 2 }, 'f5');")
        state = {"shown": 2, "link": "f5"}
        self.assertEqual(self.run_script("return [saved.read(), location.hash];"),
                         [{"state": state, "link": ""}, "#f5"])
        self.open()
        self.assertEqual(self.run_script("return saved.read();"), {"state": state, "link": ""})

    def test_a_link_that_the_page_has_not_saved_asks_for_something_else(self) -> None:
        self.open(fragment="f5d6")
        self.run_script("localStorage.clear();")
        self.assertEqual(self.run_script("return saved.read();"), {"state": None, "link": "f5d6"})
        self.run_script("saved.write({ shown: 2 }, 'c4');")
        for fragment, link in (("c4", ""), ("c4c3", "c4c3"), ("7", "7"), ("%7B", "%7B"),
                               ("%E0%A4%A", "%E0%A4%A"), ("[]", "")):
            self.open(fragment=fragment)
            with self.subTest(fragment=fragment):
                self.assertEqual(self.run_script("return saved.read().link;"), link)

    def test_a_link_has_the_moves_or_the_board_from_which_a_game_starts(self) -> None:
        self.open()
        links = self.run_script("""
            const link = (start, line) => linkOf({ record: { start }, node: { line } });
            const other = "-".repeat(62) + "OX X";
            return [link(usualStart, ""), link(usualStart, "f5d6"), link(other, ""), link(other, "f8"),
              textOfLink("f5%20d6"), textOfLink("%E0%A4%A")];""")
        other = "-" * 62 + "OXX"
        self.assertEqual(links, ["", "f5d6", other, other + ";f8", "f5 d6", "%E0%A4%A"])

    def test_clocks_show_minutes_and_hours_and_how_long_a_time_is_over(self) -> None:
        self.open()
        self.assertEqual(self.run_script(
            "return [0, 9.9, 61, 600, 3599, 3600, 36061, -0.5, -61].map(clockText);"),
            ["0:00", "0:09", "1:01", "10:00", "59:59", "1:00:00", "10:01:01", "−0:00", "−1:01"])

    # Any two letters are a move here; after an even number of moves black is to move.
    MATCH = """
        const engine = { ask: ({ game: { start, moves = "" } }) => {
          const squares = moves.match(/../g) ?? [], first = start.endsWith("X") ? 0 : 1;
          if (squares.includes("xx")) throw new Error("xx is not a legal move");
          const player = (index) => "XO"[(first + index) % 2];
          return { record: moves, moves: squares.map((move, index) => ({ move, player: player(index) })),
            positions: [...squares, ""].map((_, index) => ({ board: "?", player: player(index), moves: ["aa"] })) };
        } };
        const match = new Match(engine);
        const reopened = () => {
          const { record, shown, tree, node } = JSON.parse(JSON.stringify(match.state));
          const other = new Match(engine);
          other.open(record, shown, { tree, node });
          return other;
        };"""

    def test_random_trees_are_the_same_after_they_were_saved(self) -> None:
        self.open()
        nodes, wrong = self.run_script(self.MATCH + """
            let seed = 1, nodes = 0;
            const below = (most) => (seed = (48271 * seed) % 2147483647) % most;
            const names = ["", ...marks.keys()], wrong = [];
            for (let round = 0; round < 300; round++) {
              match.open({ start: usualStart, moves: "aabbccddee".slice(0, 2 * below(6)) });
              for (let step = below(60); step > 0; step--) {
                const { node } = match, choice = below(8);
                if (choice === 0 && node.parent) match.node = node.parent;
                else if (choice === 1) match.returnToGame();
                else if (choice === 2) match.promote();
                else if (choice === 3 && !match.isInGame && below(3) === 0) match.remove();
                else if (choice === 4 && match.isInGame) match.play("aabbccff".slice(2 * below(4)).slice(0, 2));
                else match.explore("aabbccffgghh".slice(2 * below(6)).slice(0, 2));
                if (below(4) === 0) Object.assign(match.node, { comment: "c".repeat(below(3)), mark: names[below(7)], value: below(3) || null });
              }
              nodes += match.tree.length;
              const before = JSON.stringify(match.state), after = JSON.stringify(reopened().state);
              if (before !== after) wrong.push([before, after]);
            }
            return [nodes, wrong.slice(0, 1)];""")
        self.assertEqual(wrong, [])
        self.assertGreater(nodes, 2000)

    def test_exploring_leaves_the_game_and_comes_back_to_the_move_where_it_was_left(self) -> None:
        self.open()
        shown = self.run_script(self.MATCH + """
            match.open({ start: usualStart, moves: "aabbcc" });
            match.shown = 1;
            match.explore("dd");
            match.explore("ee");
            const there = [match.record.moves, match.node.line, match.isInGame];
            match.returnToGame();
            return [...there, match.node.line];""")
        self.assertEqual(shown, ["aabbcc", "aaddee", False, "aa"])

    def test_a_move_taken_back_is_forgotten_unless_something_is_said_of_it(self) -> None:
        self.open()
        kept = self.run_script(self.MATCH + """
            return ["", "a note"].map((comment) => {
              match.open({ start: usualStart, moves: "aabbcc" });
              match.node.comment = comment;
              match.shown = 1;
              match.play("ff");
              return [match.record.moves, match.tree.map(({ move }) => move)];
            });""")
        self.assertEqual(kept, [["aaff", []], ["aaff", [None, "aa", "ff", "bb", "cc"]]])

    def test_a_variation_becomes_the_game_and_the_game_a_variation(self) -> None:
        self.open()
        found = self.run_script(self.MATCH + """
            match.open({ start: usualStart, moves: "aabbcc" });
            match.shown = 1;
            match.explore("dd");
            match.explore("ee");
            match.node = match.node.parent;
            match.promote();
            return [match.record.moves, match.shown, match.tree.map(({ parent, move }) => [parent ?? null, move ?? ""])];""")
        self.assertEqual(found, ["aaddee", 2, [[None, ""], [0, "aa"], [1, "dd"], [2, "ee"],
                                               [1, "bb"], [4, "cc"]]])

    def test_a_damaged_tree_is_refused_and_the_game_stays(self) -> None:
        self.open()
        refused = self.run_script(self.MATCH + """
            match.open({ start: usualStart, moves: "aabb" });
            const trees = [[{}, { parent: 7, move: "aa" }], [{}, { parent: 0, move: "xx" }], [{}, null], "tree",
              [{}, { parent: 0 }], [{}, { parent: 0, move: "" }], [{}, { parent: 0, move: "aabb" }]];
            return trees.map((tree) => {
              try {
                match.open({ start: usualStart, moves: "cc" }, 1, { tree });
                return "opened";
              } catch {
                return match.record.moves;
              }
            });""")
        self.assertEqual(refused, ["aabb"] * 7)

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
