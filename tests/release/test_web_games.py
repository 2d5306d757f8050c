"""The page for browsers with files of many games: opened, looked up, filtered, and a game of them opened.
Its build takes minutes, so CTest runs this only with `-C release`.
"""
import gzip
import json
import unittest
from pathlib import Path

from web_test import PROJECT, build_page
from test_web_explore import ExploreTest

DATA = PROJECT / "tests/data"
BASES = [str(DATA / "literature/WTH_1980.wtb"), str(DATA / "literature/WTH_1981.wtb")]
LISTING = ("2001  Spring Cup  Anna Berg  34-30  Boris  f5d6c3d3c4f4c5b3\n"
           "2002  Spring Cup  Boris  40-24  Anna Berg  f5d6c3d3c4f4f6\n"
           "2003  World Championship  Anna Berg  32-32  C\u00e9sar  f5f6e6f4e3\n"
           "2004  World Championship  C\u00e9sar  20-44  Boris  c4e3f6e6f5\n"
           "2005  World Championship  Dora  ?-?  Anna Berg  f5d6c4\n")


def setUpModule() -> None:
    build_page()


class GamesTest(ExploreTest):
    def open_games(self, *files: str) -> None:
        self.drop(files=list(files))
        self.wait("document.getElementById('files-text').textContent.includes('looked up')")

    def rows(self, body: str) -> list[str]:
        """The rows of a table, each as the texts of its cells."""
        return self.value(f"[...document.querySelectorAll('#{body} tr')].map((row) =>"
                          " [...row.cells].map((cell) => cell.innerText.replace(/\\s+/g, ' ')))")

    def wait_for_games(self, text: str) -> None:
        """Waits for what is said of the games through the position on view."""
        self.wait(f"document.getElementById('games-text').textContent.includes({json.dumps(text)})")

    def wait_for_error(self, text: str, name: str = "text-error") -> None:
        self.wait(f"document.getElementById('{name}').textContent.includes({json.dumps(text)})")

    def hidden(self, name: str) -> bool:
        return self.value(f"document.getElementById('{name}').hidden")

    def listing(self) -> str:
        return self.file(LISTING, "games.txt")


class Opening(GamesTest):
    def test_a_base_with_its_names_is_dropped_and_the_position_on_view_looked_up(self) -> None:
        names = lambda kind, size, text: (bytes([20, 26, 1, 1]) + bytes(4)
                                          + (3000).to_bytes(2, "little") + bytes(6)
                                          + b"".join(f"{text} {number}".encode().ljust(size, b"\0")
                                                     for number in range(3000)))
        self.open_game("f5d6")
        self.assertTrue(self.hidden("games"))
        # The browser lists the names last; they are read first.
        self.open_games(*BASES, self.file(names(0, 20, "Player"), "WTH.JOU"),
                        self.file(names(1, 26, "Cup"), "wth.trn"))
        self.assertIn("313 games of 2 files with 19,", self.text("files-text"))
        self.wait_for_games("come to this position. Black scored ")
        moves = self.rows("games-moves")
        self.assertEqual([len(row) for row in moves], [5] * len(moves))
        self.assertIn("Player ", moves[0][4])
        self.assertIn("1980–1981", moves[0][4])
        self.assertGreater(int(moves[0][1]), int(moves[1][1]))
        games = self.rows("games-rows")
        self.assertEqual(len(games), 20)
        self.assertRegex(games[0][0], r"^Player \d+ – Player \d+ Cup \d+")
        self.assertEqual(self.moves(), ["f5", "d6"]) # the game is still there
        self.check_quiet()

    def test_files_are_chosen_with_the_button(self) -> None:
        self.open()
        self.choose_file(BASES[0])
        self.wait_for_games("160 games come to this position.")
        self.assertEqual(self.text("games-count"), "160 games")
        self.choose_file(self.listing())
        self.wait_for_games("5 games come to this position.")
        self.assertEqual(self.text("games-count"), "5 games")

    def test_a_single_game_opens_as_a_game_and_leaves_the_collection(self) -> None:
        self.open_game("f5")
        self.open_games(self.listing())
        self.drop(files=[self.file("f5d6c3\n", "one.txt")])
        self.wait_for_status("Opened a game with 3 moves.")
        self.wait_for_games("3 games come to this position.")

    def test_what_can_not_be_read_is_told_and_the_rest_opens(self) -> None:
        damaged = Path(BASES[0]).read_bytes()[:-30]
        packed = gzip.compress(LISTING.encode())
        self.open()
        self.open_games(BASES[1], self.file(damaged, "damaged.wtb"), self.file(packed, "games.gz"),
                        self.file("no game\n", "letter.txt"))
        self.assertIn("153 games of 1 file with", self.text("files-text"))
        self.assertEqual(self.text("files-problems").split("'")[0], "3 messages")
        for reason in ("'damaged.wtb' is not a complete WTHOR base",
                       "'games.gz' is a gzip file, which this build can't read; unpack it first",
                       "'letter.txt', line 1: "):
            self.assertIn(reason, self.text("files-problems"))

    def test_without_games_the_page_says_why_and_nothing_is_lost(self) -> None:
        self.open_game("f5d6")
        self.open_games(self.listing())
        sparse = Path(self.file("", "long.wtb"))
        with sparse.open("wb") as file:
            file.truncate(500_000_000)
        for path, reason in (
                (self.file(Path(BASES[0]).read_bytes()[:-30], "damaged.wtb"),
                 "'damaged.wtb' is not a complete WTHOR base"),
                (self.file("a letter\nto a friend\n", "letter.txt"), "'letter.txt', line 1"),
                (self.file(b"\0\1\2\xff" * 100, "noise"), "'noise' is neither a WTHOR base nor text"),
                (self.file("", "empty"), "'empty' holds no games"),
                (self.file(b"f5d6" * 30_000, "long.txt"), "move 3: f5 is not a legal move"),
                (str(sparse), "'long.wtb' has 500.0 MB; the page reads up to 45.0 MB")):
            self.drop(files=[path])
            self.wait_for_error(reason)
            with self.subTest(reason=reason):
                self.assertEqual(self.moves(), ["f5", "d6"])
                self.assertEqual(self.text("games-count"), "5 games")
                self.assertFalse(self.hidden("games"))
                self.assertLess(len(self.text("text-error")), 200)
        self.click_square("c3")
        self.wait_for_games("3 games come to this position.")
        self.check_quiet()


