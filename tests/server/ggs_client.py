"""Starts `emilia ggs` on the test server, and compares its records with what the server knows."""
from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass, replace
from pathlib import Path

from ggs_match import Match
from ggs_server import GgsServer, Visit

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from match_test import EMILIA  # noqa: E402 - the line before makes it importable
from match_runner.othello.rules import Color  # noqa: E402

KEEP = os.environ.get("EMILIA_GGS_FOLDER")
SECRET = "open-Sesame-7"
RULES = """# for the tests
decline users=troll,spam*
accept main=0:04-30:00 increment=0:00-0:30 extension=0:00-5:00 mode=unrated,rated,stored
"""
EXPLAINED = re.compile(r"user '/os' not found|(request|match) '\.[\d.]+' not found|"
                       "decline ERR not found: ")
NOBODY = "bob"  # whom hostile messages show as a player
# What a client may send: lines at once, and further lines in each second.
BURST, RATE = 20, 10


class Client:
    """A running `emilia ggs` with the files that it reads and writes."""

    def __init__(self, folder: Path, port: int, user: str, *options: str, password: str = SECRET,
                 limits: tuple[str, ...] = ("--time", "0.01"), rules: str = RULES) -> None:
        self.user = user
        self.games = folder / f"{user}.ggf"
        self.unfinished = folder / f"{user}.ggf.unfinished"
        self.log = folder / f"{user}.log"
        secret, rules_file = folder / f"{user}.password", folder / f"{user}.rules"
        secret.write_text(password + "\n")
        secret.chmod(0o600)
        rules_file.write_text(rules)
        # In a file, so that a test can look at it while the client runs.
        self._output = folder / f"{user}.output"
        with open(self._output, "wb") as output:
            self.process = subprocess.Popen(
                [EMILIA, "ggs", "--host", "127.0.0.1", "--port", str(port), "--user", user,
                 "--password-file", secret, "--rules", rules_file, "--games", self.games,
                 "--log", self.log, "--threads", "1", "--hash", "1", "--no-book",
                 *limits, *options],
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)

    def printed(self) -> str:
        return self._output.read_text()

    def finish(self, timeout: float = 60) -> tuple[int, str]:
        """Waits for its end; returns its exit status and what it has printed."""
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.user} did not end:\n{self.printed()}") from None
        return self.process.returncode, self.printed()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass(frozen=True, order=True)
class Kept:
    """A game as the server knows it or the client has kept it."""

    black: str
    white: str
    start: str
    moves: str
    result: float | None = None  # discs for black; None: it was broken


def known(server: GgsServer, user: str) -> tuple[list[Kept], list[Kept]]:
    """The games of this user: those of matches that are over, and those of stored matches."""
    archive = server.central.archive
    last: dict[int, Match] = {}
    for ended in archive.ended:
        if user in ended.match.names:
            last[id(ended.match)] = ended.match
    stored = [s.match for s in archive.stored.values()]
    over, waiting = [], []
    for match in last.values():
        (waiting if match in stored else over).extend(games_of(match, user))
    return sorted(over), sorted(waiting)


def games_of(match: Match, user: str) -> list[Kept]:
    return [Kept(game.seats[Color.BLACK].name, game.seats[Color.WHITE].name, game.start.text(),
                 "".join(move.name for move in match.seen_moves(game, user)),
                 game.result(Color.BLACK) if game.is_over else None)
            for game in match.games]


def kept(file: Path) -> list[Kept]:
    """The games in a file that `emilia ggs` has written. Emilia itself must be able to read it."""
    subprocess.run([EMILIA, "convert", str(file), "--to", "ggf", "--output", "-"],
                   capture_output=True, text=True, check=True)
    games = [parse_game(line) for line in file.read_text().splitlines() if "(;" in line]
    return sorted(game for game in games if NOBODY not in (game.black, game.white))


