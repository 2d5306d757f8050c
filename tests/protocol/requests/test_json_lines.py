"""The dialogue of the JSON lines: several requests at once, cancelled, interrupted, too many, too
long, wrong, and replies that nobody reads."""
import contextlib
import json
import os
import signal
import sys
import threading
import unittest
from collections import Counter
from pathlib import Path

from json_lines import Client, Json, converse, converse_text, need_jsonschema

setUpModule = need_jsonschema


def endless(number: int) -> Json:
    return {"id": number, "ask": "analyze", "position": "f5", "depth": 60, "progress": True}


def is_final(reply: Json) -> bool:
    return "progress" not in reply


class SideBySideTest(unittest.TestCase):

    def test_a_search_does_not_delay_other_requests(self):
        with Client("--threads", "2") as client:
            client.send(endless(0))
            client.send({"id": 1, "ask": "evaluate", "position": "f5"},
                        {"id": 2, "ask": "analyze", "position": "f5d6", "depth": 3})
            self.assertEqual(client.read_until(lambda reply: reply["id"] == 1)["id"], 1)
            found = client.read_until(lambda reply: reply["id"] == 2)["result"]
            self.assertFalse(found["interrupted"])
            client.send({"id": 3, "ask": "cancel", "request": 0})
            final = [client.read_until(is_final) for _ in range(2)]
            final.sort(key=lambda reply: reply["id"])
            self.assertTrue(final[0]["result"]["interrupted"])
            self.assertEqual(len(final[0]["result"]["moves"]), 3)
            self.assertEqual(final[1]["result"], {"cancelled": True})
            self.assertEqual(client.finish(), [])

    def test_as_many_searches_run_at_once_as_there_are_threads(self):
        with Client("--threads", "2") as client:
            client.send(*map(endless, range(3)))
            begun: set[int] = set()
            while begun != {0, 1}:
                reply = client.read()
                self.assertIn("progress", reply)
                begun.add(reply["id"])
                self.assertLessEqual(begun, {0, 1})
            client.send({"id": "a", "ask": "cancel", "request": 2})
            cancelled = client.read_until(is_final)
            self.assertEqual((cancelled["id"], cancelled["error"]["message"]),
                             (2, "it was cancelled before it began"))
            self.assertEqual(client.read_until(is_final)["result"], {"cancelled": True})
            client.send({"id": "b", "ask": "cancel", "request": 0},
                        {"id": "c", "ask": "cancel", "request": 1},
                        {"id": "d", "ask": "cancel", "request": 9})
            final = {reply["id"]: reply["result"] for reply in client.finish() if is_final(reply)}
            self.assertEqual(set(final), {0, 1, "b", "c", "d"})
            self.assertEqual(final["d"], {"cancelled": False})

    def test_progress_comes_only_if_it_is_asked_for_and_before_the_result(self):
        request = {"ask": "analyze", "position": "f5", "seconds": 0.4}
        replies = converse({"id": 0, **request}, {"id": 1, **request, "progress": True},
                           {"id": 2, "ask": "analyze_game", "game": "f5d6c3", "depth": 1,
                            "progress": True})
        counts = Counter(reply["id"] for reply in replies)
        self.assertEqual((counts[0], counts[2]), (1, 4))
        self.assertGreater(counts[1], 1)
        self.assertEqual([reply["progress"]["done"] for reply in replies
                          if reply["id"] == 2 and not is_final(reply)], [1, 2, 3])

    def test_each_request_gets_exactly_one_result_or_error(self):
        requests: list[Json] = []
        for number in range(0, 600, 6):
            requests += [
                {"id": number, "ask": "analyze", "position": "f5d6", "depth": 1 + number % 7},
                {"id": number + 1, "ask": "evaluate", "position": "f5d6"},
                {"id": number + 2, "ask": "choose", "position": "f5d6", "level": 1 + number % 5},
                {"id": number + 3, "ask": "cancel", "request": number},
                {"id": number + 4, "ask": "analyze", "position": "f5f5", "depth": 1},
                {"id": number + 5, "ask": "analyze_game", "game": "f5d6", "depth": 1}]
        for threads in ("1", "2", "5"):
            replies = converse(*requests, arguments=("--threads", threads))
            self.assertEqual([reply["id"] for reply in replies], list(range(600)))
            for reply in replies:
                if reply["id"] % 6 == 4:
                    self.assertEqual(reply["error"]["path"], "/position")

    def test_a_search_has_the_time_that_it_is_given(self):
        for seconds in (0.05, 0.3):
            [reply] = converse({"id": 0, "ask": "analyze", "position": "f5", "seconds": seconds})
            self.assertGreater(reply["result"]["seconds"], seconds * 0.5)


