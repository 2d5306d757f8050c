"""Four hundred matches on the test server: every type, clock, mode and ending, a third of them with
something that goes wrong. Afterwards every record is compared with the server's.

EMILIA_GGS_MATCHES sets another number. With EMILIA_GGS_FOLDER the clients' logs and records stay in
that folder.
"""
import asyncio
import itertools
import os
import random
import signal
import time
import unittest
from collections import Counter

from ggs_client import (
    Client, GgsTest, differences, kept, kept_unfinished, known, too_many_lines)
from ggs_match import Match, Taken
from ggs_player import Player
from ggs_scenario import (
    ENDINGS, FATAL_FLAG, FAULTS, OTHER_FAULTS, PLAYED_OUT, SOFT_FLAG, Play, Scenario)

MATCHES = int(os.environ.get("EMILIA_GGS_MATCHES", "400"))
CLIENTS = 8  # at a time; the client sends few lines a second, so it mostly waits
TYPES = ("8", "8b", "8w", "s8", "s8r4", "s8r14", "s8r20", "s8r23", "s8r48")
CLOCKS = ("01:00//02:00", "00:30", "05:00/00:10/02:00", "02:00/00:05,3/00:30", "20:00//05:00",
          "01:00/00:01/00:00", "02:00//00:30 03:00//00:10")
SHORT_CLOCK = "00:08//00:04"
MODES = "RUT"
OPPONENTS = ("alice", "b(b", "c)r[l]")  # names that a record must write with care
# The opponents' seconds for a move. Quicker ones would make the client wait with its answers: it
# sends at most ten lines a second in the long run.
THINKS = (0.08, 0.16)
ALLOTMENT = 0.02  # seconds a move
LATE = 0.2  # more than this beyond the allotment is late


def scenarios() -> list[Scenario]:
    """The same ones every time. Modes, endings and faults go round with different periods, so that
    each meets each."""
    chance = random.Random(2026)
    faults = itertools.cycle((*FAULTS, *OTHER_FAULTS))
    endings = itertools.cycle((PLAYED_OUT, PLAYED_OUT, *ENDINGS))
    made = []
    for number in range(MATCHES):
        ending = next(endings)
        fault = next(faults) if number % 3 == 2 else ""
        if fault == "silence" and ending in (SOFT_FLAG, FATAL_FLAG):
            ending = PLAYED_OUT  # what happens in the silence a client can't know
        clock = SHORT_CLOCK if ending in (SOFT_FLAG, FATAL_FLAG) else chance.choice(CLOCKS)
        mode = MODES[number % 5 % 3]
        if mode == "T":
            clock = clock.split()[0]
        made.append(Scenario(chance.choice(TYPES), clock, mode, ending,
                             fault, chance.randint(1, 40), chance.randint(1, 60)))
    chance.shuffle(made)
    return made


