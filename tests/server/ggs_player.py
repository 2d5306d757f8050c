"""A user of the test server who plays against Emilia, and does whatever else a user can do."""
from __future__ import annotations

import asyncio
import random
import re
import time
from collections import deque
from typing import Callable

from ggs_central import SERVICE
from ggs_game import Game
from ggs_match import Match
from ggs_server import PATIENCE, GgsServer
from ggs_service import Service

# Importable because of ggs_terms.
from match_runner.othello.rules import square_name, squares_of

USUAL = "usual"
ODD = "odd"  # spellings that no program uses


class Refusal(AssertionError):
    """The service did not do what the player wanted."""


class Player:
    """Only the server's loop may call its coroutines."""

    def __init__(self, server: GgsServer, name: str) -> None:
        self.server, self.name = server, name
        self.random = random.Random(name)
        self.spelling = USUAL
        self.thinks = (0.0, 0.01)  # from and to, real seconds
        self._heard: deque[str] = deque(maxlen=4000)  # messages without `READY`
        self._news = asyncio.Event()
        self._text = ""
        server.central.register(name, "secret")
        self.come()

    # --- the connection, in memory ---

    def come(self) -> None:
        self._session = self.server.central.connect(self)
        for line in (self.name, "secret", "verbose -ack", f"notify + {SERVICE}", "tell /os open 9"):
            self.say(line)
        self._heard.clear()

    def lose_connection(self) -> None:
        self._session.close()

    def write(self, data: bytes) -> None:
        self._text += data.decode("latin-1").replace("\r\n", "\n")
        *messages, self._text = self._text.split("READY\n")
        for message in messages:
            self._heard.append(message.strip("\n"))
            if self._heard[-1] == f": + {SERVICE} 1":
                asyncio.get_running_loop().call_soon(self.say, "tell /os open 9")
        self._news.set()

    def close(self) -> None: ...

    def say(self, line: str) -> None:
        self._session.receive(line)

    async def hear(self, pattern: str, seconds: float = PATIENCE) -> re.Match:
        """Waits for a message that begins so; forgets it and those before it."""
        compiled = re.compile(pattern)

        async def wait() -> re.Match:
            while True:
                while self._heard:
                    found = compiled.match(self._heard.popleft())
                    if found:
                        return found
                self._news.clear()
                await self._news.wait()
        try:
            return await asyncio.wait_for(wait(), seconds)
        except asyncio.TimeoutError:
            raise Refusal(f"{self.name} has not heard {pattern!r}") from None

    async def until(self, holds: Callable[[], object], what: str,
                    seconds: float = PATIENCE) -> None:
        """Waits until something holds, whoever brings it about."""
        end = asyncio.get_running_loop().time() + seconds
        while not holds():
            if asyncio.get_running_loop().time() > end:
                raise Refusal(f"{self.name} has waited in vain for {what}")
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), 0.02)
            except asyncio.TimeoutError:
                pass

    # --- challenges ---

    @property
    def service(self) -> Service:
        """Call it only when the service is up."""
        service = self.server.central.service
        assert service is not None
        return service

    def match_with(self, other: str) -> Match | None:
        service = self.server.central.service
        for match in service.matches.values() if service else ():
            if {self.name, other} == set(match.names):
                return match
        return None

    def is_open(self, other: str) -> bool:
        service = self.server.central.service
        return service is not None and all(
            self.server.central.is_online(name)
            and service.account(name).open > service.playing(name) for name in (self.name, other))

    async def challenge(self, other: str, terms: str) -> Match | None:
        """Asks for a match, or to continue one (`.7`). Returns None if the other declines, or the
        service goes down."""
        await self.until(lambda: self.is_open(other), f"{other} to be open")
        self._heard.clear()
        self.say(f"tell /os ask {terms}" + ("" if terms.startswith(".") else f" {other}"))
        down = rf": - {SERVICE} 1|: ERR user '{SERVICE}' not found"
        heard = await self.hear(rf"{down}|/os: (\+ +\.\d+ |ERR .*|[a-z+ ]+$)")
        if heard[1] and not heard[1].startswith("+"):
            raise Refusal(heard[1])
        if heard[1]:
            id_ = re.escape(heard[1].split()[1])
            heard = await self.hear(rf"{down}|/os: (\+ match|- +{id_} )")
        return self.match_with(other) if heard[1] == "+ match" else None

    async def accept_stored(self, other: str, number: str, seconds: float = PATIENCE) -> Match:
        """Waits until the other wants to continue the stored match of this number."""
        def wanted() -> list[str]:
            service = self.server.central.service
            challenges = service.challenges.values() if service else ()
            return [c.id for c in challenges
                    if (c.asker, c.asked, c.stored) == (other, self.name, number)]
        await self.until(wanted, f"{other} to continue", seconds)
        self.say(f"tell /os accept {wanted()[0]}")
        match = self.match_with(other)
        if match is None:
            raise Refusal("the stored match does not continue")
        return match

    # --- playing ---

    def turn(self, match: Match) -> Game | None:
        return match.awaited_game(self.name)

    async def play(self, match: Match, stop: Callable[[], bool] = lambda: False) -> None:
        """Plays until the match ends, or `stop` holds."""
        while match.outcome is None and not stop():
            game = self.turn(match)
            if game is None:
                await self.until(lambda: match.outcome is not None or self.turn(match) or stop(),
                                 f"a move in {match.line}")
            else:
                await self._think()
                if match.outcome is None and self.turn(match) is game and not stop():
                    self.move(game)

    async def _think(self) -> None:
        seconds = self.random.uniform(*self.thinks)
        begin = time.monotonic()
        await asyncio.sleep(seconds)
        self.server.delays.append(time.monotonic() - begin - seconds)

    def move(self, game: Game) -> None:
        if game.position.must_pass:
            names = ("PA", "pa", "pass", "PASS") if self.spelling == ODD else ("PA",)
            self.say(f"tell /os play {game.id} {self.random.choice(names)}")
            return
        name = square_name(self.random.choice(list(squares_of(game.position.moves)))).upper()
        if self.spelling == ODD:
            letter, digit = name
            name = self.random.choice((
                name, name.lower(), f"{letter}0{digit}", f"{letter}+{digit}", f"{letter} {digit}",
                f"{name} ", f"{letter.lower()}00{digit}", f" {name}"))
        value = self.random.choice(("", "/-1.50", "//0.02", "/3/0.01", "/1e2/1", "/-0.004",
                                    "/1/2/3"))
        self.say(f"tell /os play {game.id} {name}{value}")