class EndTest(unittest.TestCase):

    def test_the_end_of_the_input_waits_for_all_searches(self):
        requests = [{"id": number, "ask": "analyze", "position": "f5d6", "depth": 8, "forget": True}
                    for number in range(5)]
        replies = converse(*requests)
        self.assertEqual([reply["id"] for reply in replies], list(range(5)))
        self.assertEqual({reply["result"]["interrupted"] for reply in replies}, {False})

    def test_an_interruption_stops_all_searches_and_answers_them(self):
        with Client("--threads", "2") as client:
            client.send(*map(endless, range(4)))
            client.read_until(lambda reply: reply["id"] == 1)
            client.interrupt()
            final = {}
            while len(final) < 4:
                reply = client.read_until(is_final)
                final[reply["id"]] = reply
            for number in (0, 1):
                self.assertEqual(len(final[number]["result"]["moves"]), 3)
            for number in (2, 3):
                self.assertEqual(final[number]["error"]["message"], "the program was interrupted")
            self.assertEqual(client.process.wait(60), 0)

    def test_an_interruption_ends_a_program_that_does_nothing(self):
        with Client("--threads", "2") as client:
            client.send({"id": 0, "ask": "evaluate", "position": "f5"})
            client.read()
            client.interrupt()
            self.assertEqual(client.process.wait(60), -signal.SIGINT)

    def test_a_client_that_goes_away_ends_the_searches(self):
        with Client("--threads", "2") as client:
            client.send(*map(endless, range(4)))
            client.read_until(lambda reply: reply["id"] == 1)
            client.process.stdout.close()
            client.process.wait(60)


class WrongLinesTest(unittest.TestCase):

    def test_a_wrong_line_gets_an_error_and_the_stream_continues(self):
        cases = {
            "garbage": "at byte 1 this text is no JSON: 'garbage'",
            '{"id": 1, "depth": NaN}': "at byte 20 this text is no JSON: 'NaN}'",
            '{"id": 1, "depth": Infinity}': "no JSON: 'Infinity}'",
            '{"id": 1, "depth": 1e999}': "number overflow parsing '1e999'",
            '{"id": 1': "this text ends too early",
            '{"id": 1} {"id": 2}': "at byte 11 this text is no JSON",
            '{"id": 1, "id": 2}': "the field 'id' is there twice",
            '{"id": 1, "game": {"moves": "", "moves": ""}}': "the field 'moves' is there twice",
            "[1]": "a request is a JSON object, not a list",
            "7": "a request is a JSON object, not 7",
            '"text"': "a request is a JSON object, not 'text'",
            "[" * 500_000: "no more than 8 levels",
            '{"a":' * 9: "no more than 8 levels",
            json.dumps({str(number): 1 for number in range(65)}): "no more than 64 fields",
            '{"ask": "about"}': "id is missing",
            '{"id": [1], "ask": "about"}': "id must be a text, a number, true, false or null",
            '{"id": 1, "ask": "evaluate", "position": "' + "X" * 1_100_000 + '"}':
                "a line must have less than 1048576 bytes",
        }
        with Client() as client:
            for line, message in cases.items():
                client.send_text(line + "\n")
                reply = client.read()
                with self.subTest(line=line[:50]):
                    self.assertIsNone(reply["id"])
                    self.assertIn(message, reply["error"]["message"])
            client.send_text("\n \r\n")
            client.send_text('{"id": "after", "ask": "evaluate", "position": "f5"}\r\n')
            self.assertIn("result", client.read())
            self.assertEqual(client.finish(), [])

    def test_text_that_is_not_utf_8_is_refused_and_other_text_comes_back(self):
        with Client() as client:
            client.process.stdin.buffer.write(b'{"id": "\xff", "ask": "about"}\n')
            client.send_text('{"id": "\u540d\\u0000\u00e9", "ask": "opening", "game": "f5"}\n')
            self.assertIsNone(client.read()["id"])
            self.assertEqual(client.read()["id"], "\u540d\0\u00e9")

    def test_every_scalar_is_an_id(self):
        ids = [0, -1, 1.5, 2**63, "", "a", True, False, None]
        replies = converse_text("".join(
            json.dumps({"id": one, "ask": "opening", "game": "f5d6"}) + "\n" for one in ids))
        self.assertEqual([reply["id"] for reply in replies], ids)

    def test_an_id_that_is_under_way_is_refused(self):
        with Client("--threads", "1") as client:
            client.send(endless(0))
            for request in (endless(0), {"id": 0, "ask": "evaluate", "position": "f5"}):
                client.send_text(json.dumps(request) + "\n")
                refused = client.read_until(is_final)
                self.assertEqual((refused["id"], refused["error"]["path"]), (0, "/id"))
                self.assertIn("a request with the id 0 is under way", refused["error"]["message"])
            client.send_text('{"id": 1, "ask": "cancel", "request": 0}\n')
            self.assertEqual({client.read_until(is_final)["id"] for _ in range(2)}, {0, 1})
            client.send({"id": 0, "ask": "evaluate", "position": "f5"})
            self.assertIn("result", client.read())


