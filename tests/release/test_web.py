"""The page for browsers, as scripts/release.sh makes it, in a real browser.

EMILIA_PROGRAM names the program for this system. The build takes minutes, so CTest runs this only
with `-C release`.
"""
import re
import subprocess
import unittest

from web_test import NATIVE, PAGE, START, WebTest, build_page, native

LATE = "--XXXXX-XXOOXXXXXXOXOXXXXXXOXXXXXXXXOXXXXXXOXXXXXOOOOXXX-OOOOOX- O"


def setUpModule() -> None:
    build_page()


class Playing(WebTest):
    def test_a_whole_game_against_a_level_and_a_player_of_the_literature(self) -> None:
        for player in ("emilia", "norvig-iago"):
            with self.subTest(player=player):
                self.open()
                self.choose("player-O", player)
                self.choose("level", "1")
                for _ in range(61):
                    self.wait("document.querySelector('#squares button.legal') ||"
                              " document.getElementById('status').textContent"
                              ".includes('The game is over')")
                    if "The game is over" in self.text("status"):
                        break
                    before = len(self.moves())
                    self.click_square(self.legal()[0])
                    self.wait(f"document.querySelectorAll('#record li').length > {before}")
                self.check_drawing()
                board = self.board()
                result = [int(count) for count in
                          re.search(r"(\d+)–(\d+)\.$", self.text("status")).groups()]
                counts = [board.count("X"), board.count("O")]
                self.assertEqual(sum(result), 64)
                self.assertEqual(result[0] > result[1], counts[0] > counts[1])
                self.check_quiet()

    def test_an_illegal_click_changes_nothing_and_says_why(self) -> None:
        self.open_game("")
        for square in ("a1", "d4", "f4"):
            self.click_square(square)
            self.wait_for_status(f"{square}: no legal move for black. Black to move.")
            self.assertEqual(self.board(), START)
        self.assertEqual(self.moves(), [])

    def test_a_pass_is_told_and_the_same_side_moves_again(self) -> None:
        self.open_game("", start="-OX---OX" + "-" * 56 + " X")
        self.assertEqual(self.legal(), ["a1", "f1"])
        self.click_square("a1")
        self.wait_for_status("Black plays a1. White has no move and passes. Black to move.")
        self.assertEqual(self.legal(), ["f1"])
        self.click_square("f1")
        self.wait_for_status("Black plays f1. The game is over. Black wins, 64–0.")
        self.assertEqual(self.moves(), ["a1", "f1"])

    def test_undo_and_redo_go_to_the_users_turns(self) -> None:
        self.open_game("f5d6", {"X": "you", "O": "emilia", "level": 1})
        board = self.board()
        self.click("#undo")
        self.wait("document.querySelectorAll('#record [aria-current]').length === 0")
        self.assertEqual(self.board(), START)
        self.click("#redo")
        self.assertEqual(self.board(), board)
        self.click("#undo")
        self.click_square("c4")
        self.wait("document.querySelectorAll('#record li').length === 2")
        self.assertEqual(self.moves()[0], "c4")

    def test_undo_brings_a_game_back_that_a_new_one_has_replaced(self) -> None:
        self.open_game("f5d6c3")
        self.click("#record li:nth-child(2) button")
        board = self.board()
        self.click("#new")
        self.wait_for_status("A new game. Black to move.")
        self.click("#undo")
        self.wait_for_status("This is the game before. Black to move.")
        self.assertEqual((self.moves(), self.board()), (["f5", "d6", "c3"], board))
        self.click("#new")
        self.click_square("c4")
        self.wait("document.querySelectorAll('#record li').length === 1")
        self.click("#undo")
        self.wait_for_status("Black to move.")
        self.assertEqual(self.moves(), ["c4"])
        self.click("#undo")
        self.wait("document.querySelectorAll('#record li').length === 3")
        self.click("#undo")
        self.click("#undo")
        self.wait("document.getElementById('undo').disabled")

    def test_undo_brings_a_game_back_after_the_engines_first_move(self) -> None:
        self.open_game("f5d6", {"X": "emilia", "O": "you", "level": 1})
        self.wait("document.querySelectorAll('#record li').length === 3")
        self.click("#new")
        self.wait("document.querySelectorAll('#record li').length === 1")
        self.wait_for_status("White to move.")
        self.click("#undo")
        self.wait("document.querySelectorAll('#record li').length === 3")

    def test_a_click_on_a_move_shows_the_position_after_it(self) -> None:
        self.open_game("f5d6c3")
        self.click("#record li:nth-child(1) button")
        self.assertEqual(self.board().count("X"), 4)
        self.assertEqual(self.moves(), ["f5", "d6", "c3"])
        self.assertIn("White to move.", self.text("status"))

    def test_a_hint_names_the_best_move_and_marks_it(self) -> None:
        self.open_game("", start=LATE)
        best = native("analyze", LATE, "--exact")["moves"][0]
        self.click("#hint")
        self.wait_for_status("Hint: ")
        self.assertIn(f"Hint: {best['move']}, ", self.text("status"))
        self.assertEqual(self.value("document.querySelectorAll('#play-board .hinted').length"), 1)

    def test_thinking_can_be_cut_short(self) -> None:
        self.open_game("f5d6c3d3c4f4", {"X": "emilia", "O": "you", "level": 60, "book": False})
        self.wait("document.getElementById('thinking').textContent.includes('nodes/s')")
        self.assertRegex(self.text("thinking"),
                         r"Emilia, level 60 thinks: .. .*depth \d+.*nodes/s")
        self.click_square("a1")
        self.wait_for_status("It is black's turn: Emilia, level 60 thinks.")
        self.click("#move-now")
        self.wait("document.querySelectorAll('#record li').length === 7")
        self.assertIn("White to move.", self.text("status"))
        self.check_quiet()

    def test_the_engine_plays_itself_to_the_end(self) -> None:
        self.open_game("", {"X": "emilia", "O": "emilia", "level": 1}, start=LATE)
        self.wait_for_status("The game is over")
        self.assertGreater(len(self.moves()), 1)


