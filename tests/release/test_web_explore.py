"""The page for browsers as a tournament player uses it: variations, links, files, the turned board,
clocks. Its build takes minutes, so CTest runs this only with `-C release`.
"""
import tempfile
import time
import unittest
from pathlib import Path

from web_test import PAGE, START, WebTest, build_page

GAME = "f5d6c3d3c4f4"
SGF = ("(;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob];B[fe];W[df](;B[cc];W[dc])(;B[cd]TE[1]C[a note];W[fc])"
       "(;B[ce]))")


def setUpModule() -> None:
    build_page()


class ExploreTest(WebTest):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, contents: str | bytes, name: str = "game.sgf") -> str:
        path = self.folder / name
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        return str(path)

    def open_link(self, fragment: str, state: bool = False) -> None:
        """Opens a link, with what is saved or with nothing."""
        if not state:
            self.open()
            self.value("localStorage.clear()")
        self.browser.open(PAGE, fragment)
        self.wait("!document.getElementById('new').disabled")

    def variations(self) -> list[str]:
        """What a screen reader says of the moves of all variations."""
        return self.value("[...document.querySelectorAll('#variations button')]"
                          ".map((button) => button.getAttribute('aria-label'))")

    def shown(self) -> str:
        return self.value("document.querySelector('#record [aria-current], #variations"
                          " [aria-current]')?.getAttribute('aria-label') ?? ''")

    def fragment(self) -> str:
        return self.value("location.hash.slice(1)")

    def drop(self, **data: object) -> None:
        box = self.browser.box("#play-board")
        for kind in ("dragEnter", "dragOver", "drop"):
            self.browser.call("Input.dispatchDragEvent", type=kind, x=box["x"] + 50,
                              y=box["y"] + 50, data={"items": [], "dragOperationsMask": 1, **data})

    def choose_file(self, path: str, button: str = "#open-file") -> None:
        """Opens a file with a button."""
        self.browser.call("Page.setInterceptFileChooserDialog", enabled=True)
        self.browser.events.clear()
        self.click(button)
        opened = lambda: [event for event in self.browser.events
                          if event["method"] == "Page.fileChooserOpened"]
        self.browser.wait_for(lambda: self.value("true") and bool(opened()))
        self.browser.call("DOM.setFileInputFiles", files=[path],
                          backendNodeId=opened()[0]["params"]["backendNodeId"])


