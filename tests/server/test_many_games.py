"""Two hundred matches on the test server, half of them with something that goes wrong.

EMILIA_GGS_MATCHES sets another number.
"""
import asyncio
import os
import random
import time
import unittest

from ggs_client import FORBIDDEN, Client, GgsTest
from ggs_guest import Guest
from ggs_match import Scenario, play_match

MATCHES = int(os.environ.get("EMILIA_GGS_MATCHES", "200"))
CLIENTS = 8  # at a time; the client sends few lines a second, so it mostly waits
TYPES = ("8", "8b", "8w", "8r14", "8r20", "s8r20")
FAULTS = ("halves", "packed", "drop", "drop-echo", "silence", "refuse", "refuse-twice", "torn",
          "twice", "talk", "nonsense", "challenges", "leaves", "abort", "flag", "own-flag")


def scenarios() -> list[Scenario]:
    """The same ones every time: every other one has a fault, at any point of the game."""
    chance = random.Random(2026)
    return [Scenario(type=TYPES[number % len(TYPES)],
                     clock=chance.choice(("00:30", "01:00//02:00", "00:30/00:02", "02:00//00:30")),
                     fault=FAULTS[number // 2 % len(FAULTS)] if number % 2 else "",
                     at=chance.randint(1, 40), opponent=chance.choice(("alice", "b(b", "c)r[l]")))
            for number in range(MATCHES)]


async def play(guest: Guest, matches: list[Scenario]) -> list[str]:
    """Before each match come two challenges that the rules forbid."""
    outcomes = []
    for scenario in matches:
        for forbidden in guest.random.sample(FORBIDDEN, 2):
            await guest.ready.wait()
            await guest.challenge_in_vain(**forbidden)
            guest.forbidden += 1
        outcomes.append(await play_match(guest, scenario))
    return outcomes


class ManyGamesTest(GgsTest):
    def test_nothing_goes_wrong_in_many_matches(self):
        began = time.monotonic()
        everything = scenarios()
        shares = [everything[i::CLIENTS] for i in range(CLIENTS)]
        clients = [self.start(f"e{i}", "--matches", str(len(share)), "--silence", "3")
                   for i, share in enumerate(shares)]
        guests = [self.server.guest(client.user) for client in clients]

        async def play_all() -> list[list[str]]:
            return await asyncio.gather(*map(play, guests, shares))
        outcomes = self.server.run(play_all(), timeout=3500)
        for client, guest in zip(clients, guests):
            self.check(client, guest)
        self.show(everything, [o for some in outcomes for o in some], guests,
                  time.monotonic() - began)

    def test_the_clock_is_used_and_never_overstepped(self):
        guests, clients = [], []
        for name in ("one", "two", "ponders"):
            ponders = ("--ponder",) if name == "ponders" else ()
            clients.append(self.start(name, "--matches", "2", *ponders, limits=()))
            guests.append(self.server.guest(name))

        async def play_all() -> None:
            await asyncio.gather(*(play(guest, [Scenario(type="s8r20", clock="00:30"),
                                                Scenario(type="8", clock="00:30/00:01")])
                                   for guest in guests))
        self.server.run(play_all(), timeout=600)
        for client, guest in zip(clients, guests):
            self.check(client, guest)
            self.assertLess(guest.least_left, 20, "it has used its time")
        print(f"\nleast main time left of 30 s         {min(g.least_left for g in guests):.1f} s")

    def check(self, client: Client, guest: Guest) -> None:
        status, output = client.finish()
        with self.subTest(client=client.user):
            self.assertEqual(status, 0, output)
            self.assert_faultless(guest)
            self.assert_recorded(client, guest)
            self.assert_secret(output)

    @staticmethod
    def show(matches: list[Scenario], outcomes: list[str], guests: list[Guest],
             seconds: float) -> None:
        played = [game for guest in guests for game in guest.played]
        print(f"""
matches                            {len(matches)}, {sum(bool(m.fault) for m in matches)} of them with a fault
games                              {len(played)}, {sum(len(g.history) // 2 for g in played)} moves
ended early as the server said     {sum(not g.position.is_over for g in played)}
logins                             {sum(g.logins for g in guests)} by {len(guests)} clients
forbidden challenges               {sum(g.forbidden for g in guests)}
violations                         {sum(len(g.violations) for g in guests)}
slowest move, way included         {max(g.slowest for g in guests):.2f} s
least main time left after a move  {min(g.least_left for g in guests):.1f} s
time                               {seconds:.0f} s""")
        assert len(outcomes) == len(matches)


if __name__ == "__main__":
    unittest.main()
