"""Structures of the library, filled and checked."""
from __future__ import annotations

from typing import Any, Optional

from emilia._binding import ffi, lib
from emilia._errors import ArgumentError
from emilia._search import Listener, Stop
from emilia._values import Goal

_GOALS = {"score": lib.EMILIA_FIND_SCORE, "outcome": lib.EMILIA_FIND_OUTCOME,
          "exact": lib.EMILIA_FIND_EXACT}


def set_number(struct: Any, name: str, value: Optional[float]) -> None:
    """Sets a member; None stays 0, which means that it is left out."""
    if value is None:
        return
    try:
        setattr(struct, name, value)
    except OverflowError:
        raise ArgumentError(f"{name} is out of range: {value}") from None
    except TypeError:
        raise TypeError(f"{name} must be a number, not {value!r}") from None
    if getattr(struct, name) == 0:
        raise ArgumentError(f"{name} must not be 0")


def limits(stop: Stop, listener: Optional[Listener], *, seconds: Optional[float] = None,
           nodes: Optional[int] = None, depth: Optional[int] = None, level: Optional[int] = None,
           goal: Goal = "score", lines: Optional[int] = None, clock: Optional[float] = None,
           increment: float = 0) -> Any:
    """An emilia_limits; a listener hears of the progress."""
    made = ffi.new("emilia_limits*")
    made.size = ffi.sizeof("emilia_limits")
    for name, value in (("seconds", seconds), ("nodes", nodes), ("depth", depth),
                        ("level", level), ("lines", lines), ("clock", clock),
                        ("increment", increment or None)):
        set_number(made, name, value)
    if goal not in _GOALS:
        raise ArgumentError(f"goal is one of {', '.join(_GOALS)}, not {goal!r}")
    made.goal = _GOALS[goal]
    made.stop = stop._token
    if listener is not None:
        made.progress = lib.emilia_python_progress
        made.data = listener.handle
    return made
