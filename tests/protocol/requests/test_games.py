"""Files of games through the requests: opened one after the other, and looked up together."""
import base64
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from json_lines import PROGRAM, PROJECT, Client, Json, need_jsonschema

setUpModule = need_jsonschema

DATA = PROJECT / "tests/data"
LISTING = ("2001  Spring Cup  Anna Berg  34-30  Boris  f5d6c3d3c4f4c5b3\n"
           "2002  Spring Cup  Boris  40-24  Anna Berg  f5d6c3d3c4f4f6\n"
           "2003  World Championship  Anna Berg  32-32  C\u00e9sar  f5f6e6f4e3\n"
           "2004  World Championship  C\u00e9sar  20-44  Boris  c4e3f6e6f5\n")


def file_of(path: Path, **others: object) -> Json:
    return {"ask": "open_games", "name": path.name,
            "base64": base64.b64encode(path.read_bytes()).decode(), **others}


def names(kind: int, *texts: str) -> bytes:
    """A file of names for WTHOR bases; players have 20 bytes each, tournaments 26."""
    size = 20 if kind == 0 else 26
    header = bytes([20, 26, 1, 1]) + bytes(4) + len(texts).to_bytes(2, "little") + bytes(6)
    return header + b"".join(text.encode("latin-1").ljust(size, b"\0") for text in texts)


