"""The page for browsers with what the browser keeps, shows and offers: storage, keys, screen readers,
colours, a phone. Its build takes minutes, so CTest runs this only with `-C release`.
"""
import unittest

from web_test import NO_STORAGE, PAGE, START, WebTest, build_page


def setUpModule() -> None:
    build_page()


class Keeping(WebTest):
    def test_a_reload_in_the_middle_keeps_game_and_settings(self) -> None:
        self.open()
        self.choose("player-O", "you")
        self.choose("level", "7")
        for square in ("f5", "d6", "c3"):
            self.click_square(square)
            self.wait_for_status(f"plays {square}.")
        self.click("#undo")
        board = self.board()
        self.reload()
        self.assertEqual(self.board(), board)
        self.assertEqual(self.moves(), ["f5", "d6", "c3"])
        self.assertEqual(self.value("document.getElementById('player-O').value"), "you")
        self.assertEqual(self.value("document.getElementById('level').value"), "7")
        self.click("#redo")
        self.wait_for_status("White to move.")

    def test_a_reload_while_the_engine_thinks_makes_it_think_again(self) -> None:
        self.open_game("", {"X": "emilia", "O": "you", "level": 60, "book": False})
        self.wait("document.getElementById('thinking').textContent.includes('nodes/s')")
        self.reload()
        self.wait("document.getElementById('thinking').textContent.includes('nodes/s')")

    def test_without_storage_the_address_keeps_the_game(self) -> None:
        self.run_before_page(NO_STORAGE)
        self.browser.open(PAGE)
        self.wait("!document.getElementById('new').disabled")
        self.choose("player-O", "you")
        self.click_square("f5")
        self.wait_for_status("plays f5.")
        self.browser.call("Page.reload")
        self.wait("document.querySelectorAll('#record li').length === 1")

    def test_a_browser_that_is_too_old_is_told_so(self) -> None:
        self.run_before_page("WebAssembly.compile = async () => {"
                             " throw new WebAssembly.CompileError(); }")
        self.browser.open(PAGE)
        self.wait_for_status("This browser is too old for the engine")

    def test_a_damaged_state_is_left_aside(self) -> None:
        damaged = [{"record": {"start": "X"}}, {"record": {"start": START + " X", "moves": "a1"}},
                   {"record": 7, "settings": {"X": "nobody", "level": "high"}}, {"settings": None}]
        for state in damaged:
            with self.subTest(state=state):
                self.open(state)
                self.assertEqual(self.board(), START)
                self.assertNotIn("Loading", self.text("status"))
        self.check_quiet()


class Access(WebTest):
    def test_a_game_can_be_played_with_the_keyboard_only(self) -> None:
        self.open_game("")
        for _ in range(10):
            self.type_key("Tab", 9)
            if self.value("document.activeElement.getAttribute('role')") == "gridcell":
                break
        self.assertEqual(self.value("document.activeElement.dataset.square"), "d3")
        self.assertIn("d3, empty, legal move",
                      self.value("document.activeElement.getAttribute('aria-label')"))
        self.assertEqual(self.value("getComputedStyle(document.activeElement).outlineStyle"),
                         "solid")
        self.type_key("Enter", 13, "\r")
        self.wait_for_status("Black plays d3. White to move.")
        for key, code in (("ArrowUp", 38), ("ArrowLeft", 37), ("ArrowDown", 40)):
            self.type_key(key, code)
        self.assertEqual(self.value("document.activeElement.dataset.square"), "c3")
        self.type_key(" ", 32, " ")
        self.wait_for_status("White plays c3. Black to move.")
        for key, code in (("Home", 36), ("ArrowLeft", 37), ("PageUp", 33), ("ArrowUp", 38)):
            self.type_key(key, code)
        self.assertEqual(self.value("document.activeElement.dataset.square"), "a1")
        self.type_key("Enter", 13, "\r")
        self.wait_for_status("a1: no legal move for black.")
        self.assertEqual(self.moves(), ["d3", "c3"])

    def test_everything_can_be_reached_and_has_a_name(self) -> None:
        self.open_game("f5")
        reached = []
        for _ in range(60):
            self.type_key("Tab", 9)
            name, label = self.value(
                "(() => { const node = document.activeElement; return [node.id ||"
                " node.dataset.square || node.className, node.getAttribute('aria-label') ||"
                " node.labels?.[0]?.textContent || node.textContent]; })()")
            reached.append(name)
            if name:
                self.assertTrue(label, name)
        for name in ("d3", "undo", "hint", "new", "player-X", "player-O", "evaluate", "analyze",
                     "text", "open", "set-up", "copy-board", "make-puzzles", "drill-count",
                     "puzzle-goal", "least-empties", "most-hardness", "load-answers", "bench"):
            self.assertIn(name, reached)

    def test_screen_readers_get_roles_and_announcements(self) -> None:
        self.open_game("f5d6", {"X": "you", "O": "emilia", "level": 1})
        tree = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        roles = [node["role"]["value"] for node in tree if "role" in node]
        self.assertEqual(roles.count("gridcell"), 64)
        self.assertEqual(roles.count("row"), 8)
        for role in ("grid", "status", "main", "slider", "heading"):
            self.assertIn(role, roles)
        names = [node["name"]["value"] for node in tree
                 if node.get("role", {}).get("value") == "gridcell"]
        self.assertIn("d6, white, last move", names)


class Appearance(WebTest):
    def test_dark_mode_has_other_colours(self) -> None:
        self.open_game("f5")
        colours = ("(() => { const style = getComputedStyle(document.body);"
                   " return [style.backgroundColor, style.color]; })()")
        light = self.value(colours)
        self.browser.prefer("dark")
        dark = self.value(colours)
        self.assertNotEqual(light[0], dark[0])
        self.assertNotEqual(light[1], dark[1])

    def test_a_phone_shows_the_whole_board_and_does_not_scroll_sideways(self) -> None:
        for width in (390, 320):
            self.browser.resize(width, 844, phone=True)
            self.open_game("f5d6c3d3c4f4f6", evaluate=True)
            self.wait("document.querySelectorAll('#scores tr').length > 0")
            with self.subTest(width=width):
                self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)
                box = self.browser.box("#play-board")
                self.assertGreater(box["width"], 0.85 * width)
                self.assertLessEqual(box["x"] + box["width"], width)

    def test_a_finger_plays(self) -> None:
        self.browser.resize(390, 844, phone=True)
        self.open_game("")
        box = self.browser.box("[data-square=f5]")
        self.assertGreater(box["width"], 36)
        self.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[
            {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}])
        self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.wait_for_status("Black plays f5.")


if __name__ == "__main__":
    unittest.main()
