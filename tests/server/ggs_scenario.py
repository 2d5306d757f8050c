"""Matches between a player of the tests and Emilia, and everything that can go wrong in them."""
from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Callable

from ggs_clock import TimeControl
from ggs_game import Game
from ggs_match import Match
from ggs_player import ODD, USUAL, Player, Refusal
from ggs_server import PATIENCE, Visit
from ggs_service import BELLS
from ggs_terms import Challenge, GameType

PLAYED_OUT, RESIGNS, SOFT_FLAG, FATAL_FLAG, BREAKS, ABORT_ASKED = (
    "played out", "resigns", "soft time-out", "fatal time-out", "breaks", "asks to abort, breaks")
ENDINGS = (PLAYED_OUT, RESIGNS, SOFT_FLAG, FATAL_FLAG, BREAKS, ABORT_ASKED)


@dataclass
class Scenario:
    """A match to play. The fault happens at ply `at`, the ending, if the game is not over before,
    at ply `end_at`."""

    type: str = "8"
    clock: str = "01:00//02:00"
    mode: str = "U"  # R, or T for a tournament's
    ending: str = PLAYED_OUT
    fault: str = ""
    at: int = 10
    end_at: int = 24


class Play:
    """Plays one scenario against Emilia, who is logged in as `user`."""

    def __init__(self, player: Player, user: str, scenario: Scenario) -> None:
        self.player, self.user, self.scenario = player, user, scenario
        self.server, self.central = player.server, player.server.central
        self.match: Match | None = None
        self._events: list[tuple[int, Callable]] = sorted(
            ((at, event) for at, event in ((scenario.at, FAULTS.get(scenario.fault)),
                                           (scenario.end_at, _ENDINGS.get(scenario.ending)))
             if event), key=lambda event: event[0])

    async def run(self) -> Match | None:
        """Returns the match, in its last state."""
        player, scenario = self.player, self.scenario
        player.spelling = ODD if scenario.fault == "odd moves" else USUAL
        if not self.central.is_online(player.name):
            player.come()
        await self._before()
        if scenario.mode == "T":
            await player.until(lambda: player.is_open(self.user), f"{self.user} to be open")
            self.match = player.service.begin_tournament_match(
                player.name, self.user, scenario.type, scenario.clock)
        else:
            self.match = await self._ask(f"{scenario.type} {scenario.clock}",
                                         "+" if scenario.mode == "R" else "-")
        await self._play_on()
        return self.match

    async def _play_on(self) -> None:
        while True:
            await self.player.play(self.match, self._is_time)
            if self.match.outcome is None:
                _, event = self._events.pop(0)
                await event(self)
            elif f".{self.match.archive}" in self.central.archive.stored:
                await self._continue()
            else:
                return

    def _is_time(self) -> bool:
        return bool(self._events) and self._plies() >= self._events[0][0]

    def _plies(self) -> int:
        return max(len(game.moves) for game in self.match.games)

    async def _continue(self) -> None:
        """A stored match continues: in a tournament by itself, otherwise if either side asks."""
        number = f".{self.match.archive}"
        if not self.central.is_online(self.player.name):
            self.player.come()
        if self.match.mode == "T":
            await self.player.until(lambda: self.player.is_open(self.user), "a tournament player")
            self.player.service.continue_tournament_match(number)
        elif self.player.random.random() < 0.5:
            await self._ask(number, "-")
        else:
            try:
                await self.player.accept_stored(self.user, number, 3)
            except Refusal:  # he asks for his stored matches only when he comes
                await self._ask(number, "-")

    async def _ask(self, terms: str, rated: str) -> Match:
        """Once, or again if the service went down before the answer: others restart it, too."""
        while True:
            await self.player.until(lambda: self.player.is_open(self.user),
                                    f"{self.user} to be open")
            service = self.player.service
            self.player.say(f"tell /os rated {rated}")
            match = await self.player.challenge(self.user, terms)
            if match is not None:
                return match
            if self.central.service is service:
                raise Refusal(f"{self.user} declines {terms}")

    # --- what happens before a match ---

    async def _before(self) -> None:
        before = {"settings": self._spoil_settings, "late accept": self._cancel_early,
                  "declined": self._ask_forbidden}.get(self.scenario.fault)
        if before is not None:
            await self.player.until(lambda: self.player.is_open(self.user), "an open user")
            await before()

    async def _spoil_settings(self) -> None:
        """Somebody has used the account with other settings; the program comes to find them."""
        central, service = self.central.account(self.user), self.player.service.account(self.user)
        choice = self.player.random
        central.verbose = choice.choice(({"faq", "help", "news"}, set(), {"ack"}))
        central.vt100, service.vt100 = choice.random() < 0.6, choice.random() < 0.5
        central.bells, service.bells = {"t", "tc", "tg", "n"}, set(BELLS)
        service.client, service.trust = choice.random() < 0.7, False
        service.rated, service.hears_requests = False, True
        await asyncio.sleep(0.5)  # the end of the match before may still be on its way
        await self.lose(self.visit)

    async def _cancel_early(self) -> None:
        """A challenge that is gone before the answer comes must not keep others away."""
        player, service = self.player, self.player.service
        allowed = len(self.central.errors)
        player.say("tell /os rated -")
        for minutes in (1, 2, 3):
            player.say(f"tell /os ask 8 {minutes}:00 {self.user}")
            mine = [c for c in service.challenges.values() if c.asker == player.name]
            for challenge in mine:
                await asyncio.sleep(player.random.choice((0, 0.001)))
                if challenge.id in service.challenges:
                    player.say(f"tell /os cancel {challenge.id}")
        await asyncio.sleep(0.3)
        self.central.errors[allowed:] = [
            error for error in self.central.errors[allowed:]
            if not re.search(r"not found|accepting|too low|pending", error[1])]
        match = player.match_with(self.user)
        if match is not None:  # the answer was quicker
            player.say(f"tell /os break {match.id}")

    async def _ask_forbidden(self) -> None:
        for terms in ("8k 1:00", "8kr20 1:00", "10 1:00", "8a 1:00", "8 0:01", "8 9:59:59",
                      "8 1:00 9:59:59", "8 1:00/9:00", "8 1:00//99:00"):
            if await self.player.challenge(self.user, terms) is not None:
                raise Refusal(f"{self.user} accepts {terms}")

    # --- help for the faults ---

    @property
    def visit(self) -> Visit:
        return self.server.visits_of(self.user)[-1]

    async def lose(self, visit: Visit) -> None:
        visit.wire.cut()
        await asyncio.wait_for(visit.gone.wait(), PATIENCE)

    async def wait_for_turn(self, name: str) -> Game | None:
        """Until this user is to move; the player makes his own moves."""
        await self.player.play(self.match, lambda: self.match.awaited_game(name) is not None)
        return self.match.awaited_game(name)

    def tell(self, *texts: str) -> None:
        """Whatever the service itself would not say."""
        for text in texts:
            self.visit.session.show_block(text)

    # --- faults in a match ---

    async def drop(self) -> None:
        await self.lose(self.visit)

    async def drop_echo(self) -> None:
        """The move counts, but Emilia does not hear so."""
        game = await self.wait_for_turn(self.user)
        if game is None:
            return
        visit, moves = self.visit, len(game.moves)
        await asyncio.sleep(0)  # what was said before has left
        visit.wire.mute = True
        await self.player.until(lambda: len(game.moves) > moves or self.match.outcome is not None,
                                "a move without an echo")
        await self.lose(visit)

    async def drop_out_of_step(self) -> None:
        """Emilia's connection is lost when the opponent has moved and she has not, so that both
        games of a synchro match show her to move when she is back."""
        game = await self.wait_for_turn(self.player.name)
        if game is not None:
            self.player.move(game)
            await self.lose(self.visit)

    async def silence(self) -> None:
        visit = self.visit
        visit.wire.mute = visit.wire.deaf = True
        await asyncio.wait_for(visit.gone.wait(), PATIENCE)

    async def restart(self) -> None:
        self.central.stop_service()
        await asyncio.sleep(self.player.random.choice((0, 0.3, 1.2)))
        self.central.start_service()

    async def restart_while_away(self) -> None:
        """Emilia comes before the service."""
        self.central.stop_service()
        await self.lose(self.visit)
        await self.player.until(lambda: self.central.is_online(self.user), "a login")
        await asyncio.sleep(self.player.random.choice((0, 0.3, 1.2)))
        self.central.start_service()

    async def second_login(self) -> None:
        """Somebody else comes with the same name, which ends the connection, and leaves again."""
        link = _Nowhere()
        session = self.central.connect(link)
        session.receive(self.user)
        session.receive(self.central.account(self.user).password)
        session.close()

    async def pieces(self) -> None:
        self.visit.wire.delivery = "pieces"

    async def packed(self) -> None:
        self.visit.wire.delivery = "packed"

    async def talk(self) -> None:
        lines = [f"/os: {self.match.id} A 1720 bob: good game {i}" for i in range(100)]
        lines += [f"bob: are you a computer?\n|{self.user}: + match .{i}" for i in range(100)]
        lines += [f"/os:  + bob{i} watch {self.match.id}" for i in range(100)]
        lines += [": + bob"] * 100
        self.player.random.shuffle(lines)
        self.tell(*lines)
        self.player.say(f"tell /os tell {self.match.id} hi\\/os: - match {self.match.id}\\READY")
        self.player.say(f"tell {self.user} \\/os: update {self.match.id}")

    async def many_matches(self) -> None:
        self.tell(*(f"/os: + match .{1000 + i} 1720 bob 1720 {self.user} 8 U" for i in range(2000)))
        await self._move_in_time()
        self.tell(*(f"/os: - match .{1000 + i} 1720 bob 1720 {self.user} 8 U bob left"
                    for i in range(2000)))

    async def many_boards(self) -> None:
        """Of games that never began, and whose matches end afterwards."""
        own = self.match.games[0].id
        texts = self._board(), self.match.games[0].join(self.central.time.now())
        self.tell(*(f"/os: {texts[i % 2]}".replace(f" {own} ", f" .{1000 + i} ", 1).replace(
            f"|{self.player.name:8} ", "|bob      ") for i in range(4000)))
        await self._move_in_time()
        self.tell(*(f"/os: - match .{1000 + i} 1720 bob 1720 {self.user} 8 U bob left"
                    for i in range(4000)))

    async def many_challenges(self) -> None:
        control = TimeControl.parse("1:00")
        challenges = [Challenge(f".{1000 + i}", "bob", self.user, 1720.0, 1720.0,
                                GameType.parse("8"), "U", control, control) for i in range(1000)]
        self.tell(*(f"/os: + {challenge.text()}" for challenge in challenges))
        allowed = len(self.central.errors)
        await self._move_in_time()
        self.tell(*(f"/os: - {challenge.text()}" for challenge in challenges))
        await self.player.until(self._is_quiet, f"{self.user} to decline all that")
        self.central.errors[allowed:] = [error for error in self.central.errors[allowed:]
                                         if not re.search(r"\.1\d{3}\b", error[1])]

    def _board(self) -> str:
        game, now = self.match.games[0], self.central.time.now()
        return game.update(now) if game.moves else game.join(now)

    def _is_quiet(self) -> bool:
        last = self.visit.lines[-1][0]
        return self.match.outcome is not None or self.server.loop.time() - last > 0.4

    async def _move_in_time(self) -> None:
        """The clocks' record shows whether the next moves are late."""
        plies = self._plies() + 4
        await self.player.play(self.match, lambda: self._plies() >= plies)

    async def nonsense(self) -> None:
        """Whatever a server may say that is no message of the service."""
        game, other = self.match.games[0], ".77"
        board = self._board().replace(f" {game.id} ", f" {other} ", 1)
        board = board.replace(f"|{self.user} ", "|carl ")
        lines = board.split("\n")
        messages = ["/os:", "/os: update", "/os: update .", f"/os: join .{'9' * 30} 8",
                    "/os: + match", f"/os: - match {other}", "/os: end", "/os: error",
                    "/os: + .1 x", "\x01\x02\x1b[31m", "/os: " + "x" * 10000, "|only | bars",
                    "/os: end .77 x", "/os: - .77", f"/os: {board}".replace("to move", "to mo"),
                    f"/os: {board}".replace("*", "?"), "/os: " + "\n".join(lines[:5]),
                    "/os: " + "\n".join(lines + lines), "/os: error .77 illegal move",
                    "/os: join .77 8 K?\n|99999999999 move(s)", "/os: timeout .77 nobody (*)",
                    "/os: stored x", "/os: look\n|2 (;GM[Othello]",
                    f"/os: +   .5 1720.0 {self.user}"]
        self.player.random.shuffle(messages)
        self.tell(*messages)

    async def watched(self) -> None:
        """Somebody watches, asks, and talks."""
        watcher = Player(self.server, f"w{self.player.random.randrange(10 ** 6)}")
        watcher.say(f"tell /os watch + {self.match.id}")
        watcher.say(f"tell /os tell {self.match.id} hello")
        watcher.say(f"tell /os abort {self.match.id}")
        self.player.say(f"tell /os abort {self.match.id}")
        for game in self.match.games:
            self.player.say(f"tell /os undo {game.id}")
        await self._move_in_time()
        watcher.say("quit")

    async def out_of_step(self) -> None:
        """The opponent leaves when his game has one move more than the other."""
        game = await self.wait_for_turn(self.player.name)
        if game is not None:
            self.player.move(game)
            await self.opponent_lost()

    async def opponent_lost(self) -> None:
        self.player.lose_connection()
        await asyncio.sleep(0.1)
        self.player.come()

    # --- endings ---

    async def _resign(self) -> None:
        self.player.say(f"tell /os resign {self.match.id}")

    async def _break(self) -> None:
        self.player.say(f"tell /os break {self.match.id}")

    async def _ask_abort(self) -> None:
        self.player.say(f"tell /os abort {self.match.id}")
        if self.match.type.synchro is False:
            self.player.say(f"tell /os score {self.match.id} 4")
        await self._move_in_time()
        if self.match.outcome is None:
            await self._break()

    async def _let_flag_fall(self) -> None:
        """Once: the extension remains."""
        game = await self.wait_for_turn(self.player.name)
        if game is None:
            return
        clock = game.mover.clock
        await self.player.until(lambda: clock.flagged or self.match.outcome is not None,
                                "a flag to fall", 60)

    async def _lose_on_time(self) -> None:
        await self.wait_for_turn(self.player.name)
        await self.player.until(lambda: self.match.outcome is not None or (
            self.match.type.synchro and any(g.fatal is not None for g in self.match.games)),
            "a loss on time", 90)


