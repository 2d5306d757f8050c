"""Recorded sessions of the real game server: what users sent and got, and what of it must be the
same in a repetition."""
from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from ggs_terms import Chance, GameType
from match_runner.othello.rules import Color, Position

DATA = Path(__file__).resolve().parent / "sessions"
PROMPTS = (": Enter ", ": ERR Login", ": ERR Password", ": Thank you")
LISTS = ("stored", "history", "look", "finger", "rank", "top", "who")  # depend on what was before

Message = tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """An entry of a recording: a line that a user sent, or a message that he got."""

    sent: str | None = None
    message: Message = ()


def messages_of(lines: list[str]) -> tuple[list[Message], list[str]]:
    """Cuts lines into messages; returns those of the last that is incomplete, too."""
    messages, current = [], []
    for line in lines:
        if line.startswith(PROMPTS) and not current:
            messages.append((line,))
        elif line == "READY":
            messages.append((*current, line))
            current = []
        elif (line or current) and line != "(banner)":
            current.append(line)
    return messages, current


def read(file: Path) -> list[Item]:
    items, lines = [], []

    def finish() -> None:
        messages, _ = messages_of(lines)
        items.extend(Item(message=message) for message in messages)
        lines.clear()

    for raw in file.read_bytes().decode("latin-1").split("\n"):
        line = raw.removesuffix("\r")
        if line.startswith(">>> "):
            finish()
            items.append(Item(sent=line[4:]))
        elif not line.startswith("[["):
            lines.append(line.replace("\x1b[2K\r", ""))
    finish()
    return _in_order(items)


def is_own(message: Message) -> bool:
    """Whether the central server answers what this user has said."""
    return message[0].startswith((": ", "\x1b[46m")) or message == ("READY",)


def _in_order(items: list[Item]) -> list[Item]:
    """What came between a line and its acknowledgement had been on its way before."""
    ordered: list[Item] = []
    sent: list[Item] = []  # without an acknowledgement so far
    for item in items:
        if item.sent is not None:
            sent.append(item)
            continue
        if is_own(item.message):
            ordered += sent
            sent = []
        ordered.append(item)
    return ordered + sent


class RecordedChance(Chance):
    """Colours and openings as in the recording."""

    def __init__(self, items: list[Item]) -> None:
        super().__init__(1)
        self._matches: deque[tuple[bool, Position]] = deque()
        asker = ""
        for item in items:
            if not item.message:
                continue
            begins = re.match(r"/os: \x07?\+ match \.\d+ \d+ (\S+) ", item.message[0])
            if begins:
                asker = begins[1]
            joins = re.match(r"/os: \x07?join \.\d+(\.0)? ", item.message[0])
            if asker and joins and item.message[1] == "|0 move(s)":
                self._matches.append((item.message[3].startswith(f"|{asker} "),
                                      _position(item.message)))
                asker = ""
            elif joins and "(;GM" in item.message[0]:
                self._matches.append((True, super().start(GameType.parse("8"))))
                asker = ""
            elif joins:
                asker = ""

    def asker_has_black(self) -> bool:
        return self._matches[0][0] if self._matches else True

    def start(self, type_: GameType) -> Position:
        return self._matches.popleft()[1] if self._matches else super().start(type_)


def _position(message: Message) -> Position:
    rows = [line for line in message if re.match(r"\| [1-8] ", line)][-8:]
    return position_of_rows("".join(row[4:19:2] for row in rows), message[-2][1])


def position_of_rows(cells: str, side: str) -> Position:
    black = sum(1 << i for i, cell in enumerate(cells) if cell == "*")
    white = sum(1 << i for i, cell in enumerate(cells) if cell == "O")
    if side == "*":
        return Position(black, white, Color.BLACK)
    return Position(white, black, Color.WHITE)


def without_bell(message: Message) -> Message:
    return (message[0].replace("\x07", ""), *message[1:])


# --- comparing ---

_SHAPES = (
    (re.compile(r"\d\d \w{3} \d{4} \d\d:\d\d:\d\d|[\d.]+_[\d:]+\.UTC"), "DATE"),
    (re.compile(r"-?\d+\.\d\d @ \d+\.\d\d|[-+]\d+\.\d\d ->"), "RATING"),
    (re.compile(r" +RATING"), " RATING"),
    (re.compile(r"\b\d{3,4}\.\d\d?\b"), "RATING"),
    (re.compile(r" \d{3,4} (?=[a-z])"), " RATING "),
    (re.compile(r"delta= .*"), "delta"),
    (re.compile(r"(?<![\d])\.\d+(\.[01])?\b"), r".N\1"),
    (re.compile(r"^(/os: \x07?[-+]|\|) +\.N"), r"\1 .N"),
    (re.compile(r"^\|\.N +"), "|.N "),
)
_CLOCK = re.compile(r"(-?)(\d\d):(\d\d)(?=,\d)")
NUMBER = re.compile(r"(?<![\d])\.(\d+)(?:\.[01])?\b")


def shape(line: str) -> str:
    for pattern, instead in _SHAPES:
        line = pattern.sub(instead, line)
    return _CLOCK.sub("CLOCK", line)


def clocks(line: str) -> list[int]:
    return [(-1 if m[1] else 1) * (60 * int(m[2]) + int(m[3])) for m in _CLOCK.finditer(line)]


def is_list(message: Message) -> bool:
    return bool(re.match(rf"/os: ({'|'.join(LISTS)})\b", message[0]))


def same(recorded: Message, ours: Message) -> bool:
    """Clocks may differ by a second, because recorded times are rounded."""
    if is_list(recorded):
        return recorded[0].split()[:2] == ours[0].split()[:2]
    return len(recorded) == len(ours) and all(
        shape(a) == shape(b) and all(abs(x - y) <= 1 for x, y in zip(clocks(a), clocks(b)))
        for a, b in zip(recorded, ours))


def without_decimals(line: str) -> str:
    """Without what looks like a number of a match and is none."""
    return re.sub(r"\d+\.\d+(?![.\d])", "", line)
