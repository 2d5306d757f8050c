"""Replays recorded sessions of the real game server against the test server.

What the users sent goes to the test server in the recorded order; what they got is compared message
by message. Openings and colours are as recorded, time passes as the recorded moves took it, and
numbers of challenges and matches are translated.
"""
from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from ggs_central import LOGIN, Central, Session
from ggs_clock import ManualTime, TimeControl
from ggs_game import Game, Move
from ggs_match import Match
from ggs_recording import (
    NUMBER, Item, Message, RecordedChance, is_own, messages_of, same, without_bell,
    without_decimals)
from ggs_terms import Chance, GameType

PASSWORD = "PASSWORD"  # as the recordings show it
LONGEST_WAIT = 60.0  # seconds without anything that was recorded
LOST = "(lost)"  # in place of a line: the connection is lost
SETTINGS = re.compile(r"tell /os (rated|trust|client|bell|vt100|open [1-9])|vt100|bell|verbose")


class Differs(Exception):
    """The test server says something else than the real one."""


class _Inbox:
    """A link in memory."""

    def __init__(self) -> None:
        self._bytes = b""
        self.messages: deque[Message] = deque()

    def write(self, data: bytes) -> None:
        lines = (self._bytes + data).decode("latin-1").replace("\x1b[2K\r", "").split("\r\n")
        messages, rest = messages_of(lines[:-1])
        self.messages.extend(messages)
        self._bytes = "\r\n".join([*rest, lines[-1]]).encode("latin-1")

    def bring_own_first(self) -> None:
        own = next((message for message in self.messages if is_own(message)), None)
        if own is not None:
            self.messages.remove(own)
            self.messages.appendleft(own)

    def close(self) -> None: ...


@dataclass
class User:
    """A user whose session was recorded."""

    name: str
    items: deque[Item]
    inbox: _Inbox = field(default_factory=_Inbox)
    session: Session | None = None


