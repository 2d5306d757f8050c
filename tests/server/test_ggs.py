"""`emilia ggs` plays on the test server."""
import asyncio
import signal
import subprocess
import time
import unittest
from dataclasses import dataclass

from ggs_central import LOGIN
from ggs_client import EMILIA, SECRET, Client, GgsTest, differences, kept_unfinished, known
from ggs_clock import USUAL_CONTROL
from ggs_player import Player, Refusal
from ggs_scenario import (
    ENDINGS, FAULTS, OTHER_FAULTS, RESIGNS, Play, Scenario, begin, play_all, wait_for)
from ggs_terms import Challenge, GameType

# What the rules of the tests forbid, and what no rules may allow.
FORBIDDEN = tuple(
    {"type": "8", "clock": "01:00//02:00", "mode": "U", "by": "alice", **difference}
    for difference in (
        {"by": "troll"}, {"by": "spammer"},
        {"type": "10"}, {"type": "6"}, {"type": "8k"}, {"type": "8a"}, {"type": "8ka"},
        {"type": "s8r20k"}, {"type": "10r20"}, {"type": "s8r3"},
        {"type": "08"}, {"type": "8bw"}, {"type": "8z"},
        {"type": "x"}, {"type": "s8r"},
        {"clock": "00:03"}, {"clock": "30:01"}, {"clock": "1.00:01:00"}, {"clock": "01:00:00"},
        {"clock": "01:00/00:31"}, {"clock": "01:00//05:01"}, {"clock": "-01:00"},
        {"clock": "//02:00"}, {"clock": "soon"}, {"clock": "1:00/0/0/0"}, {"mode": "X"}))


def short(type_: str = "8", mode: str = "U") -> Scenario:
    """A match whose opponent resigns soon, because a whole game takes seconds."""
    return Scenario(type_, mode=mode, ending=RESIGNS, end_at=20)


class ServerCase(GgsTest):
    def player(self, name: str) -> Player:
        return self.server.do(Player, self.server, name)

    def wait_until_open(self, client: Client) -> Player:
        player = self.player("alice")
        self.server.run(player.until(lambda: player.is_open(client.user), "an open client"))
        return player

    def check(self, client: Client, status: int = 0) -> str:
        found, output = client.finish()
        self.assertEqual(found, status, output)
        self.assert_said_goodbye(client.user)
        self.assert_not_too_fast(client.user)
        self.assert_kept(client)
        self.assert_secret(output)
        return output


class PlayTest(ServerCase):
    speed = 4.0

    def play_shares(self, scenarios: list[Scenario], clients: int) -> None:
        """Each client plays some of the scenarios."""
        shares = [scenarios[i::clients] for i in range(clients)]
        started = [self.start(f"emilia{i}", "--matches", "999", "--silence", "2")
                   for i in range(clients)]
        opponents = ("alice", "b(b", "c)r[l]")

        async def play(number: int, share: list[Scenario]) -> None:
            players = [Player(self.server, f"{name}{number}") for name in opponents]
            for turn, scenario in enumerate(share):
                try:
                    await Play(players[turn % 3], f"emilia{number}", scenario).run()
                except Refusal as refusal:
                    raise Refusal(f"{refusal} in {scenario}\n"
                                  + started[number].printed()[-2000:]) from None

        async def play_them() -> None:
            await asyncio.gather(*map(play, range(clients), shares))
        self.server.run(play_them())
        for client in started:
            client.process.send_signal(signal.SIGINT)
        for client in started:
            with self.subTest(client=client.user):
                self.check(client, 130)
                self.assertEqual(self.errors(client.user), [])
                # If the service goes down as a match begins, it is stored, and another one played.
                _, stored = self.server.do(known, self.server, client.user)
                self.assertEqual(differences(stored, kept_unfinished(client.unfinished)), [])

    def test_matches_of_every_type_mode_and_ending_are_the_servers(self):
        types = ("8", "8b", "8w", "s8", "s8r20", "s8r5")
        scenarios = [Scenario(type_, "00:08//00:04" if "time" in ending else "01:00/00:05/02:00",
                              mode, ending, end_at=5 + 2 * number)
                     for number, (type_, mode, ending) in enumerate(
                         zip(types * 2, "URTURT" + "RTURTU", ENDINGS * 2))]
        self.play_shares(scenarios, 12)

    def test_matches_that_anything_happens_to_are_the_servers(self):
        types, modes = ("8", "s8r20", "8b", "s8"), "RUT"
        faults = (*FAULTS, *OTHER_FAULTS)
        self.play_shares([Scenario(types[i % 4], "02:00//02:00", modes[i % 3], RESIGNS, fault,
                                   at=6, end_at=14)
                          for i, fault in enumerate(faults)], 10)


