"""The Othello service `/os` of the test server: users, matches, stored games, ratings."""
from __future__ import annotations

import datetime
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ggs_clock import Time, TimeControl
from ggs_match import Match
from ggs_terms import EVERYBODY, Challenge, Chance, GameType, Numbers, Refused

if TYPE_CHECKING:
    from ggs_central import Central

BELLS = ("r", "p", "w", "n", "ns", "nn", "nt", "ni", "nr", "nw", "ta", "to", "tp")


@dataclass
class Rating:
    value: float = 1720.0
    deviation: float = 350.0


@dataclass
class ServiceAccount:
    """What the service knows about a user, and keeps when he leaves."""

    name: str
    registered: bool = True
    rated: bool = False
    trust: bool = False
    client: bool = False
    vt100: bool = False
    bells: set[str] = field(default_factory=set)
    hears_requests: bool = False  # those to everybody
    hears_watchers: bool = False  # who comes to watch his matches
    tracks: set[str] = field(default_factory=set)
    ratings: dict[str, Rating] = field(default_factory=dict)
    open: int = 0  # matches that he wants to play; 0 when he comes


@dataclass
class Stored:
    """A match that can be continued."""

    number: str
    when: str
    match: Match


@dataclass
class Ended:
    """What the server knows of a match that is over, or was broken without being stored."""

    match: Match
    outcome: str  # `+12.00`, `aborted`, `bob left`
    number: str


class Archive:
    """What outlives the service's restarts."""

    def __init__(self) -> None:
        self.numbers = itertools.count()  # each match gets the next one when it begins
        self.accounts: dict[str, ServiceAccount] = {}
        self.stored: dict[str, Stored] = {}
        self.ended: list[Ended] = []


