"""A client of the JSON lines that checks every request and reply against the schema."""
import contextlib
import functools
import json
import os
import signal
import subprocess
import sys
import threading
import unittest
from pathlib import Path
from typing import Any, Callable, Iterator

try:
    import jsonschema
except ImportError:
    jsonschema = None

PROJECT = Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("EMILIA_PROGRAM", str(PROJECT / "build/emilia"))
REQUESTS = PROJECT / "protocol/requests"
sys.path.insert(0, str(REQUESTS))
import make_documents  # noqa: E402

PATIENCE = 250  # seconds; far more than any dialogue takes
SCHEMA = make_documents.read_schema()
ASKS = {make_documents.ask_of(SCHEMA["$defs"][name]): name
        for name in make_documents.request_names(SCHEMA)}

Json = dict[str, Any]


def need_jsonschema() -> None:
    """Skips the tests of a module that begins with it if there is no jsonschema."""
    if jsonschema is None:
        raise unittest.SkipTest("no module named 'jsonschema'; Debian's package is "
                                "python3-jsonschema")


@functools.lru_cache(maxsize=None)
def validator(definition: str):
    return jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{definition}"})


def fits(definition: str, value: Any) -> bool:
    return validator(definition).is_valid(value)


def check(definition: str, value: Any) -> None:
    """Raises jsonschema.ValidationError if the value doesn't fit."""
    validator(definition).validate(value)


def check_schema() -> None:
    """Raises jsonschema.SchemaError if the schema is none."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def check_reply(reply: Json, request: Json | None) -> None:
    check("Reply", reply)
    if request is None:
        return
    definition = SCHEMA["$defs"][ASKS[request["ask"]]]
    if "result" in reply:
        check(definition["x-result"], reply["result"])
    elif "progress" in reply:
        check(definition["x-progress"], reply["progress"])


class Client:
    """Talks with the program. Ends it after PATIENCE, so that no test hangs."""

    def __init__(self, *arguments: str) -> None:
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [PROGRAM, "--protocol", "json", "--hash", "4", *arguments], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._asked: dict[str, Json] = {}
        self._watchdog = threading.Timer(PATIENCE, self.process.kill)
        self._watchdog.start()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self._watchdog.cancel()
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def send(self, *requests: Json) -> None:
        """Sends requests that fit the schema, in one piece."""
        for request in requests:
            check("Request", request)
            self._asked[json.dumps(request["id"])] = request
        self.send_text("".join(json.dumps(request) + "\n" for request in requests))

    def send_text(self, text: str) -> None:
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def read(self) -> Json:
        """The next reply."""
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(self.process.stderr.read())
        reply = json.loads(line)
        check_reply(reply, self._asked.get(json.dumps(reply["id"])))
        return reply

    def read_until(self, condition: Any) -> Json:
        while not condition(reply := self.read()):
            pass
        return reply

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def finish(self) -> list[Json]:
        """Ends the input, and returns the replies that are left."""
        self.process.stdin.close()
        return list(self._rest())

    def converse(self, send: Callable[[], None]) -> list[Json]:
        """Sends while it reads, as a client must whose requests are many; the replies."""
        def send_all() -> None:
            send()
            self.process.stdin.close()
        sender = threading.Thread(target=send_all)
        sender.start()
        replies = list(self._rest())
        sender.join()
        return replies

    def _rest(self) -> Iterator[Json]:
        try:
            while True:
                yield self.read()
        except EOFError:
            pass


def converse(*requests: Json, arguments: tuple[str, ...] = ("--threads", "2")) -> list[Json]:
    """The replies to requests that fit the schema, in the order of the ids."""
    with Client(*arguments) as client:
        return sorted(client.converse(lambda: client.send(*requests)), key=lambda one: one["id"])


def converse_text(text: str, *arguments: str) -> list[Json]:
    with Client(*arguments) as client:
        return client.converse(lambda: client.send_text(text))


def ask(request: Json) -> Json:
    """The only reply to a request, which need not fit the schema."""
    [reply] = converse_text(json.dumps({"id": 1, **request}) + "\n", "--threads", "1")
    return reply