class Exploring(ExploreTest):
    def test_a_game_from_a_link_is_explored_saved_loaded_and_reloaded(self) -> None:
        self.open_link(GAME)
        self.wait_for_status("Opened a game with 6 moves.")
        tried = []
        for number in (2, 4, 2):  # three variations, one with two moves
            self.click(f"#record li:nth-child({number}) button")
            game = self.moves()[number]
            square = next(name for name in self.legal() if name != game and name not in tried)
            tried.append(square)
            self.click_square(square)
            self.wait_for_status(f"plays {square}.")
        self.click_square(self.legal()[0])
        self.wait("document.querySelectorAll('#variations button').length === 4")
        self.assertEqual(self.moves(), [GAME[at:at + 2] for at in range(0, 12, 2)])
        self.choose("mark", "!?")
        self.click("#comment")
        self.browser.call("Input.insertText", text="first line\nsecond ] line")
        drawn = self.variations()
        self.assertEqual(sum("interesting" in label and "second ] line" in label
                             for label in drawn), 1)
        self.browser.call("Browser.setDownloadBehavior", behavior="allow",
                          downloadPath=str(self.folder))
        self.click("#save")
        self.browser.wait_for(lambda: any(self.folder.glob("othello-*.sgf")))
        [saved] = self.folder.glob("othello-*.sgf")
        self.click("#new")
        self.assertEqual((self.moves(), self.variations()), ([], []))
        self.choose_file(str(saved))
        self.wait_for_status("Opened a game in SGF with 6 moves and 3 variations.")
        self.assertEqual(self.variations(), drawn)
        self.reload()
        self.assertEqual(self.variations(), drawn)
        self.check_quiet()

    def test_exploring_leaves_the_game_and_the_engine_alone_and_comes_back(self) -> None:
        self.open_game("f5d6", {"X": "you", "O": "emilia", "level": 1})
        self.click("#explore")
        for square in ("c4", "f3"):
            self.click_square(square)
            self.wait_for_status(f"plays {square}.")
        self.assertEqual(self.moves(), ["f5", "d6"])
        self.click("#undo")
        self.assertTrue(self.shown().startswith("3. black c4"))
        self.click("#redo")
        self.assertTrue(self.shown().startswith("4. white f3"))
        self.click("#explore")
        self.wait_for_status("Back in the game. Black to move.")
        self.assertTrue(self.shown().startswith("2. white d6"))
        self.click_square("c3")
        self.wait("document.querySelectorAll('#record li').length === 4")
        self.assertEqual(len(self.variations()), 2)

    def test_keys_move_along_a_line_and_between_variations(self) -> None:
        self.open()
        self.enter_text(SGF)
        self.click("#open")
        self.wait_for_status("with 4 moves and 2 variations.")
        self.click("#record li:nth-child(2) button")
        self.value("document.querySelector('#record [aria-current]').focus()")
        for key, move in (("ArrowRight", "3. black c3"), ("ArrowDown", "3. black c4, good"),
                          ("ArrowRight", "4. white f3"), ("ArrowDown", "3. black c5"),
                          ("ArrowUp", "3. black c4"), ("ArrowUp", "3. black c3"),
                          ("ArrowLeft", "2. white d6"), ("End", "4. white d3")):
            self.browser.press(key)
            with self.subTest(key=key, move=move):
                self.assertTrue(self.shown().startswith(move), self.shown())
                self.assertEqual(self.value("document.activeElement.getAttribute('aria-label')"),
                                 self.shown())

    def test_variations_are_deleted_brought_back_and_made_the_game(self) -> None:
        self.open()
        self.enter_text(SGF)
        self.click("#open")
        self.wait_for_status("variations.")
        before = self.variations()
        self.click("#variations li:nth-child(1) button")
        self.click("#remove")
        self.wait("document.querySelectorAll('#variations button').length === 1")
        self.assertIn("The variation is deleted", self.text("notice"))
        self.click("#notice-undo")
        self.assertEqual(self.variations(), before)
        self.click("#variations li:nth-child(1) button")
        self.click("#promote")
        self.wait_for_status("This line is the game now.")
        self.assertEqual(self.moves(), ["f5", "d6", "c4", "f3"])
        self.assertTrue(self.variations()[0].startswith("3. black c3"))

    def test_scores_are_kept_with_the_moves_that_they_are_of(self) -> None:
        self.open()
        self.enter_text(SGF)
        self.click("#open")
        self.click("#record li:nth-child(2) button")
        self.click("#evaluate")
        self.wait("document.querySelectorAll('#variations .value').length >= 2")
        self.assertRegex(self.variations()[0], r"3\. black c4, good, [+−]?\d")

    def test_every_move_of_an_analyzed_game_can_be_tried(self) -> None:
        self.open_game(GAME)
        self.choose("analysis-seconds", "0.2")
        self.click("#analyze")
        self.wait("!document.getElementById('analysis-view').hidden")
        self.browser.press("Home")
        self.browser.press("ArrowRight")
        box = self.browser.box("#board")
        unit = box["width"] / 424
        self.browser.click(box["x"] + 245 * unit, box["y"] + 295 * unit)  # e6: no legal move
        self.assertFalse(self.value("document.getElementById('play-view').hidden"))
        self.assertTrue(self.shown().startswith("1. black f5"))
        self.assertEqual(self.variations(), [])
        self.click("#to-analysis")
        box = self.browser.box("#board")
        self.browser.click(box["x"] + 295 * unit, box["y"] + 195 * unit)  # f4
        self.wait("document.querySelectorAll('#variations button').length === 1")
        self.assertTrue(self.shown().startswith("2. white f4"))
        self.assertRegex(self.value("document.querySelector('#record button')"
                                    ".getAttribute('aria-label')"), r"1\. black f5, [+−]?\d")
        self.click("#to-analysis")
        self.assertIn("2. White plays d6", self.text("said"))
        self.click("#explore-here")
        self.assertTrue(self.shown().startswith("1. black f5"))
        self.check_quiet()

    def test_variations_are_told_to_screen_readers_and_fit_on_a_phone(self) -> None:
        for width in (390, 320):
            self.browser.resize(width, 844, phone=True)
            self.browser.prefer("dark")
            self.open()
            self.enter_text(SGF)
            self.click("#open")
            self.click("#variations li:nth-child(1) button")
            self.choose("clock", "down")
            with self.subTest(width=width):
                self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)
        tree = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        names = [node["name"]["value"] for node in tree
                 if node.get("role", {}).get("value") == "button"]
        self.assertIn("3. black c4, good, a note", names)
        for name in ("Explore", "Back to the game", "Turn the board", "Delete"):
            self.assertEqual(name in names, name != "Explore", name)

    def test_an_impossible_variation_is_left_out_with_the_reason(self) -> None:
        self.open()
        self.enter_text(SGF.replace("W[fc]", "W[aa]"))
        self.click("#open")
        self.wait_for_status("with 4 moves and 2 variations; 1 variation left out: a1 is not a legal"
                             " move for white.")
        self.assertEqual(len(self.variations()), 2)

    def test_copies_without_variations_say_so(self) -> None:
        self.open()
        self.enter_text(SGF)
        self.click("#open")
        for name, note in (("ggf", "GGF has the game without variations and notes"),
                           ("pgn", "PGN has"), ("moves", "This has"), ("sgf", "")):
            self.click(f"#copy-{name}")
            with self.subTest(name=name):
                self.assertEqual(self.text("copy-note").startswith(note), True)
                self.assertEqual(bool(self.text("copy-note")), bool(note))


