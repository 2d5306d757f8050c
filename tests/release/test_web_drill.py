"""The page for browsers as a player learns with it: drills and puzzles. Its build takes minutes, so
CTest runs this only with `-C release`.
"""
import json
import subprocess
import unittest

from web_test import NATIVE, NO_STORAGE, PAGE, PROJECT, START, build_page
from test_web_explore import ExploreTest

BASE = PROJECT / "tests/data/wthor/WTH_1978.wtb"
GAMES: list[str] = []  # real ones
PUZZLES: list[str] = []  # all of these games


def setUpModule() -> None:
    build_page()
    moves = subprocess.run([NATIVE, "convert", str(BASE), "--to", "moves"], capture_output=True,
                           text=True, check=True).stdout
    GAMES.extend(moves.splitlines())
    requests = "".join(json.dumps({"id": number, "ask": "puzzles", "game": game,
                                   "empties": [6, 10]}) + "\n" for number, game in enumerate(GAMES))
    done = subprocess.run([NATIVE, "--protocol", "json", "--threads", "1"], input=requests,
                          capture_output=True, text=True, check=True)
    replies = sorted(map(json.loads, done.stdout.splitlines()), key=lambda reply: reply["id"])
    PUZZLES.extend(one["problem"] for reply in replies for one in reply["result"]["puzzles"])


class DrillTest(ExploreTest):
    """A page without anything kept."""

    def open(self, state: dict | None = None) -> None:
        super().open(state)
        self.value("['drill', 'answers'].forEach((name) => localStorage.removeItem(`emilia-${name}`))")
        self.reload()

    def reload(self) -> None:
        self.browser.open(PAGE)
        self.wait("!document.getElementById('new').disabled"
                  " || !document.getElementById('drill-view').hidden")

    def kept(self, name: str) -> str:
        return self.value(f"localStorage.getItem('emilia-{name}') ?? ''")

    def is_drilling(self) -> bool:
        return not self.value("document.getElementById('drill-view').hidden")

    def wait_for_drill(self, part: str) -> None:
        self.wait(f"document.getElementById('drill-status').textContent.includes({json.dumps(part)})")

    def asked(self) -> str:
        """The board on view, as the buttons tell it, with the side to move."""
        board = self.value(
            "[...document.querySelectorAll('#drill-squares button')].map((button) => {"
            " const label = button.getAttribute('aria-label').split(', ')[1];"
            " return label === 'black' ? 'X' : label === 'white' ? 'O' : '-'; }).join('')")
        return f"{board} {'X' if 'for black?' in self.text('drill-status') else 'O'}"

    def scores(self) -> dict[str, int]:
        """The scores of the moves in the position on view, from its problem."""
        board = self.asked()
        [line] = [line for line in PUZZLES if line.startswith(board)]
        entries = [entry.strip().split(":") for entry in line.split(";")[1:] if ":" in entry]
        return {move.lower(): int(score) for move, score in entries}

    def answer(self, right: bool = True) -> None:
        """Clicks on the best move, or on the worst, and checks what is said."""
        scores = self.scores()
        move = (max if right else min)(scores, key=scores.__getitem__)
        self.click(f"#drill-squares [data-square={move}]")
        best = max(scores, key=scores.__getitem__)
        self.wait("!document.getElementById('drill-next').hidden")
        said = self.text("drill-status")
        solution = f"{best} {scores[best]:+d}."
        if right:
            self.assertEqual(said, f"Right: {solution}")
        else:
            self.assertEqual(said, f"Wrong: {move} {scores[move]:+d} loses {scores[best] - scores[move]}"
                                   f" discs; {solution}")
        shown = self.value("[...document.querySelectorAll('#drill-scores tr')].map((row) =>"
                           " [row.cells[0].textContent, Number(row.cells[1].textContent"
                           ".replace('−', '-'))])")
        self.assertEqual(dict(map(tuple, shown)), scores)
        self.assertIn("your move", self.value(
            f"document.querySelector('#drill-squares [data-square={move}]').getAttribute('aria-label')"))

    def drop_problems(self, count: int = 10) -> None:
        self.drop(files=[self.file("\n".join(PUZZLES[:count]), "ten.obf")])
        self.wait_for_drill(f"({count} left)")

    def download(self, button: str, name: str) -> str:
        self.browser.call("Browser.setDownloadBehavior", behavior="allow",
                          downloadPath=str(self.folder))
        self.click(button)
        self.browser.wait_for(lambda: (self.folder / name).exists())
        return (self.folder / name).read_text(encoding="utf-8")

    def terminal(self, log: str) -> str:
        """What a drill at a terminal says first, by the answers in a file."""
        return subprocess.run([NATIVE, "play", "--drill", self.file("\n".join(PUZZLES[:10]), "p.obf"),
                               "--drill-log", log], input="", capture_output=True, text=True,
                              check=True).stdout


