"""Says what differs between the settings of a match and those of a command that continues it."""
from __future__ import annotations

import json

_OPTIONS = ("seed", "reuse", "gauntlet", "ladder")


def differences(saved: dict[str, object], now: dict[str, object]) -> list[str]:
    """Each difference as a clause that names an option where there is one."""
    words: list[str] = []
    for key in {**saved, **now}:
        before, after = saved.get(key), now.get(key)
        if before == after:
            continue
        if key == "engines":
            words += _engines(before, after)
        elif key == "limits":
            words += [_change("--" + name.replace("_", "-"), before.get(name), after.get(name))
                      for name in {**before, **after} if before.get(name) != after.get(name)]
        elif key == "games":
            words.append(_change("--games", f"{before:,}", f"{after:,}")
                         + ", but a match can only become longer")
        elif key == "openings":
            if all(saved.get(cause) == now.get(cause) for cause in ("seed", "games")):
                words.append("the openings are others than before (--openings or --random-plies)")
        elif key in _OPTIONS:
            words.append(_change(f"--{key}", before or None, after or None))
        elif key == "sprt":
            words.append(_change("--sprt", _sprt(before), _sprt(after)))
        else:
            words.append(_change(key, json.dumps(before), json.dumps(after)))
    return words


def _engines(before: list[dict], after: list[dict]) -> list[str]:
    names = [", ".join(engine["name"] for engine in engines) for engines in (before, after)]
    if names[0] != names[1]:
        return [f"the engines were {names[0]} and are now {names[1]}"]
    return [_change(f"--engine {old['name']}", _command(old), _command(new))
            for old, new in zip(before, after) if old != new]


def _command(engine: dict) -> str:
    dialect = engine["dialect"] + ("+decimals" if engine["decimals"] else "")
    return f"'{engine['command']}'" if dialect == "auto" else f"'{dialect}:{engine['command']}'"


def _sprt(sprt: dict | None) -> str | None:
    return sprt and ",".join(f"{name}={value:g}" for name, value in sprt.items())


def _change(name: str, before: object, after: object) -> str:
    return f"{name} was {_text(before)} and is now {_text(after)}"


def _text(value: object) -> str:
    if value is None:
        return "not given"
    return "given" if value is True else f"{value:g}" if isinstance(value, float) else str(value)
