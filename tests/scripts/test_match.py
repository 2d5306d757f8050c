"""Whole matches: the saved games, the results, and that a match can be repeated."""
import json
import os
import re
import shlex
import signal
import subprocess
import time
import unittest
from html.parser import HTMLParser

from match_test import EMILIA, MatchTest, emilia, fake
from match_runner.games.game import GameRecord
from match_runner.games.records import read_games
from match_runner.othello.rules import Color, play_moves, split_moves
from match_runner.statistics.results import mover_colors

PROMISED = ("format", "engines", "games", "wins", "draws", "losses", "mean_discs", "elo",
            "elo_error", "los", "time_losses", "illegal_moves", "crashes")


def engines(*seeds: int) -> list[str]:
    return [word for seed in seeds
            for word in ("--engine", f"s{seed}=nboard:{fake('nboard', '--seed', seed)}")]


class MatchesTest(MatchTest):
    def test_games_and_results_are_saved_in_every_form(self):
        self.run_match(*engines(1, 2), "--games", 4, "--json", self.folder / "r.json", "--html",
                       self.folder / "r.html")
        result = self.results()
        self.assertEqual(tuple(result)[:len(PROMISED)], PROMISED)
        self.assertEqual((result["format"], result["engines"], result["games"]),
                         (1, ["s1", "s2"], 4))
        self.assertEqual(json.loads((self.folder / "r.json").read_text()), result)

        games = self.games()
        self.assertEqual([game["game"] for game in games], [1, 2, 3, 4])
        for game in games:
            position, _ = play_moves(split_moves(game["moves"]))
            self.assertTrue(position.is_over)
            self.assertEqual(position.score(Color.BLACK), game["discs"])
            self.assertTrue(game["moves"].startswith(game["opening"]))
            count = len(game["moves"]) // 2
            self.assertEqual(game["scores"], [None] * 8 + [1.25] * (count - 8))
        self.assertEqual(result["wins"] + result["draws"] / 2, sum(
            game["points"] if game["black"] == "s1" else 1 - game["points"] for game in games))
        moves = (self.output / "moves.txt").read_text().split()
        self.assertEqual(moves, [game["moves"] for game in games])
        self.check_ggf(games)
        self.check_page(games)

    def check_ggf(self, games: list[dict]) -> None:
        lines = (self.output / "games.ggf").read_text().splitlines()
        times = [record.times for record in read_games(self.output / "games.jsonl")[0]]
        self.assertEqual(len(lines), len(games))
        for line, game, seconds in zip(lines, games, times):
            self.assertTrue(line.startswith("(;GM[Othello]") and line.endswith(";)"))
            self.assertIn(f"PB[{game['black']}]PW[{game['white']}]RE[", line)
            written = re.findall(r"([BW])\[([A-H][1-8])(?:/1.25/([0-9.]+))?\]", line)
            self.assertEqual("".join(move.lower() for _, move, _ in written), game["moves"])
            self.assertEqual([text for _, _, text in written],
                             ["" if s is None else f"{s:.3f}" for s in seconds])
            plies = play_moves(split_moves(game["moves"]))[1]
            self.assertEqual(line.count("[PA]"), sum(ply.move == "pa" for ply in plies))

    def page_data(self, page: str) -> dict:
        return json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])

    def check_page(self, games: list[dict]) -> None:
        page = (self.folder / "r.html").read_text()
        HTMLParser().feed(page)
        self.assertNotIn("http", page)
        self.assertIn("prefers-color-scheme: dark", page)
        self.assertGreaterEqual(page.count("<svg"), 4)
        self.assertEqual([game["moves"] for game in self.page_data(page)["games"]],
                         [game["moves"] for game in games])

    def test_the_same_games_come_out_however_they_are_played(self):
        options = (*engines(1, 2), "--games", 6, "--seed", 3, "--random-plies", 6)
        self.run_match(*options)
        expected, self.output = self.games(), self.folder / "other"
        self.run_match(*options, "--concurrency", 3, "--reuse")
        self.assertEqual(self.games(), expected)

    def test_the_parts_of_a_match_are_its_games(self):
        options = (*engines(1, 2), "--games", 10, "--seed", 3, "--random-plies", 6)
        self.run_match(*options)
        expected, found = self.games(), []
        for part in ("1/3", "2/3", "3/3"):
            self.output = self.folder / part.replace("/", "-")
            self.run_match(*options, "--part", part)
            found += self.games()
        self.assertEqual(found, expected)

    def test_a_round_robin_has_a_result_for_each_pairing(self):
        self.run_match(*engines(1, 2, 3), "--games", 2, "--random-plies", 5, "--html",
                       self.folder / "r.html")
        self.assertEqual([result["engines"] for result in self.results()],
                         [["s1", "s2"], ["s1", "s3"], ["s2", "s3"]])
        page = (self.folder / "r.html").read_text()
        self.assertIn("Cross-table", page)
        # A game without the first engine is neither won, drawn nor lost by it.
        for game in self.page_data(page)["games"]:
            self.assertEqual(game["points"] is None, "s1" not in (game["black"], game["white"]))

    def test_the_dialect_is_found_out_by_asking(self):
        printed = self.run_match("--engine", f"n={fake('nboard')}", "--engine",
                                 f"g={fake('gtp')}", "--engine", f"u={fake('ugi')}",
                                 "--games", 2)
        self.assertIn("n: nboard, ", printed)
        self.assertIn("g: gtp, ", printed)
        self.assertIn("u: ugi, ", printed)
        self.assertEqual([each["crashes"] for each in self.results()], [0, 0, 0])

    def test_sprt_stops_the_match_at_the_same_game_always(self):
        # The second engine resigns at once, so that each pair ends 2-0.
        options = ("--engine", f"good=gtp:{fake('gtp')}", "--engine",
                   f"bad=gtp:{fake('gtp', 'resign', '--at', 1)}", "--games", 400,
                   "--sprt", "elo0=0,elo1=400,alpha=0.2,beta=0.2", "--random-plies", 4)
        printed = self.run_match(*options)
        result, expected = self.results(), self.games()
        self.assertEqual(result["sprt"]["accepted"], "H1")
        self.assertLess(len(expected), 40)
        self.assertEqual(len(expected) % 2, 0)
        self.assertIn("H1 accepted", printed)
        self.output = self.folder / "other"
        self.run_match(*options, "--concurrency", 3)
        self.assertEqual(self.games(), expected)
        self.run_match(*options, "--resume")  # there is nothing left to play
        self.assertEqual(self.games(), expected)

    def test_a_log_has_what_was_said(self):
        self.run_match(*engines(1, 2), "--games", 2, "--log", self.folder / "log")
        log = (self.folder / "log" / "game-00001.log").read_text()
        for words in (" s1 > nboard 2\n", " s2 < pong 1\n", " s1 > go\n", " s2 < === "):
            self.assertIn(words, log)

    def test_ctrl_c_ends_the_match_and_says_how_to_go_on(self):
        process = self.start(*engines(1, 2), "--games", 2000, "--random-plies", 6, "--output",
                             self.output)
        games = self.output / "games.jsonl"
        while process.poll() is None and not (games.exists() and games.stat().st_size):
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGINT)
        text, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        self.assertRegex(text, r"interrupted; \d+ games? (is|are) saved in .*; to continue: "
                               rf".*match.py --resume --output {re.escape(str(self.output))}\n")
        self.assertNotIn("Traceback", text)
        self.assertEqual(self.results()["games"], len(self.games()))

    def test_the_movers_of_a_game_with_passes_are_known(self):
        record = GameRecord(1, 1, "a", "b", "", moves="d3c3e6d2d1e1b2c1a3")
        self.assertEqual("".join(mover_colors(record)), "BWBWBWBWW")