class Drilling(DrillTest):
    def test_ten_positions_with_mistakes_and_a_reload_in_the_middle(self) -> None:
        self.open_game("f5d6")
        self.drop_problems()
        mistakes = (1, 4, 6, 8)
        for number in range(10):
            self.assertIn(f"{number} answered", self.text("drill-counts"))
            if number == 5:
                board = self.asked()
                self.reload()
                self.assertTrue(self.is_drilling())
                self.assertEqual(self.asked(), board)
            if number == 8:
                self.click("#drill-show")
                self.wait("!document.getElementById('drill-next').hidden")
            else:
                self.answer(right=number not in mistakes)
            if number == 6:
                self.reload()  # the verdict is gone, the answer is not
            else:
                self.click("#drill-next")
        self.wait_for_drill("(4 left)")
        self.assertEqual(self.text("drill-counts"), "10 answered, 6 of them right at once; 4 left.")
        self.answer(right=False)
        self.click("#drill-next")
        for left in (4, 3, 2, 1):
            self.wait_for_drill(f"({left} left)")
            self.answer()
            self.click("#drill-next")
        self.wait_for_drill("6 of 10 right. The next is due on ")
        self.assertTrue(self.value("document.getElementById('drill-more').hidden"))
        answers = self.kept("answers").splitlines()
        self.assertEqual([line.split()[1] for line in answers],
                         ["wrong" if number in mistakes else "right" for number in range(10)])
        self.click("#leave-drill")
        self.assertEqual(self.moves(), ["f5", "d6"])
        self.assertRegex(self.text("drill-text"), r"ten\.obf: 10 positions, 0 to be asked today\.")
        self.check_quiet()

    def test_the_answers_are_saved_and_loaded_and_the_terminal_goes_on_with_them(self) -> None:
        self.open()
        self.drop_problems()
        for right in (True, False, True):
            self.answer(right)
            self.click("#drill-next")
        self.click("#leave-drill")
        saved = self.download("#save-answers", "drill.txt")
        self.assertEqual(saved, self.kept("answers"))
        self.assertEqual([line.split()[1] for line in saved.splitlines()], ["right", "wrong", "right"])
        self.assertIn("(7 left)", self.terminal(str(self.folder / "drill.txt")))
        self.open()
        self.choose_file(str(self.folder / "drill.txt"), "#load-answers")
        self.wait("!document.getElementById('answers-notice').hidden")
        self.assertIn("The 3 answers of drill.txt are here now", self.text("answers-text"))
        self.drop(files=[self.file("\n".join(PUZZLES[:10]), "ten.obf")])
        self.wait_for_drill("(7 left)")

    def test_loaded_answers_can_be_taken_back_and_other_files_are_refused(self) -> None:
        self.open()
        self.drop_problems()
        self.answer()
        self.click("#leave-drill")
        before = self.kept("answers")
        self.choose_file(self.file("no answers\n", "other.txt"), "#load-answers")
        self.wait("document.getElementById('drill-error').textContent")
        self.assertEqual(self.text("drill-error"), "The answers can't be loaded: line 1 is no answer of "
                         "a drill, such as '2026-11-27 right BOARD X'.")
        self.assertEqual(self.kept("answers"), before)
        other = f"2026-11-01 right {START} X"  # without the end of its line
        self.choose_file(self.file(other, "other.txt"), "#load-answers")
        self.wait("!document.getElementById('answers-notice').hidden")
        self.assertEqual(self.kept("answers"), other + "\n")
        self.click("#restore-answers")
        self.wait("document.getElementById('answers-notice').hidden")
        self.assertEqual(self.kept("answers"), before)

    def test_on_a_later_day_the_drill_asks_what_is_due(self) -> None:
        self.open()
        self.value("localStorage.setItem('emilia-answers', "
                   + json.dumps("".join(f"2020-01-01 right {line.split(';')[0]}\n"
                                        for line in PUZZLES[3:5])) + ")")
        self.drop_problems()
        self.assertEqual(self.asked(), PUZZLES[3].split(";")[0])

    def test_a_drill_of_yesterday_begins_anew_with_its_answers_kept(self) -> None:
        self.open()
        self.drop_problems()
        self.answer(right=False)
        state = json.loads(self.kept("drill"))
        state["sitting"]["today"] = "2020-01-01"
        self.value("localStorage.setItem('emilia-drill', " + json.dumps(json.dumps(state)) + ")")
        self.reload()
        self.assertFalse(self.is_drilling())
        self.assertEqual(self.text("start-drill"), "Start")
        self.click("#start-drill")
        self.wait_for_drill("(9 left)")

    def test_what_is_kept_of_a_drill_may_be_damaged(self) -> None:
        for damaged in ("{", '{"problems": "hello"}', "7"):
            self.open()
            self.drop_problems()
            self.value(f"localStorage.setItem('emilia-drill', {json.dumps(damaged)})")
            self.reload()
            with self.subTest(damaged=damaged):
                self.assertFalse(self.is_drilling())
                self.assertEqual(self.board(), START)
                self.drop_problems()
        self.check_quiet()

    def test_damaged_answers_are_set_aside_and_the_drill_goes_on(self) -> None:
        self.open()
        self.drop_problems()
        self.value("localStorage.setItem('emilia-answers', 'hello')")
        self.reload()
        self.assertIn("The answers that were kept are damaged (line 1 is no answer",
                      self.text("drill-error"))
        self.assertEqual(self.kept("damaged-answers"), "hello")
        self.answer()
        self.assertEqual(len(self.kept("answers").splitlines()), 1)

    def test_a_file_that_has_no_problems_is_refused_or_opened_as_a_game(self) -> None:
        self.open_game("f5d6")
        for contents, reason in (("hello", "line 1: "), (PUZZLES[0] + "\nhello", "line 2: "),
                                 ("", "it has no problems"), (f"{START} X", "line 1 gives no scores"),
                                 (b"\0\1\2\xff" * 50, "line 1: ")):
            self.drop(files=[self.file(contents, "some.obf")])
            self.wait("document.getElementById('text-error').textContent")
            with self.subTest(reason=reason):
                self.assertIn(f"The files can't be opened: {reason}", self.text("text-error"))
                self.assertFalse(self.is_drilling())
                self.assertEqual(self.moves(), ["f5", "d6"])
            self.enter_text("f5")
        self.drop(files=[self.file("f5d6c3", "moves.txt")])
        self.wait_for_status("Opened a game with 3 moves.")

    def test_a_position_of_a_drill_is_opened_and_a_game_that_is_dropped_leaves_the_drill(self) -> None:
        self.open()
        self.drop_problems()
        board = self.asked()
        self.click("#drill-explore")
        self.wait_for_status("Opened a board")
        self.assertEqual(self.board(), board[:64])
        self.assertRegex(self.text("start-drill"), "Start")
        self.click("#start-drill")
        self.wait_for_drill("(10 left)")
        box = self.browser.box("#drill-board")
        for kind in ("dragEnter", "dragOver", "drop"):
            self.browser.call("Input.dispatchDragEvent", type=kind, x=box["x"] + 50, y=box["y"] + 50,
                              data={"items": [], "dragOperationsMask": 1,
                                    "files": [self.file("f5d6c3", "moves.txt")]})
        self.wait_for_status("Opened a game with 3 moves.")
        self.assertFalse(self.is_drilling())

    def test_a_link_is_opened_in_place_of_a_drill_that_was_left(self) -> None:
        self.open()
        self.drop_problems()
        self.browser.open(PAGE, "f5d6")
        self.wait_for_status("Opened a game with 2 moves.")
        self.assertFalse(self.is_drilling())
        self.click("#start-drill")
        self.wait_for_drill("(10 left)")

    def test_without_storage_a_drill_works_and_says_that_nothing_is_kept(self) -> None:
        self.run_before_page(NO_STORAGE)
        self.browser.open(PAGE)
        self.wait("!document.getElementById('new').disabled")
        self.drop_problems(2)
        self.answer()
        self.click("#drill-next")
        self.wait_for_drill("(1 left)")
        self.assertIn("save them before you close", self.text("drill-error"))


