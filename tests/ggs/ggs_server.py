"""A game server on the loopback address that speaks as GGS does, for the tests of `emilia ggs`.

It challenges its guests, plays random legal moves against them, keeps the clocks, and can do
everything wrong that a server, an opponent or a network can do. It trusts a guest in nothing: what a
guest must not do is in `Guest.violations`.
"""
from __future__ import annotations

import asyncio
import itertools
import random
import re
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from match_runner.othello.rules import (  # noqa: E402 - the line before makes it importable
    START, Color, Position, parse_square, square_name, squares_of)

LOGIN = ": Enter login (yours, or one you'd like to use)."
PASSWORD = ": Enter your password."
PATIENCE = 30  # seconds for whatever a guest should do at once
# What a guest may send: lines at once, and further lines in each second.
BURST, RATE = 20, 10


def seconds_of(text: str) -> float:
    total = 0
    for part in text.split(":"):
        total = 60 * total + int(part)
    return total


def clock_text(seconds: float) -> str:
    whole = int(abs(seconds))
    return f"{'-' if seconds < 0 else ''}{whole // 60:02}:{whole % 60:02}"


class Clock:
    """One player's clock."""

    def __init__(self, text: str) -> None:
        parts = (text.split("/") + ["", ""])[:3]
        self.main, self.increment, self.extension = (seconds_of(p) if p else 0.0 for p in parts)

    def text(self, moves: int) -> str:
        middle = clock_text(self.increment) if self.increment else ""
        return f"{clock_text(self.main)},{moves}:0/{middle}/{clock_text(self.extension)},{moves}:0"

    def left(self) -> float:
        return self.main + self.extension

    def spend(self, seconds: float) -> None:
        self.main -= seconds
        if self.main < 0 < self.extension:
            self.main, self.extension = self.main + self.extension, 0.0
        self.main += self.increment


def random_opening(discs: int, generator: random.Random) -> Position:
    while True:
        position = START
        for _ in range(discs - 4):
            if not position.moves:
                break
            position = position.play(generator.choice(list(squares_of(position.moves))))
        else:
            if position.moves:
                return position


@dataclass
class Game:
    """A game between a guest and the server's own player."""

    position: Position
    guest_color: Color
    clocks: dict[Color, Clock]
    id: str = ""
    last: str = ""  # the last move as an update shows it
    ply: int = 0
    start: str = ""
    history: str = ""  # all moves, with passes
    moves: dict[Color, int] = field(default_factory=lambda: {c: 0 for c in Color})
    commands: asyncio.Queue = field(default_factory=asyncio.Queue)
    said: str = ""  # what the guest last said about its move: evaluation and seconds

    def __post_init__(self) -> None:
        self.start = self.position.text()

    @property
    def guest_turn(self) -> bool:
        return self.position.to_move is self.guest_color

    def lead(self) -> int:
        """Discs of the server's player more than those of the guest."""
        return self.position.score(self.guest_color.other)

    def play(self, text: str, seconds: float) -> None:
        color = self.position.to_move
        self.clocks[color].spend(seconds)
        self.moves[color] += 1
        self.ply += 1
        if parse_square(text.split("/")[0]) is None:
            self.position = self.position.passed()
        else:
            self.position = self.position.play(parse_square(text.split("/")[0]))
        self.last = text
        self.history += text.split("/")[0].lower()


@dataclass
class Scenario:
    """A match to play, and what goes wrong in it, from move `at` on."""

    type: str = "8"
    clock: str = "01:00//02:00"
    mode: str = "U"
    opponent: str = "alice"
    fault: str = ""
    at: int = 10


class Disconnected(Exception):
    """The guest is gone; unfinished games are stored."""


class MatchOver(Exception):
    """The match ends now, with this outcome."""