class GamesTest(unittest.TestCase):
    """Each test has a program of its own."""

    def setUp(self) -> None:
        self.client = Client("--threads", "1")
        self.addCleanup(self.client.__exit__)
        self.asked = 0

    def reply(self, request: Json) -> Json:
        self.asked += 1
        self.client.send({"id": self.asked, **request})
        return self.client.read()

    def ask(self, request: Json) -> Json:
        return self.reply(request)["result"]

    def open(self, text: str, **others: object) -> Json:
        return self.reply({"ask": "open_games", "name": "games.txt", "text": text, **others})

    def numbers(self, **conditions: object) -> list[int]:
        """The places in their file of the games that meet the conditions."""
        return [game["game"] for game in self.ask({"ask": "games", **conditions})["list"]]

    def test_files_are_opened_one_after_the_other(self):
        base = file_of(DATA / "literature/WTH_1980.wtb")
        first = self.ask(base)
        self.assertEqual((first["games"], first["all"], first["problems"]), (160, 160, []))
        self.assertEqual(self.ask({"ask": "games", "position": "f5"})["games"], 160)
        second = self.ask(file_of(DATA / "literature/WTH_1981.wtb", add=True))
        self.assertEqual((second["games"], second["all"]), (153, 313))
        self.assertGreater(second["positions"], first["positions"])
        found = self.ask({"ask": "games", "position": "f5"})
        self.assertEqual((found["all"], found["games"], found["black"]["years"]),
                         (313, 313, [1980, 1981]))
        self.assertEqual(self.ask(base)["all"], 160)
        self.assertEqual(self.ask({"ask": "games", "years": "1981"})["games"], 0)

    def test_names_that_come_first_are_those_of_the_bases(self):
        base = (DATA / "literature/WTH_1980.wtb").read_bytes()
        black, white = (int.from_bytes(base[at:at + 2], "little") for at in (18, 20))
        players = [f"Player {number}" for number in range(1 + max(black, white))]
        code = lambda content: base64.b64encode(content).decode()
        for name, content in (("wth.jou", names(0, *players)), ("WTH.TRN", names(1, "Cup"))):
            told = self.ask({"ask": "open_games", "name": name, "base64": code(content)})
            self.assertEqual((told["games"], told["all"], told["problems"]), (0, 0, []))
            [note] = told["notes"]
            self.assertIn("names of", note)
        self.ask({"ask": "open_games", "name": "b.wtb", "base64": code(base)})
        [game] = self.ask({"ask": "games", "count": 1})["list"]
        self.assertEqual((game["black"], game["white"]), (players[black], players[white]))

    def test_the_answer_is_that_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "games.txt")
            file.write_text(LISTING, encoding="utf-8")
            self.ask(file_of(file))
            for conditions, words in (
                    ({}, []),
                    ({"position": "f5d6"}, ["--through", "f5d6"]),
                    ({"position": "e6f4c3", "player": "berg"},
                     ["--through", "e6f4c3", "--player", "berg"]),
                    ({"player": "berg", "against": "bor", "color": "X", "result": "won"},
                     ["--player", "berg", "--against", "bor", "--color", "black",
                      "--result", "won"]),
                    ({"event": "cup", "years": "2002-2004", "result": "black", "count": 1},
                     ["--event", "cup", "--years", "2002-2004", "--result", "black",
                      "--count", "1"]),
                    ({"opening": "tiger"}, ["--opening", "tiger"])):
                done = subprocess.run([PROGRAM, "games", str(file), "--json", *words],
                                      capture_output=True, text=True, timeout=60, check=True)
                expected = json.loads(done.stdout)
                for game in expected["list"]:
                    game["file"] = file.name
                with self.subTest(conditions=conditions):
                    self.assertEqual(self.ask({"ask": "games", **conditions}), expected)

    def test_a_list_is_read_in_parts(self):
        self.open(LISTING)
        self.assertEqual(self.numbers(), [1, 2, 3, 4])
        self.assertEqual(self.numbers(first=2, count=2), [2, 3])
        self.assertEqual(self.numbers(first=4), [4])
        self.assertEqual(self.numbers(first=5), [])
        self.assertEqual(self.numbers(count=0), [])

    def test_a_file_without_games_is_refused_and_the_open_games_stay(self):
        self.open(LISTING)
        damaged = (DATA / "literature/WTH_1980.wtb").read_bytes()[:-30]
        for content, reason in ((b"hello\n", "'hello' is not a square"), (b"", "holds no games"),
                                (b"\0\1\2" * 9, "neither a WTHOR base nor text"),
                                (damaged, "is not a complete WTHOR base")):
            for add in (False, True):
                reply = self.reply({"ask": "open_games", "name": "x", "add": add,
                                    "base64": base64.b64encode(content).decode()})
                with self.subTest(reason=reason, add=add):
                    self.assertIn(reason, reply["error"]["message"])
                    self.assertEqual(reply["error"]["path"], "/base64")
                    self.assertEqual(self.numbers(), [1, 2, 3, 4])

    def test_what_is_wrong_in_a_file_is_told_and_the_rest_is_read(self):
        told = self.open("f5d6\n" + "rubbish\n" * 30)["result"]
        self.assertEqual((told["games"], len(told["problems"]), told["more_problems"]), (1, 20, 10))
        self.assertIn("'games.txt', line 2", told["problems"][0])
        told = self.open("(;GM[2]SZ[8];B[fe](;W[df])(;W[ff]))", add=True)["result"]
        self.assertEqual((told["all"], told["problems"]), (2, []))
        self.assertIn("1 variation left out", told["notes"][0])

    def test_compressed_files_are_opened(self):
        for name in ("games.gz", "games.bz2", "games.xz", "games.zst", "games.zip"):
            with self.subTest(name=name):
                reply = self.reply(file_of(DATA / "packed" / name))
                if "which this build can't read" not in reply.get("error", {}).get("message", ""):
                    self.assertGreater(reply["result"]["games"], 0)

    def test_wrong_conditions_are_refused_with_what_is_allowed(self):
        for field, value in (("years", "1999-1990"), ("years", "199x"), ("position", "f5f5")):
            reply = self.reply({"ask": "games", field: value}) if field == "position" else \
                self.unchecked({"ask": "games", field: value})
            with self.subTest(value=value):
                self.assertEqual(reply["error"]["path"], f"/{field}")
        self.assertEqual(self.numbers(position="f5"), [])

    def unchecked(self, request: Json) -> Json:
        """The reply to a request that need not fit the schema."""
        self.asked += 1
        self.client.send_text(json.dumps({"id": self.asked, **request}) + "\n")
        return self.client.read()


if __name__ == "__main__":
    unittest.main()