class LookingUp(GamesTest):
    def test_a_click_on_a_move_plays_it_and_the_next_position_is_looked_up(self) -> None:
        self.open_game("")
        self.open_games(self.listing())
        self.wait_for_games("5 games come to this position. Black scored 63 % and -1.0 discs."
                            .replace("-", "\u2212"))
        # The first moves are all symmetric, so one stands for all.
        [first] = self.rows("games-moves")
        self.assertEqual(first[:4], ["f5", "5", "63 %", "\u22121.0"])
        self.click("#games-moves button")
        self.wait_for_status("Black plays f5.")
        self.wait_for_games("5 games")
        self.wait("document.querySelectorAll('#games-moves tr').length === 2")
        moves = self.rows("games-moves")
        self.assertEqual([row[:2] for row in moves], [["d6", "4"], ["f6", "1"]])
        self.assertIn("2001–2005", moves[0][4])

    def test_a_game_of_the_list_opens_at_the_position_and_can_be_undone(self) -> None:
        self.open_game("f5d6c3", {"X": "you", "O": "you"})
        self.open_games(self.listing())
        self.wait_for_games("3 games")
        board = self.board()
        self.click("#games-rows tr:nth-child(2) button")
        self.wait_for_status("Opened a game of the list, at this position.")
        self.assertEqual(self.moves(), ["f5", "d6", "c3", "d3", "c4", "f4", "f6"])
        self.assertEqual(self.board(), board)
        self.assertIn("Boris", self.text("play-black"))
        self.assertIn("Anna Berg", self.text("play-white"))
        self.click("#notice-undo")
        self.wait_for_status("This is the game before.")
        self.assertEqual(self.moves(), ["f5", "d6", "c3"])
        self.wait_for_games("3 games")

    def test_games_are_filtered_by_player_and_years(self) -> None:
        self.open_game("")
        self.open_games(self.listing())
        self.choose("games-player", "BERG")
        self.wait_for_games("4 games come to this position. The player scored 75 %")
        self.choose("games-years", "2002-2003")
        self.wait_for_games("2 games")
        self.assertEqual([row[2] for row in self.rows("games-rows")], ["2002", "2003"])
        self.choose("games-years", "200x")
        self.wait_for_error("Years must be a year", "games-error")
        self.choose("games-years", "1977")
        self.wait_for_games("None of these games comes to this position.")
        self.assertEqual(self.text("games-error"), "")
        self.assertTrue(self.hidden("games-list"))

    def test_the_list_grows_by_twenty(self) -> None:
        self.open_game("f5")
        self.open_games(*BASES)
        self.wait_for_games("313 games")
        for rows in (40, 60):
            self.assertEqual(self.text("games-more"), "More of 313 games")
            self.click("#games-more")
            self.wait(f"document.querySelectorAll('#games-rows tr').length === {rows}")
        self.click_square("d6")
        self.wait("document.querySelectorAll('#games-rows tr').length === 20")

    def test_the_games_stay_while_the_engine_searches_and_is_stopped(self) -> None:
        self.open_game("f5", evaluate=True)
        self.open_games(self.listing())
        for square in ("d6", "c3"):
            self.click_square(square)
            self.wait("document.querySelectorAll('#scores tr').length > 0")
        self.wait_for_games("3 games")

    def test_closed_games_are_gone_and_others_can_be_opened(self) -> None:
        self.open_game("f5")
        self.open_games(self.listing())
        self.click("#games-close")
        self.assertTrue(self.hidden("games"))
        self.assertEqual(self.text("files-text"), "")
        self.click_square("d6")
        self.wait_for_status("White plays d6.")
        self.assertTrue(self.hidden("games"))
        self.open_games(BASES[0])
        self.assertFalse(self.hidden("games"))

    def test_without_memory_for_the_games_the_page_says_so_and_plays_on(self) -> None:
        self.open_game("f5")
        self.value("window.Worker = function () { throw new RangeError('out of memory'); }")
        self.drop(files=[self.listing()])
        self.wait_for_error("out of memory")
        self.assertTrue(self.hidden("games"))
        self.click_square("d6")
        self.wait_for_status("White plays d6.")


