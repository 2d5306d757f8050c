"""`emilia ggs` plays on the test server."""
import asyncio
import re
import signal
import subprocess
import time
import unittest

from ggs_client import EMILIA, FORBIDDEN, SECRET, GgsTest
from ggs_guest import Guest
from ggs_match import Scenario, play_match
from ggs_server import LOGIN


async def play_all(guest: Guest, scenarios: list[Scenario]) -> list[str]:
    return [await play_match(guest, scenario) for scenario in scenarios]


async def begin(guest: Guest, scenario: Scenario) -> asyncio.Future:
    """Returns the match's outcome in a task, once it has gone on for a few moves."""
    outcome = asyncio.ensure_future(play_match(guest, scenario))
    while not any(game.ply >= 6 for game in guest.games.values()):
        await asyncio.sleep(0.01)
        if outcome.done():
            raise AssertionError(outcome.result())
    return outcome


async def wait_for(future: asyncio.Future):
    return await asyncio.wait_for(future, 60)


class PlayTest(GgsTest):
    def test_games_of_every_type_are_played_to_the_end(self):
        matches = {"black": ("8b", "8r20"), "white": ("8w", "s8r20"), "any": ("8", "8r14")}
        clients = {name: self.start(name, "--matches", "2") for name in matches}
        guests = {name: self.server.guest(name) for name in matches}

        async def play() -> list[list[str]]:
            return await asyncio.gather(*(
                play_all(guests[name], [Scenario(type=t) for t in types])
                for name, types in matches.items()))
        for name, outcomes in zip(matches, self.server.run(play())):
            with self.subTest(guest=name):
                client, guest = clients[name], guests[name]
                status, output = client.finish()
                self.assertEqual(status, 0, output)
                self.assert_faultless(guest)
                self.assert_said_goodbye(guest)
                self.assert_recorded(client, guest)
                for outcome in outcomes:
                    self.assertRegex(outcome, r"^[+-]\d+\.00$")
                    # The server tells the result from the challenger's view.
                    own = f"{-float(outcome):+g}" if float(outcome) else "a draw"
                    self.assertIn(f"against alice has ended: {own}\n", output)
                self.assert_secret(output)

    def test_a_game_that_anything_happens_to_goes_on(self):
        faults = ("halves", "packed", "drop", "drop-echo", "silence", "refuse", "refuse-twice",
                  "torn", "twice", "talk", "nonsense", "challenges", "leaves")
        types = ("8", "8r20", "s8r20")
        opponents = ("alice", "b(b", "c)r[l]")
        clients = [(fault, self.start(f"e{number}", "--matches", "1", "--silence", "2"))
                   for number, fault in enumerate(faults)]
        guests = [self.server.guest(client.user) for _, client in clients]

        async def play() -> list[str]:
            return await asyncio.gather(*(
                play_match(guest, Scenario(type=types[i % 3], fault=faults[i],
                                           opponent=opponents[i // 3 % 3]))
                for i, guest in enumerate(guests)))
        outcomes = self.server.run(play())
        for (fault, client), guest, outcome in zip(clients, guests, outcomes):
            with self.subTest(fault=fault):
                status, output = client.finish()
                self.assertEqual(status, 0, output)
                self.assert_faultless(guest)
                self.assertRegex(outcome, r"^[+-]\d+\.00$")
                self.assert_recorded(client, guest)
                unfinished = client.games.with_name(client.games.name + ".unfinished")
                self.assertEqual(unfinished.read_text(), "")
                self.assert_secret(output)

    def test_a_game_that_ends_before_its_time_is_kept_with_what_was_played(self):
        faults = ("abort", "flag", "own-flag")
        client = self.start("emilia", "--matches", str(len(faults)))
        guest = self.server.guest("emilia")
        outcomes = self.server.run(play_all(guest, [Scenario(fault=f) for f in faults]))
        self.assertEqual(outcomes, ["aborted", "+64.00", "-64.00"])
        self.assertEqual(client.finish()[0], 0)
        self.assert_faultless(guest)
        self.assert_recorded(client, guest)
        games = client.games.read_text().splitlines()
        self.assertEqual(["RE[" in game for game in games], [False, True, True])


class RecordTest(GgsTest):
    def test_a_record_that_cannot_be_written_ends_no_game(self):
        client = self.start("emilia", "--matches", "2")
        guest = self.server.guest("emilia")
        self.server.run(guest.ready.wait())
        unfinished = client.games.with_name(client.games.name + ".unfinished")
        unfinished.unlink(missing_ok=True)
        unfinished.mkdir()
        for outcome in self.server.run(play_all(guest, [Scenario(), Scenario(type="s8r20")])):
            self.assertRegex(outcome, r"^[+-]\d+\.00$")
        status, output = client.finish()
        self.assert_faultless(guest)
        self.assert_recorded(client, guest)
        self.assertEqual(output.count("; the client plays on and tries it again\n"), 1, output)
        self.assertRegex(output, rf"left the server\nemilia: cannot write '{unfinished}': .*\n$")
        self.assertEqual(status, 1)

    def test_a_client_without_a_game_writes_what_it_could_not_write_before(self):
        client = self.start("emilia")
        guest = self.server.guest("emilia")
        self.server.run(guest.ready.wait())
        unfinished = client.games.with_name(client.games.name + ".unfinished")
        unfinished.unlink(missing_ok=True)
        unfinished.mkdir()
        self.server.run(play_all(guest, [Scenario()]))
        while guest.commands.count("tell /os open 1") < 2:  # for the next match
            self.assertIsNone(client.process.poll())
            self.server.run(asyncio.sleep(0.01))
        unfinished.rmdir()
        while not unfinished.exists():
            self.assertIsNone(client.process.poll())
            time.sleep(0.05)
        client.process.send_signal(signal.SIGINT)
        status, output = client.finish()
        self.assertEqual(status, 130, output)
        self.assert_recorded(client, guest)
        self.assertEqual(unfinished.read_text(), "")


class RulesTest(GgsTest):
    def test_challenges_that_the_rules_forbid_are_declined(self):
        client = self.start("emilia", "--matches", "1")
        guest = self.server.guest("emilia")

        async def challenge() -> None:
            await guest.ready.wait()
            for forbidden in FORBIDDEN:
                await guest.challenge_in_vain(**forbidden)
            # What is not for this guest gets no answer at all.
            for to_others in ({"to": "bob"}, {"by": "emilia", "to": "bob"}):
                answer = await guest.challenge("8", "01:00//02:00", **to_others)
                if answer is not None:
                    guest.violations.append(f"{answer} of {to_others}")
            await play_match(guest, Scenario())
        self.server.run(challenge())
        status, output = client.finish()
        self.assertEqual(status, 0, output)
        self.assert_faultless(guest)
        self.assertEqual(output.count("; declined ("), len(FORBIDDEN), output)


class EndTest(GgsTest):
    def test_ctrl_c_finishes_the_game_first(self):
        client = self.start("emilia")
        guest = self.server.guest("emilia")
        outcome = self.server.run(begin(guest, Scenario(type="s8r20")))
        client.process.send_signal(signal.SIGINT)

        async def challenge() -> None:
            while "tell /os open 0" not in guest.commands[-3:]:
                await asyncio.sleep(0.01)
            await guest.challenge_in_vain(type_="8", clock="01:00//02:00", by="bob")
        self.server.run(challenge())
        self.assertRegex(self.server.run(wait_for(outcome)), r"^[+-]\d+\.00$")
        status, output = client.finish()
        self.assertEqual(status, 130, output)
        self.assertIn("finishing 2 games; a second Ctrl-C leaves at once", output)
        self.assert_said_goodbye(guest)
        self.assert_faultless(guest)
        self.assert_recorded(client, guest)

    def test_ctrl_c_finishes_the_game_even_if_the_server_is_down_for_a_while(self):
        client = self.start("emilia")
        guest = self.server.guest("emilia")
        outcome = self.server.run(begin(guest, Scenario()))
        client.process.send_signal(signal.SIGINT)

        async def go_down() -> None:
            while "tell /os open 0" not in guest.commands[-3:]:
                await asyncio.sleep(0.01)
            await self.server.stop_listening()
            await guest.drop()
            while client.printed().count("no connection: ") < 2:  # the second attempt has failed
                await asyncio.sleep(0.01)
                self.assertIsNone(client.process.poll())
            await self.server.listen_again()
        self.server.run(go_down())
        self.assertRegex(self.server.run(wait_for(outcome)), r"^[+-]\d+\.00$")
        status, output = client.finish()
        self.assertEqual(status, 130, output)
        self.assert_said_goodbye(guest)
        self.assert_faultless(guest)
        self.assert_recorded(client, guest)

    def test_ctrl_c_without_a_game_leaves(self):
        client = self.start("emilia")
        guest = self.server.guest("emilia")
        self.server.run(guest.ready.wait())
        client.process.send_signal(signal.SIGINT)
        self.assertEqual(client.finish()[0], 130)
        self.assert_said_goodbye(guest)

    def test_what_a_killed_client_has_played_is_in_the_record_of_the_next_one(self):
        guest = self.server.guest("emilia")
        client = self.start("emilia")
        outcome = self.server.run(begin(guest, Scenario(type="s8r20", fault="halves")))
        client.process.send_signal(signal.SIGINT)
        while "a second Ctrl-C leaves at once" not in client.printed():
            self.assertIsNone(client.process.poll())
            time.sleep(0.01)
        client.process.send_signal(signal.SIGINT)
        self.assertEqual(client.finish()[0], -signal.SIGINT)
        guest.line_times.clear()  # the next client has not sent these
        again = self.start("emilia", "--matches", "1")
        self.assertRegex(self.server.run(wait_for(outcome)), r"^[+-]\d+\.00$")
        self.assertEqual(again.finish()[0], 0)
        self.assert_faultless(guest)
        self.assert_recorded(again, guest)

    def test_a_wrong_password_is_not_tried_twice(self):
        client = self.start("emilia", password="wrong")
        status, output = client.finish()
        self.assertEqual(status, 1)
        self.assertIn("emilia: the server does not let this user in; check the name and the "
                      "password\n", output)
        self.assertNotIn("logged in as", output)
        self.server.run(self.server.refused.wait())
        self.assertEqual((self.server.wrong_logins, self.server.after_refusal), (1, b""))

    def test_no_command_goes_into_a_prompt_for_the_name(self):
        client = self.start("emilia")
        guest = self.server.guest("emilia")
        self.server.run(guest.ready.wait())
        challenges = [f"/os: + .9{i} 1720.0 alice 01:00 10 U 1720.0 emilia" for i in range(40)]
        self.server.run(guest.say(*challenges, LOGIN))
        self.assertEqual(client.finish()[0], 1)
        self.server.run(guest.gone.wait())
        declined = sum(command.startswith("tell /os decline") for command in guest.commands)
        self.assertLessEqual(declined, 20)  # those before the prompt, perhaps

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
        client = self.run_ggs("--host", "127.0.0.1", "--port", str(self.server.port), "--user",
                              "emilia", "--threads", "1", "--hash", "1",
                              EMILIA_GGS_PASSWORD="wrong")
        self.assertEqual((client.returncode, self.server.wrong_logins), (1, 1), client.stderr)

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
