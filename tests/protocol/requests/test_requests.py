"""The requests against their schema: every request, each of its fields at both ends of its range and
beyond, and every reply. Also what is made from the schema, and the clients of the documentation."""
import json
import shutil
import subprocess
import sys
import unittest
from typing import Any, Iterator

from json_lines import (
    ASKS, PROGRAM, REQUESTS, SCHEMA, Json, check, check_schema, converse, converse_text, fits,
    make_documents, need_jsonschema)

setUpModule = need_jsonschema

LATE = "--XXXXX-XXOOXXXXXXOXOXXXXXXOXXXXXXXXOXXXXXXOXXXXXOOOOXXX-OOOOOX- O"  # 5 empty squares

# A request of each kind that takes no time, so that any field may be added.
QUICK = {
    "evaluate": {"position": "f5"}, "analyze": {"position": LATE}, "choose": {"position": LATE},
    "moves": {"position": "f5"}, "positions": {"game": "f5"}, "read": {"text": "f5"},
    "write": {"game": "f5", "format": "sgf"}, "opening": {"game": "f5"}, "book": {"position": "f5"},
    "analyze_game": {"game": {"start": LATE, "moves": "h8"}},
    "drill": {"problems": "f5; D6:+0; F6:-2;", "today": "2026-11-27"},
    "puzzles": {"game": {"start": LATE, "moves": "h8"}},
    "next_level": {"level": 5, "outcome": "win"}, "about": {}, "prepare": {},
    "open_games": {"name": "games.txt", "text": "f5d6"}, "games": {"player": "Ann"},
    "cancel": {"request": 0},
}


def fields_of(ask: str) -> dict[str, Json]:
    """The fields that only this kind of request has, and those that it shares."""
    definition = SCHEMA["$defs"][ASKS[ask]]
    fields = {}
    for base in definition.get("allOf", []):
        fields |= SCHEMA["$defs"][make_documents.name_of(base["$ref"])]["properties"]
    return {**fields, **definition["properties"]}


def quick(ask: str, **fields: Any) -> Json:
    request = {"ask": ask, **QUICK[ask], **fields}
    if "increment" in fields:
        request.setdefault("clock", 1)
    for name, other in (("positions", "position"), ("base64", "text")):
        if name in fields:
            del request[other]
    return request


def resolved(schema: Json) -> Json:
    while "$ref" in schema:
        schema = SCHEMA["$defs"][make_documents.name_of(schema["$ref"])]
    return schema


def right_values(schema: Json) -> list[Any]:
    schema = resolved(schema)
    if "const" in schema:
        return []
    if "enum" in schema:
        return schema["enum"]
    if "minimum" in schema:
        whole = schema["type"] == "integer"
        ends = [schema["minimum"], schema["maximum"]]
        return ends + ([float(schema["minimum"])] if whole else [])
    return [True, False] if schema.get("type") == "boolean" else []


def wrong_values(schema: Json) -> list[Any]:
    schema = resolved(schema)
    if isinstance(schema.get("type"), list):
        return [[], {}]
    wrong: list[Any] = [[1], {"a": 1}, None, "wrong \u00e9", True, 0.5, -1, 1e300, 2**64]
    if "maximum" in schema:
        wrong += [schema["minimum"] - 1, schema["maximum"] + 1, schema["maximum"] * 2,
                  str(schema["minimum"])]
    return wrong


def each_field() -> Iterator[tuple[str, str, Json]]:
    for ask in QUICK:
        for name, schema in fields_of(ask).items():
            if name not in ("ask", "id"):
                yield ask, name, schema