class RecordTest(ServerCase):
    def test_a_record_that_cannot_be_written_ends_no_game(self):
        client = self.start("emilia", "--matches", "2")
        player = self.wait_until_open(client)
        client.unfinished.unlink(missing_ok=True)
        client.unfinished.mkdir()
        self.server.run(play_all(player, "emilia", [short(), short("s8r20")]))
        status, output = client.finish()
        self.assert_kept(client)
        self.assertEqual(output.count("; the client plays on and tries it again\n"), 1, output)
        self.assertRegex(output, rf"left the server\nemilia: .*'{client.unfinished}'.*\n$")
        self.assertEqual(status, 1)

    def test_a_client_without_a_game_writes_what_it_could_not_write_before(self):
        client = self.start("emilia")
        player = self.wait_until_open(client)
        client.unfinished.unlink(missing_ok=True)
        client.unfinished.mkdir()
        self.server.run(play_all(player, "emilia", [short()]))
        self.server.run(player.until(lambda: player.is_open("emilia"), "the next match"))
        client.unfinished.rmdir()
        while not client.unfinished.exists():
            self.assertIsNone(client.process.poll())
            time.sleep(0.05)
        client.process.send_signal(signal.SIGINT)
        self.check(client, 130)
        self.assertEqual(kept_unfinished(client.unfinished), [])


@dataclass
class Offer(Challenge):
    """A challenge that the service itself would refuse."""

    words: str = ""

    def text(self) -> str:
        return self.words


class RulesTest(ServerCase):
    async def offer(self, type: str, clock: str, mode: str, by: str, to: str = "emilia") -> str:
        """Announces a challenge, whatever the service would say to it. Returns the answer."""
        service = self.server.central.service
        lines = self.server.visits_of("emilia")[-1].lines
        heard = len(lines)
        id_ = f".{900 + heard}"
        service.challenges[id_] = Offer(
            id_, by, to, 1720.0, 1720.0, GameType.parse("8"), "U", USUAL_CONTROL, USUAL_CONTROL,
            words=f"{id_} 1720.0 {by:8} {clock} {type:>8} {mode} 1720.0 {to}")
        self.server.central.tell("emilia", f"/os: + {service.challenges[id_].text()}")
        answer = ""
        for _ in range(3000 if to == "emilia" else 30):
            answer = next((line.split()[2] for _, line in lines[heard:] if line.startswith(
                ("tell /os accept ", "tell /os decline "))), "")
            if answer:
                break
            await asyncio.sleep(0.01)
        service.challenges.pop(id_, None)
        return answer

    def test_challenges_that_the_rules_forbid_are_declined(self):
        client = self.start("emilia", "--matches", "1")
        player = self.wait_until_open(client)

        async def challenge() -> None:
            for forbidden in FORBIDDEN:
                self.assertEqual(await self.offer(**forbidden), "decline", forbidden)
            # What is not for this client gets no answer at all.
            for to_others in ({"to": "bob", "by": "alice"}, {"by": "emilia", "to": "bob"}):
                self.assertEqual(await self.offer("8", "01:00//02:00", "U", **to_others), "")
            await Play(player, "emilia", short()).run()
        self.server.run(challenge())
        output = self.check(client)
        self.assertEqual(output.count("; declined ("), len(FORBIDDEN), output)


