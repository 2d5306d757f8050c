"""Reads which engines play, and decides how each learns the limits of the match.

A limit that an engine's protocol can transmit is sent by protocol. For any other limit the command
must contain a place, such as `{time}` in `emilia --time {time}`. A limit that cannot be passed
either way is an error before the first game, because the engine would ignore it.
"""
from __future__ import annotations

import math
import re
import shlex
from dataclasses import dataclass, field

from ..errors import MatchError, UsageError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
# Engines that are known to accept fractions of seconds, by the names that they send.
_TAKES_DECIMALS = re.compile(r"Emilia(-.*)?")
_DIALECT = re.compile(r"(gtp|nboard|ugi|auto)(\+decimals)?:")


@dataclass(frozen=True)
class EngineSpec:
    name: str
    command: str
    dialect: str = "auto"
    decimals: bool = False  # accepts fractions of seconds where its protocol has whole ones


def parse_engine(text: str) -> EngineSpec:
    name, equals, rest = text.partition("=")
    if not equals or not _NAME.fullmatch(name):
        raise UsageError(f"'{text}' is not NAME=COMMAND with a name of up to 64 letters, digits, "
                         "'.', '_', '+' and '-'")
    return parse_command(name, rest)


def parse_command(name: str, text: str) -> EngineSpec:
    """Reads `COMMAND`, `gtp:COMMAND`, `nboard+decimals:COMMAND` and so on."""
    text = text.strip()
    match = _DIALECT.match(text)
    spec = EngineSpec(name, text)
    if match:
        spec = EngineSpec(name, text[match.end():].strip(), match[1], bool(match[2]))
    split_command(spec.name, spec.command)
    return spec


def split_command(name: str, command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{name}: cannot read the command '{command}': {error}") from error
    if not words:
        raise UsageError(f"{name}: the command is empty")
    return words


@dataclass(frozen=True)
class Limits:
    """The limits of a move or a game, in seconds and plies; None where there is no such limit."""

    time: float | None = None
    game_time: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None
    margin: float = 0.1
    move_timeout: float | None = None
    reply_timeout: float = 30.0  # for a reply that needs no search, or the first of a process

    @property
    def timed(self) -> bool:
        return self.time is not None or self.game_time is not None

    @property
    def longest_wait(self) -> float:
        """Seconds after which an engine counts as hung, however much its clock has left."""
        default = math.inf if self.timed else 120.0
        return default if self.move_timeout is None else self.move_timeout

    def asked(self) -> dict[str, str]:
        """The limits in force, as text for a command, by the names of their places."""
        values = {"time": self.time, "game-time": self.game_time, "depth": self.depth,
                  "nodes": self.nodes}
        if self.game_time is not None:
            values["increment"] = self.increment
        return {name: f"{value:.10g}" if isinstance(value, float) else str(value)
                for name, value in values.items() if value is not None}


@dataclass(frozen=True)
class EnginePlan:
    """An engine ready to start: the completed command, and which limits go by protocol."""

    spec: EngineSpec
    command: list[str]
    dialect: str = "auto"
    sends_time: bool = False
    sends_depth: bool = False
    sends_nodes: bool = False
    decimals: bool = False  # times are sent with fractions of seconds
    commands: frozenset[str] = frozenset()  # GTP: the commands that the engine lists
    notes: tuple[str, ...] = field(default=())

    @property
    def name(self) -> str:
        return self.spec.name


def fill_command(spec: EngineSpec, limits: Limits) -> tuple[list[str], set[str]]:
    """Puts limits into their places in the command; also returns the names of those limits."""
    asked = limits.asked()
    placed: set[str] = set()
    words = []
    for word in split_command(spec.name, spec.command):
        for place in ("time", "game-time", "increment", "depth", "nodes"):
            if f"{{{place}}}" not in word:
                continue
            if place not in asked:
                option = "game-time" if place == "increment" else place
                raise MatchError(f"{spec.name}: the command contains {{{place}}}, but the match "
                                 f"has no --{option}")
            placed.add(place)
            word = word.replace(f"{{{place}}}", asked[place])
        words.append(word)
    return words, placed


def plan_engine(spec: EngineSpec, limits: Limits, command: list[str], placed: set[str],
                dialect: str, commands: frozenset[str], said_name: str = "") -> EnginePlan:
    """Decides how the engine learns each limit, now that its protocol and its own name are
    known."""
    decimals = spec.decimals or _TAKES_DECIMALS.fullmatch(said_name) is not None
    untold = set(limits.asked()) - placed - {"increment"}
    notes: list[str] = []
    sends_depth = dialect in ("nboard", "ugi") and "depth" in untold
    sends_nodes = dialect == "ugi" and "nodes" in untold
    if sends_depth:
        untold.discard("depth")
    if sends_nodes:
        untold.discard("nodes")
    time_name = "time" if limits.time is not None else "game-time"
    sends_time = time_name in untold and _can_send_time(
        spec.name, limits, dialect, commands, decimals, notes)
    if sends_time:
        untold.discard(time_name)
    if untold:
        name = sorted(untold)[0]
        raise MatchError(
            f"{spec.name}: --{name} {limits.asked()[name]} cannot be sent by {_WORDS[dialect]}"
            f"{'' if not notes else ' (' + notes[-1] + ')'}; put a place for it into the command, "
            + _hint(spec.command, name, limits.asked()[name], said_name))
    return EnginePlan(spec, command, dialect, sends_time, sends_depth, sends_nodes, decimals,
                      commands, tuple(notes))


def _hint(command: str, name: str, value: str, said_name: str) -> str:
    """An example of a command with a place for a limit."""
    place = f"{{{name}}}"
    words = command.split(" ")
    for number, word in enumerate(words):
        option, equals, given = word.rpartition("=")
        if number > 0 and _same_number(given, value):
            words[number] = option + equals + place
            return f"where it has the engine's own option for it: '{' '.join(words)}'"
    if _TAKES_DECIMALS.fullmatch(said_name) or re.fullmatch(r"(.*/)?emilia\S*", words[0]):
        return f"for example '{command} --{name} {place}'"
    return (f"behind the engine's own option for it, for example '{command} OPTION {place}'; the "
            f"engine's documentation names the option")


def _same_number(text: str, value: str) -> bool:
    try:
        return float(text) == float(value)
    except ValueError:
        return False


_WORDS = {"gtp": "GTP", "nboard": "NBoard", "ugi": "UGI"}


def _can_send_time(name: str, limits: Limits, dialect: str, commands: frozenset[str],
                   decimals: bool, notes: list[str]) -> bool:
    if dialect == "ugi":
        return True  # in milliseconds
    if dialect == "nboard" and limits.time is not None:
        return False  # NBoard transmits only the time of a game
    if dialect == "gtp" and "time_settings" not in commands:
        notes.append("the engine has no time_settings")
        return False
    if decimals:
        return True
    seconds = limits.time if limits.time is not None else limits.game_time
    whole = seconds == int(seconds)
    hint = f"'{name}={dialect}+decimals:...' declares that it accepts fractions"
    if seconds < 1 or (limits.time is not None and not whole):
        notes.append(f"the engine gets whole seconds; {hint}")
        return False
    if dialect == "gtp" and limits.game_time is not None and "time_left" in commands:
        notes.append(f"{name} gets its clock in whole seconds, rounded down, but never 0 while "
                     f"time is left, so it may lose on time; {hint}")
    elif not whole or limits.increment != int(limits.increment):
        notes.append(f"{name} gets whole seconds, rounded down; {hint}")
    return True