class SchemaTest(unittest.TestCase):

    def test_the_schema_is_one(self):
        check_schema()

    def test_the_documents_are_those_of_the_schema(self):
        for file, make in make_documents.DOCUMENTS.items():
            with self.subTest(file=file):
                self.assertEqual((REQUESTS / file).read_text(encoding="utf-8"), make(SCHEMA),
                                 "run protocol/requests/make_documents.py")

    def test_every_place_of_a_request_names_a_test_that_is_there(self):
        tests = REQUESTS.parents[1] / "tests"
        for ask, definition in ASKS.items():
            for place, entry in SCHEMA["$defs"][definition]["x-tests"].items():
                with self.subTest(ask=ask, place=place):
                    self.assertIn(place, make_documents.PLACES)
                    file, name = make_documents.test_of(entry)
                    self.assertIn(name, (tests / file).read_text(encoding="utf-8"))

    def test_every_request_has_examples_that_are_answered(self):
        examples = [example for name in ASKS.values()
                    for example in SCHEMA["$defs"][name]["examples"]]
        self.assertEqual({example["ask"] for example in examples}, set(ASKS))
        replies = converse(*(one for one in examples if one["ask"] not in ("bench", "cancel")),
                           {"id": 19, "ask": "cancel", "request": 18})
        final = [reply for reply in replies if "progress" not in reply]
        self.assertEqual(sorted(reply["id"] for reply in final),
                         sorted(one["id"] for one in examples if one["ask"] != "bench"))
        for reply in final:
            self.assertIn("result", reply, reply)


class FieldsTest(unittest.TestCase):

    def test_each_field_takes_what_the_schema_allows(self):
        requests = [quick(ask, **{name: value}) for ask, name, schema in each_field()
                    for value in right_values(schema)]
        requests = [{"id": number, **one} for number, one in enumerate(requests)]
        self.assertGreater(len(requests), 60)
        replies = [reply for reply in converse(*requests) if "progress" not in reply]
        self.assertEqual(len(replies), len(requests))
        for reply in replies:
            self.assertIn("result", reply, requests[reply["id"]])

    def test_each_field_refuses_what_the_schema_refuses_and_says_where(self):
        requests = []
        for ask, name, schema in each_field():
            for value in wrong_values(schema):
                request = {"id": len(requests), **quick(ask, **{name: value})}
                if not fits("Request", request):
                    requests.append((name, request))
        self.assertGreater(len(requests), 400)
        replies = converse_text("".join(json.dumps(one) + "\n" for _, one in requests))
        self.assertEqual(len(replies), len(requests))
        for reply in replies:
            name, request = requests[reply["id"]]
            with self.subTest(request=request):
                check("Reply", reply)
                path = reply["error"]["path"]
                self.assertEqual(path.split("/")[1], name)

    def test_a_missing_field_and_one_too_many_are_refused(self):
        requests = []
        for ask, fields in QUICK.items():
            requests.append(("/wrong", {"ask": ask, **fields, "wrong": 1}))
            for name in SCHEMA["$defs"][ASKS[ask]]["required"]:
                if name == "ask":
                    continue
                left = {key: value for key, value in fields.items() if key != name}
                requests.append((f"/{name}", {"ask": ask, **left}))
        requests.append(("/position", {"ask": "evaluate"}))
        requests.append(("/position", {"ask": "evaluate", "position": "f5", "positions": []}))
        requests.append(("/text", {"ask": "open_games", "name": "games.txt"}))
        requests.append(("/text", {"ask": "open_games", "name": "", "text": "f5", "base64": ""}))
        requests.append(("/against", {"ask": "games", "against": "Ann"}))
        requests.append(("/color", {"ask": "games", "color": "X"}))
        requests.append(("/result", {"ask": "games", "result": "won"}))
        requests.append(("/increment", {"ask": "choose", "position": "", "increment": 1}))
        requests.append(("/level", {"ask": "choose", "position": "", "player": "iago", "level": 1}))
        lines = [json.dumps({"id": number, **one}) for number, (_, one) in enumerate(requests)]
        for reply in converse_text("\n".join(lines)):
            path, request = requests[reply["id"]]
            with self.subTest(request=request):
                self.assertEqual(reply["error"]["path"], path)

    def test_solving_has_limits_of_seconds_and_nodes_only(self):
        for goal in ("outcome", "exact"):
            for name, value in (("depth", 3), ("level", 3), ("confidence", 63)):
                [reply] = converse({"id": 1, **quick("analyze", goal=goal), name: value})
                self.assertEqual(reply["error"]["path"], f"/{name}")
            for name, value in (("seconds", 60), ("nodes", 10**9)):
                [reply] = converse({"id": 1, **quick("analyze", goal=goal), name: value})
                self.assertIn("result", reply)

    def test_what_is_wrong_inside_a_game_or_a_list_is_named(self):
        cases = {
            "/positions/1": {"ask": "evaluate", "positions": ["f5", "f5f5", "f5"]},
            "/positions/2": {"ask": "evaluate", "positions": ["f5", "", 7]},
            "/game/moves": {"ask": "positions", "game": {"moves": "a1"}},
            "/game/start": {"ask": "positions", "game": {"start": "X"}},
            "/game/names/X": {"ask": "positions", "game": {"names": {"X": 1}}},
            "/game/names/Z": {"ask": "positions", "game": {"names": {"Z": "z"}}},
            "/game/else": {"ask": "opening", "game": {"else": 1}},
            "/game/a~1b~0c": {"ask": "opening", "game": {"a/b~c": 1}},
            "/tree/1/move": {"ask": "write", "game": "", "format": "sgf",
                             "tree": [{}, {"parent": 0, "move": "a1"}]},
            "/tree/2/parent": {"ask": "write", "game": "", "format": "sgf",
                               "tree": [{}, {"move": "f5"}, {"parent": 2, "move": "d6"}]},
            "/tree/0/move": {"ask": "write", "game": "", "format": "sgf",
                             "tree": [{"move": "f5"}]},
            "/tree/0/mark": {"ask": "write", "game": "", "format": "sgf",
                             "tree": [{"mark": "!!!"}]},
            "/tree/0/value": {"ask": "write", "game": "", "format": "sgf",
                              "tree": [{"value": 65}]},
            "/tree": {"ask": "write", "game": "", "format": "ggf", "tree": [{}]},
            "/text": {"ask": "read", "text": "neither moves nor a board"},
            "/player": {"ask": "choose", "position": "", "player": "nobody"},
            "/ask": {"ask": "everything"},
        }
        for path, request in cases.items():
            [reply] = converse_text(json.dumps({"id": 1, **request}))
            with self.subTest(path=path):
                self.assertEqual(reply["error"]["path"], path)
                self.assertLess(len(reply["error"]["message"]), 200)


