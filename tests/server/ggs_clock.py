"""The test server's time: where it comes from, and how its clocks are agreed, run and written."""
from __future__ import annotations

import asyncio
import heapq
import itertools
import re
from dataclasses import dataclass
from typing import Callable, Protocol

CHECK_DELAY = 5.0  # seconds after a flag has fallen until the server looks at it


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Time(Protocol):
    """The server's seconds, which may pass faster than real ones."""

    def now(self) -> float: ...

    def call_at(self, when: float, callback: Callable[[], None]) -> Alarm: ...


class LoopTime:
    """Real time, `speed` times as fast."""

    def __init__(self, loop: asyncio.AbstractEventLoop, speed: float) -> None:
        self._loop, self._speed = loop, speed

    def now(self) -> float:
        return self._loop.time() * self._speed

    def call_at(self, when: float, callback: Callable[[], None]) -> Alarm:
        return self._loop.call_at(when / self._speed, callback)


class ManualTime:
    """Time that passes only when a test says so. Of two alarms for the same moment the later one
    rings first, as on the real server."""

    class _Alarm:
        def __init__(self, callback: Callable[[], None]) -> None:
            self.callback: Callable[[], None] | None = callback

        def cancel(self) -> None:
            self.callback = None

    def __init__(self) -> None:
        self._now = 0.0
        self._alarms: list[tuple[float, int, ManualTime._Alarm]] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, callback: Callable[[], None]) -> Alarm:
        alarm = self._Alarm(callback)
        heapq.heappush(self._alarms, (when, -next(self._numbers), alarm))
        return alarm

    def pass_by(self, seconds: float) -> None:
        until = self._now + seconds
        while self._alarms and self._alarms[0][0] <= until:
            when, _, alarm = heapq.heappop(self._alarms)
            self._now = max(self._now, when)
            if alarm.callback is not None:
                alarm.callback()
        self._now = until


def clock_text(seconds: float) -> str:
    """Whole seconds, rounded down: `00:59`, `-00:01`, `01:00:00`, `1.01:00:00`."""
    whole = int(seconds // 1)
    sign, whole = ("-", -whole) if whole < 0 else ("", whole)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    text = f"{minutes:02}:{rest:02}"
    if hours or days:
        text = f"{hours:02}:{text}"
    return sign + (f"{days}.{text}" if days else text)


@dataclass(frozen=True)
class ControlPart:
    """`0:10,3`: seconds, and the number of moves behind them as it is shown."""

    seconds: float
    moves: str = ""  # `3`, `N40`, or empty

    @staticmethod
    def parse(text: str) -> "ControlPart | None":
        match = re.fullmatch(r"(\d+)(?::(\d+))?(?::(\d+))?(?:,(N?\d+))?", text)
        if match is None:
            return None
        first, second, third = (match[1], match[2], match[3])
        if second is None:
            seconds = 60 * int(first)  # a bare number is minutes
        elif third is None:
            seconds = 60 * int(first) + int(second)
        else:
            seconds = 3600 * int(first) + 60 * int(second) + int(third)
        return ControlPart(float(seconds), match[4] or "")

    def text(self) -> str:
        return clock_text(self.seconds) + (f",{self.moves}" if self.moves else "")


@dataclass(frozen=True)
class TimeControl:
    """`05:00/00:10/02:00`: main time, increment, extension."""

    main: ControlPart
    increment: ControlPart
    extension: ControlPart

    @staticmethod
    def parse(text: str) -> "TimeControl | None":
        parts = text.split("/")
        if len(parts) > 3 or not parts[0]:
            return None
        parts += [""] * (3 - len(parts))
        main = ControlPart.parse(parts[0])
        increment = ControlPart.parse(parts[1] or "0")
        extension = ControlPart.parse(parts[2] or "2:00")
        if main is None or increment is None or extension is None:
            return None
        return TimeControl(main, increment, extension)

    def text(self) -> str:
        increment = self.increment.text() if self.increment.seconds else ""
        return f"{self.main.text()}/{increment}/{self.extension.text()}"


USUAL_CONTROL = TimeControl(ControlPart(900), ControlPart(0), ControlPart(120))


class Clock:
    """One player's clock. It runs from `start` to `spend`."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = control.main.seconds
        self.moves = 0
        self.flagged = False  # the extension is used; the moves are no longer counted
        self.started: float | None = None

    def start(self, now: float) -> None:
        self.started = now

    def elapsed(self, now: float) -> float:
        return 0.0 if self.started is None else now - self.started

    def falls_at(self) -> float:
        """When the flag falls, if the clock runs on."""
        assert self.started is not None
        return self.started + self.left

    def extend(self) -> bool:
        """Adds the extension, even if it is 0. False if it has been added before."""
        if self.flagged:
            return False
        self.flagged = True
        self.left += self.control.extension.seconds
        return True

    def spend(self, seconds: float) -> bool:
        """A move that took `seconds` is made. Returns whether the flag had fallen. The move with
        which it fell is the last that is counted."""
        self.started = None
        counted = not self.flagged
        fell = seconds > self.left and self.extend()
        self.left -= seconds
        if counted:
            self.moves += 1
        if self.flagged or self.left < 0:
            return fell
        increment = self.control.increment
        period = int(increment.moves.lstrip("N") or 1)
        if period and self.moves % period == 0:
            self.left += increment.seconds
        return fell

    def saved(self) -> tuple[float, int, bool]:
        return self.left, self.moves, self.flagged

    def restore(self, state: tuple[float, int, bool]) -> None:
        self.left, self.moves, self.flagged = state
        self.started = None

    def text(self, now: float) -> str:
        left = self.left
        if self.started is not None:  # some time has passed, however little
            left -= max(self.elapsed(now), 0.001)
        increment, extension = self.control.increment, self.control.extension
        middle = ""
        if increment.seconds:
            middle = (f"{clock_text(increment.seconds)},{self.moves}:"
                      f"{increment.moves.lstrip('N') or 1}")
        return (f"{clock_text(left)},{self.moves}:{self.control.main.moves.lstrip('N') or 0}/"
                f"{middle}/{clock_text(extension.seconds)},"
                f"{self.moves}:{extension.moves.lstrip('N') or 0}")