class ManyTest(unittest.TestCase):

    def converse_late(self, client: Client, text: str, count: int) -> list[Json]:
        """Reads only when the client can send no more, or has sent all; the replies."""
        sent = threading.Event()

        def send() -> None:
            client.send_text(text)
            client.process.stdin.close()
            sent.set()
        sender = threading.Thread(target=send)
        sender.start()
        sent.wait(3)
        replies = [json.loads(client.process.stdout.readline()) for _ in range(count)]
        sender.join()
        self.assertEqual(client.process.stdout.readline(), "")
        return replies

    def test_requests_that_nobody_waits_for_take_little_memory_and_none_is_lost(self):
        count = 200_000
        text = "".join(f'{{"id": {number}, "ask": "evaluate", "position": "f5d6c3"}}\n'
                       for number in range(count))
        with Client("--threads", "2") as client:
            replies = self.converse_late(client, text, count)
            self.assertEqual([reply["id"] for reply in replies], list(range(count)))
            self.assertEqual(len({reply["result"]["score"] for reply in replies}), 1)

    @unittest.skipUnless(sys.platform == "linux", "only Linux says how much memory a process takes")
    def test_searches_that_wait_take_little_memory(self):
        blanks = " " * 2000
        text = "".join(f'{{"id": {number}, "ask": "analyze", "position": "", "depth": 1{blanks}}}\n'
                       for number in range(20_000))
        with Client("--threads", "2") as client:
            client.send(endless(-1), endless(-2))
            for number in (-1, -2):
                client.read_until(lambda reply, number=number: reply["id"] == number)
            before = self.memory(client)

            def send() -> None:
                with contextlib.suppress(BrokenPipeError):
                    client.send_text(text)
            sender = threading.Thread(target=send)
            sender.start()
            threading.Thread(target=client.process.stdout.read).start()
            sender.join(3)
            self.assertTrue(sender.is_alive(), "the program reads no more while the queue is full")
            self.assertLess(self.memory(client) - before, 60_000)
            client.process.kill()
            sender.join()

    @staticmethod
    def memory(client: Client) -> int:
        """Resident memory in kilobytes."""
        numbers = Path(f"/proc/{client.process.pid}/statm").read_text(encoding="ascii").split()
        return int(numbers[1]) * os.sysconf("SC_PAGE_SIZE") // 1024

    def test_searches_wait_for_each_other_and_all_are_answered(self):
        count = 3_000
        text = "".join(f'{{"id": {number}, "ask": "analyze", "position": "f5d6", "depth": 1}}\n'
                       for number in range(count))
        with Client("--threads", "2") as client:
            replies = self.converse_late(client, text, count)
            self.assertEqual(sorted(reply["id"] for reply in replies), list(range(count)))


if __name__ == "__main__":
    unittest.main()
