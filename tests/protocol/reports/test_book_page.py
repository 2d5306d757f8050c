"""The page of an opening book in a real browser."""
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from chromium import Chromium, find_chromium  # noqa: E402
from match_test import EMILIA  # noqa: E402 - puts the match runner on the path
from match_runner.othello.rules import (  # noqa: E402
    START, Color, parse_square, square_name, squares_of)

# The tests build nothing; without the program or a browser they are skipped.
CHROMIUM = find_chromium()


def setUpModule() -> None:
    if CHROMIUM and EMILIA:
        return
    missing = ("a program: EMILIA_PROGRAM names none" if CHROMIUM else
               "a browser: EMILIA_CHROMIUM names none and no Chromium or Chrome is installed")
    print(f"The tests of the page are skipped, for want of {missing}.", file=sys.stderr)
    raise unittest.SkipTest(missing)


def game_with_a_pass() -> tuple[str, int]:
    """A random game as moves, and the place of its first pass among them."""
    chance = random.Random(1)
    while True:
        position, moves = START, []
        while not position.is_over:
            if position.must_pass:
                position = position.passed()
                moves.append("pa")
            else:
                square = chance.choice(list(squares_of(position.moves)))
                position = position.play(square)
                moves.append(square_name(square))
        if "pa" in moves[:40]:
            return "".join(moves), moves.index("pa")


def board_after(moves: str) -> str:
    """The board and the side to move, by rules that know nothing of the page's symmetries."""
    position = START
    for move in re.findall("..", moves):
        position = position.passed() if move == "pa" else position.play(parse_square(move))
    black, white = position.discs(Color.BLACK), position.discs(Color.WHITE)
    board = "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "-"
                    for i in range(64))
    return f"{board} {'X' if position.to_move is Color.BLACK else 'O'}"