class Access(GamesTest):
    def test_games_can_be_looked_up_with_the_keyboard_only(self) -> None:
        self.open_game("f5d6")
        self.open_games(self.listing())
        self.wait_for_games("4 games")
        reached = {}
        for _ in range(60):
            self.type_key("Tab", 9)
            name, label = self.value(
                "(() => { const node = document.activeElement; return [node.id ||"
                " node.closest('tbody')?.id, node.getAttribute('aria-label') ||"
                " node.labels?.[0]?.textContent || node.textContent]; })()")
            reached.setdefault(name, label)
            if name == "games-rows":
                break
        for name, label in (("games-close", "Close the games"), ("games-player", "Player "),
                            ("games-years", "Years "), ("games-moves", "Play c3, 3 games"),
                            ("games-rows", "Anna Berg – Boris")):
            self.assertEqual(reached[name], label)
        self.type_key("Enter", 13, "\r")
        self.wait_for_status("Opened a game of the list")

    def test_screen_readers_get_the_tables_by_name(self) -> None:
        self.open_game("f5d6")
        self.open_games(self.listing())
        self.wait_for_games("4 games")
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        named = {(node["role"]["value"], node.get("name", {}).get("value")) for node in nodes
                 if "role" in node}
        for role, name in (("region", "Games 5 games"), ("region", "Moves that were played here"),
                           ("region", "Games through this position"), ("columnheader", "points"),
                           ("searchbox", "Player"), ("button", "Play c4, 1 game")):
            self.assertIn((role, name), named)

    def test_a_phone_shows_the_games_without_scrolling_sideways_light_and_dark(self) -> None:
        colours = set()
        for width, scheme in ((390, "light"), (320, "dark")):
            self.browser.prefer(scheme)
            self.browser.resize(width, 844, phone=True)
            self.open_game("f5d6")
            self.open_games(self.listing())
            self.wait_for_games("4 games")
            with self.subTest(width=width):
                self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)
                for name in ("games-moves-list", "games-list"):
                    self.assertTrue(self.value(
                        f"(() => {{ const list = document.getElementById('{name}');"
                        " return list.scrollWidth <= list.clientWidth; })()"), name)
                self.assertGreater(self.browser.box("#games-rows tr")["height"], 40)
            colours.add(self.value("getComputedStyle(document.getElementById('games'))"
                                   ".backgroundColor"))
        self.assertEqual(len(colours), 2)


if __name__ == "__main__":
    unittest.main()