def kept_unfinished(file: Path) -> list[Kept]:
    """Each line has a number and a state of the game with it, the last one counts; no state: it is
    kept elsewhere."""
    games: dict[str, str] = {}
    for line in file.read_text().splitlines():
        number, _, state = line.partition(" ")
        games[number] = state
    found = [parse_game(state) for state in games.values() if state]
    return sorted(game for game in found if NOBODY not in (game.black, game.white))


def differences(server: list[Kept], client: list[Kept]) -> list[str]:
    """What the client has kept otherwise than the server. Of a broken game it can't know the last
    move of each player if the connection was lost."""
    found, left = [], list(client)
    for game in server:
        same = [one for one in left if one == game] or [
            one for one in left if game.result is None and one == replace(
                game, moves=game.moves[:len(one.moves)]) and len(one.moves) + 4 >= len(game.moves)]
        if same:
            left.remove(same[0])
        else:
            found.append(f"not kept: {game}")
    return found + [f"kept, but unknown to the server: {game}" for game in left]


def parse_game(line: str) -> Kept:
    def tag(name: str) -> str:
        found = re.search(rf"{name}\[((?:[^]\\]|\\.)*)\]", line)
        return re.sub(r"\\(.)", r"\1", found[1]) if found else ""
    result = re.match(r"[-+]?\d+\.?\d*", tag("RE"))
    moves = re.findall(r"(?<![A-Z])[BW]\[(PA|[A-H][1-8])", line)
    return Kept(tag("PB"), tag("PW"), tag("BO").removeprefix("8 "), "".join(moves).lower(),
                float(result[0]) if result else None)


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class GgsTest(unittest.TestCase):
    """A test with a server and a folder."""

    speed = 1.0

    def setUp(self) -> None:
        if KEEP:  # a folder for what the clients write, to look at afterwards
            self.folder = Path(tempfile.mkdtemp(dir=KEEP, prefix=f"{self.id().split('.')[-1]}-"))
        else:
            temporary = tempfile.TemporaryDirectory()
            self.addCleanup(temporary.cleanup)
            self.folder = Path(temporary.name)
        self.server = GgsServer(self.speed)
        self.addCleanup(self.server.close)

    def start(self, user: str, *options: str, **more) -> Client:
        self.server.do(self.server.central.register, user, SECRET)
        client = Client(self.folder, self.server.port, user, *options, **more)
        self.addCleanup(client.kill)
        return client

    def assert_said_goodbye(self, user: str) -> None:
        # The client ends as soon as it has sent its last line, maybe before the server has read it.
        visit = self.server.visits_of(user)[-1]
        self.server.run(visit.gone.wait())
        # Its `quit` is lost if it closes the connection before it has read all that was on its way.
        self.assertIn(visit.lines[-1][1], ("quit", "tell /os open 0"))

    def assert_kept(self, client: Client) -> None:
        """The records are the server's, move by move, with its results."""
        over, _ = self.server.do(known, self.server, client.user)
        self.assertEqual(differences(over, kept(client.games)), [])

    def errors(self, user: str) -> list[str]:
        """What the server did not like, except for what was on its way when the service restarted
        or a challenge or match ended."""
        return [text for name, text in self.server.central.errors
                if name == user and not EXPLAINED.search(text)]

    def assert_not_too_fast(self, user: str) -> None:
        for visit in self.server.visits_of(user):
            self.assertEqual(too_many_lines(visit), "")

    def assert_secret(self, *texts: str) -> None:
        """The password is nowhere but in its file."""
        for text in texts:
            self.assertNotIn(SECRET, text)
        for file in self.folder.iterdir():
            if file.suffix == ".password":
                continue
            try:
                content = file.read_text(errors="replace")
            except FileNotFoundError:
                continue  # a client that still plays has renamed its new record
            self.assertNotIn(SECRET, content, file)


def too_many_lines(visit: Visit) -> str:
    times = [when for when, _ in visit.lines]
    for last, now in enumerate(times):
        for number, earlier in enumerate(reversed(times[max(0, last - 200):last + 1])):
            if number + 1 > BURST + 1.2 * RATE * (now - earlier) + 2:
                return f"{number + 1} lines in {now - earlier:.2f} s"
    return ""
