"""The pages of a season in a real browser."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from chromium import Chromium, find_chromium  # noqa: E402
from match_test import EMILIA  # noqa: E402 - puts the match runner on the path

# The tests build nothing; without the program or a browser they are skipped.
CHROMIUM = find_chromium()
BASE = Path(__file__).resolve().parents[2] / "data/wthor/WTH_1978.wtb"
# Two games of Ann with names that a page must escape; in the first White throws discs away.
GAMES = """\
(;GM[Othello]PB[Ann]PW[Bob <b>&amp;]DT[2026-01-02]EV[Cup]RE[?]B[f5]W[f6]B[e6]W[f4]B[g6]W[c5]B[g4];)
(;GM[Othello]PB[Cid]PW[Ann]DT[2026-03-04]EV[Cup]RE[?]B[f5]W[d6]B[c3]W[d3]B[c4];)
"""


def setUpModule() -> None:
    if not EMILIA:
        raise unittest.SkipTest("EMILIA_PROGRAM names no program")


class Season(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name, "a season")
        games = Path(temporary.name, "games.ggf")
        games.write_text(GAMES, encoding="utf-8")
        cls.analyze(games, cls.folder)

    @staticmethod
    def analyze(games: Path, folder: Path, *options: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [EMILIA, "analyze", "--game", str(games), "--depth", "2", "--no-book", "--threads", "1",
             "--hash", "1", "--html", f"{folder}/", *options],
            check=True, capture_output=True, text=True)

    def records(self) -> list[dict]:
        text = (self.folder / "games.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]


class Files(Season):
    def test_each_game_has_a_page_and_a_record(self) -> None:
        self.assertEqual(len(list(self.folder.glob("game-*.html"))), 2)
        self.assertEqual([record["names"]["X"] for record in self.records()], ["Ann", "Cid"])

    def test_the_same_command_adds_only_new_games(self) -> None:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary, "season")
            self.analyze(BASE, folder, "--index", "1-2")
            first = {file.name: file.stat().st_mtime_ns for file in folder.glob("game-*")}
            self.assertEqual(len(first), 2)
            self.analyze(BASE, folder, "--index", "1-3")
            now = {file.name: file.stat().st_mtime_ns for file in folder.glob("game-*")}
            self.assertEqual(len(now), 3)
            self.assertEqual({name: now[name] for name in first}, first)
            lines = (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()
            self.assertEqual(len(lines), 3)

    def test_a_page_that_was_deleted_comes_back(self) -> None:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary, "season")
            self.analyze(BASE, folder, "--index", "1")
            page = next(folder.glob("game-*"))
            text = page.read_bytes()
            page.unlink()
            (folder / "index.html").unlink()
            self.analyze(BASE, folder, "--index", "1")
            self.assertEqual(page.read_bytes(), text)
            self.assertTrue((folder / "index.html").exists())

    def test_several_games_in_one_page_are_refused_with_the_cure(self) -> None:
        with self.assertRaises(subprocess.CalledProcessError) as refused, \
                tempfile.TemporaryDirectory() as temporary:
            subprocess.run([EMILIA, "analyze", "--game", str(BASE), "--html", f"{temporary}/x"],
                           check=True, capture_output=True, text=True)
        self.assertIn("or name a folder, as '", refused.exception.stderr)


@unittest.skipUnless(CHROMIUM, "no browser: EMILIA_CHROMIUM names none and none is installed")
class Page(Season):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.browser = Chromium(CHROMIUM)
        cls.addClassCleanup(cls.browser.close)

    def open(self, fragment: str = "") -> None:
        self.browser.prefer("light")
        self.browser.resize(1200, 900)
        self.browser.open(self.folder / "index.html", fragment)

    def cells(self, body: str) -> list[list[str]]:
        return self.browser.evaluate(
            f"[...document.querySelectorAll('#{body} tr')].map((row) =>"
            " [...row.cells].map((cell) => cell.textContent))")

    def choose(self, name: str) -> None:
        self.browser.evaluate("(() => { const node = document.getElementById('player');"
                              f" node.value = {json.dumps(name)}; node.onchange(); }})()")

    def lost(self, game: int, side: str, first: int = 1, last: int = 60) -> float:
        return sum(move["loss"] for move in self.records()[game]["moves"]
                   if move["player"] == side and first <= move["number"] <= last)

    def test_the_index_lists_all_games_newest_first(self) -> None:
        self.open()
        games = self.cells("games")
        self.assertEqual([row[0] for row in games], ["2026-03-04", "2026-01-02"])
        self.assertEqual(games[1][2], "Ann – Bob <b>&amp;")
        self.assertEqual(games[1][-2:], [f"{self.lost(0, side):.1f}" for side in "XO"])
        self.assertEqual(self.browser.complaints(), [])

    def test_a_click_on_a_heading_sorts(self) -> None:
        self.open()
        self.browser.click_on("#columns th:nth-child(3) button")
        self.assertEqual([row[2][:3] for row in self.cells("games")], ["Ann", "Cid"])
        self.browser.click_on("#columns th:nth-child(3) button")
        self.assertEqual([row[2][:3] for row in self.cells("games")], ["Cid", "Ann"])
        self.assertEqual(self.browser.evaluate(
            "document.querySelector('#columns th:nth-child(3)').ariaSort"), "descending")

    def test_a_player_sees_his_games_with_what_he_lost_in_each_phase(self) -> None:
        self.open()
        self.choose("Ann")
        self.assertEqual(self.browser.evaluate("document.title"), "Ann")
        white, black = self.cells("games")
        self.assertEqual(black[3], "black")
        self.assertEqual(black[6:], [f"{self.lost(0, 'X', first, last):.1f}"
                                     for first, last in ((1, 20), (21, 40), (41, 60), (1, 60))])
        self.assertEqual(white[-1], f"{self.lost(1, 'O'):.1f}")
        groups = self.browser.evaluate("[...document.querySelectorAll('#groups h2')]"
                                       ".map((head) => head.textContent)")
        self.assertEqual(groups, ["By opening", "By colour", "By opponent"])
        dots = self.browser.evaluate("document.querySelectorAll('#trend circle').length")
        self.assertEqual(dots, 2)

    def test_a_link_opens_a_player_and_rubbish_the_index(self) -> None:
        self.open("player=Ann")
        self.assertEqual(self.browser.evaluate("document.title"), "Ann")
        for rubbish in ("player=Nobody", "player=%E0%A4%A", "x"):
            self.open(rubbish)
            self.assertEqual(self.browser.evaluate("document.title"), "A season")
            self.assertEqual(self.browser.complaints(), [])

    def test_the_worst_moves_lead_to_their_place_in_the_game(self) -> None:
        self.open()
        worst = self.cells("worst")
        losses = sorted((move["loss"] for record in self.records() for move in record["moves"]
                         if move["loss"] > 0), reverse=True)
        self.assertEqual([row[-1] for row in worst], [f"{loss:.1f}" for loss in losses[:20]])
        page, _, number = self.browser.evaluate(
            "document.querySelector('#worst a').getAttribute('href')").partition("#")
        self.assertEqual(number, worst[0][2])
        self.browser.open(self.folder / page, number)
        row = self.browser.evaluate("document.querySelector('tr.chosen').textContent")
        self.assertIn(worst[0][3], row)

    def test_a_phone_shows_it_without_scrolling_sideways(self) -> None:
        self.open("player=Ann")
        self.browser.resize(390, 844)
        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 390)


if __name__ == "__main__":
    unittest.main()