class EndTest(ServerCase):
    def start_match(self, scenario: Scenario) -> tuple[Client, Player, asyncio.Future]:
        client = self.start("emilia")
        player = self.wait_until_open(client)
        return client, player, self.server.run(begin(player, "emilia", scenario))

    def interrupt(self, client: Client) -> None:
        """The first Ctrl-C in a game."""
        client.process.send_signal(signal.SIGINT)
        while "a second Ctrl-C leaves at once" not in client.printed():
            self.assertIsNone(client.process.poll(), client.printed())
            time.sleep(0.01)

    def test_ctrl_c_finishes_the_games_first(self):
        client, player, match = self.start_match(short("s8r20"))
        self.interrupt(client)

        async def challenge() -> None:
            with self.assertRaises(Refusal):
                await player.challenge("emilia", "8 1:00")
        asyncio.run_coroutine_threadsafe(challenge(), self.server.loop)
        self.assertRegex(self.server.run(wait_for(match)).outcome, r"^[+-]\d+\.00$")
        self.assertIn("finishing 2 games; a second Ctrl-C leaves at once", self.check(client, 130))

    def test_ctrl_c_finishes_a_rated_game_even_if_the_server_is_down_for_a_while(self):
        client, player, match = self.start_match(short(mode="R"))
        self.interrupt(client)

        async def go_down() -> None:
            await self.server.stop_listening()
            self.server.visits_of("emilia")[-1].wire.cut()
            while client.printed().count("no connection: ") < 2:  # the second attempt has failed
                await asyncio.sleep(0.01)
                self.assertIsNone(client.process.poll())
            await self.server.listen_again()
        self.server.run(go_down())
        self.assertRegex(self.server.run(wait_for(match)).outcome, r"^[+-]\d+\.00$")
        self.check(client, 130)

    def test_ctrl_c_does_not_wait_for_an_unrated_game_that_is_gone(self):
        """Whether the connection or the service was lost; either may have been before."""
        for lose in ("connection", "service"):
            for interrupt_first in (True, False):
                with self.subTest(lost=lose, interrupted_first=interrupt_first):
                    client, player, match = self.start_match(short("s8"))
                    if interrupt_first:
                        self.interrupt(client)
                    if lose == "service":
                        self.server.do(self.server.central.stop_service)
                        self.server.do(self.server.central.start_service)
                        self.server.do(player.say, "tell /os open 9")
                    else:
                        self.server.do(self.server.visits_of("emilia")[-1].wire.cut)
                    self.server.run(wait_for(match))
                    if not interrupt_first:
                        client.process.send_signal(signal.SIGINT)
                    status, output = client.finish(5)
                    self.assertEqual(status, 130, output)
                    self.assert_kept(client)
                    client.games.unlink()
                    self.server.central.archive.ended.clear()
                    self.server.do(player.say, "quit")

    def test_ctrl_c_without_a_game_leaves(self):
        client = self.start("emilia")
        self.wait_until_open(client)
        client.process.send_signal(signal.SIGINT)
        self.assertEqual(client.finish()[0], 130)
        self.assert_said_goodbye("emilia")

    def test_what_a_killed_client_has_played_is_in_the_record_of_the_next_one(self):
        client, _, match = self.start_match(short("s8r20", mode="R"))
        self.interrupt(client)
        client.process.send_signal(signal.SIGINT)
        self.assertEqual(client.finish()[0], -signal.SIGINT)
        again = self.start("emilia", "--matches", "1")
        self.assertRegex(self.server.run(wait_for(match)).outcome, r"^[+-]\d+\.[05]0$")
        self.check(again)

    def test_a_wrong_password_is_not_tried_twice(self):
        self.server.do(self.server.central.register, "emilia", SECRET)
        client = Client(self.folder, self.server.port, "emilia", password="wrong")
        self.addCleanup(client.kill)
        status, output = client.finish()
        self.assertEqual(status, 1)
        self.assertIn("emilia: the server does not let this user in; check the name and the "
                      "password\n", output)
        self.assertNotIn("logged in as", output)
        self.assertEqual([line for _, line in self.server.visits[-1].lines], ["emilia", "wrong"])

    def test_no_command_goes_into_a_prompt_for_the_name(self):
        client = self.start("emilia")
        self.wait_until_open(client)
        visit = self.server.visits_of("emilia")[-1]
        before = len(visit.lines)

        def speak() -> None:
            for number in range(40):
                self.server.central.tell(
                    "emilia", f"/os: + .9{number} 1720.0 alice 01:00 10 U 1720.0 emilia")
            visit.session.show_lines(LOGIN)
        self.server.do(speak)
        self.assertEqual(client.finish()[0], 1)
        self.server.run(visit.gone.wait())
        self.assertLessEqual(len(visit.lines) - before, 20)  # those before the prompt, perhaps

    def test_a_server_that_is_not_there_is_an_error_at_first(self):
        port = self.server.port
        self.server.run(self.server.stop_listening())
        status, output = self.start("emilia").finish()
        self.assertEqual(status, 1)
        self.assertRegex(output, rf"cannot connect to 127.0.0.1 port {port}: .*; check --host and "
                                 "--port, and whether the server is up\n$")


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class CommandLineTest(GgsTest):
    def run_ggs(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run([EMILIA, "ggs", *arguments], capture_output=True, text=True,
                              timeout=60, cwd=self.folder, env=environment)

    def complaint(self, *arguments: str, **environment: str) -> tuple[int, str]:
        run = self.run_ggs(*arguments, **environment)
        return run.returncode, run.stderr

    def test_a_password_that_others_may_read_is_refused(self):
        (self.folder / "secret").write_text(SECRET)
        for mode in (0o644, 0o640, 0o620, 0o604):
            with self.subTest(mode=oct(mode)):
                (self.folder / "secret").chmod(mode)
                status, message = self.complaint("--host", "localhost", "--user", "emilia",
                                                 "--password-file", "secret")
                self.assertEqual(status, 1)
                self.assertIn("others may read the password in 'secret'; keep them out with: "
                              "chmod 600 'secret'", message)
                self.assert_nothing_told(message)

    def assert_nothing_told(self, message: str) -> None:
        self.assertNotIn(SECRET, message)

    def test_the_password_may_come_from_the_environment(self):
        self.server.do(self.server.central.register, "emilia", SECRET)
        client = self.run_ggs("--host", "127.0.0.1", "--port", str(self.server.port), "--user",
                              "emilia", "--threads", "1", "--hash", "1",
                              EMILIA_GGS_PASSWORD="wrong")
        self.assertEqual(client.returncode, 1, client.stderr)
        self.assertEqual([line for _, line in self.server.visits[-1].lines], ["emilia", "wrong"])

    def test_what_is_missing_or_wrong_is_named_with_its_cure(self):
        (self.folder / "empty").write_text("")
        (self.folder / "blank").write_text("two words\n")
        (self.folder / "other.txt").write_text("no games\n")
        (self.folder / "good").write_text(SECRET)
        for name in ("empty", "blank", "good"):
            (self.folder / name).chmod(0o600)
        whole = ("--host", "localhost", "--user", "emilia", "--password-file", "good")
        for arguments, status, message in (
                ((), 2, "ggs needs --host HOST; see 'emilia ggs --help'"),
                (("--host", "x"), 2, "ggs needs --user NAME"),
                (("--host", "x", "--user", "emilia"), 1, "set the environment variable "
                                                         "EMILIA_GGS_PASSWORD"),
                (("--host", "x", "--user", ".emilia"), 2, "is no name of a user"),
                (("--host", "x", "--user", "toolongname"), 2, "is no name of a user"),
                (("--host", "x", "--user", "a,b"), 2, "is no name of a user"),
                ((*whole, "--port", "0"), 2, "--port is 1 to 65535, not 0"),
                ((*whole, "--lag", "-1"), 2, "--lag is 0 to 60, not -1"),
                ((*whole, "--silence", "0"), 2, "--silence is 1 to 3600, not 0"),
                ((*whole, "--matches", "0"), 2, "--matches is 1 to 1000000, not 0"),
                ((*whole, "--passwort", "x"), 2, "there is no option '--passwort'"),
                ((*whole, "now"), 2, "ggs does not know what to do with 'now'"),
                ((*whole[:-1], "empty"), 1, "'empty' holds no password"),
                ((*whole[:-1], "blank"), 1, "holds blanks"),
                ((*whole[:-1], "none"), 1, "cannot read 'none': No such file or directory"),
                ((*whole, "--rules", "none"), 1, "cannot read 'none'"),
                ((*whole, "--rules", "other.txt"), 1, "'other.txt', line 1: a rule begins with"),
                ((*whole, "--games", "other.txt"), 1, "'other.txt' holds no games in GGF"),
                ((*whole, "--log", "other.txt"), 1, "'other.txt' is no log"),
                ((*whole, "--log", "good"), 2, "'good' cannot be both input and output"),
                ((*whole, "--games", "a", "--log", "./a"), 2, "--games and --log are the same")):
            with self.subTest(arguments=arguments):
                found, text = self.complaint(*arguments)
                self.assertIn(message, text)
                self.assertEqual(found, status)
                self.assertNotIn(SECRET, text)

    def test_rules_are_checked_and_tried(self):
        rules = self.folder / "rules"
        rules.write_text("# mine\n\naccept users=bob main=1:00-5:00   # a friend\n")
        run = self.run_ggs("--check-rules", "rules")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (
            0, "line 3: accept users=bob main=1:00-5:00\n"
               "1 rule; a challenge that fits none is declined\n", ""))
        for words, answer in (
                ("bob s8r20 5:00//2:00 rated 1850", "accepted: line 3 of the rules\n"),
                ("bob 10 5:00 rated", "declined: Emilia plays only on boards of 8x8\n"),
                ("bob 8 9:00 rated", "declined: no rule accepts it (line 3: the main time 9:00 is "
                                     "not within 1:00-5:00)\n"),
                ("carl 8 5:00 rated", "declined: no rule accepts it (line 3: it is for other "
                                      "users)\n")):
            with self.subTest(words=words):
                run = self.run_ggs("--check-rules", "rules", *words.split())
                self.assertEqual((run.returncode, run.stdout), (0, answer))
        for words, message in (("bob", "a challenge to try the rules with is NAME TYPE CLOCK MODE"),
                               ("bob 8 5:00 quick", "'quick' is not a mode")):
            with self.subTest(words=words):
                status, text = self.complaint("--check-rules", "rules", *words.split())
                self.assertEqual(status, 2)
                self.assertIn(message, text)

    def test_the_help_says_that_it_has_never_played_on_the_real_server(self):
        text = " ".join(self.run_ggs("--help").stdout.split())
        self.assertIn("It has never played on the real server", text)


if __name__ == "__main__":
    unittest.main()
