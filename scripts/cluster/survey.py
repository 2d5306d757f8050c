"""How far a job is, by its files alone, so the same for Slurm, GNU parallel and parts that were
run by hand."""
from __future__ import annotations

import time
from dataclasses import dataclass, field

from match_runner.words import count

from .attempt import Attempt, read_attempts
from .kinds.kind import Kind
from .words import duration


@dataclass
class Survey:
    parts: int = 0
    done: int = 0
    running: int = 0
    failures: dict[str, str] = field(default_factory=dict)  # part: reason
    seconds_left: float | None = None
    more: str = ""

    def text(self) -> str:
        waiting = self.parts - self.done - self.running - len(self.failures)
        parts = [f"{self.done:,} of {count(self.parts, 'part')} done",
                 f"{self.running:,} running", f"{len(self.failures):,} failed",
                 f"{waiting:,} waiting"]
        if self.seconds_left is not None:
            parts.append(f"about {duration(self.seconds_left)} left")
        if self.more:
            parts.append(self.more)
        return ", ".join(parts)

    def failures_text(self) -> str:
        return "".join(f"\npart {name} failed: {reason}" for name, reason in self.failures.items())


def survey(kind: Kind) -> Survey:
    attempts: dict[str, list[Attempt]] = {}
    for attempt in read_attempts(kind.job.work):
        attempts.setdefault(attempt.part, []).append(attempt)
    found = Survey(more=kind.progress())
    seconds: list[float] = []
    begun: list[float] = []
    for name in kind.names():
        found.parts += 1
        seal = kind.seems_done(name)
        own = attempts.get(name, [])
        if seal is not None:
            found.done += 1
            seconds.append(seal["seconds"])
        elif any(attempt.runs for attempt in own):
            found.running += 1
            begun.append(min(attempt.begin for attempt in own if attempt.runs))
        elif own:
            found.failures[name] = _reason(max(own, key=lambda attempt: attempt.begin))
        elif (damage := kind.damage(name)) is not None:
            found.failures[name] = damage
    if seconds and begun:
        mean = sum(seconds) / len(seconds)
        left = mean * (found.parts - found.done)
        left -= sum(min(mean, time.time() - moment) for moment in begun)
        found.seconds_left = left / len(begun)
    return found


def _reason(attempt: Attempt) -> str:
    if attempt.failure is not None:
        return f"{attempt.failure} ({attempt.host})"
    return f"no sign of life from {attempt.host} for a minute"
