"""The page of an analyzed game in a real browser."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from analyzed_game import analyzed_game, first_game_of_the_base
from chromium import Chromium, find_chromium
from match_runner.othello.rules import START, Color, Position

# The tests build nothing; without the program or a browser they are skipped.
PROGRAM = os.environ.get("EMILIA_REPORT_PAGE")
CHROMIUM = find_chromium()

HOSTILE = ("</script><script>harmed = 1</script><!--<img src=x onerror='harmed = 1'>"
           "\u2028 $script &amp;")


def setUpModule() -> None:
    if CHROMIUM and PROGRAM:
        return
    missing = ("a program: EMILIA_REPORT_PAGE names none" if CHROMIUM else
               "a browser: EMILIA_CHROMIUM names none and no Chromium or Chrome is installed")
    print(f"The tests of the page are skipped, for want of {missing}.", file=sys.stderr)
    raise unittest.SkipTest(missing)


class PageTest(unittest.TestCase):
    """All tests share one browser and a folder for its pages."""

    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.page = Path(temporary.name) / "a game.html"
        cls.browser = Chromium(CHROMIUM)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self) -> None:
        self.browser.prefer("light")
        self.browser.resize(1200, 900)

    def open(self, game: dict, fragment: str = "") -> None:
        with self.page.open("wb") as page:
            subprocess.run([PROGRAM], input=json.dumps(game).encode(), stdout=page, check=True)
        self.game = game
        self.browser.open(self.page, fragment)

    def open_real_game(self, fragment: str = "", **others: object) -> None:
        self.open(analyzed_game(first_game_of_the_base(), **others), fragment)

    def text(self, name: str) -> str:
        return self.browser.evaluate(f"document.getElementById('{name}').textContent")

    def column(self, graph: str, index: int) -> tuple[float, float]:
        """The point of a graph for a position of the game."""
        box = self.browser.box(f"#{graph}")
        left, right = 34, 8
        share = (index + 0.5) / len(self.game["positions"])
        return (box["x"] + left + share * (box["width"] - left - right),
                box["y"] + box["height"] / 3)

    def check_shown(self, index: int) -> None:
        """Checks that every part of the page shows this position."""
        position = self.game["positions"][index]
        self.assertEqual(self.browser.evaluate("document.getElementById('board-text').value"),
                         f"{position['board']} {position['player']}")
        counts = self.browser.evaluate(
            "['black', 'white'].map((side) => ["
            "document.getElementById(side + '-count').textContent,"
            " document.querySelectorAll('#board circle.' + side + ':not(.ring)').length])")
        self.assertEqual(counts, [[str(discs), discs] for discs in position["discs"]])
        self.assertEqual(self.browser.evaluate(
            "[...document.querySelectorAll('[role=slider]')].map((each) =>"
            " Number(each.getAttribute('aria-valuenow')))"), [index] * 3)
        chosen = self.browser.evaluate(
            "[...document.querySelectorAll('#moves .chosen')].map((row) => row.rowIndex - 1)")
        self.assertEqual(chosen, [index] if index < len(self.game["moves"]) else [])

    def check_quiet(self) -> None:
        """Checks that the page has fetched nothing but itself and the browser reports no error."""
        self.assertEqual(self.browser.requests(), [self.page.as_uri()])
        self.assertEqual(self.browser.complaints(), [])


class WholeGame(PageTest):
    def test_the_page_fetches_nothing(self) -> None:
        self.open_real_game()
        self.check_shown(0)
        for key in ["ArrowRight"] * len(self.game["moves"]):
            self.browser.press(key)
        self.check_shown(len(self.game["moves"]))
        for selector in ("#first", "#mistakes tr", "#moves tr", "#copy", "#evaluation"):
            self.browser.click_on(selector)
        self.check_quiet()

    def test_a_click_on_a_graph_moves_the_board(self) -> None:
        self.open_real_game()
        for graph, index in (("evaluation", 23), ("mobility", 1), ("discs", 60), ("discs", 0)):
            with self.subTest(graph=graph, index=index):
                self.browser.click(*self.column(graph, index))
                self.check_shown(index)

    def test_the_board_follows_a_mouse_that_is_dragged_over_a_graph(self) -> None:
        self.open_real_game()
        self.browser.mouse("mousePressed", *self.column("evaluation", 10))
        for index in (11, 30, 45):
            self.browser.mouse("mouseMoved", *self.column("evaluation", index))
            self.check_shown(index)
        self.browser.mouse("mouseReleased", *self.column("evaluation", 45))
        self.browser.mouse("mouseMoved", *self.column("evaluation", 20))
        self.check_shown(45)

    def test_the_board_follows_a_finger(self) -> None:
        self.browser.resize(390, 844, phone=True)
        self.open_real_game()
        for kind, index in (("touchStart", 10), ("touchMove", 20), ("touchMove", 35)):
            x, y = self.column("evaluation", index)
            self.browser.call("Input.dispatchTouchEvent", type=kind,
                              touchPoints=[{"x": x, "y": y}])
            self.browser.settle()
            self.check_shown(index)
        self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def test_keys_move_the_board(self) -> None:
        self.open_real_game()
        for key, index in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1),
                           ("ArrowDown", 11), ("ArrowDown", 21), ("ArrowUp", 11), ("End", 60),
                           ("ArrowRight", 60), ("ArrowDown", 60), ("ArrowUp", 50), ("Home", 0),
                           ("ArrowLeft", 0), ("ArrowUp", 0)):
            with self.subTest(key=key, index=index):
                self.browser.press(key)
                self.check_shown(index)

    def test_buttons_move_the_board(self) -> None:
        self.open_real_game()
        for button, index in (("forward", 1), ("last", 60), ("back", 59), ("first", 0)):
            with self.subTest(button=button):
                self.browser.click_on(f"#{button}")
                self.check_shown(index)
        self.assertTrue(self.browser.evaluate("document.getElementById('back').disabled"))

    def test_a_click_on_a_row_goes_to_its_move(self) -> None:
        self.open_real_game()
        self.browser.click_on("#moves tr:nth-child(31)")
        self.check_shown(30)
        self.browser.click_on("#mistakes tr:nth-child(2)")
        number = int(self.browser.evaluate(
            "document.querySelector('#mistakes tr:nth-child(2)').cells[0].textContent"))
        self.check_shown(number - 1)

    def test_mistakes_are_those_of_a_disc_and_more_with_the_greatest_first(self) -> None:
        self.open_real_game()
        shown = self.browser.evaluate("[...document.querySelectorAll('#mistakes tr')].map((row) =>"
                                      " Number(row.cells[0].textContent))")
        moves = [move for move in self.game["moves"] if move["loss"] >= 1]
        moves.sort(key=lambda move: -move["loss"])
        self.assertGreater(len(moves), 3)
        self.assertEqual(shown, [move["number"] for move in moves])
        self.assertEqual(self.browser.evaluate(
            "document.querySelectorAll('#evaluation .mistake').length"), len(moves))

    def test_turning_points_are_bold_and_told_in_words(self) -> None:
        self.open_real_game()
        points = [move["number"] for move in self.game["moves"] if move["turning_point"]]
        self.assertGreater(len(points), 0)
        for table in ("mistakes", "moves"):
            shown = self.browser.evaluate(
                f"[...document.querySelectorAll('#{table} tr:has(.turning)')].map((row) =>"
                " Number(row.cells[0].textContent))")
            self.assertEqual(sorted(shown), points)
        for move in self.game["moves"]:
            self.browser.evaluate(f"show({move['number'] - 1})")
            self.assertEqual("a turning point" in self.text("said"), move["turning_point"])

    def test_the_board_has_the_scores_of_the_best_moves_on_their_squares(self) -> None:
        self.open_real_game("23")
        self.check_shown(22)
        centres = {f"{45 + 50 * ('abcdefgh'.index(hint['move'][0]))}, "
                   f"{50 + 50 * (int(hint['move'][1]) - 1)}": hint["score"]
                   for hint in self.game["moves"][22]["hints"]}
        shown = self.browser.evaluate(
            "[...document.querySelectorAll('#board .hint')].map((hint) =>"
            " [`${hint.getAttribute('x')}, ${hint.getAttribute('y')}`, hint.textContent])")
        self.assertEqual(len(shown), len(centres))
        for place, text in shown:
            self.assertAlmostEqual(float(text.replace("−", "-")), centres[place], delta=0.51)
        self.assertEqual(self.browser.evaluate(
            "document.querySelectorAll('#board .hint.best').length"), 1)

    def test_the_move_is_told_in_words(self) -> None:
        self.open_real_game("25")
        move = self.game["moves"][24]
        self.assertGreater(move["loss"], 1)
        said = self.text("said")
        for part in (f"25. Black plays {move['move']}, −", f"{move['loss']:.2f} lost",
                     f"Best: {move['best']}, ", "Depth 18 at 63%"):
            self.assertIn(part, said)
        self.assertEqual(self.text("line"), " ".join(move["pv"]))
        self.browser.press("End")
        self.assertIn("The game is over: 41–23.", self.text("said"))

    def test_the_board_can_be_copied(self) -> None:
        self.browser.call("Browser.grantPermissions",
                          permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.open_real_game("5")
        self.browser.call("Page.bringToFront")
        self.browser.click_on("#copy")
        self.browser.wait_for(lambda: self.text("copy") == "Copied")
        position = self.game["positions"][4]
        self.assertEqual(self.browser.evaluate("navigator.clipboard.readText()"),
                         f"{position['board']} {position['player']}")

    def test_everything_can_be_reached_and_seen_with_the_keyboard(self) -> None:
        self.open_real_game("5")
        reached = []
        for _ in range(10):
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", key="Tab",
                              windowsVirtualKeyCode=9)
            name, label, outline = self.browser.evaluate(
                "(() => { const node = document.activeElement; return [node.id,"
                " node.getAttribute('aria-label') || node.textContent,"
                " getComputedStyle(node).outlineStyle]; })()")
            self.assertTrue(label)
            self.assertEqual(outline, "solid", name)
            reached.append(name)
        self.assertEqual(reached[:9], ["first", "back", "forward", "last", "board-text", "copy",
                                       "evaluation", "mobility", "discs"])
        self.browser.press("ArrowRight")
        self.check_shown(5)


class Appearance(PageTest):
    def test_narrow_screens_do_not_scroll_sideways(self) -> None:
        names = {"X": "Wolfeschlegelsteinhausenbergerdorff" * 2, "O": "Ng"}
        for width in (390, 320):
            self.browser.resize(width, 844, phone=True)
            for others in ({}, {"title": names["X"] + " – Ng", "names": names}):
                self.open_real_game("23", **others)
                with self.subTest(width=width, others=others):
                    self.assertLessEqual(
                        self.browser.evaluate("document.documentElement.scrollWidth"), width)
                    self.assertEqual(self.browser.evaluate(
                        "[...document.querySelectorAll('.list')].filter((list) =>"
                        " list.scrollWidth > list.clientWidth).length"), 0)

    def test_dark_mode_has_another_background_and_other_letters(self) -> None:
        self.open_real_game()
        colours = ("(() => { const style = getComputedStyle(document.body);"
                   " return [style.backgroundColor, style.color]; })()")
        light = self.browser.evaluate(colours)
        self.browser.prefer("dark")
        dark = self.browser.evaluate(colours)
        self.assertNotEqual(light[0], dark[0])
        self.assertNotEqual(light[1], dark[1])

    def test_graphs_are_drawn_anew_for_another_width(self) -> None:
        self.open_real_game()
        for width in (1200, 600, 390):
            self.browser.resize(width, 900)
            box, drawn = self.browser.evaluate(
                "(() => { const svg = document.getElementById('discs');"
                " return [svg.clientWidth, svg.viewBox.baseVal.width]; })()")
            self.assertEqual(box, drawn)


class UnusualGames(PageTest):
    def test_hostile_names_are_only_shown(self) -> None:
        self.open_real_game(title=HOSTILE, event=HOSTILE, date=HOSTILE, opening=HOSTILE,
                            note=HOSTILE, names={"X": HOSTILE, "O": HOSTILE})
        for name in ("title", "black-name", "white-name", "note"):
            self.assertEqual(self.text(name), HOSTILE)
        self.assertEqual(self.browser.evaluate("typeof harmed"), "undefined")
        self.assertEqual(self.browser.evaluate("document.images.length"), 0)
        self.browser.press("End")
        self.check_shown(60)
        self.check_quiet()

    def test_a_game_without_moves_shows_its_board(self) -> None:
        self.open(analyzed_game([], event="", date="", opening="", note=""))
        for key in ("ArrowRight", "End", "ArrowLeft"):
            self.browser.press(key)
        self.assertEqual(
            self.browser.evaluate("document.querySelectorAll('#board .black').length"), 2)
        self.assertTrue(self.browser.evaluate(
            "['graphs', 'mistakes-card', 'moves-card'].every((name) =>"
            " document.getElementById(name).clientHeight === 0)"))
        self.assertIn("The record ends here, with black to move.", self.text("said"))
        self.check_quiet()

    def test_an_unfinished_game_tells_who_is_to_move(self) -> None:
        self.open(analyzed_game(first_game_of_the_base()[:7], note="The game is unfinished."))
        self.browser.press("End")
        self.check_shown(7)
        self.assertEqual(self.text("said"), "The record ends here, with white to move.")
        self.assertEqual(self.text("note"), "The game is unfinished.")
        self.check_quiet()

    def test_a_game_from_a_position_that_was_set_up_begins_there(self) -> None:
        start = Position(START.opponent, START.player, Color.BLACK)
        self.open(analyzed_game(["d6", "c4"], start))
        self.check_shown(0)
        self.browser.press("End")
        self.check_shown(2)
        self.check_quiet()

    def test_a_pass_is_told_with_the_move_that_follows_it(self) -> None:
        self.open_real_game("60")
        self.assertEqual([move["player"] for move in self.game["moves"][58:]], ["X", "X"])
        self.assertIn("had to pass before", self.text("said"))

    def test_an_outcome_is_told_as_a_word(self) -> None:
        game = analyzed_game(first_game_of_the_base())
        game["moves"][40] |= {"certainty": "wld", "score": -1, "loss": 2, "best": "a1"}
        self.open(game, "41")
        self.assertIn(", loss, 2 lost", self.text("said"))
        self.assertIn("Best: a1, win", self.text("said"))
        self.assertIn("Outcome only", self.text("said"))
        self.check_quiet()


if __name__ == "__main__":
    unittest.main()