class Evaluating(WebTest):
    def test_every_legal_move_gets_a_score_that_deepens(self) -> None:
        self.open_game(Analyzing.MOVES)
        self.click("#evaluate")
        self.wait("document.querySelectorAll('#play-board .hint').length > 0")
        depth = "Number((/depth (\\d+)/.exec(document.getElementById('evaluation-text')"
        first = self.value(depth + ".textContent) ?? [0, 0])[1])")
        self.wait(depth + f".textContent) ?? [0, 0])[1]) > {first + 1}")
        legal = self.legal()
        self.assertEqual(self.value("document.querySelectorAll('#scores tr').length"), len(legal))
        self.assertEqual(self.value("document.querySelectorAll('#play-board .hint').length"),
                         len(legal))
        self.assertIn("nodes/s", self.text("evaluation-text"))
        self.assertRegex(self.value(f"document.querySelector('[data-square={legal[0]}]')"
                                    ".getAttribute('aria-label')"), r"legal move, [+−]?\d")
        self.click_square(legal[0])  # while the search runs
        self.wait("document.querySelectorAll('#record li').length === 29")
        self.wait("document.querySelectorAll('#play-board .hint').length > 0")
        self.assertNotEqual(self.legal(), legal)
        self.click("#evaluate")
        self.wait("document.querySelectorAll('#play-board .hint').length === 0")
        self.check_quiet()

    def test_exact_scores_are_those_of_the_program(self) -> None:
        expected = native("analyze", LATE, "--exact")["moves"]
        self.open_game("", start=LATE)
        self.click("#evaluate")
        self.wait("document.getElementById('evaluation-text').textContent.startsWith('Done')")
        shown = self.value("Object.fromEntries([...document.querySelectorAll('#scores tr')].map("
                           "(row) => [row.cells[0].textContent,"
                           " Number(row.cells[1].textContent.replace('−', '-'))]))")
        self.assertEqual(shown, {line["move"]: line["score"] for line in expected})

    def test_the_searches_are_those_of_the_program(self) -> None:
        self.open_game("")
        here = subprocess.run([NATIVE, "bench"], capture_output=True, check=True, timeout=120)
        nodes = int(here.stdout.split()[-1])
        self.click("#bench")
        self.wait("document.getElementById('bench-result').textContent.includes('nodes/s')", 120)
        self.assertIn(f"{nodes:,} nodes in ", self.text("bench-result"))