class Service:
    """One run of the service."""

    def __init__(self, server: Central, archive: Archive, chance: Chance) -> None:
        self.server, self.archive, self.chance = server, archive, chance
        self.time: Time = server.time
        self.challenges: dict[str, Challenge] = {}
        self.matches: dict[str, Match] = {}
        self._challenge_numbers = Numbers(self.time, server.number_rest)
        self._match_numbers = Numbers(self.time, server.number_rest)

    # --- users ---

    def account(self, name: str) -> ServiceAccount:
        known = self.archive.accounts
        if name not in known:
            known[name] = ServiceAccount(name, self.server.is_registered(name))
        return known[name]

    def is_here(self, name: str) -> bool:
        return self.server.is_online(name)

    def arrive(self, name: str) -> None:
        """A tournament player who comes back gets his games."""
        self.account(name).open = 0
        for match in list(self.matches.values()):
            if name in match.names:
                for game in match.games:
                    match.show_join(game, [name])

    def depart(self, name: str) -> None:
        """His challenges are gone, and his matches end; in tournaments he stays as a ghost."""
        self._drop_challenges(name)
        for match in list(self.matches.values()):
            if name in match.names and match.mode != "T":
                match.leave(name)
            elif name in match.watchers:
                match.watchers.remove(name)

    def tell(self, name: str, text: str, bell: str = "") -> None:
        """`text` is a message without `/os: `; `bell` names the setting that adds a BEL."""
        account = self.account(name)
        ring = "\x07" if bell and bell in account.bells else ""
        if account.vt100 and text.startswith("ERR "):
            text = "\x1b[101m\x1b[7mERR\x1b[0m" + text[3:]
        self.server.tell(name, f"/os: {ring}{text}")

    def rating(self, name: str, type_: GameType) -> float:
        return self._rating(name, type_).value

    def _rating(self, name: str, type_: GameType) -> Rating:
        return self.account(name).ratings.setdefault(type_.rating_key, Rating())

    def date(self) -> str:
        return f"{datetime.datetime.now(datetime.timezone.utc):%Y.%m.%d_%H:%M:%S}.UTC"

    # --- challenges ---

    def ask(self, asker: str, asked: str, type_: GameType, asker_control: TimeControl,
            asked_control: TimeControl, stored: Stored | None = None) -> None:
        """Raises Refused."""
        own = self.account(asker)
        if own.open <= self.playing(asker):
            raise Refused("ERR Your open value is too low for new matches.")
        mode = "S" if stored else "U"
        if asked != EVERYBODY:
            if not self.is_here(asked):
                raise Refused(f"ERR user '{asked}' not found.")
            other = self.account(asked)
            if other.open <= self.playing(asked):
                raise Refused("ERR Player is not accepting new matches.")
            if own.rated and not other.rated:
                raise Refused("ERR rated variable mismatch.")
            if own.rated and not stored:
                mode = "R"
        challenge = Challenge(
            "", asker, asked, self.rating(asker, type_),
            self.rating(asked, type_) if asked != EVERYBODY else 0.0, type_, mode, asker_control,
            asked_control, stored.number if stored else "")
        if any(known.terms == challenge.terms for known in self.challenges.values()):
            raise Refused("ERR match with same parameters is already pending.")
        challenge.id = self._challenge_numbers.take()
        self.challenges[challenge.id] = challenge
        self._tell_of(challenge, "+")

    def playing(self, name: str) -> int:
        return sum(name in match.names for match in self.matches.values())

    def _tell_of(self, challenge: Challenge, sign: str) -> None:
        names = [challenge.asker, challenge.asked]
        if challenge.asked == EVERYBODY:
            names = [challenge.asker, *(
                name for name in self.server.users()
                if name != challenge.asker and self.account(name).hears_requests)]
        for name in names:
            self.tell(name, f"{sign} {challenge.text()}", "r")

    def drop(self, challenge: Challenge) -> None:
        del self.challenges[challenge.id]
        self._challenge_numbers.give_back(challenge.id)
        self._tell_of(challenge, "-")

    def _drop_challenges(self, name: str) -> None:
        """Those that he sent come first, the latest before the others."""
        latest_first = list(reversed(self.challenges.values()))
        for challenge in [*(c for c in latest_first if c.asker == name),
                          *(c for c in latest_first if c.asked == name)]:
            self.drop(challenge)

    def drop_what_is_too_much(self, name: str) -> None:
        if self.account(name).open <= self.playing(name):
            self._drop_challenges(name)

    def accept(self, name: str, challenge: Challenge) -> None:
        if challenge.asker == name:
            raise Refused("ERR you cannot accept your own match request.")
        stored = self.archive.stored.pop(challenge.stored, None) if challenge.stored else None
        if challenge.stored and stored is None:
            raise Refused(f"ERR no archived match '{challenge.stored}' found.")
        del self.challenges[challenge.id]
        if stored is not None:
            match = stored.match.prepare_to_continue()
            match.service = self
            self._begin(match)
        else:
            asker_has_black = (challenge.type.asker.value == "B" if challenge.type.asker
                               else self.chance.asker_has_black())
            self._begin(Match(self, challenge.type, challenge.mode, (challenge.asker, name),
                              (challenge.asker_control, challenge.asked_control),
                              next(self.archive.numbers), asker_has_black,
                              self.chance.start(challenge.type)))
        self._tell_of(challenge, "-")
        self._challenge_numbers.give_back(challenge.id)
        for player in (challenge.asker, name):
            self.drop_what_is_too_much(player)

    # --- matches ---

    def _begin(self, match: Match) -> None:
        match.id = self._match_numbers.take()
        self.matches[match.id] = match
        match.begin()

    def begin_tournament_match(self, first: str, second: str, type_: str, clock: str) -> Match:
        """Nobody is asked."""
        control = TimeControl.parse(clock)
        assert control is not None
        parsed = GameType.parse(type_)
        match = Match(self, parsed, "T", (first, second), (control, control),
                      next(self.archive.numbers), self.chance.asker_has_black(),
                      self.chance.start(parsed))
        self._begin(match)
        for name in (first, second):
            self.drop_what_is_too_much(name)
        return match

    def continue_tournament_match(self, number: str) -> Match:
        match = self.archive.stored.pop(number).match.prepare_to_continue()
        match.service = self
        self._begin(match)
        return match

    def announce(self, match: Match, text: str) -> None:
        """To players, watchers, and those who track a player."""
        names = match.players_and_watchers
        trackers = [name for name in self.server.users() if name not in names
                    and self.account(name).tracks & set(match.names)]
        for name in names:
            self.tell(name, text, "p")
        for name in trackers:
            self.tell(name, text, "nt")
            if text.startswith("+"):
                match.watchers.append(name)

    def end_match(self, match: Match, text: str) -> None:
        del self.matches[match.id]
        self._match_numbers.give_back(match.id)
        assert match.outcome is not None
        self.archive.ended.append(Ended(match, match.outcome, f".{match.archive}"))
        self.announce(match, text)

    def rate(self, match: Match, score: float) -> None:
        """New ratings after a result; `score` is the first player's."""
        ratings = [self._rating(name, match.type) for name in match.names]
        before = [(r.value, r.deviation) for r in ratings]
        expected = max(-64.0, min(64.0, (before[0][0] - before[1][0]) / 16))
        gain = (score - expected) * sum(deviation for _, deviation in before) / 400
        for rating, sign in zip(ratings, (1, -1)):
            rating.value += sign * gain
            rating.deviation = max(60.0, 0.95 * rating.deviation)
        lines = [f"rating_update {match.id}"]
        for name, (value, deviation), new in zip(match.names, before, ratings):
            lines.append(f"|{name:8} {value:.2f} @ {deviation:.2f}  {new.value - value:+7.2f} -> "
                         f"{new.value:.2f} @ {new.deviation:.2f}")
        for name in match.players_and_watchers:
            self.tell(name, "\n".join(lines), "p")

    def store(self, match: Match) -> None:
        now = datetime.datetime.now(datetime.timezone.utc)
        self.archive.stored[f".{match.archive}"] = Stored(
            f".{match.archive}", f"{now:%d %b %Y %H:%M:%S}", match)

    def stored_of(self, name: str) -> list[Stored]:
        return [stored for stored in self.archive.stored.values() if name in stored.match.names]

    def go_down(self) -> None:
        """The users get no notice. Rated and tournament matches are stored, the others are gone."""
        for match in self.matches.values():
            match.close()
            match.outcome = "gone"
            if match.mode in "RT":
                self.store(match)
            self.archive.ended.append(Ended(match, "gone", f".{match.archive}"))