class ResultsTest(unittest.TestCase):

    def test_scores_agree_between_requests(self):
        one, many, moves, deep = converse(
            {"id": 0, "ask": "evaluate", "position": "f5d6"},
            {"id": 1, "ask": "evaluate", "positions": ["f5d6", "f5f6", "f5d6"]},
            {"id": 2, "ask": "moves", "position": "f5d6"},
            {"id": 3, "ask": "analyze", "position": "f5d6", "depth": 3})
        scores = many["result"]["scores"]
        self.assertEqual([scores[0], scores[2]], [one["result"]["score"]] * 2)
        self.assertEqual(sorted(line["move"] for line in deep["result"]["moves"]),
                         sorted(moves["result"]["moves"]))

    def test_a_finished_game_has_a_score_and_no_moves(self):
        board = "X" * 40 + "O" * 24 + " O"
        moves, score, lines, chosen = converse(
            {"id": 0, "ask": "moves", "position": board},
            {"id": 1, "ask": "evaluate", "position": board},
            {"id": 2, "ask": "analyze", "position": board},
            {"id": 3, "ask": "choose", "position": board}, arguments=("--threads", "1"))
        self.assertEqual((moves["result"]["over"], moves["result"]["score"]), (True, -16))
        self.assertEqual(moves["result"]["moves"], [])
        self.assertEqual(score["result"]["score"], -16)
        self.assertEqual(lines["result"]["moves"], [])
        self.assertEqual(chosen["error"]["path"], "/position")

    def test_a_forced_pass_is_a_move(self):
        board = "XO" + "-" * 62 + " O"
        moves, lines = converse({"id": 0, "ask": "moves", "position": board},
                                {"id": 1, "ask": "analyze", "position": board, "depth": 2})
        self.assertEqual(moves["result"]["moves"], ["pa"])
        self.assertEqual([line["move"] for line in lines["result"]["moves"]], ["pa"])

    def test_a_result_that_forgets_earlier_searches_depends_on_its_request_alone(self):
        request = {"ask": "analyze", "position": "f5d6c3d3c4", "depth": 9, "forget": True}
        replies = converse(*({"id": number, **request} for number in range(6)))
        self.assertEqual(len({reply["result"]["nodes"] for reply in replies}), 1)

    def test_goals_and_confidence_are_obeyed(self):
        outcome, exact, sure = converse(
            {"id": 0, **quick("analyze", goal="outcome", lines=1)},
            {"id": 1, **quick("analyze", goal="exact")},
            {"id": 2, "ask": "analyze", "position": "f5d6c3", "depth": 6, "confidence": 99},
            arguments=("--threads", "1"))
        [line] = outcome["result"]["moves"]
        self.assertIn(line["score"], (-1, 0, 1))
        self.assertEqual(line["kind"], "outcome")
        for line in exact["result"]["moves"]:
            self.assertEqual((line["kind"], line["score"]), ("exact", line["estimate"]))
        self.assertIn(sure["result"]["moves"][0]["confidence"], (99, 100))

    def test_the_book_and_the_limits_of_the_command_line_are_those_of_the_requests(self):
        known, unlimited = converse({"id": 0, "ask": "book", "position": "f5"},
                                    {"id": 1, "ask": "analyze", "position": "f5", "lines": 1},
                                    arguments=("--threads", "1", "--no-book", "--depth", "3"))
        self.assertEqual(known["result"]["moves"], [])
        self.assertEqual(unlimited["result"]["moves"][0]["depth"], 3)

    def test_a_game_that_was_written_is_read_as_the_same_game(self):
        game = {"moves": "f5d6c3", "names": {"X": "Ann ]", "O": "\u540d\u4eba"}, "event": "Club",
                "date": "2026"}
        for form in ("ggf", "sgf"):
            [written] = converse({"id": 0, "ask": "write", "game": game, "format": form})
            [read] = converse({"id": 0, "ask": "read", "text": written["result"]["text"]})
            [found] = read["result"]["games"]
            self.assertEqual(found, {**game, "start": found["start"]})


    def test_a_tree_that_was_written_is_read_as_the_same_tree(self):
        tree = [{"comment": "two\nlines ]\\"}, {"parent": 0, "move": "f5", "value": 0.25},
                {"parent": 1, "move": "d6", "mark": "!"}, {"parent": 2, "move": "c3"},
                {"parent": 1, "move": "f6", "comment": "\u540d", "mark": "?!", "value": -3}]
        [written] = converse({"id": 0, "ask": "write", "game": {"names": {"X": "Ann"}},
                              "format": "sgf", "tree": tree})
        [read] = converse({"id": 0, "ask": "read", "text": written["result"]["text"]})
        self.assertEqual(read["result"]["tree"], tree)
        [found] = read["result"]["games"]
        self.assertEqual((found["moves"], found["names"]["X"]), ("f5d6c3", "Ann"))
        self.assertIn("with 3 moves and 1 variation", read["result"]["understood"])


class ExamplesTest(unittest.TestCase):
    """The clients of the documentation."""

    def check_client(self, *command: str) -> None:
        file = REQUESTS / "examples" / command[-1]
        self.assertLessEqual(len(file.read_text(encoding="utf-8").splitlines()), 20)
        self.assertIn(file.read_text(encoding="utf-8"),
                      (REQUESTS / "README.md").read_text(encoding="utf-8"))
        done = subprocess.run([*command[:-1], str(file), PROGRAM], capture_output=True, text=True,
                              timeout=250, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = [json.loads(line[line.index("["):]) for line in done.stdout.splitlines()]
        scores = next(one for one in found if isinstance(one[0], (int, float)))
        moves = next(one for one in found if isinstance(one[0], dict))
        self.assertEqual((len(found), len(scores), len(moves)), (2, 3, 2))

    def test_the_client_in_python_works(self):
        self.check_client(sys.executable, "client.py")

    @unittest.skipUnless(shutil.which("node"), "Node is not installed")
    def test_the_client_in_javascript_works(self):
        self.check_client("node", "client.mjs")


if __name__ == "__main__":
    unittest.main()