class Analyzing(WebTest):
    MOVES = "f5d6c5f4e3d3e6g5c6f3d2c4c3e7f7c7f6d7c8b5g6g4e2f2b6f8h4h3"

    def test_a_game_is_analyzed_and_can_be_stepped_through(self) -> None:
        self.open_game(self.MOVES)
        self.choose("analysis-seconds", "0.2")
        self.click("#analyze")
        self.wait("document.getElementById('analysis-bar').value > 0")
        self.assertRegex(self.text("thinking"), r"\d+ of 28 moves analyzed")
        self.wait("!document.getElementById('analysis-view').hidden", 120)
        self.assertEqual(self.value("document.querySelectorAll('#moves tr').length"), 28)
        self.assertEqual(self.value(
            "document.querySelectorAll('#evaluation rect.bar-black, #evaluation rect.bar-white')"
            ".length"), 28)
        self.assertIn("The record ends here", self.text("said"))
        self.browser.press("Home")
        self.assertIn("1. Black plays f5", self.text("said"))
        self.browser.press("ArrowRight")
        self.assertIn("2. White plays d6", self.text("said"))
        self.click("#moves tr:nth-child(11)")
        self.assertIn("11. Black plays d2", self.text("said"))
        self.browser.press("Escape")
        self.assertFalse(self.value("document.getElementById('play-view').hidden"))
        self.assertEqual(len(self.moves()), 28)
        self.check_quiet()

    def test_no_symmetric_move_is_shown_as_better(self) -> None:
        for move in ("f5", "d3", "c4", "e6"):
            self.open_game(move)
            self.choose("analysis-seconds", "0.2")
            self.click("#analyze")
            self.wait("!document.getElementById('analysis-view').hidden")
            cells = "[...document.querySelectorAll('#moves tr')[0].cells].map((cell) => cell.textContent)"
            self.assertEqual(self.value(cells)[1:5:2], [move, move])
            self.assertEqual(self.value("document.querySelectorAll('#mistakes tr').length"), 0)

    def test_a_second_analysis_replaces_the_first(self) -> None:
        self.open_game("f5d6c3")
        self.choose("analysis-seconds", "0.2")
        for moves in (3, 2):
            self.click("#analyze")
            self.wait("!document.getElementById('analysis-view').hidden")
            self.assertEqual(self.value("document.querySelectorAll('#moves tr').length"), moves)
            self.click("#back-to-game")
            self.enter_text("f5d6")
            self.click("#open")

    def test_an_analysis_can_be_stopped(self) -> None:
        self.open_game(self.MOVES)
        self.choose("analysis-seconds", "10")
        self.click("#analyze")
        self.wait("!document.getElementById('analysis-progress').hidden")
        self.click("#stop-analysis")
        self.wait_for_status("The analysis is stopped. Black to move.")
        self.assertTrue(self.value("document.getElementById('analysis-view').hidden"))
        self.click("#undo")
        self.wait("document.querySelectorAll('#record [aria-current]').length === 1")


