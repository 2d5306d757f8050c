"""The requests from which a person learns: drills, puzzles and the level that adapts."""
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from json_lines import PROGRAM, Json, ask, converse, need_jsonschema

setUpModule = need_jsonschema

ROOT = Path(__file__).resolve().parents[3]

PROBLEMS = """% three openings
f5; D6:+0; F6:-2; F4:-8;
f5d6; C3:+0; C4:+0; C5:-4;   % two best moves

f5d6c3; D3:+1; F4:-3;
"""
# A whole game of 1978.
GAME = ("f5f4e3f6e6d6e7d8c7f3f8d7c5c3d3c6b3a3g3h3b6a5a6b5c4b4a4a7e8g8g4h4f7g5c8b8c2c1h5h6b1e2g6d1d2"
        "e1f1f2b2h7g1g2h1g7h8h2a8a2a1pab7")


def drill(*moves: str, today: str = "2026-11-27", **others: object) -> Json:
    request = {"id": 1, "ask": "drill", "problems": PROBLEMS, "today": today,
               "moves": list(moves), **others}
    [reply] = converse(request)
    return reply["result"]


class DrillTest(unittest.TestCase):

    def test_wrong_positions_are_asked_again_in_the_sitting_and_later_by_the_log(self):
        first = drill()
        self.assertEqual((first["positions"], first["left"], first["answers"]), (3, 3, ""))
        self.assertEqual((first["asked"]["player"], first["asked"]["moves"]),
                         ("O", ["f4", "d6", "f6"]))
        self.assertEqual(first["asked"]["text"], "The best move for white?")
        self.assertNotIn("verdict", first)
        wrong = drill("f6")
        self.assertEqual((wrong["left"], wrong["answered"], wrong["right"]), (3, 1, 0))
        self.assertEqual(wrong["verdict"]["board"], first["asked"]["board"])
        self.assertEqual(wrong["verdict"]["text"], "Wrong: f6 -2 loses 2 discs; d6 +0.")
        self.assertEqual(wrong["verdict"]["scores"][2], {"move": "f4", "score": -8})
        again = drill("f6", "c4", "d3")
        self.assertEqual(again["asked"], first["asked"])
        self.assertEqual((again["left"], again["verdict"]["right"]), (1, True))
        known = drill("f6", "c4", "d3", "show")
        self.assertEqual((known["verdict"]["move"], known["verdict"]["text"]), ("show", "d6 +0."))
        done = drill("f6", "c4", "d3", "show", "d6")
        self.assertNotIn("asked", done)
        self.assertEqual(done["summary"], "2 of 3 right. The next is due on 2026-11-28.")
        self.assertEqual([line.split()[:2] for line in done["answers"].splitlines()],
                         [["2026-11-27", kind] for kind in ("wrong", "right", "right")])
        log = done["answers"]
        self.assertEqual(drill(log=log)["left"], 0)
        self.assertEqual(drill(log=log, today="2026-11-28")["left"], 3)
        later = drill("d6", "c3", "d3", log=log, today="2026-11-28")
        self.assertEqual(later["due"], "2026-11-29")
        log += later["answers"]
        self.assertEqual(drill(log=log, today="2026-11-30")["left"], 1)
        self.assertEqual(drill(log=log, today="2026-12-04")["left"], 3)

    def test_the_log_is_that_of_a_game_at_a_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            problems, log = Path(folder, "problems.obf"), Path(folder, "log.txt")
            problems.write_text(PROBLEMS, encoding="utf-8")
            subprocess.run([PROGRAM, "play", "--drill", str(problems), "--drill-log", str(log)],
                           input="f6\nc3\nd3\nd6\n", text=True, check=True, capture_output=True)
            lines = log.read_text(encoding="utf-8")
            day = lines[:10]
            self.assertEqual(drill("f6", "c3", "d3", "d6", today=day)["answers"], lines)
            self.assertEqual(drill(today=day, log=lines)["left"], 0)

    def test_in_a_repertoire_its_own_move_is_right(self):
        problems = "f5; F6:-2; D6:+0; % repertoire: f5, an opening"
        asked = drill(problems=problems)["asked"]
        self.assertEqual(asked["text"], "After f5, an opening: your move for white?")
        self.assertEqual(drill("d6", problems=problems)["verdict"]["text"],
                         "Wrong: d6 +0 is better by 2 discs, but the repertoire has f6 -2.")
        self.assertTrue(drill("f6", problems=problems)["verdict"]["right"])

    def test_a_drill_may_ask_a_few_positions_or_none(self):
        self.assertEqual(drill(count=1)["left"], 1)
        self.assertEqual(drill("d6", count=1)["summary"], "1 of 1 right. More are due today.")
        none = drill(problems="% nothing\n")
        self.assertEqual((none["positions"], none["left"], none["summary"]), (0, 0, ""))

    def test_what_is_wrong_is_named_with_its_place(self):
        line = "2026-11-20 right " + "-" * 27 + "OX------XO" + "-" * 27 + " X\n"
        cases = (
            ("/problems", "line 2: ", {"problems": "f5; D6:+0;\nhello"}),
            ("/problems", "line 1: a1 is not a legal move", {"problems": "f5; A1:+0;"}),
            ("/problems", "line 1 gives no scores of moves", {"problems": "f5d6"}),
            ("/problems", "problems is missing", {"problems": None}),
            ("/log", "line 2 is no answer of a drill", {"log": line + "hello"}),
            ("/today", "today must be a day such as 2026-11-27", {"today": "2026-02-30"}),
            ("/today", "today must be a day such as 2026-11-27", {"today": ""}),
            ("/moves/1", "a1 is not a legal move", {"moves": ["f6", "a1"]}),
            ("/moves/0", "'castle' is not", {"moves": ["castle"]}),
            ("/moves/3", "the drill is over", {"moves": ["d6", "c3", "d3", "show"]}),
            ("/count", "count must be a whole number", {"count": 0}),
        )
        for path, message, fields in cases:
            with self.subTest(fields=fields):
                request = {"ask": "drill", "problems": PROBLEMS, "today": "2026-11-27", **fields}
                error = ask({key: value for key, value in request.items()
                             if value is not None})["error"]
                self.assertEqual(error["path"], path)
                self.assertIn(message, error["message"])