class BookPage(unittest.TestCase):
    """All tests share one browser and the page of the built-in book's best lines."""

    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        cls.page = cls.folder / "a book.html"
        cls.write(cls.page)
        cls.browser = Chromium(CHROMIUM)
        cls.addClassCleanup(cls.browser.close)

    @staticmethod
    def write(page: Path, *options: str) -> None:
        subprocess.run([EMILIA, "book", "tree", "--html", str(page), *options], check=True,
                       stdout=subprocess.DEVNULL)

    def setUp(self) -> None:
        self.browser.prefer("light")
        self.browser.resize(1200, 900)
        self.browser.open(self.page)

    def text(self, name: str) -> str:
        return self.browser.evaluate(f"document.getElementById('{name}').textContent")

    def shown(self) -> str:
        return self.browser.evaluate("document.getElementById('board-text').value")

    def rows(self) -> list[list[str]]:
        return self.browser.evaluate("[...document.querySelectorAll('#moves tr')].map((row) =>"
                                     " [...row.cells].map((cell) => cell.textContent))")

    def click_square(self, name: str) -> None:
        box = self.browser.box("#board")
        unit = box["width"] / 424
        column, row = "abcdefgh".index(name[0]), int(name[1]) - 1
        self.browser.click(box["x"] + unit * (45 + 50 * column), box["y"] + unit * (45 + 50 * row))

    def check_line(self, moves: str) -> None:
        """Waits until the page shows the position after these moves, and checks its parts."""
        expected = board_after(moves)
        self.browser.wait_for(lambda: self.shown() == expected)
        discs = self.browser.evaluate("['black', 'white'].map((side) =>"
                                      " document.querySelectorAll('#board circle.' + side).length)")
        self.assertEqual(discs, [expected[:64].count("X"), expected[:64].count("O")])
        self.assertEqual(self.browser.evaluate("location.hash.slice(1)"), moves)
        self.assertEqual(self.browser.evaluate(
            "[...document.querySelectorAll('#way button:not(.ahead)')].slice(1)"
            ".map((button) => button.textContent).join('')"), moves)

    def check_quiet(self) -> None:
        """Checks that the page has fetched nothing but itself and the browser reports no error."""
        self.assertEqual(self.browser.requests(), [self.page.as_uri()])
        self.assertEqual(self.browser.complaints(), [])

    def test_a_line_is_followed_by_clicks_on_the_board_and_in_the_table(self) -> None:
        self.check_line("")
        self.click_square("f5")
        self.check_line("f5")
        self.click_square("d6")
        self.check_line("f5d6")
        self.assertEqual(self.text("opening"), "Perpendicular")
        self.click_square("a1")  # no move of the book
        self.check_line("f5d6")
        move = self.rows()[0][0]
        self.browser.click_on("#moves tr:first-child td:nth-child(2)")
        self.check_line("f5d6" + move)
        self.browser.click_on("#back")
        self.check_line("f5d6")
        self.browser.click_on("#way li:nth-child(4) button")
        self.check_line("f5d6" + move)
        self.browser.click_on("#first")
        self.check_line("")
        self.browser.click_on("#last")
        self.check_line("f5d6" + move)
        self.check_quiet()

    def test_the_browsers_back_button_and_a_reload_keep_the_place(self) -> None:
        for moves in ("f5", "f5f6", "f5f6e6"):
            self.click_square(moves[-2:])
            self.check_line(moves)
        self.browser.evaluate("history.back()")
        self.check_line("f5f6")
        self.browser.call("Page.reload")
        self.browser.wait_for(lambda: self.browser.evaluate("document.readyState") == "complete")
        self.check_line("f5f6")
        self.assertEqual(self.text("opening"), "Diagonal")
        self.browser.evaluate("history.forward()")
        self.check_line("f5f6e6")

    def test_keys_go_along_the_line_and_choose_moves(self) -> None:
        best = self.rows()[0][0]
        self.browser.press("ArrowRight")
        self.check_line(best)
        for _ in range(2):
            self.browser.press("ArrowDown")
        second = self.rows()[1][0]
        self.assertEqual(self.browser.evaluate("document.activeElement.textContent"), second)
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", text="\r",
                          windowsVirtualKeyCode=13)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key="Enter",
                          windowsVirtualKeyCode=13)
        self.check_line(best + second)
        self.assertTrue(self.browser.evaluate("document.activeElement.closest('#moves') !== null"))
        self.browser.press("Home")
        self.check_line("")
        self.browser.press("End")
        self.check_line(best + second)
        self.browser.press("ArrowLeft")
        self.check_line(best)
        self.browser.press("ArrowRight")
        self.check_line(best + second)

    def test_the_same_opening_looks_the_same_from_every_first_move(self) -> None:
        known = None
        for moves in ("f5d6c3d3c4", "d3c5f6f5e6", "c4e3f6e6f5", "e6f4c3c4d3"):
            self.browser.open(self.page, moves)
            self.check_line(moves)
            self.assertEqual(self.text("opening"), "Tiger")
            values = sorted(row[1:] for row in self.rows())
            self.assertEqual(values, known or values)
            known = values
            legal = {row[0] for row in self.rows()}
            self.assertEqual({*self.browser.evaluate(
                "[...document.querySelectorAll('#board .hint')].map((text) =>"
                " 'abcdefgh'[(text.getAttribute('x') - 45) / 50]"
                " + ((text.getAttribute('y') - 50) / 50 + 1))")}, legal)
            for move in legal:
                board_after(moves + move)  # refuses illegal moves

    def test_moves_whose_position_is_left_out_are_shown_but_not_followed(self) -> None:
        small = self.folder / "small.html"
        self.write(small, "f5", "--positions", "2")
        self.browser.open(small)
        rows = self.rows()
        self.assertEqual(self.shown(), board_after("f5"))
        self.assertEqual(self.text("way"), "f5")
        self.assertEqual(len(rows), 3)
        self.assertEqual(self.browser.evaluate(
            "document.querySelectorAll('#moves button, #board .target').length"), 2)
        self.assertTrue(self.browser.evaluate("document.getElementById('left-out').clientHeight"))
        self.click_square(rows[1][0])
        self.browser.settle()
        self.assertEqual(self.shown(), board_after("f5"))
        self.click_square(rows[0][0])
        self.browser.wait_for(lambda: self.shown() == board_after("f5" + rows[0][0]))
        self.assertTrue(self.browser.evaluate("document.getElementById('forward').disabled"))
        self.browser.open(small, "d6a1f5")
        self.assertEqual(self.shown(), board_after("f5d6"))

    def test_a_pass_is_a_move_like_others(self) -> None:
        game, number = game_with_a_pass()
        record, book = self.folder / "game.txt", self.folder / "own.book"
        record.write_text(game + "\n")
        subprocess.run([EMILIA, "book", "learn", str(record), "--book", str(book), "--depth", "1",
                        "--exact-at", "2", "--threads", "1", "--hash", "1"], check=True,
                       stdout=subprocess.DEVNULL)
        page = self.folder / "learned.html"
        self.write(page, "--book", str(book))
        before, after = game[:2 * number], game[:2 * number + 2]
        self.browser.open(page, before)
        self.check_line(before)
        self.assertEqual([row[0] for row in self.rows()], ["pass"])
        self.browser.click_on("#moves button")
        self.browser.wait_for(lambda: self.shown() == board_after(after))
        self.assertEqual(self.browser.evaluate("location.hash.slice(1)"), after)
        self.assertNotEqual(self.shown()[-1], board_after(before)[-1])

    def test_narrow_screens_do_not_scroll_sideways(self) -> None:
        for width in (390, 320):
            self.browser.resize(width, 844, phone=True)
            for moves in ("", "f5d6c3d3c4", "f5f6e6f4e3c5"):
                self.browser.open(self.page, moves)
                with self.subTest(width=width, moves=moves):
                    self.assertLessEqual(
                        self.browser.evaluate("document.documentElement.scrollWidth"), width)
                    self.assertEqual(self.browser.evaluate(
                        "[...document.querySelectorAll('.list')].filter((list) =>"
                        " list.scrollWidth > list.clientWidth).length"), 0)

    def test_dark_mode_has_another_background(self) -> None:
        colour = "getComputedStyle(document.body).backgroundColor"
        light = self.browser.evaluate(colour)
        self.browser.prefer("dark")
        self.assertNotEqual(light, self.browser.evaluate(colour))


if __name__ == "__main__":
    unittest.main()