class Puzzles(DrillTest):
    def make(self, button: str) -> None:
        for name, value in (("least-empties", 6), ("most-empties", 10), ("drill-count", 100)):
            self.choose(name, str(value))
        self.click(button)
        self.wait("!document.getElementById('drill-view').hidden", 120)

    def test_puzzles_are_made_from_the_game_on_view(self) -> None:
        self.open_game(GAMES[0])
        self.make("#make-puzzles")
        made = json.loads(self.kept("drill"))["problems"].split("\n")
        self.assertEqual(made, PUZZLES[:len(made)])
        self.assertGreater(len(made), 1)
        self.answer()
        self.click("#leave-drill")
        self.assertEqual(len(self.moves()), len(GAMES[0].replace("pa", "")) // 2)
        self.assertEqual(self.download("#save-problems", "problems.obf").split("\n"), made)
        self.check_quiet()

    def test_of_several_games_each_has_its_hardest_puzzle(self) -> None:
        self.open()
        self.assertTrue(self.value("document.getElementById('make-all-puzzles').hidden"))
        self.drop(files=[self.file("\n".join(GAMES[:2]), "games.txt")])
        self.wait("!document.getElementById('make-all-puzzles').hidden")
        self.assertEqual(self.text("make-all-puzzles"), "Puzzles from 2 games")
        self.make("#make-all-puzzles")
        expected = subprocess.run([NATIVE, "puzzles", self.file("\n".join(GAMES[:2]), "games.txt"),
                                   "--empties", "6-10"], capture_output=True, text=True,
                                  check=True).stdout
        self.assertEqual(json.loads(self.kept("drill"))["problems"].split("\n"),
                         [line.split(" % ")[0] for line in expected.splitlines()])

    def test_a_game_without_puzzles_and_a_range_that_is_none_are_told(self) -> None:
        self.open_game("f5d6c3")
        self.click("#make-puzzles")
        self.wait("document.getElementById('drill-error').textContent.includes('no such puzzle')")
        self.assertFalse(self.is_drilling())
        self.choose("least-empties", "15")
        self.click("#make-puzzles")
        self.wait("document.getElementById('drill-error').textContent.includes('empties must be two')")

    def test_the_search_for_puzzles_can_be_stopped(self) -> None:
        self.open_game(GAMES[0])
        self.choose("most-empties", "20")
        self.click("#make-puzzles")
        self.wait("document.getElementById('puzzles-bar').value > 0")
        self.click("#stop-puzzles")
        self.wait("document.getElementById('drill-error').textContent.includes('stopped')")
        self.assertFalse(self.is_drilling())
        self.wait_for_status("The game is over.")


class Access(DrillTest):
    def test_a_drill_is_answered_with_the_keyboard_only(self) -> None:
        self.open()
        self.drop_problems(2)
        self.assertEqual(self.value("document.activeElement.getAttribute('role')"), "gridcell")
        scores = self.scores()
        best = max(scores, key=scores.__getitem__)
        self.type_key("Home", 36)
        for _ in range(8):
            self.type_key("PageUp", 33)
        for _ in range("abcdefgh".index(best[0])):
            self.type_key("ArrowRight", 39)
        for _ in range(int(best[1]) - 1):
            self.type_key("ArrowDown", 40)
        self.assertEqual(self.value("document.activeElement.dataset.square"), best)
        self.type_key("Enter", 13, "\r")
        self.wait_for_drill("Right: ")
        self.assertEqual(self.value("document.activeElement.id"), "drill-next")
        self.assertIn(f"{best}, empty, {scores[best]:+d}, your move".replace("-", "−"),
                      self.value(f"document.querySelector('#drill-squares [data-square={best}]')"
                                 ".getAttribute('aria-label')"))
        self.type_key("Enter", 13, "\r")
        self.wait_for_drill("(1 left)")
        self.browser.press("Escape")
        self.assertFalse(self.is_drilling())
        self.assertEqual(self.text("start-drill"), "Continue (1 left)")

    def test_an_illegal_answer_is_explained_and_counts_for_nothing(self) -> None:
        self.open()
        self.drop_problems(2)
        self.click("#drill-squares [data-square=d4]")
        self.wait_for_drill("d4 is not a legal move. The best move for ")
        self.assertEqual(self.kept("answers"), "")

    def test_everything_has_a_name_and_a_phone_does_not_scroll_sideways(self) -> None:
        for width in (390, 320):
            self.browser.resize(width, 844, phone=True)
            self.open()
            self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)
            self.drop_problems(2)
            self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)
            self.answer(right=False)
            self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)
            box = self.browser.box("#drill-board")
            self.assertGreater(box["width"], 0.85 * width)
        self.browser.prefer("dark")
        colour = self.value("getComputedStyle(document.querySelector('#drill-view .card')).backgroundColor")
        self.assertEqual(colour, "rgb(28, 34, 32)")
        unnamed = self.value(
            "[...document.querySelectorAll('#drill-view button, #drill-view progress')].filter((node) =>"
            " !(node.getAttribute('aria-label') || node.textContent.trim())).length")
        self.assertEqual(unnamed, 0)


if __name__ == "__main__":
    unittest.main()