class PuzzlesTest(unittest.TestCase):

    def test_puzzles_of_a_game_are_those_of_the_program(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(GAME + "\n")
            file.flush()
            done = subprocess.run([PROGRAM, "puzzles", file.name, "--empties", "6-10", "--json"],
                                  capture_output=True, text=True, check=True)
        one, all_of_them = converse(
            {"id": 1, "ask": "puzzles", "game": GAME, "empties": [6, 10], "hardest": True},
            {"id": 2, "ask": "puzzles", "game": GAME, "empties": [6, 10]})
        expected = json.loads(done.stdout)
        [puzzle] = one["result"]["puzzles"]
        self.assertEqual({key: expected[key] for key in puzzle if key != "problem"},
                         {key: value for key, value in puzzle.items() if key != "problem"})
        puzzles = all_of_them["result"]["puzzles"]
        self.assertIn(puzzle, puzzles)
        self.assertEqual(max(each["hardness"] for each in puzzles), puzzle["hardness"])
        self.assertTrue(all_of_them["result"]["complete"])
        [asked] = converse({"id": 1, "ask": "drill", "today": "2026-11-27",
                            "problems": "\n".join(each["problem"] for each in puzzles)})
        self.assertEqual(asked["result"]["left"], len(puzzles))
        asked = asked["result"]["asked"]
        self.assertEqual(asked["board"] + " " + asked["player"], puzzles[0]["position"])

    def test_goal_empties_and_hardness_choose_the_puzzles(self):
        for fields in ({"goal": "win"}, {"hardness": [2, 11]}, {"empties": [6, 7]}):
            [reply] = converse({"id": 1, "ask": "puzzles", "game": GAME, "empties": [5, 9],
                                **fields})
            for puzzle in reply["result"]["puzzles"]:
                scores = [move["score"] for move in puzzle["moves"]]
                with self.subTest(fields=fields, puzzle=puzzle):
                    self.assertGreater(scores[0], scores[1])
                    if "goal" in fields:
                        self.assertTrue(scores[0] > 0 >= scores[1])
                    self.assertGreaterEqual(puzzle["hardness"], fields.get("hardness", [0])[0])
                    least, most = fields.get("empties", [5, 9])
                    self.assertTrue(least <= puzzle["position"].count("-") <= most)

    def test_a_range_that_is_none_is_refused(self):
        for name, wrong in (("empties", [14, 8]), ("empties", [8]), ("empties", [1, 8]),
                            ("empties", 8), ("empties", [8, 21]), ("hardness", [0, 12]),
                            ("hardness", [0.5, 3]), ("hardness", "0-3")):
            with self.subTest(name=name, wrong=wrong):
                error = ask({"ask": "puzzles", "game": "", name: wrong})["error"]
                self.assertEqual(error["path"], f"/{name}")
                self.assertIn("two whole numbers from", error["message"])


class NextLevelTest(unittest.TestCase):

    def test_the_level_rises_after_a_win_and_falls_after_a_loss(self):
        level = {"level": 8}
        for outcome, expected in (("win", 12), ("loss", 9), ("draw", 9), ("loss", 8), ("loss", 7)):
            [reply] = converse({"id": 1, "ask": "next_level", **level, "outcome": outcome})
            level = reply["result"]
            self.assertEqual(level["level"], expected)
        self.assertEqual(level["games"], 5)
        for missing in ("level", "outcome"):
            request = {"ask": "next_level", "level": 8, "outcome": "win"}
            del request[missing]
            self.assertEqual(ask(request)["error"]["path"], f"/{missing}")

    def test_the_level_rises_as_far_as_the_documents_say(self):
        for document in ("requests/requests.schema.json", "play/README.md"):
            text = (ROOT / "protocol" / document).read_text(encoding="utf-8")
            [greatest] = map(int, re.findall(r"then by 1, up to (\d+)", text))
            for level in (greatest - 1, greatest):
                with self.subTest(document=document, level=level):
                    [reply] = converse({"id": 1, "ask": "next_level", "level": level,
                                        "games": 9, "outcome": "win"})
                    self.assertEqual(reply["result"]["level"], greatest)


if __name__ == "__main__":
    unittest.main()
