"""Detects which protocol an engine speaks, and which limits it can be sent."""
from __future__ import annotations

import time
from typing import Callable

from ..errors import EngineFailure, MatchError
from ..words import quoted
from .engine_spec import EnginePlan, EngineSpec, Limits, fill_command, plan_engine
from .game_log import GameLog
from .gtp import GtpPlayer
from .nboard import NBoardPlayer
from .player import Player
from .process import EngineProcess, NoAnswer
from .ugi import UgiPlayer

_PLAYERS: dict[str, type[Player]] = {"gtp": GtpPlayer, "nboard": NBoardPlayer, "ugi": UgiPlayer}


def make_player(plan: EnginePlan, limits: Limits, log: GameLog,
                admit: Callable[[Player], None] = lambda player: None) -> Player:
    """Starts a process and waits until it answers; calls `admit` before waiting."""
    player = _PLAYERS[plan.dialect](plan, limits, log)
    try:
        admit(player)
        player.start()
    except BaseException:  # Ctrl-C, too
        player.process.kill()
        raise
    return player


def prepare_engine(spec: EngineSpec, limits: Limits, log: GameLog) -> EnginePlan:
    """Starts the engine once to check that it can play under these limits."""
    command, placed = fill_command(spec, limits)
    try:
        dialect = spec.dialect
        if dialect == "auto":
            dialect = detect_dialect(spec.name, command, limits.reply_timeout, log)
        player = make_player(EnginePlan(spec, command, dialect), limits, log)
        try:
            commands = (player.list_commands() if isinstance(player, GtpPlayer)
                        else frozenset())
            said_name = player.said_name() if limits.timed else ""
        finally:
            player.process.close()
    except EngineFailure as failure:
        raise MatchError(str(failure)) from failure
    return plan_engine(spec, limits, command, placed, dialect, commands, said_name)


def detect_dialect(name: str, command: list[str], seconds: float, log: GameLog) -> str:
    """Sends the greetings of NBoard and UGI: an NBoard engine answers with a pong, a GTP engine with
    `?`, a UGI engine with ugiok. Emilia takes the first greeting."""
    process = EngineProcess(name, command, log)
    dialect = None
    try:
        dialect = _ask_dialect(process, time.monotonic() + seconds)
    except EngineFailure as failure:
        raise MatchError(f"{name}: '{' '.join(command)}' {failure.detail}") from failure
    finally:
        process.close(politely=dialect is not None)
    if dialect is not None:
        return dialect
    said = f"; it printed {quoted(process.last_garbage)}" if process.last_garbage else ""
    raise MatchError(f"{name}: '{' '.join(command)}' answers as none of NBoard, GTP and UGI in "
                     f"{seconds:g} s{said}. Name the protocol: begin the command with nboard:, gtp: "
                     "or ugi:")


def _ask_dialect(process: EngineProcess, deadline: float) -> str | None:
    process.send("nboard 2")
    process.send("ping 1")
    process.send("ugi")
    refusals = 0
    while time.monotonic() < deadline:
        try:
            text = process.read(deadline).text.strip()
        except NoAnswer:
            break
        if text == "pong 1":
            return "nboard"
        if text == "ugiok":
            return "ugi"
        refusals += text.startswith("?")
        if refusals == 2:
            return "gtp"
        if text:
            process.last_garbage = text[:200]
    return None