class Guest:
    """A user that logs in, perhaps several times. Only the server's loop may call its coroutines."""

    def __init__(self, server: "GgsServer", name: str) -> None:
        self.server = server
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
        id_ = f".{next(self.server.numbers)}"
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

    # --- matches ---

    async def play(self, scenario: Scenario) -> str:
        """Plays a match to its end, over as many connections as it takes. Returns its outcome."""
        for attempt in itertools.count():
            await asyncio.wait_for(self.ready.wait(), PATIENCE)
            try:
                answer = await self.challenge(scenario.type, scenario.clock, scenario.mode,
                                              by=scenario.opponent)
                break
            except Disconnected:
                if attempt == 10:
                    raise
        if answer != "accept":
            self.violations.append(f"did not accept {scenario}")
            return "declined"
        match = Match(self, scenario)
        outcome = await match.play()
        self.matches += 1
        self.played += match.games
        return outcome


class Match:
    """One game, or the two of a synchro match."""

    def __init__(self, guest: Guest, scenario: Scenario) -> None:
        self.guest = guest
        self.scenario = scenario
        self.fault = scenario.fault
        self.refused = 0
        synchro = scenario.type.startswith("s")
        random_discs = re.search(r"r(\d+)", scenario.type)
        start = (random_opening(int(random_discs[1]), guest.random) if random_discs else START)
        color = {"b": Color.WHITE, "w": Color.BLACK}.get(scenario.type[-1]) \
            or guest.random.choice(list(Color))
        colors = [color, color.other] if synchro else [color]
        self.games = [Game(start, c, {k: Clock(scenario.clock) for k in Color}) for c in colors]
        self.synchro = synchro
        self.id = ""

    @property
    def names(self) -> str:
        return f"1720 {self.scenario.opponent} 1720 {self.guest.name}"

    async def play(self) -> str:
        while True:
            await asyncio.wait_for(self.guest.ready.wait(), 60)
            try:
                outcome = await self.play_while_connected()
                await self.end(outcome)
                return outcome
            except Disconnected:
                self.guest.games.clear()
                # The server stores the match under another number.

    async def end(self, outcome: str) -> None:
        for game in self.games:
            self.guest.games.pop(game.id, None)
        await self.guest.say(f"/os: - match {self.id} {self.names} {self.scenario.type} "
                             f"{self.scenario.mode} {outcome}")

    async def play_while_connected(self) -> str:
        guest = self.guest
        self.id = f".{next(guest.server.numbers)}"
        await guest.say(f"/os: + match {self.id} {self.names} {self.scenario.type} "
                        f"{self.scenario.mode}")
        for number, game in enumerate(self.games):
            game.id = f"{self.id}.{number}" if self.synchro else self.id
            game.commands = asyncio.Queue()
            guest.games[game.id] = game
        guest.delivery = self.fault if self.fault in ("halves", "packed") else "whole"
        tasks = [asyncio.ensure_future(self.play_game(game)) for game in self.games]
        gone = asyncio.ensure_future(guest.gone.wait())
        try:
            pending = {*tasks, gone}
            while not all(task.done() for task in tasks):
                done, pending = await asyncio.wait(pending,
                                                   return_when=asyncio.FIRST_COMPLETED)
                if gone in done:
                    raise Disconnected
                for task in done:
                    task.result()  # throws what it threw
            return f"{sum(game.lead() for game in self.games):+.2f}"
        except MatchOver as over:
            return str(over)
        finally:
            guest.delivery = "whole"
            for task in (*tasks, gone):
                task.cancel()
            await asyncio.gather(*tasks, gone, return_exceptions=True)

    # --- a game ---

    def position_of(self, game: Game, kind: str) -> str:
        names = {game.guest_color: self.guest.name, game.guest_color.other: self.scenario.opponent}
        position = game.position
        black, white = position.discs(Color.BLACK), position.discs(Color.WHITE)
        cells = ["*" if black >> i & 1 else "O" if white >> i & 1 else "-" for i in range(64)]
        coordinates = "|   A B C D E F G H"
        lines = [f"/os: {kind} {game.id} {self.scenario.type} K?"]
        if kind == "update":
            lines.append(f"|{game.ply:>3}: {game.last}")
        for color, mark in ((Color.BLACK, "*"), (Color.WHITE, "O")):
            lines.append(f"|{names[color]:8} (1720.0 {mark}) "
                         f"{game.clocks[color].text(game.moves[color])}")
        lines += ["|", coordinates]
        lines += [f"| {row + 1} {' '.join(cells[8 * row:8 * row + 8])} {row + 1} "
                  for row in range(8)]
        lines += [coordinates, "|", f"|{'*' if position.to_move is Color.BLACK else 'O'} to move"]
        return "\n".join(lines)

    async def play_game(self, game: Game) -> None:
        await self.guest.say(self.position_of(game, "join"))
        while not game.position.is_over:
            if game.ply >= self.scenario.at and self.fault:
                await self.go_wrong(game)
            if game.guest_turn:
                await self.guest_moves(game)
            else:
                await self.server_moves(game)
            await self.tell_update(game)
        if self.synchro:
            await self.guest.say(f"/os: end {game.id} {game.lead():+.2f}")

    async def tell_update(self, game: Game) -> None:
        update = self.position_of(game, "update")
        if game.ply >= self.scenario.at and self.fault == "twice":
            await self.guest.say(update)
        if game.ply >= self.scenario.at and self.fault == "torn" and game.guest_turn:
            self.fault = ""
            lines = update.split("\n")
            await self.guest.say("\n".join(lines[:self.guest.random.randrange(1, len(lines) - 1)]))
            return
        await self.guest.say(update)

    async def server_moves(self, game: Game) -> None:
        if game.position.must_pass:
            return game.play("PA", 0)
        await asyncio.sleep(self.guest.random.choice((0, 0, 0.002, 0.01)))
        square = self.guest.random.choice(list(squares_of(game.position.moves)))
        value = self.guest.random.choice(("", "/-1.50", "//0.02", "/3.00/0.01"))
        game.play(square_name(square).upper() + value, 0.02)

    async def guest_moves(self, game: Game) -> None:
        guest = self.guest
        clock = game.clocks[game.guest_color]
        began = time.monotonic()
        while True:
            try:
                text = await asyncio.wait_for(game.commands.get(), clock.left())
            except asyncio.TimeoutError:
                guest.violations.append(f"a loss on time in {game.id}, move {game.ply + 1}, "
                                        f"{self.scenario}")
                raise MatchOver("+64.00") from None
            taken = time.monotonic() - began
            guest.slowest = max(guest.slowest, taken)
            if self.fault == "refuse" or (self.fault == "refuse-twice" and self.refused < 2):
                if game.ply >= self.scenario.at:
                    self.refused += 1
                    if self.fault == "refuse" or self.refused == 2:
                        self.fault = ""
                    await guest.say(f"/os: error {game.id} illegal move")
                    continue
            if self.fault == "drop-echo" and game.ply >= self.scenario.at:
                self.fault = ""
                if guest.random.random() < 0.5:
                    game.play(text, taken)  # the move counts, but the guest does not hear so
                await guest.drop()
                raise Disconnected
            move = text.split("/")[0]
            square = parse_square(move)
            legal = (game.position.must_pass if move == "PA"
                     else square is not None and game.position.is_legal(square))
            if not legal:
                guest.violations.append(f"an illegal move in {game.id}: {text!r}")
                await guest.say(f"/os: error {game.id} illegal move")
                continue
            if not re.fullmatch(r"PA|[A-H][1-8]/-?\d+\.\d\d/\d+\.\d\d", text):
                guest.violations.append(f"a move without value and time: {text!r}")
            game.said = text
            guest.least_left = min(guest.least_left, clock.main - taken)
            return game.play(text, taken)

    async def go_wrong(self, game: Game) -> None:
        """Faults that happen between two moves, once."""
        guest, fault = self.guest, self.fault
        if fault == "drop":
            self.fault = ""
            await guest.drop()
            raise Disconnected
        if fault == "silence":
            self.fault = ""
            guest.mute = True
            await asyncio.wait_for(guest.gone.wait(), PATIENCE)
            raise Disconnected
        if fault == "abort":
            raise MatchOver("aborted")
        if fault == "flag":  # says so, whether it is true or not
            raise MatchOver("+64.00")
        if fault == "own-flag":
            raise MatchOver("-64.00")
        if fault == "leaves":
            self.fault = ""
            guest.games.pop(game.id, None)
            await guest.say(f"/os: - match {self.id} {self.names} {self.scenario.type} "
                            f"{self.scenario.mode} {self.scenario.opponent} left")
            raise Stored
        if fault == "talk":
            await self.talk(game)
        if fault == "nonsense":
            await self.talk_nonsense(game)
        if fault == "challenges":
            await self.challenge_meanwhile()

    async def talk(self, game: Game) -> None:
        self.fault = ""
        lines = [f"/os: {game.id} A 1720 bob: good game {i}" for i in range(100)]
        lines += [f"bob{i}: are you a computer?" for i in range(100)]
        lines += [f"/os: + match .9{i:03} 1720 bob 1720 carl 8 U" for i in range(100)]
        lines += [": +ack:  tell /os play => x"] * 100
        self.guest.random.shuffle(lines)
        await self.guest.say(*lines)

    async def talk_nonsense(self, game: Game) -> None:
        self.fault = ""
        other = self.position_of(game, "update").replace(game.id + " ", ".77 ", 1)
        other = re.sub(rf"\|{self.guest.name} *", "|carl     ", other)
        lines = other.split("\n")
        messages = ["/os:", "/os: update", "/os: update .", "/os: join .99999999999999999999999 8",
                    "/os: + match", "/os: - match .77", "/os: end", "/os: error", "/os: + .1 x",
                    "\x00\x01\xff\x1b[31m", "/os: " + "x" * 10000, "|only | bars", "READY",
                    "/os: end .77 x", "/os: - .77", other.replace("to move", "to mo"),
                    other.replace("*", "?"), "\n".join(lines[:5]), "\n".join(reversed(lines)),
                    "\n".join(lines + lines), "/os: error .77 illegal move",
                    f"/os: +   .5 1720.0 {self.guest.name}"]
        self.guest.random.shuffle(messages)
        await self.guest.say(*messages)

    async def challenge_meanwhile(self) -> None:
        self.fault = ""
        for by in ("bob", "carl"):
            await self.guest.challenge_in_vain(type_="8", clock="01:00//02:00", by=by)


