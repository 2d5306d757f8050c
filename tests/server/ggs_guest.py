"""A user of the test server: what it hears, what it says, and which challenges it takes."""
from __future__ import annotations

import asyncio
import itertools
import random
import re
import time

from ggs_game import Game

PATIENCE = 30  # seconds for whatever a guest should do at once
# What a guest may send: lines at once, and further lines in each second.
BURST, RATE = 20, 10


class Disconnected(Exception):
    """The guest is gone; unfinished games are stored."""


class Guest:
    """A user that logs in, perhaps several times. Only the server's loop may call its coroutines."""

    def __init__(self, name: str, numbers: itertools.count) -> None:
        """`numbers` gives each challenge and each match of the server its own."""
        self.numbers = numbers
        self.name = name
        self.random = random.Random(name)
        self.writer: asyncio.StreamWriter | None = None
        self.ready = asyncio.Event()  # has logged in and asked for stored games
        self.gone = asyncio.Event()
        self.left = asyncio.Event()  # has said `quit`
        self.delivery = "whole"
        self.mute = False
        self.pending = b""
        self.saying = asyncio.Lock()
        self.answers: dict[str, asyncio.Future] = {}
        self.games: dict[str, Game] = {}
        self.commands: list[str] = []
        self.line_times: list[float] = []
        self.violations: list[str] = []
        self.logins = 0
        self.forbidden = 0  # challenges that it had to decline
        self.matches = 0
        self.played: list[Game] = []
        self.slowest = 0.0  # seconds for a move, the way included
        self.least_left = float("inf")  # seconds on its clock

    # --- what the guest hears ---

    async def say(self, *messages: str) -> None:
        """Sends messages, whole or as the present fault has it."""
        if self.writer is None:
            raise Disconnected
        if self.mute:
            return
        data = "".join(f"\n{m}\nREADY\n" for m in messages).encode("latin-1")
        async with self.saying:
            try:
                await self.deliver(data)
            except (ConnectionError, AttributeError):
                raise Disconnected from None

    async def deliver(self, data: bytes) -> None:
        if self.delivery == "packed":
            self.pending += data
            if len(self.pending) > 1500 or self.random.random() < 0.4:
                self.flush()
            else:  # something else may come into the same packet, but not for long
                asyncio.get_running_loop().call_later(0.05, self.flush)
            return
        self.flush()
        size = len(data)
        while data:
            if self.delivery == "halves":
                size = self.random.randint(1, 60)
            self.writer.write(data[:size])
            await self.writer.drain()
            await asyncio.sleep(0)
            data = data[size:]

    def flush(self) -> None:
        data, self.pending = self.pending, b""
        if self.writer is not None and data:
            self.writer.write(data)

    async def drop(self) -> None:
        if self.writer is not None:
            self.writer.close()
        await asyncio.wait_for(self.gone.wait(), PATIENCE)

    # --- what the guest says ---

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Reads commands until the connection ends. The guest has given its name already."""
        self.writer, self.mute, self.pending = writer, False, b""
        self.gone.clear()
        self.logins += 1
        try:
            while line := await reader.readline():
                text = line.decode("latin-1").rstrip("\r\n")
                self.commands.append(text)
                self.count_line()
                if text == "quit":
                    self.left.set()
                    break
                await self.obey(text)
        except (ConnectionError, Disconnected):
            pass
        finally:
            self.ready.clear()
            self.writer = None
            self.gone.set()
            writer.close()

    def count_line(self) -> None:
        now = time.monotonic()
        self.line_times.append(now)
        for number, earlier in enumerate(reversed(self.line_times[-200:])):
            if number + 1 > BURST + 1.2 * RATE * (now - earlier) + 2:
                self.violations.append(f"{number + 1} lines in {now - earlier:.2f} s")
                self.line_times.clear()
                break

    async def obey(self, text: str) -> None:
        match = re.fullmatch(r"tell /os (\w+)(?: (.*))?", text)
        if not match:
            self.violations.append(f"an unknown command: {text!r}")
            return
        command, argument = match[1], match[2] or ""
        if self.mute:
            return
        await self.say(f": +ack:  {text} => tell {command}")
        if command in ("accept", "decline"):
            answer = self.answers.pop(argument, None)
            if answer is None:
                self.violations.append(f"{command} of a challenge that is not there: {argument}")
            elif not answer.done():
                answer.set_result(command)
        elif command == "play":
            id_, _, move = argument.partition(" ")
            if id_ in self.games:
                self.games[id_].commands.put_nowait(move)
            else:
                await self.say(f"/os: error {id_} not found")
        elif command == "continue":
            self.ready.set()
        elif command not in ("open", "rated", "trust", "client"):
            self.violations.append(f"an unknown command: {text!r}")

    # --- challenges ---

    async def challenge(self, type_: str, clock: str, mode: str = "U", by: str = "alice",
                        to: str | None = None, rating: str = "1720.0") -> str | None:
        """Challenges the guest. Returns `accept` or `decline`, or None if a challenge to somebody
        else got no answer, as is right."""
        id_ = f".{next(self.numbers)}"
        answer = asyncio.get_running_loop().create_future()
        self.answers[id_] = answer
        text = f"/os: +   {id_} {rating} {by:8} {clock:>14} {type_:>8} {mode} 1720.0 {to or self.name}"
        await self.say(text)
        try:
            result = await asyncio.wait_for(answer, 0.3 if to or by == self.name else PATIENCE)
        except asyncio.TimeoutError:
            self.answers.pop(id_, None)
            if to is None and by != self.name:
                self.violations.append(f"no answer to {text!r}")
            return None
        await self.say(f"/os: -   {id_} {rating} {by:8} {clock:>14} {type_:>8} {mode} 1720.0 "
                       f"{to or self.name}")
        return result

    async def challenge_in_vain(self, **challenge: str) -> None:
        if await self.challenge(**challenge) == "accept":
            self.violations.append(f"accepted {challenge}")
            await self.say("/os: error the challenge is gone")