@unittest.skipUnless(EMILIA, "needs EMILIA_PROGRAM")
class EmiliaTest(MatchTest):
    def test_all_dialects_play_the_same_games_at_a_fixed_depth(self):
        for other in ("nboard", "ugi"):
            self.run_match("--engine", f"o={other}:{emilia('--depth', 3)}",
                           "--engine", f"g=gtp:{emilia('--depth', 3)}", "--games", 8)
            result = self.results()
            # Both engines play the same moves, so swapping colours gives the same game.
            self.assertEqual(result["pentanomial"], [0, 0, 4, 0, 0])
            self.assertEqual(result["mean_discs"], 0)
            self.assertEqual((result["time_losses"], result["illegal_moves"], result["crashes"]),
                             (0, 0, 0))
            self.output = self.folder / other

    def test_ugi_plays_a_match_against_gtp_in_time(self):
        for limits in (("--game-time", 0.5, "--increment", 0.01), ("--time", 0.01)):
            self.run_match("--engine", f"u=ugi:{emilia()}", "--engine", f"g=gtp:{emilia()}",
                           "--games", 4, "--margin", 5, *limits)
            result = self.results()
            self.assertEqual((result["time_losses"], result["illegal_moves"], result["crashes"]),
                             (0, 0, 0))
            self.output = self.folder / "other"

    def test_our_game_files_are_read_back(self):
        self.run_match(*engines(1, 2), "--games", 4, "--game-time", 300, "--increment", 1)
        lines = (self.output / "games.ggf").read_text().splitlines()
        sent = "nboard 2\n" + "".join(f"set game {line}\n" for line in lines) + "ping 2\n"
        said = subprocess.run(shlex.split(emilia()), text=True, capture_output=True, check=True,
                              input=sent).stdout
        self.assertIn("pong 2", said)
        self.assertNotIn("Error", said)


if __name__ == "__main__":
    unittest.main()