class ManyGamesTest(GgsTest):
    speed = 4.0

    def test_nothing_goes_wrong_in_many_matches(self):
        began = time.monotonic()
        everything = scenarios()
        shares = [everything[i::CLIENTS] for i in range(CLIENTS)]
        clients = [self.start(f"emilia{i}", "--silence", "3", limits=("--time", str(ALLOTMENT)))
                   for i in range(CLIENTS)]
        trouble: list[str] = []

        async def play(number: int, share: list[Scenario]) -> None:
            players = [Player(self.server, f"{name}{number}") for name in OPPONENTS]
            for player in players:
                player.thinks = THINKS
            for turn, scenario in enumerate(share):
                try:
                    await asyncio.wait_for(
                        Play(players[turn % 3], f"emilia{number}", scenario).run(), 180)
                except Exception as error:  # whatever it is, the others play on
                    trouble.append(f"emilia{number}: {scenario}: {error!r}")
                    players = [Player(self.server, f"x{turn}{n}{number}") for n in "abc"]
                    self._break_matches(f"emilia{number}")

        async def play_all() -> None:
            await asyncio.gather(*map(play, range(CLIENTS), shares))
        self.server.run(play_all(), timeout=3500)
        stop = time.monotonic()
        for client in clients:
            client.process.send_signal(signal.SIGINT)
        for client in clients:
            trouble += self._check(client)
        self._show(everything, clients, trouble, stop - began, time.monotonic() - stop)
        self.assertEqual(trouble, [])

    def _break_matches(self, user: str) -> None:
        """So that the next match can begin."""
        service = self.server.central.service
        if service is None:
            self.server.central.start_service()
            return
        for match in list(service.matches.values()):
            if user in match.names:
                match.leave(match.other(user))
        for stored in service.stored_of(user):
            del service.archive.stored[stored.number]

    def _check(self, client: Client) -> list[str]:
        status, output = client.finish()
        trouble = []
        if status != 130:
            trouble.append(f"{client.user} has ended with {status}: {output[-2000:]}")
        over, stored = self.server.do(known, self.server, client.user)
        trouble += [f"{client.user}: {text}" for text in differences(over, kept(client.games))]
        trouble += [f"{client.user}, unfinished: {text}" for text in
                    differences(stored, kept_unfinished(client.unfinished))]
        trouble += [f"{client.user} was told {text!r}" for text in self.errors(client.user)]
        trouble += [f"{client.user}: {text}" for text in
                    map(too_many_lines, self.server.visits_of(client.user)) if text]
        return trouble

    def _taken(self, user: str) -> list[float]:
        """Seconds of each move, the way included, if the connection held for all that time."""
        begins = [(visit.lines[0][0] if visit.lines else 0.0)
                  for visit in self.server.visits_of(user)]
        ends = [*begins[1:], float("inf")]

        def was_there(move: Taken) -> bool:
            since = move.since / self.speed
            return any(begin <= since and since + move.seconds / self.speed <= end
                       for begin, end in zip(begins, ends))
        matches = {id(ended.match): ended.match for ended in self.server.central.archive.ended}
        return [move.seconds / self.speed for match in matches.values() for move in match.taken
                if move.name == user and was_there(move)]

    def _show(self, everything: list[Scenario], clients: list[Client], trouble: list[str],
              seconds: float, waited: float) -> None:
        matches: dict[int, Match] = {
            id(ended.match): ended.match for ended in self.server.central.archive.ended}
        outcomes = Counter(_kind(match) for match in matches.values())
        games = [game for match in matches.values() for game in match.games]
        taken = sorted(itertools.chain.from_iterable(self._taken(c.user) for c in clients))
        delays = sorted(self.server.delays)
        late = sum(one > ALLOTMENT + LATE for one in taken)
        print(f"""
matches                            {len(everything)}, {
            sum(bool(s.fault) for s in everything)} of them with a fault
by mode                            {dict(Counter(s.mode for s in everything))}
by type                            {dict(Counter(s.type for s in everything))}
by ending                          {dict(Counter(s.ending for s in everything))}
by fault                           {dict(Counter(s.fault for s in everything if s.fault))}
outcomes on the server             {dict(outcomes)}
games                              {len(games)}, {sum(len(g.moves) for g in games)} moves
logins                             {len(self.server.visits)} by {len(clients)} clients
moves of Emilia                    {len(taken)}; median {taken[len(taken) // 2]:.3f} s, 99 % {
            taken[int(0.99 * len(taken))]:.3f} s, slowest {taken[-1]:.3f} s
later than {LATE} s + allotment       {late}
for comparison, own users woke     median {delays[len(delays) // 2]:.3f} s too late, 99 % {
            delays[int(0.99 * len(delays))]:.3f} s, slowest {delays[-1]:.3f} s
wait at Ctrl-C                     {waited:.1f} s
found wrong                        {len(trouble)}
time                               {seconds:.0f} s""")
        for line in trouble[:40]:
            print(line)


def _kind(match: Match) -> str:
    return "a result" if match.outcome[0] in "+-" else match.outcome.split()[-1]


if __name__ == "__main__":
    unittest.main()
