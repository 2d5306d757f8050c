"""Walks one engine through its protocol, step by step, and reports what it gets wrong.

Each step runs in a new process, so that one mistake is reported once. A step that fails prints its
dialogue. A walk that lets the engine learn gives it an empty data folder.
"""
from __future__ import annotations

import os
import tempfile
import time
from collections import deque
from dataclasses import dataclass
from typing import Callable, Protocol

from ..engines.detect import detect_dialect
from ..engines.engine_spec import parse_command, split_command
from ..engines.game_log import GameLog
from ..engines.process import EngineProcess, NoAnswer
from ..errors import EngineFailure, MatchError
from ..output import write
from ..words import count, printable
from .gtp_steps import GTP_STEPS, GtpTalk
from .nboard_steps import NBOARD_STEPS, NBoardTalk
from .talk import Skipped, StepFailure, Talk
from .ugi_steps import UGI_STEPS, UgiTalk

_SHOWN_LINES = 30


class Step(Protocol):
    """The first line of its docstring is the rule that it checks."""

    __doc__: str | None

    def __call__(self, talk: Talk) -> None: ...


class Transcript(GameLog):
    """Stores the end of the dialogue of a step."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.lines: deque[str] = deque(maxlen=_SHOWN_LINES)

    def write(self, name: str, direction: str, text: str) -> None:
        self.count += 1
        self.lines.append(f"{direction} {text}")


@dataclass(frozen=True)
class Dialect:
    name: str
    talk: Callable[[EngineProcess, float, bool], Talk]
    steps: tuple[Step, ...]


_DIALECTS = {"nboard": Dialect("NBoard", NBoardTalk, NBOARD_STEPS),
             "gtp": Dialect("GTP", GtpTalk, GTP_STEPS),
             "ugi": Dialect("UGI", UgiTalk, UGI_STEPS)}


def check_engine(text: str, reply_timeout: float, may_learn: bool = False) -> bool:
    """Prints a line for each step; returns whether none failed. If the engine may learn, its
    XDG_DATA_HOME is a temporary folder, so that an engine that keeps its book there learns nothing
    for good."""
    if not may_learn:
        return _walk(text, reply_timeout, None)
    with tempfile.TemporaryDirectory() as data:
        return _walk(text, reply_timeout, {**os.environ, "XDG_DATA_HOME": data})


def _walk(text: str, reply_timeout: float, learning: dict[str, str] | None) -> bool:
    """`learning` is the environment of an engine that may learn, or None."""
    spec = parse_command("engine", text)
    command = split_command(spec.name, spec.command)
    kind = spec.dialect
    if kind == "auto":
        kind = detect_dialect(spec.name, command, reply_timeout, GameLog())
    dialect = _DIALECTS[kind]
    write(f"{dialect.name}: {spec.command}")
    failed = skipped = 0
    for step in dialect.steps:
        outcome = _run_step(step, dialect, command, reply_timeout, learning)
        failed += outcome == "FAILED"
        skipped += outcome == "skipped"
    passed = len(dialect.steps) - failed - skipped
    write(f"{count(passed, 'step')} passed, {failed} failed, {skipped} skipped")
    return not failed


def _run_step(step: Step, dialect: Dialect, command: list[str], reply_timeout: float,
              learning: dict[str, str] | None) -> str:
    transcript = Transcript()
    title = (step.__doc__ or "").strip().splitlines()[0].rstrip(".")
    begin = time.monotonic()
    try:
        process = EngineProcess("engine", command, transcript, learning)
    except EngineFailure as failure:
        raise MatchError(str(failure)) from failure
    outcome, why = "ok", ""
    try:
        step(dialect.talk(process, reply_timeout, learning is not None))
    except Skipped as reason:
        outcome, why = "skipped", str(reason)
    except StepFailure as failure:
        outcome, why = "FAILED", str(failure)
    except EngineFailure as failure:
        outcome, why = "FAILED", f"the engine {failure.detail}"
    except NoAnswer:
        outcome, why = "FAILED", "did not answer in time"
    finally:
        process.close(politely=False)
    seconds = time.monotonic() - begin
    write(f"  {outcome:7}  {title} ({seconds:.1f} s)" + (f": {printable(why)}" if why else ""))
    if outcome == "FAILED":
        _show(transcript)
    return outcome


def _show(transcript: Transcript) -> None:
    earlier = transcript.count - len(transcript.lines)
    if earlier:
        write(f"             ... {count(earlier, 'earlier line')}")
    for line in list(transcript.lines):
        write(f"           {printable(line)}")