class Stored(Disconnected):
    """The match ends without a result and goes on under another number."""


class GgsServer:
    """Runs in a thread of its own. `port` is where it listens."""

    def __init__(self, password: str = "secret") -> None:
        self.password = password
        self.numbers = itertools.count(5)
        self.guests: dict[str, Guest] = {}
        self.wrong_logins = 0
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self.run(asyncio.start_server(self._welcome, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]

    def run(self, coroutine, timeout: float | None = 120):
        """Runs a coroutine in the server's thread and returns its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout)

    def start(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop)

    def guest(self, name: str) -> Guest:
        async def make() -> Guest:
            return self.guests.setdefault(name, Guest(self, name))
        return self.run(make())

    def close(self) -> None:
        async def end() -> None:
            self._server.close()
            for guest in self.guests.values():
                if guest.writer is not None:
                    guest.writer.close()
            others = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
        self.run(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(b"Welcome to the test server\n")
            # A prompt may lack its line end.
            writer.write(LOGIN.encode())
            name = (await reader.readline()).decode().strip()
            writer.write(f"\n{PASSWORD}\nREADY\n".encode())
            if (await reader.readline()).decode().strip() != self.password:
                self.wrong_logins += 1
                writer.write(f"\n: wrong password\n{LOGIN}\nREADY\n".encode())
                await reader.read()
                return
            writer.write(f"\n: Hello {name}\n|last login: never\nREADY\n".encode())
            guest = self.guests.setdefault(name, Guest(self, name))
            await guest.serve(reader, writer)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
