"""The page for browsers with a level that adapts to the user. Its build takes minutes, so CTest runs
this only with `-C release`.
"""
import unittest

from web_test import WebTest, build_page


def setUpModule() -> None:
    build_page()


class AdaptiveLevel(WebTest):
    WON = "-OX---OX" + "-" * 56  # black takes all with a1, then f1

    def win(self) -> None:
        for square in ("a1", "f1"):
            self.click_square(square)
        self.wait_for_status("The game is over. Black wins, 64–0.")

    def set_up(self, black: str, white: str, to_move: str) -> None:
        self.click("#set-up")
        self.click("#clear")
        for square, clicks in ((black, 1), (white, 2)):
            for _ in range(clicks):
                self.click_square(square)
        self.click(f"[name=to-move][value={to_move}]")
        self.click("#done")

    def level(self) -> int:
        return self.value("Number(document.getElementById('level').value)")

    def open_adaptive(self, level: int = 5, **others: object) -> None:
        self.open_game("", {"X": "you", "O": "emilia", "level": level, "adapt": {"isOn": True}},
                       start=self.WON + " X", **others)

    def test_the_level_adapts_over_two_games_and_a_reload(self) -> None:
        self.open_adaptive()
        self.assertIn("rises after a game that you win", self.text("adapt-text"))
        self.win()
        self.wait_for_status("As you won, your next game is against level 9, club player, Elo ")
        self.assertEqual(self.level(), 5)  # of the game on view
        self.reload()
        self.wait_for_status("your next game is against level 9,")
        self.assertIn("level 9,", self.text("adapt-text"))
        self.click("#undo")
        self.click_square("f1")  # the same game ends again
        self.wait_for_status("your next game is against level 9,")
        self.click("#new")
        self.wait("document.getElementById('level').value === '9'")
        self.assertIn("rises after a game that you win", self.text("adapt-text"))
        self.set_up("b1", "c1", "O")  # white takes all with a1
        self.wait_for_status("The game is over. White wins, 0–64. As you lost, your next game is "
                             "against level 6, casual player, Elo ")
        self.reload()
        self.click("#new")
        self.wait("document.getElementById('level').value === '6'")
        self.reload()
        self.assertEqual(self.level(), 6)
        self.assertTrue(self.value("document.getElementById('adapt').checked"))
        self.check_quiet()

    def test_a_level_that_the_user_chooses_is_the_next_one(self) -> None:
        self.open_adaptive()
        self.win()
        self.choose("level", "3")
        self.assertNotIn("your next game", self.text("status"))
        self.click("#new")
        self.wait_for_status("Black to move.")
        self.assertEqual(self.level(), 3)

    def test_only_games_of_the_user_against_a_level_that_adapts_change_it(self) -> None:
        self.open_game("", {"X": "you", "O": "emilia", "level": 5}, start=self.WON + " X")
        self.win()
        self.assertNotIn("your next game", self.text("status"))
        self.open_game("", {"X": "you", "O": "you", "level": 5, "adapt": {"isOn": True}},
                       start=self.WON + " X")
        self.win()
        self.assertNotIn("your next game", self.text("status"))
        self.open_adaptive(isRecord=True)
        self.win()
        self.assertNotIn("your next game", self.text("status"))

    def test_a_damaged_adaptive_level_is_that_of_a_new_person(self) -> None:
        for adapt in (7, {"isOn": True, "games": "many", "next": {"level": 99}}, {"next": 5}, None):
            with self.subTest(adapt=adapt):
                self.open_game("f5", {"X": "you", "O": "you", "level": 5, "adapt": adapt})
                self.click("#new")
                self.wait_for_status("A new game.")
                self.assertEqual(self.level(), 5)
        self.check_quiet()


if __name__ == "__main__":
    unittest.main()