class _Nowhere:
    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


_ENDINGS = {RESIGNS: Play._resign, SOFT_FLAG: Play._let_flag_fall,
            FATAL_FLAG: Play._lose_on_time, BREAKS: Play._break, ABORT_ASKED: Play._ask_abort}
FAULTS = {"drop": Play.drop, "drop echo": Play.drop_echo,
          "drop out of step": Play.drop_out_of_step, "silence": Play.silence,
          "restart": Play.restart, "restart while away": Play.restart_while_away,
          "second login": Play.second_login, "pieces": Play.pieces, "packed": Play.packed,
          "talk": Play.talk, "many matches": Play.many_matches, "many boards": Play.many_boards,
          "many challenges": Play.many_challenges, "nonsense": Play.nonsense,
          "watched": Play.watched, "out of step": Play.out_of_step,
          "opponent lost": Play.opponent_lost}
# Those that happen before the match or all the time.
OTHER_FAULTS = ("settings", "late accept", "declined", "odd moves")


async def play_all(player: Player, user: str, scenarios: list[Scenario]) -> list[Match]:
    return [await Play(player, user, scenario).run() for scenario in scenarios]


async def begin(player: Player, user: str, scenario: Scenario) -> asyncio.Future:
    """Returns the match in a task, once it is under way."""
    play = Play(player, user, scenario)
    task = asyncio.ensure_future(play.run())
    while play.match is None or not any(len(game.moves) >= 6 for game in play.match.games):
        await asyncio.sleep(0.01)
        if task.done():
            raise AssertionError(task.result())
    return task


async def wait_for(task: asyncio.Future) -> Match:
    return await asyncio.wait_for(task, 60)