class Opening(WebTest):
    def test_games_and_boards_are_opened(self) -> None:
        ggf = ("(;GM[Othello]PC[x]PB[Ann]PW[Bob]TY[8]"
               f"BO[8 {START.replace('X', '*')} *]B[F5/1.20/3.5]W[d6];)")
        self.open()
        for text, moves in ((ggf, ["f5", "d6"]), ("1. f5 2. f6", ["f5", "f6"]),
                            ("(;GM[2]FF[4];B[f5];W[d6];B[c3])", ["f5", "d6", "c3"]), (LATE, [])):
            with self.subTest(text=text):
                self.enter_text(text)
                self.click("#open")
                self.wait_for_status("Opened ")
                self.assertEqual(self.moves(), moves)
                self.assertEqual(self.text("text-error"), "")
        self.assertEqual(self.board(), LATE[:64])
        self.check_quiet()

    def test_pasted_garbage_is_refused_and_changes_nothing(self) -> None:
        self.open_game("f5d6")
        board = self.board()
        for text, reason in (("", "there is no text"), ("hello", "neither moves nor a board"),
                             ("f5f5", "f5 is not a legal move"), (START, "side to move"),
                             ("<img src=x onerror='harmed = 1'>", "neither moves nor a board"),
                             ("(;GM[2];B[a1])", "a1"), ("\u2028\x01\ud83d\ude00", "neither")):
            with self.subTest(text=text):
                self.enter_text(text)
                if not text:
                    self.value("document.getElementById('text').value = ''")
                self.click("#open")
                self.wait("document.getElementById('text-error').textContent")
                self.assertIn(reason, self.text("text-error"))
                self.assertEqual(self.board(), board)
                self.assertEqual(self.moves(), ["f5", "d6"])
        self.assertEqual(self.value("typeof harmed"), "undefined")
        self.check_quiet()

    def test_a_position_is_set_up_by_clicks(self) -> None:
        self.open_game("f5")
        self.click("#set-up")
        self.click("#clear")
        for square, clicks in (("a1", 1), ("b1", 2), ("h8", 3)):
            for _ in range(clicks):
                self.click_square(square)
        self.click("[name=to-move][value=X]")
        self.click("#done")
        self.wait_for_status("The position is set up. Black to move.")
        self.assertIn("No game reaches this board", self.text("status"))
        self.assertEqual(self.board(), "XO" + "-" * 62)
        self.assertEqual(self.legal(), ["c1"])
        self.click_square("c1")
        self.wait_for_status("The game is over. Black wins, 64–0.")

    def test_an_empty_board_is_refused_with_the_reason(self) -> None:
        self.open_game("f5")
        self.click("#set-up")
        self.click("#clear")
        self.click("#done")
        self.wait_for_status("This can't be played: the board is empty, and a game needs discs.")
        self.click("#cancel-set-up")
        self.assertEqual(self.moves(), ["f5"])
        self.enter_text("-" * 64 + " X")
        self.click("#open")
        self.wait("document.getElementById('text-error').textContent")
        self.assertIn("the board is empty", self.text("text-error"))
        self.assertEqual(self.moves(), ["f5"])

    def test_a_set_up_can_be_cancelled(self) -> None:
        self.open_game("f5")
        board = self.board()
        self.click("#set-up")
        self.click_square("a1")
        self.click("#cancel-set-up")
        self.assertEqual(self.board(), board)
        self.assertEqual(self.moves(), ["f5"])

    def test_boards_and_games_are_copied(self) -> None:
        self.browser.call("Browser.grantPermissions",
                          permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.open_game("f5d6")
        self.browser.call("Page.bringToFront")
        for name, content in (("board", self.board() + " X"), ("moves", "f5d6"),
                              ("ggf", "(;GM[Othello]"), ("sgf", "(;FF[4]"), ("pgn", "[Event ")):
            self.click(f"#copy-{name}")
            self.wait(f"document.getElementById('copy-{name}').textContent === 'copied'")
            self.assertTrue(self.value("navigator.clipboard.readText()").startswith(content))


class FileTest(unittest.TestCase):
    def test_the_page_is_one_file_of_a_few_megabytes(self) -> None:
        text = PAGE.read_text(encoding="utf-8")
        self.assertLess(len(subprocess.run(["gzip", "-9"], input=text.encode(), check=True,
                                           capture_output=True).stdout), 6_000_000)
        for part in ("src=", "@import", "url(", "fetch(\"", "WebSocket"):
            self.assertNotIn(part, text[:text.index('id="wasm"')])


if __name__ == "__main__":
    unittest.main()
