"""A match on the test server, and everything that can go wrong in it."""
from __future__ import annotations

import asyncio
import itertools
import re
import time
from dataclasses import dataclass

from ggs_game import Clock, Game, random_opening
from ggs_guest import PATIENCE, Disconnected, Guest

# Importable because of ggs_game.
from match_runner.othello.rules import START, Color, parse_square, square_name, squares_of


@dataclass
class Scenario:
    """A match to play, and what goes wrong in it, from move `at` on."""

    type: str = "8"
    clock: str = "01:00//02:00"
    mode: str = "U"
    opponent: str = "alice"
    fault: str = ""
    at: int = 10


class MatchOver(Exception):
    """The match ends now, with this outcome."""


class Stored(Disconnected):
    """The match ends without a result and goes on under another number."""


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
        self.id = f".{next(guest.numbers)}"
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


async def play_match(guest: Guest, scenario: Scenario) -> str:
    """Plays a match to its end, over as many connections as it takes. Returns its outcome."""
    for attempt in itertools.count():
        await asyncio.wait_for(guest.ready.wait(), PATIENCE)
        try:
            answer = await guest.challenge(scenario.type, scenario.clock, scenario.mode,
                                           by=scenario.opponent)
            break
        except Disconnected:
            if attempt == 10:
                raise
    if answer != "accept":
        guest.violations.append(f"did not accept {scenario}")
        return "declined"
    match = Match(guest, scenario)
    outcome = await match.play()
    guest.matches += 1
    guest.played += match.games
    return outcome