class Links(ExploreTest):
    def test_the_address_follows_what_is_on_view_and_opens_it_elsewhere(self) -> None:
        self.open_game("f5d6c3")
        self.assertEqual(self.fragment(), "f5d6c3")
        self.click("#undo")
        self.assertEqual(self.fragment(), "f5d6")
        self.click_square("c4")
        self.assertEqual(self.fragment(), "f5d6c4")
        board = self.board()
        self.open_link("f5d6c4")
        self.assertEqual(self.board(), board)

    def test_a_position_has_a_link_with_its_board(self) -> None:
        start = "-OX---OX" + "-" * 56
        self.open_game("", start=start + " X")
        self.assertEqual(self.fragment(), start + "X")
        self.click_square("a1")
        self.assertEqual(self.fragment(), start + "X;a1")
        board = self.board()
        self.open_link(start + "X;a1")
        self.assertEqual(self.board(), board)
        self.assertEqual(self.moves(), ["a1"])

    def test_a_link_leaves_the_saved_game_until_the_user_plays(self) -> None:
        self.open_game("f5d6c3")
        self.open_link("c4c3", state=True)
        self.wait_for_status("Opened a game with 2 moves.")
        self.click("#undo")
        self.open_link("", state=True)
        self.assertEqual(self.moves(), ["f5", "d6", "c3"])
        self.open_link("c4c3", state=True)
        self.click("#notice-undo")
        self.assertEqual(self.moves(), ["f5", "d6", "c3"])
        self.open_link("c4c3", state=True)
        self.click_square(self.legal()[0])
        self.wait("document.querySelectorAll('#record li').length === 3")
        self.open_link("", state=True)
        self.assertEqual(self.moves()[:2], ["c4", "c3"])

    def test_a_link_that_is_entered_into_the_open_page_is_opened(self) -> None:
        self.open_game("f5")
        self.value("location.hash = '#e6f6'")
        self.wait_for_status("Opened a game with 2 moves.")
        self.assertEqual(self.moves(), ["e6", "f6"])

    def test_rubbish_in_a_link_is_told_and_harms_nothing(self) -> None:
        for rubbish in ("rubbish", "f5f5", "%E0%A4%A", "a1", "-" * 64 + "X", "%00", "7",
                        "%3Cimg%20src=x%20onerror=harmed=1%3E", "f5" * 3000):
            self.open_game("f5d6c3")
            self.open_link(rubbish, state=True)
            with self.subTest(rubbish=rubbish[:20]):
                self.wait_for_status("The link can't be read: ")
                self.assertEqual(self.moves(), ["f5", "d6", "c3"])
                self.assertEqual(self.fragment(), "f5d6c3")
        self.assertEqual(self.value("typeof harmed"), "undefined")

    def test_a_link_is_copied(self) -> None:
        self.browser.call("Browser.grantPermissions",
                          permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.open_game("f5d6")
        self.browser.call("Page.bringToFront")
        self.click("#copy-link")
        self.wait("document.getElementById('copy-link').textContent === 'copied'")
        self.assertEqual(self.value("navigator.clipboard.readText()"), PAGE.as_uri() + "#f5d6")


class Files(ExploreTest):
    def test_a_file_is_opened_where_it_is_dropped(self) -> None:
        for contents in (SGF, SGF.replace("Ann", "Ånn").encode("latin-1"), "\ufeff" + SGF):
            self.open()
            self.drop(files=[self.file(contents)])
            self.wait_for_status("Opened a game in SGF")
            self.assertEqual(self.moves(), ["f5", "d6", "c3", "d3"])
            self.assertEqual(len(self.variations()), 3)

    def test_a_text_is_opened_where_it_is_dropped(self) -> None:
        self.open()
        self.drop(items=[{"mimeType": "text/plain", "data": "f5d6"}])
        self.wait_for_status("Opened a game with 2 moves.")

    def test_a_drop_during_an_analysis_changes_nothing(self) -> None:
        self.open_game(GAME)
        self.choose("analysis-seconds", "10")
        self.click("#analyze")
        self.wait("!document.getElementById('analysis-progress').hidden")
        self.drop(files=[self.file(SGF)])
        self.wait("document.getElementById('text-error').textContent.includes('stop it')")
        self.click("#stop-analysis")
        self.wait_for_status("The analysis is stopped.")
        self.assertEqual(len(self.moves()), 6)


class Board(ExploreTest):
    def test_the_board_is_turned_and_stays_so(self) -> None:
        self.open_game("f5")
        board, legal = self.board_by_name(), sorted(self.legal())
        place = lambda: self.value("(() => { const box = document.querySelector("
                                   "'[data-square=a1]').getBoundingClientRect(), all = document"
                                   ".getElementById('squares').getBoundingClientRect();"
                                   " return [box.x - all.x > 200, box.y - all.y > 200]; })()")
        for corner in ([True, False], [True, True], [False, True]):
            self.click("#turn")
            self.assertEqual(place(), corner)
            self.assertEqual(self.board_by_name(), board)
            self.assertEqual(sorted(self.legal()), legal)
        self.reload()
        self.assertEqual(place(), [False, True])
        self.click_square("d6")
        self.wait_for_status("White plays d6.")
        self.assertEqual(self.value("[...document.querySelectorAll('#play-board text')].slice(0, 2)"
                                    ".map((text) => text.textContent)"), ["1", "h"])
        self.click("#turn")
        self.assertEqual(place(), [False, False])

    def board_by_name(self) -> dict:
        return self.value("Object.fromEntries([...document.querySelectorAll('#squares button')]"
                          ".map((button) => [button.dataset.square,"
                          " button.getAttribute('aria-label')]))")

    def test_a_new_game_can_be_undone(self) -> None:
        self.open_game("f5d6c3")
        self.assertTrue(self.value("document.getElementById('notice').hidden"))
        self.click("#new")
        self.assertEqual(self.text("notice"), "New game started – Undo")
        self.assertEqual(self.board(), START)
        self.click("#notice-undo")
        self.wait_for_status("This is the game before.")
        self.assertEqual(self.moves(), ["f5", "d6", "c3"])
        self.assertTrue(self.value("document.getElementById('notice').hidden"))

    def test_clocks_run_from_the_first_move_for_the_side_to_move(self) -> None:
        self.open_game("")
        self.choose("clock", "up")
        self.click_square("f5")
        self.wait("document.getElementById('clock-O').textContent === '0:01'")
        self.assertEqual(self.text("clock-X"), "0:00")
        self.click_square("d6")
        self.wait("document.getElementById('clock-X').textContent === '0:01'")
        self.assertIn(self.text("clock-O"), ("0:01", "0:02"))
        self.click("#explore")
        stopped = self.text("clock-X")
        time.sleep(1.2)
        self.assertEqual(self.text("clock-X"), stopped)
        self.reload()
        self.assertEqual(self.text("clock-X"), stopped)
        self.click("#new")
        self.assertEqual(self.text("clock-X"), "0:00")

    def test_a_clock_that_counts_down_says_when_the_time_is_up(self) -> None:
        self.open_game("f5", clocks={"mode": "down", "minutes": 1, "used": {"O": 58.5}})
        self.wait_for_status("White's time is up.")
        self.wait("document.getElementById('clock-O').textContent.startsWith('−')")
        self.assertEqual(self.text("clock-X"), "1:00")


if __name__ == "__main__":
    unittest.main()
