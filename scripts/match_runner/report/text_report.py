"""Formats the results as text for the terminal."""
from __future__ import annotations

import math

from ..statistics.ladder import Step
from ..statistics.results import Pairing
from ..statistics.sprt import Sprt, sprt_text
from ..statistics.strength import WIDE, Strength
from ..words import count, result


def pairing_text(pairing: Pairing, sprt: Sprt | None = None) -> str:
    head = f"{pairing.first} v {pairing.second}: "
    if not pairing.games:
        return head + "no game was played"
    strength = pairing.strength
    rows = []
    if strength.pairs:
        more = (f"99 %: {range_text(*strength.elo_interval(0.99))}" if strength.is_news
                else more_games_text(strength))
        rows += [("Elo", f"{'' if strength.is_news else 'no news yet: '}{elo_text(strength)} "
                         f"(95 %); {more}; likelihood of superiority "
                         f"{100 * strength.superiority:.1f} %"),
                 ("pairs", pairs_text(pairing))]
    if pairing.discs:
        mean, mean_error = pairing.mean_discs()
        rows.append(("discs", f"{mean:+.2f} ± {mean_error:.2f} a game"))
    if pairing.different_games < pairing.games:
        rows.append(("repeats", repeats_text(pairing)))
    rows += [(name, engine_text(pairing, name)) for name in (pairing.first, pairing.second)]
    if sprt is not None:
        rows.append(("SPRT", sprt_text(sprt, strength.pentanomial)))
    width = max(8, len(pairing.first), len(pairing.second))
    return "\n".join([f"{head}{count(pairing.games, 'game')}, "
                      f"{result(pairing.wins, pairing.draws, pairing.losses)}, "
                      f"{100 * pairing.points / pairing.games:.1f} %",
                      *(f"  {label:{width}} {text}" for label, text in rows)])


def repeats_text(pairing: Pairing) -> str:
    return (f"only {pairing.different_games:,} of the games are different, but the errors count "
            "all; give more openings or random moves")


def pairs_text(pairing: Pairing) -> str:
    """`new scored 0 of 2 points in 3 pairs, ½ in 4, 1 in 14`, without scores that never occurred."""
    words = [f"{points} of 2 points in {count(number, 'pair')}" if place == 0
             else f"{points} in {number:,}" for place, (points, number) in enumerate(
                 (points, number) for points, number in
                 zip(("0", "½", "1", "1½", "2"), pairing.pentanomial) if number)]
    return f"{pairing.first} scored " + ", ".join(words)


def elo_text(strength: Strength, digits: int = 1) -> str:
    """Elo with its 95 % error, or the interval where it is wide or open."""
    if strength.is_wide:
        return range_text(*strength.elo_interval(), digits)
    return f"{_signed(strength.elo, digits)} ± {strength.elo_error:.{digits}f}"


def range_text(low: float, high: float, digits: int = 1) -> str:
    """An interval of Elo, which may be open at one end."""
    if math.isinf(high):
        return f"at least {_signed(low, digits)}"
    if math.isinf(low):
        return f"at most {_signed(high, digits)}"
    return f"{_signed(low, digits)} to {_signed(high, digits)}"


def more_games_text(strength: Strength) -> str:
    return f"about {strength.games_to_news:,} more games narrow it to ± {WIDE:.0f}"


def _signed(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:+,.{digits}f}"  # adding 0 turns -0 into 0


def engine_text(pairing: Pairing, name: str) -> str:
    times, incidents = pairing.times[name], pairing.incidents[name]
    mean = times.seconds / max(1, times.moves)
    text = (f"{mean:.3f} s a move, the slowest {times.slowest:.3f} s; "
            f"{count(incidents.time_losses, 'time loss')}, "
            f"{count(incidents.illegal_moves, 'illegal move')}, "
            f"{count(incidents.crashes, 'crash')}")
    if times.over_nodes:
        text += f"; {count(times.over_nodes, 'move')} took more nodes than the limit"
    return text


def standings_text(names: list[str], pairings: list[Pairing]) -> str:
    """A line for each engine, best first."""
    points = {name: 0.0 for name in names}
    games = {name: 0 for name in names}
    for pairing in pairings:
        points[pairing.first] += pairing.points
        points[pairing.second] += pairing.games - pairing.points
        for name in (pairing.first, pairing.second):
            games[name] += pairing.games
    ranked = sorted(names, key=lambda name: -points[name] / max(1, games[name]))
    return "\n".join(f"{rank:3} {name:20} {points[name]:9,.1f} of {games[name]:,}"
                     for rank, name in enumerate(ranked, 1))


def ladder_text(steps: list[Step]) -> str:
    """A table with the best engine first, in Markdown, so that a README can contain it."""
    rows = [("rank", "engine", "Elo", "error (95 %)", "Elo above the one below", "score")]
    for rank, step in enumerate(reversed(steps), 1):
        pairing = step.pairing
        below = score = ""
        if pairing is not None:
            below = elo_text(pairing.strength, 0)
            score = (f"{100 * pairing.points / pairing.games:.1f} %, "
                     + result(pairing.wins, pairing.draws, pairing.losses))
        error = f"± {step.error:.0f}" if step.error else ""
        rows.append((str(rank), step.name, step.elo_text(), error, below, score))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    left = (False, True, False, False, False, False)
    rule = tuple("-" * width if is_left else "-" * (width - 1) + ":"
                 for width, is_left in zip(widths, left))
    return "\n".join(
        "| " + " | ".join(text.ljust(width) if is_left else text.rjust(width)
                          for text, width, is_left in zip(row, widths, left)) + " |"
        for row in (rows[0], rule, *rows[1:]))
