"""Starts `emilia ggs` as a guest of the test server."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from ggs_guest import Guest
from ggs_server import GgsServer

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from match_test import EMILIA  # noqa: E402 - the line before makes it importable

SECRET = "open-Sesame-7"
RULES = """# for the tests
decline users=troll,spam*
accept types=8,8r14-20,s8r20 main=0:30-5:00 increment=0:00-0:05 extension=0:00-2:00 mode=unrated
accept users=friend types=8b main=10:00-20:00 mode=rated rating=1500-2000
"""
# What these rules forbid, and what no rules may allow.
FORBIDDEN = tuple(
    {"type_": "8", "clock": "01:00//02:00", "mode": "U", "by": "alice", **difference}
    for difference in (
        {"by": "troll"}, {"by": "spammer"},
        {"type_": "10"}, {"type_": "6"}, {"type_": "8k"}, {"type_": "8a"}, {"type_": "8ka"},
        {"type_": "s8r20k"}, {"type_": "10r20"}, {"type_": "8r12"}, {"type_": "8r22"},
        {"type_": "s8"}, {"type_": "s8r21"}, {"type_": "08"}, {"type_": "8bw"}, {"type_": "8z"}, {"type_": "x"}, {"type_": "8r"},
        {"clock": "00:29"}, {"clock": "05:01"}, {"clock": "1.00:01:00"}, {"clock": "01:00:00"},
        {"clock": "01:00/00:06"}, {"clock": "01:00//02:01"}, {"clock": "-01:00"},
        {"clock": "//02:00"}, {"clock": "soon"}, {"clock": "1:00/0/0/0"},
        {"mode": "R"}, {"mode": "S"}, {"mode": "X"},
        {"by": "friend", "clock": "15:00", "type_": "8b"},
        {"by": "friend", "clock": "15:00", "type_": "8", "mode": "R"},
        {"by": "friend", "clock": "15:00", "type_": "8b", "mode": "R", "rating": "2100.0"},
        {"by": "friend2", "clock": "15:00", "type_": "8b", "mode": "R"}))


class Client:
    """A running `emilia ggs` with the files that it reads and writes."""

    def __init__(self, folder: Path, port: int, user: str, *options: str,
                 password: str = SECRET, limits: tuple[str, ...] = ("--time", "0.01")) -> None:
        self.user = user
        self.games = folder / f"{user}.ggf"
        self.log = folder / f"{user}.log"
        secret, rules = folder / f"{user}.password", folder / f"{user}.rules"
        secret.write_text(password + "\n")
        secret.chmod(0o600)
        rules.write_text(RULES)
        # In a file, so that a test can look at it while the client runs.
        self._output = folder / f"{user}.output"
        with open(self._output, "wb") as output:
            self.process = subprocess.Popen(
                [EMILIA, "ggs", "--host", "127.0.0.1", "--port", str(port), "--user", user,
                 "--password-file", secret, "--rules", rules, "--games", self.games,
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


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class GgsTest(unittest.TestCase):
    """A test with a server and a folder."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.server = GgsServer(SECRET)
        self.addCleanup(self.server.close)

    def start(self, user: str, *options: str, **more) -> Client:
        client = Client(self.folder, self.server.port, user, *options, **more)
        self.addCleanup(client.kill)
        return client

    def assert_faultless(self, guest: Guest) -> None:
        self.assertEqual(guest.violations, [])

    def assert_said_goodbye(self, guest: Guest) -> None:
        # The client ends as soon as it has sent its last line, maybe before the server has read it.
        self.server.run(guest.gone.wait())
        self.assertTrue(guest.left.is_set(), "it says goodbye")

    def assert_recorded(self, client: Client, guest: Guest) -> None:
        """The records are those of the server, move by move."""
        self.assertEqual(sorted(records_of(client.games)),
                         sorted((game.start, game.history) for game in guest.played))

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


def records_of(file: Path) -> list[tuple[str, str]]:
    """The start and the moves of each game in a file that `emilia ggs` has written, which Emilia
    itself must be able to read."""
    text = subprocess.run([EMILIA, "convert", str(file), "--to", "ggf", "--output", "-"],
                          capture_output=True, text=True, check=True).stdout
    return [(re.search(r"BO\[8 (.*?)\]", game)[1],
             "".join(re.findall(r"[BW]\[(PA|[A-H][1-8])", game)).lower())
            for game in text.splitlines()]
