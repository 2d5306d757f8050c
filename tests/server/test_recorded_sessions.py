"""The test server says what the real one has said in recorded sessions."""
import re
import unittest
from dataclasses import replace

from ggs_clock import TimeControl
from ggs_game import Game, Move, Seat
from ggs_recording import DATA, Item, position_of_rows, read
from ggs_replay import LOST, Differs, Replay
from ggs_terms import GameType

# Importable because of ggs_terms.
from match_runner.othello.rules import Color

# Recordings in the order in which they were made, on one server. A user whose connection was lost
# has several.
TOGETHER = (
    ("02-login", {"alice": ["02-login-alice"]}),
    ("04", {"alice": ["04-8-unrated-abort-alice"], "bob": ["04-8-unrated-abort-bob"]}),
    ("05", {name: [f"05-8-unrated-whole-game-watched-{name}"]
            for name in ("alice", "bob", "carol")}),
    ("06", {name: [f"06-8w-rated-whole-game-{name}"] for name in ("alice", "bob")}),
    ("07", {name: [f"07-requests-{name}"] for name in ("alice", "bob")}),
    ("08", {name: [f"08-8-undo-score-resign-unrated-{name}"] for name in ("alice", "bob")}),
    ("09", {name: [f"09-rated-break-continue-{name}"] for name in ("alice", "bob")}),
    ("10", {"alice": ["10-rated-stored-accept-and-disconnect-alice",
                      "10-rated-stored-accept-and-disconnect2", "10-second-login"],
            "bob": ["10-rated-stored-accept-and-disconnect-bob"]}),
    ("11", {name: [f"11-timeouts-{name}"] for name in ("alice", "bob")}),
    ("11b", {name: [f"11b-timeouts-{name}"] for name in ("alice", "bob")}),
    ("11c", {name: [f"11c-timeout-rated-{name}"] for name in ("alice", "bob")}),
    ("12", {name: [f"12-synchro-{name}"] for name in ("alice", "bob")}),
    ("13", {name: [f"13-synchro-whole-unrated-{name}"] for name in ("alice", "bob")}),
    ("14", {name: [f"14-synchro-rated-whole-{name}"] for name in ("alice", "bob")}),
    ("15", {name: [f"15-synchro-abort-break-resign-timeout-{name}"] for name in ("alice", "bob")}),
    ("16", {name: [f"16-komi-{name}"] for name in ("alice", "bob")}),
    ("17", {name: [f"17-bells-vt100-client-{name}"] for name in ("alice", "bob")}),
    ("18", {"alice": ["18-verbose-ack-off-alice"]}),
    ("19", {name: [f"19-trust-{name}"] for name in ("alice", "bob")}),
    ("20", {"alice": ["20-login-errors2"]}),
    ("20-only-ready", {"alice": ["20-login-only-ready"]}),
    ("21", {name: [f"21-watch-{name}"] for name in ("alice", "bob", "carol")}),
)
STAYS = ("11", "12")  # the users have not logged in again before
# Seconds that passed before a user said this; they show only in the order of what followed.
PAUSES = {"11": {"tell /os ask 8b 0:02//0:00 bob": 3.0},
          "16": {"tell /os play .24 f5/4/1": 0.36},
          "21": {"tell /os watch - .29": 1.5}}
# What only the order of all lines on the server shows: who said what after whom.
AFTER = {"07": {("alice", "tell /os ask 8 bob"): ("bob", "tell /os open 0"),
                ("alice", "tell /os ask 8 3:00"): ("bob", "tell /os request +"),
                ("alice", "tell /os rated +"): ("bob", "tell /os open 2"),
                ("bob", "tell /os open 2"): ("alice", "not accepting"),
                ("bob", "tell /os rated +"): ("alice", "mismatch")},
         "21": {("carol", "tell /os watch + .29"): ("alice", "|  3: B3/1.00/0.15"),
                ("bob", "tell /os accept .51"): ("carol", "track + alice bob")}}
# Said before the recording begins.
BEFORE = {"06": (("bob", "tell /os rated +"),)}
# Recordings of one user, whose partner's share follows from them.
ALONE = ("40-more", "41-td", "42-os-restart", "44-misc", "46-td-synchro-kills",
         "47-clocks-variants", "50-odd-moves", "53-synchro-one-finished")


def items_of(file: str) -> list[Item]:
    items = read(DATA / f"{file}.log")
    if file == "10-rated-stored-accept-and-disconnect-alice":
        items.append(Item(sent=LOST))
    return items


class RecordedSessionsTest(unittest.TestCase):
    def test_sessions_of_two_and_three_users_repeat(self):
        replay = Replay()
        for name, files in TOGETHER:
            with self.subTest(session=name):
                recordings = {user: [item for file in parts for item in items_of(file)]
                              for user, parts in files.items()}
                replay.pauses, replay.after = PAUSES.get(name, {}), AFTER.get(name, {})
                if name not in STAYS:
                    replay.come_again(recordings, BEFORE.get(name, ()))
                replay.run(recordings)
        self.assertEqual(replay.compared, sum(
            bool(item.message) for _, files in TOGETHER for parts in files.values()
            for file in parts for item in items_of(file)))

    def test_sessions_of_one_user_repeat(self):
        for name in ALONE:
            with self.subTest(session=name):
                replay = Replay()
                replay.come_with_partner("alice", "emilia")
                if name == "44-misc":  # since an earlier session
                    replay.central.account("alice").notify.add("/os")
                items = items_of(f"{name}-alice")
                replay.run({"alice": items})
                self.assertEqual(replay.compared, sum(bool(item.message) for item in items))

    def test_an_archived_game_is_written_as_the_real_server_writes_it(self):
        text = (DATA / "51-look-alice.log").read_text(encoding="latin-1")
        games = re.findall(r"\(;GM.*?;\)", text)
        self.assertEqual(len(games), 3)
        for game in games:
            tags = dict(re.findall(r"([A-Z]{2})\[([^]]*)\]", game))
            control = TimeControl.parse(tags["TI"])
            seats = {color: Seat.of(tags[f"P{color.value}"], float(tags[f"R{color.value}"]),
                                    control) for color in Color}
            cells, side = tags["BO"][2:].rsplit(" ", 1)
            ours = Game(GameType.parse(tags["TY"]), position_of_rows(cells.replace(" ", ""), side),
                        seats)
            for move in re.findall(r"[BW]\[([A-H][1-8][^]]*|PA[^]]*)\]", game):
                ours.play(Move.parse(move))
            self.assertEqual(ours.ggf(tags["DT"], tags["RE"]), game)
            self.assertEqual(ours.result(Color.BLACK), float(tags["RE"]))

    def test_another_answer_is_noticed(self):
        for old, new in (("not your turn", "not your game"), ("| 3 - - - - - ", "| 3 - - - * - "),
                         (" aborted", " aborted ")):
            with self.subTest(change=new):
                recordings = {name: [
                    replace(item, message=tuple(line.replace(old, new) for line in item.message))
                    for item in items_of(f"04-8-unrated-abort-{name}")]
                    for name in ("alice", "bob")}
                replay = Replay()
                replay.come_again(recordings, ())
                with self.assertRaises(Differs):
                    replay.run(recordings)


if __name__ == "__main__":
    unittest.main()
