"""Saves the games of a match, so that it can be resumed after any interruption.

The folder of a match contains
 - `match.json`: the settings that the games depend on, the command that started the match and the
   folder where it did so, and checksums of the engines' files,
 - `games.jsonl`: the finished games, one JSON object per line, each written when the game ends;
   sorted by the schedule when the match is over,
 - `games.ggf`, `moves.txt`: the same games as GGF and as plain move lists,
 - `results.json`: the results; written when the match ends or is interrupted, so a match that is
   being lengthened, or was killed, still has those of its earlier games.
"""
from __future__ import annotations

import dataclasses
import fcntl
import json
import os
import time
from pathlib import Path
from typing import Callable, Iterator

from ..engines.clock import time_text
from ..engines.engine_spec import Limits
from ..errors import MatchError, Reason, reason_of
from ..files import LineFile, write_atomically
from ..othello.rules import PASS, START, IllegalMove, play_moves, split_moves
from .continuation import differences
from .game import GameRecord
from .schedule import Fixture

FILES = ("match.json", "games.jsonl", "games.ggf", "moves.txt", "results.json")
_BEGINNING = b'{"game": '  # of every line of games.jsonl
_LOCK_ATTEMPTS = 20
_LOCK_PAUSE_SECONDS = 0.05


class MatchFolder:
    def __init__(self, path: Path, limits: Limits) -> None:
        self.path = path
        self.records: dict[int, GameRecord] = {}
        self._limits = limits
        self._files: list[LineFile] = []
        self._lock: int | None = None  # the folder's descriptor

    @property
    def settings_file(self) -> Path:
        return self.path / "match.json"

    @property
    def games_file(self) -> Path:
        return self.path / "games.jsonl"

    def create(self, settings: dict[str, object], arguments: list[str],
               checksums: dict[str, str]) -> None:
        """Prepares the folder for a new match. `checksums` are of the engines' files."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MatchError(f"cannot create the folder {self.path}: {reason_of(error)}") from error
        self._lock_folder()
        if self.settings_file.exists() or self.games_file.exists():
            raise MatchError(f"{self.path} already contains a match: continue it with --resume, or "
                             "choose another folder with --output")
        for name in FILES:
            if (self.path / name).exists():
                raise MatchError(f"{self.path / name} is there already; choose another folder with "
                                 "--output")
        self._write_settings({"format": 1, "settings": settings, "arguments": arguments,
                              "folder": os.getcwd(), "checksums": checksums})
        self._open()

    def resume(self, settings: Callable[[int], dict[str, object]],
               schedule: list[Fixture]) -> list[str]:
        """Reads the games played so far; returns notes for the user. `settings` gives the settings
        of a match with that many games for each pairing."""
        self._lock_folder()
        saved = read_settings(self.settings_file)
        different = differences(saved["settings"], settings(saved["settings"]["games"]))
        if different:
            raise MatchError(f"the match in {self.path} has other settings and cannot be resumed: "
                             + "; ".join(different))
        self._open()
        records, notes = read_games(self.games_file)
        check_schedule(records, schedule, self.games_file)
        killed = [record for record in records if record.killed]
        if killed:
            numbers = ", ".join(str(record.game) for record in killed)
            notes.append(f"replaying games in which an engine was killed from outside: {numbers}")
        self.records = {record.game: record for record in records if not record.killed}
        self._rewrite()
        return notes

    def lengthen(self, settings: dict[str, object]) -> None:
        """Notes that a resumed match is to have more games; does nothing if it has as many."""
        saved = read_settings(self.settings_file)
        if saved["settings"] != settings:
            self._write_settings({**saved, "settings": settings})

    def add(self, record: GameRecord) -> None:
        games, ggf, moves = self._files
        games.add(json.dumps(record.to_json()))
        self.records[record.game] = record
        ggf.add(ggf_text(record, self._limits))
        moves.add(record.moves)

    def keep_only(self, last: int) -> int:
        """Drops the games after number `last`; returns how many it dropped."""
        late = [number for number in self.records if number > last]
        for number in late:
            del self.records[number]
        return len(late)

    def finish(self) -> None:
        """Sorts the games into the order of the schedule."""
        self._rewrite()

    def close(self) -> None:
        """Unlocks the folder for other processes."""
        self._close_files()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _close_files(self) -> None:
        files, self._files = self._files, []
        for file in files:
            file.close()

    @property
    def games(self) -> list[GameRecord]:
        return [self.records[number] for number in sorted(self.records)]

    def _lock_folder(self) -> None:
        """Locks the folder before anything in it is read or changed."""
        try:
            self._lock = os.open(self.path, os.O_RDONLY)
        except FileNotFoundError:
            raise _no_match(self.path) from None
        except OSError as error:
            raise MatchError(f"cannot open the folder {self.path}: {reason_of(error)}") from error
        # A process that a killed match.py was just starting keeps the lock for a moment.
        for _ in range(_LOCK_ATTEMPTS):
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                time.sleep(_LOCK_PAUSE_SECONDS)
            except OSError as error:
                raise MatchError(
                    f"cannot lock the folder {self.path}: {reason_of(error)}") from error
        raise MatchError(f"another match.py is running in {self.path}")

    def _open(self) -> None:
        paths = (self.games_file, self.path / "games.ggf", self.path / "moves.txt")
        self._files = [LineFile(path) for path in paths]

    def _write_settings(self, text: dict[str, object]) -> None:
        write_atomically(self.settings_file, json.dumps(text, indent=2) + "\n")

    def _rewrite(self) -> None:
        games = self.games
        texts = ((self.games_file, (json.dumps(game.to_json()) for game in games)),
                 (self.path / "games.ggf", (ggf_text(g, self._limits) for g in games)),
                 (self.path / "moves.txt", (game.moves for game in games)))
        for path, lines in texts:
            write_atomically(path, "".join(line + "\n" for line in lines))
        # The old descriptors still refer to the replaced files.
        self._close_files()
        self._files = [LineFile(path) for path, _ in texts]


def _no_match(folder: Path) -> MatchError:
    return MatchError(f"{folder} contains no match to resume")


def read_settings(path: Path) -> dict[str, object]:
    """Returns what match.json contains: `settings`, `arguments`, `folder` and `checksums`."""
    try:
        text = json.loads(path.read_text(encoding="utf-8"))
        if text["format"] != 1:
            raise MatchError(f"{path} was written by another version of match.py")
        if not isinstance(text["settings"]["games"], int) or not _is_command(text["arguments"]):
            raise TypeError
        # Older matches lack these.
        if not (isinstance(text.setdefault("checksums", {}), dict)
                and isinstance(text.setdefault("folder", ""), str)):
            raise TypeError
        return text
    except FileNotFoundError:
        raise _no_match(path.parent) from None
    except OSError as error:
        raise MatchError(f"cannot read {path}: {reason_of(error)}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise MatchError(f"cannot read {path}: it is damaged, or not from match.py") from error


def _is_command(words: object) -> bool:
    return isinstance(words, list) and all(isinstance(word, str) for word in words)


def read_games(path: Path) -> tuple[list[GameRecord], list[str]]:
    """Reads games; also returns notes for the user. Only the last line may be incomplete: the
    beginning of a game, without an end of line."""
    notes: list[str] = []
    records: list[GameRecord] = []
    names = {field.name for field in dataclasses.fields(GameRecord)}
    try:
        *lines, rest = path.read_bytes().split(b"\n")
    except OSError as error:
        raise MatchError(f"cannot read {path}: {reason_of(error)}") from error
    if not (rest.startswith(_BEGINNING) or _BEGINNING.startswith(rest)):
        lines.append(rest)
    elif rest:
        notes.append("the last game was saved incompletely and is replayed")
    for number, line in enumerate(lines, 1):
        try:
            values = json.loads(line)
            record = GameRecord(**{key: values[key] for key in values if key in names})
            play_moves(split_moves(record.moves))
            if not record.is_sound:
                raise ValueError("its fields contradict each other")
            records.append(record)
        except (ValueError, TypeError, AttributeError, IllegalMove) as error:
            raise MatchError(f"{path}, line {number}: this is not a game: {error}") from error
    return records, notes


def check_schedule(records: list[GameRecord], schedule: list[Fixture], path: Path) -> None:
    seen: set[int] = set()
    fixtures = {fixture.number: fixture for fixture in schedule}
    for number, record in enumerate(records, 1):
        right = record.game in fixtures and record.game not in seen
        if right:
            fixture = fixtures[record.game]
            right = ((record.pair, record.black, record.white, record.opening)
                     == (fixture.pair, fixture.black, fixture.white, "".join(fixture.opening)))
        if not right:
            raise MatchError(f"{path}, line {number}: game {record.game} does not belong to this "
                             "match, or occurs twice")
        seen.add(record.game)


_GGF_ENDING = {Reason.FINISHED.value: "", Reason.TIME.value: ":t", Reason.HANG.value: ":t"}


def ggf_text(record: GameRecord, limits: Limits) -> str:
    """Writes moves as SQUARE/EVALUATION/SECONDS. A game that was not played out counts 64 discs,
    with `:t` for a loss on time and `:r` for any other."""
    discs = record.discs
    if discs is None:
        discs = 64 if record.points == 1.0 else -64
    result = f"{discs:+.2f}" if discs else "0.00"
    result += _GGF_ENDING.get(record.reason, ":r")
    clock = "" if limits.game_time is None else f"TI[{time_text(limits, decimals=True)}]"
    values = iter(zip(record.scores, record.times))
    moves = ""
    for ply in play_moves(split_moves(record.moves))[1]:
        moves += f"{ply.color.value}[{_ggf_move(ply.move, values)}]"
    return (f"(;GM[Othello]PC[match.py]DT[{record.date}]PB[{record.black}]PW[{record.white}]"
            f"RE[{result}]{clock}TY[8]BO[8 {START.text()}]{moves};)")


def _ggf_move(move: str, values: Iterator[tuple[float | None, float | None]]) -> str:
    if move == PASS:
        return PASS.upper()
    score, seconds = next(values)
    text = move.upper()
    if score is not None or seconds is not None:
        text += "/" + ("" if score is None else f"{score:.2f}")
    return text + ("" if seconds is None else f"/{seconds:.3f}")