class Replay:
    """Recordings of users who were there at the same time, on a server that has perhaps seen
    earlier ones."""

    def __init__(self) -> None:
        self.time = ManualTime()
        self.central = Central(self.time, Chance(1))
        for name in ("alice", "bob", "carol", "emilia"):
            self.central.register(name, PASSWORD)
        self.users: list[User] = []
        self.compared = 0
        self._numbers: dict[tuple[str, str], str] = {}  # recorded number, by kind → ours
        self.pauses: dict[str, float] = {}  # seconds before a user says this
        # What a user says only after another one has said or got this.
        self.after: dict[tuple[str, str], tuple[str, str]] = {}
        self._seen: list[tuple[str, str]] = []
        self.partner: Session | None = None  # plays what a single recording shows of the other

    def _connect(self, name: str) -> User:
        user = User(name, deque())
        user.session = self.central.connect(user.inbox)
        return user

    def _arrive(self, name: str) -> User:
        """Logs in and says what the recorded users say on arrival, unrecorded."""
        user = self._connect(name)
        for line in (name, PASSWORD, "verbose -news -help -faq +ack", "tell /os client -",
                     "tell /os trust -"):
            user.session.receive(line)
        return user

    def come_again(self, recordings: dict[str, list[Item]],
                   before: tuple[tuple[str, str], ...]) -> None:
        """New connections; whose recording has the login logs in there. `before` are lines that were
        said before the recordings begin, and by whom."""
        for user in self.users:
            user.session.close()
        log_in = [name for name, items in recordings.items() if items[0].message[:1] == (LOGIN,)]
        self.users = [self._connect(name) if name in log_in else self._arrive(name)
                      for name in recordings]
        for user in self.users:
            if user.name not in log_in:
                for line in ("tell /os open 2", "tell /os rated -",
                             *(text for name, text in before if name == user.name)):
                    user.session.receive(line)
        for user in self.users:
            if user.name not in log_in:
                user.inbox.messages.clear()

    def come_with_partner(self, name: str, partner: str) -> None:
        """The partner follows the recording of the user. They have two stored matches."""
        user, other = self._arrive(name), self._arrive(partner)
        self.users, self.partner = [user], other.session
        other.session.receive("tell /os trust +")
        for session in (user.session, other.session):
            session.receive("tell /os open 3")
            session.receive("tell /os rated +")
        service = self.central.service
        for type_ in ("s8r20", "8b"):
            user.session.receive(f"tell /os ask {type_} 1:00//2:00 {partner}")
            other.session.receive(f"tell /os accept {next(iter(service.challenges))}")
            user.session.receive(f"tell /os break {next(iter(service.matches))}")
        user.inbox.messages.clear()

    def run(self, recordings: dict[str, list[Item]]) -> None:
        for user in self.users:
            user.items = deque(recordings.get(user.name, ()))
        first = next(iter(recordings.values()))
        self.central.chance = RecordedChance(first)
        if self.central.service is not None:
            self.central.service.chance = self.central.chance
        waited = 0.0
        self._seen.clear()
        while any(user.items for user in self.users):
            if any([self._compare(user) for user in self.users]) or self._send() or self._act():
                waited = 0.0
                continue
            self.time.pass_by(0.5)
            waited += 0.5
            if waited > LONGEST_WAIT:
                raise Differs("\n".join(self._state(user) for user in self.users))

    @staticmethod
    def _state(user: User) -> str:
        expected = next(iter(user.items), Item())
        got = "\n".join(next(iter(user.inbox.messages), ("nothing",)))
        return (f"{user.name} awaits:\n" + (expected.sent or "\n".join(expected.message))
                + f"\nand got:\n{got}\n")

    def _compare(self, user: User) -> bool:
        moved = False
        if user.session.in_ and user.items and user.items[0].message[:1] == (LOGIN,):
            user.session = self.central.connect(user.inbox)  # comes again
        while user.items and user.items[0].message and user.inbox.messages:
            recorded = user.items[0].message
            if is_own(recorded):  # it may overtake what the service says
                user.inbox.bring_own_first()
            ours = user.inbox.messages[0]
            if ours[0].startswith(": Thank you") and recorded != ours:
                user.inbox.messages.popleft()
                continue
            if not same(recorded, ours):
                raise Differs("\n".join([f"{user.name} got", *ours, "", "in place of", *recorded]))
            self._learn(recorded, ours)
            self._seen.append((user.name, "\n".join(recorded)))
            user.items.popleft()
            user.inbox.messages.popleft()
            self.compared += 1
            moved = True
        return moved

    # --- numbers ---

    def _learn(self, recorded: Message, ours: Message) -> None:
        head = recorded[0].replace("\x07", "")
        theirs, own = (NUMBER.findall(without_decimals(one[0])) for one in (recorded, ours))
        kinds = (["challenge", "stored"] if re.match(r"/os: [-+] +\.", head) else
                 ["match", "stored"] if re.match(r"/os: [-+] match", head) else [])
        for kind, old, new in zip(kinds, theirs, own):
            self._numbers[kind, old] = new

    def _translate(self, line: str) -> str:
        match = re.match(r"tell /os (\w+) (.*)", line)
        if match is None:
            return line
        command = match[1]
        kind = ("challenge" if command in ("accept", "decline", "cancel") else
                "stored" if command in ("ask", "look") else "match")
        if command == "play":  # only its first word
            id_, blank, move = match[2].partition(" ")
            return f"tell /os play {self._number(kind, id_)}{blank}{move}"
        return f"tell /os {command} " + " ".join(
            self._number(kind, word) for word in match[2].split(" "))

    def _number(self, kind: str, word: str) -> str:
        match = re.fullmatch(r"\.(\d+)(\.[01])?", word)
        if match is None:
            return word
        return f".{self._numbers.get((kind, match[1]), match[1])}{match[2] or ''}"

    # --- acting ---

    def _send(self) -> bool:
        senders = [user for user in self.users if user.items and user.items[0].sent is not None
                   and not self._must_wait(user)]
        if not senders:
            return False
        user = min(senders, key=self._urgency)
        line = user.items.popleft().sent
        self._seen.append((user.name, line))
        if line == LOST:
            user.session.close()
            return True
        self._prepare(user, line)
        self.time.pass_by(self.pauses.get(line, 0.0))
        user.session.receive(self._recorded_line(user, line))
        return True

    def _must_wait(self, user: User) -> bool:
        awaited = self.after.get((user.name, user.items[0].sent))
        return awaited is not None and not any(
            name == awaited[0] and awaited[1] in text for name, text in self._seen)

    def _urgency(self, user: User) -> tuple[int, float]:
        """The order of the users' lines follows from what they saw of each other: a line waits
        until everybody who sees its effect has said what he said before. Of moves in both games
        of a match the quicker one comes first."""
        line = user.items[0].sent
        if SETTINGS.match(line):
            return 0, 0.0
        effects = []
        for item in list(user.items)[1:]:
            if item.sent is not None:
                break
            if not is_own(item.message):
                effects.append(without_bell(item.message))
        blocked, private = False, True
        for number, effect in enumerate(effects):
            others = [other for other in self.users if other is not user and effect in [
                without_bell(item.message) for item in other.items if item.message]]
            if not others:
                continue
            private = number > 0
            for other in others:
                for item in other.items:
                    if item.message and without_bell(item.message) == effect:
                        break
                    blocked = blocked or item.sent is not None
            break
        missing = 0.0
        if line.startswith("tell /os play "):
            missing = self._seconds_missing(self._translate(line), list(user.items)[1:])
        return (0 if not blocked else 1 if private else 2), missing

    def _recorded_line(self, user: User, line: str) -> str:
        """The recordings show every password as the same, so a wrong one shows by its answer."""
        if line == PASSWORD and any(item.message[:1] == (": ERR Password is incorrect.",)
                                    for item in list(user.items)[:1]):
            return "wrong"
        translated = self._translate(line)
        if line.startswith("tell /os play "):
            self.time.pass_by(self._seconds_missing(translated, list(user.items)))
        return translated

    def _game(self, id_: str) -> Game | None:
        service = self.central.service
        for match in service.matches.values() if service else ():
            for game in match.games:
                if game.id == id_:
                    return game
        return None

    def _seconds_missing(self, line: str, items: list[Item]) -> float:
        """Until the move has taken as long as it did in the recording."""
        words = line.split(" ")
        game = self._game(words[3] if len(words) > 3 else "")
        if game is None:
            return 0.0
        answer = next((i.message[0] for i in items if i.message and not is_own(i.message)), "")
        if answer.startswith("/os: error"):
            return 0.0
        move = line.split(" ", 4)[-1].split("/")[0].strip(" ").lower()
        for item in items:
            for text in item.message:
                shown = re.fullmatch(
                    r"(?:\| *\d+: |/os: \x07?update \S+ )([^/]*)(?:/[^/]*)?(?:/([\d.]+))?", text)
                if shown and shown[1].strip(" ").lower() == move:
                    return self._missing(game, float(shown[2] or 0))
        return 0.0

    def _missing(self, game: Game, seconds: float) -> float:
        return max(0.0, seconds - game.mover.clock.elapsed(self.time.now()))

    # --- the other player of a single recording ---

    def _prepare(self, user: User, line: str) -> None:
        """Before a line, what its recorded answer shows of the service and of the partner."""
        if self.partner is None:
            return
        answers = [item.message for item in list(user.items)[:2] if item.message]
        if answers and answers[0][0].startswith(": ERR user '/os'"):
            self.central.stop_service()
        elif line.startswith("tell /os"):
            if self.central.service is None:
                self.central.start_service()
        if line.startswith("tell /os ask"):
            declines = any("not accepting" in message[0] for message in answers)
            mismatch = any("mismatch" in message[0] for message in answers)
            self.partner.receive(f"tell /os open {0 if declines else 1}")
            self.partner.receive(f"tell /os rated {'-' if mismatch else '+'}")
            number = re.fullmatch(r"tell /os ask \.(\d+)", line)
            if number and ("stored", number[1]) not in self._numbers:
                self._store(number[1], user)

    def _store(self, number: str, user: User) -> None:
        """Makes a stored match of an earlier session, as it is when it continues."""
        messages = [item.message for item in user.items if item.message]
        text, joins = next(
            (messages[i][0], messages[i + 1:i + 3]) for i in range(len(messages))
            if messages[i][0].startswith("/os: + match"))
        words = text.split()
        first, second, type_ = words[5], words[7], words[8]
        control = TimeControl.parse(re.sub(r".*\) ", "", joins[0][2]))
        service = self.central.service
        parsed = GameType.parse(type_)
        match = Match(service, parsed, words[9], (first, second), (control, control),
                      next(self.central.archive.numbers), joins[0][2].startswith(f"|{first} "),
                      Chance(1).start(parsed))
        for game, join in zip(match.games, joins):
            for line in join:
                shown = re.fullmatch(r"\| *\d+: (.*)", line)
                if shown:
                    move = Move.parse(shown[1])
                    game.mover.clock.spend(move.seconds)
                    game.play(move)
        service.store(match)
        self._numbers["stored", number] = str(match.archive)

    def _act(self) -> bool:
        """What the partner must have done, because the user got this."""
        user = self.users[0]
        service = self.central.service
        if self.partner is None or not user.items or not user.items[0].message or not service:
            return False
        message = user.items[0].message
        head = message[0]
        begins = re.match(r"/os: \+ match \.(\d+) \d+ (\S+) \d+ (\S+) (\S+) (\w)", head)
        if begins and begins[5] == "T":
            self._begin_tournament_match(begins, list(user.items))
        elif begins:
            self.partner.receive(f"tell /os accept {next(iter(service.challenges))}")
        elif head.startswith("/os: update"):
            self._play(message, list(user.items), "")
        elif head.startswith("/os: trust-violation"):
            self._play(user.items[1].message, list(user.items), "0")
        elif re.match(r"/os: \+ +\.\d+ .* S ", head):
            self.partner.receive("tell /os open 1")
            self.partner.receive("tell /os continue")
        elif re.match(r"/os: - +\.", head) and service.challenges:
            self.partner.receive(f"tell /os decline {next(iter(service.challenges))}")
        elif re.match(r"/os: abort ", head) and service.matches:
            list(service.matches.values())[-1].ask_abort(head.split()[3])
        elif head.endswith(" left"):  # whoever wanted it
            list(service.matches.values())[0 if self.partner.name in head else -1].leave(
                head.split()[-2])
        elif head.endswith(" aborted") or head.startswith("/os: end") and "aborted" in head:
            self.partner.receive(f"tell /os abort {list(service.matches)[-1]}")
        else:
            return False
        return True

    def _play(self, message: Message, items: list[Item], claimed: str) -> None:
        id_ = message[0].split()[2]
        id_ = self._number("match", id_)
        move = message[1].split(": ", 1)[1]
        game = self._game(id_)
        if game is None:
            raise Differs(f"no game {id_} for {message}")
        typed, evaluation, seconds = (move.split("/") + ["", ""])[:3]
        self.time.pass_by(self._missing(game, float(seconds or 0)))
        self.partner.receive(f"tell /os play {id_} {typed}/{evaluation}/{claimed or seconds}")

    def _begin_tournament_match(self, begins: re.Match, items: list[Item]) -> None:
        joins = items[1].message
        stored = [s for s in self.central.archive.stored.values()
                  if s.match.mode == "T" and s.match.type.text == begins[4]]
        if joins[1] != "|0 move(s)" and stored:
            self.central.service.continue_tournament_match(stored[-1].number)
            return
        seat = joins[3].split(") ")[1]
        text = re.sub(r",\d+:\d+", "", seat)
        main, increment, extension = text.split("/")
        second = int(main.split(":")[0]) * 60 + int(main.split(":")[1]) + 1
        self.central.service.begin_tournament_match(
            begins[2], begins[3], begins[4],
            f"{second // 60}:{second % 60:02}/{increment}/{extension}")
