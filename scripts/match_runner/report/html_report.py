"""Writes the page of a match: one self-contained file that loads nothing else."""
from __future__ import annotations

import json
from html import escape
from pathlib import Path
from string import Template
from typing import Sequence

from ..engines.engine_spec import Limits
from ..games.game import GameRecord
from ..statistics.ladder import Step
from ..statistics.results import Pairing
from ..statistics.sprt import Sprt, sprt_text
from ..statistics.strength import Strength
from ..words import count, result
from .charts import discs_chart, score_chart
from .ladder_chart import ladder_chart
from .text_report import elo_text, more_games_text, range_text, repeats_text

_PAGE = Path(__file__).resolve().parent / "page"


def html_report(names: list[str], pairings: list[Pairing], games: list[GameRecord],
                limits: Limits, sprt: Sprt | None = None,
                steps: Sequence[Step] = ()) -> str:
    """Returns the page; `steps` are the steps of a ladder."""
    sections = []
    if steps:
        sections.append(_card("Ladder", ladder_chart(list(steps))))
    elif len(names) > 2:
        sections.append(_card("Cross-table", cross_table(names, pairings)))
    for pairing in pairings:
        title = "Result" if len(pairings) == 1 else f"{pairing.first} v {pairing.second}"
        sections.append(_card(title, _pairing_body(pairing, sprt, len(names) == 2)))
    dates = [game.date for game in games if game.date]
    footer = f"Played {escape(min(dates))} to {escape(max(dates))}." if dates else ""
    return Template((_PAGE / "page.html").read_text(encoding="utf-8")).substitute(
        title=escape(f"{names[0]} v {names[1]}" if len(names) == 2 else
                     f"{len(names)} engines: " + ", ".join(names)),
        subtitle=escape(f"{count(len(games), 'game')}, {limits_text(limits)}"),
        sections="\n".join(sections), first=escape(names[0]), footer=footer,
        style=(_PAGE / "page.css").read_text(encoding="utf-8"),
        script=(_PAGE / "page.js").read_text(encoding="utf-8"),
        data=_page_data(names, games))


def limits_text(limits: Limits) -> str:
    words = []
    if limits.time is not None:
        words.append(f"{limits.time:g} s a move")
    if limits.game_time is not None:
        words.append(f"{limits.game_time:g} s a game")
    if limits.increment:
        words[-1] += f" and {limits.increment:g} s a move"
    if limits.depth is not None:
        words.append(f"depth {limits.depth}")
    if limits.nodes is not None:
        words.append(count(limits.nodes, "node"))
    return ", ".join(words) or "the engines' own limits"


def cross_table(names: list[str], pairings: list[Pairing]) -> str:
    """The engine of each row against that of each column; the best engine comes first."""
    points = {(row, column): "" for row in names for column in names}
    totals = {name: [0.0, 0] for name in names}
    for pairing in pairings:
        first, second = pairing.first, pairing.second
        points[first, second] = _cell(pairing.points, pairing.wins, pairing.draws, pairing.losses)
        points[second, first] = _cell(pairing.games - pairing.points, pairing.losses,
                                      pairing.draws, pairing.wins)
        for name, gained in ((first, pairing.points), (second, pairing.games - pairing.points)):
            totals[name][0] += gained
            totals[name][1] += pairing.games
    ranked = sorted(names, key=lambda name: -totals[name][0] / max(1, totals[name][1]))
    head = "".join(f"<th>{escape(name)}</th>" for name in ranked)
    rows = []
    for row in ranked:
        cells = "".join('<td class="self">–</td>' if row == column
                        else f"<td>{points[row, column]}</td>" for column in ranked)
        gained, games = totals[row]
        rows.append(f"<tr><td><b>{escape(row)}</b></td>{cells}<td><b>{_points(gained)}</b> of "
                    f"{games:,}</td><td>{100 * gained / max(1, games):.1f}%</td></tr>")
    return (f'<div class="scroll"><table><thead><tr><th></th>{head}<th>points</th><th>score</th>'
            f"</tr></thead><tbody>{''.join(rows)}</tbody></table></div>")


def _cell(points: float, wins: int, draws: int, losses: int) -> str:
    return f"{_points(points)}<small>{result(wins, draws, losses, '−')}</small>"


def _points(points: float) -> str:
    return f"{points:,.1f}".removesuffix(".0")


def _card(title: str, body: str) -> str:
    return f'<section class="card">\n<h2>{escape(title)}</h2>\n{body}\n</section>'


def _pairing_body(pairing: Pairing, sprt: Sprt | None, with_table: bool) -> str:
    strength = pairing.strength
    games = max(1, pairing.games)
    mean, error = pairing.mean_discs()
    tiles = [(f"{100 * pairing.points / games:.1f}%", f"score of {pairing.first}"),
             (result(pairing.wins, pairing.draws, pairing.losses, "−"), "wins, draws, losses")]
    if strength.pairs:
        tiles += [_elo_tile(strength),
                  (f"{100 * strength.superiority:.1f}%", "likelihood of superiority")]
    tiles.append((f"{mean:+.2f} ± {error:.2f}", "discs a game (95 %)"))
    if strength.pairs:
        tiles.append(("·".join(f"{n:,}" for n in strength.pentanomial),
                      f"pairs in which {pairing.first} scored 0·½·1·1½·2 points"))
    parts = ['<div class="tiles">' + "".join(
        f'<div class="tile"><b>{escape(value)}</b><span>{escape(label)}</span></div>'
        for value, label in tiles) + "</div>", _share_bar(pairing)]
    if pairing.different_games < pairing.games:
        text = repeats_text(pairing)
        parts.append(f"<p>{escape(text[0].upper() + text[1:])}.</p>")
    if sprt is not None:
        parts.append(f"<p>{escape('SPRT ' + sprt_text(sprt, strength.pentanomial))}</p>")
    parts.append('<div class="charts">'
                 + _figure(f"{pairing.first}'s score over time, by games, with its 95 % band",
                           score_chart(pairing.pair_scores))
                 + _figure(f"games by {pairing.first}'s disc difference", discs_chart(pairing))
                 + "</div>")
    if with_table:
        parts.append(cross_table([pairing.first, pairing.second], [pairing]))
    parts.append(_engine_table(pairing))
    return "\n".join(parts)


def _elo_tile(strength: Strength) -> tuple[str, str]:
    if strength.is_news:
        return (elo_text(strength, 0),
                f"Elo (95 %); 99 %: {range_text(*strength.elo_interval(0.99), 0)}")
    return "no news yet", f"Elo {elo_text(strength, 0)} (95 %); {more_games_text(strength)}"


def _share_bar(pairing: Pairing) -> str:
    counts = (("win", pairing.wins), ("even", pairing.draws), ("loss", pairing.losses))
    return '<div class="share">' + "".join(
        f'<i class="{kind}" style="flex:{count}"></i>' for kind, count in counts if count
    ) + "</div>"


def _figure(caption: str, svg: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{svg}</figure>" if svg else ""


def _engine_table(pairing: Pairing) -> str:
    rows = ""
    for name in (pairing.first, pairing.second):
        times, incidents = pairing.times[name], pairing.incidents[name]
        values = (f"{times.seconds / max(1, times.moves):.3f}", f"{times.slowest:.3f}",
                  *(f"{n:,}" for n in (incidents.time_losses, incidents.illegal_moves,
                                       incidents.crashes)))
        rows += (f"<tr><td><b>{escape(name)}</b></td>"
                 + "".join(f"<td>{value}</td>" for value in values) + "</tr>")
    heads = ("seconds a move", "slowest move", "time losses", "illegal moves", "crashes")
    return ('<div class="scroll"><table><thead><tr><th></th>'
            + "".join(f"<th>{head}</th>" for head in heads)
            + f"</tr></thead><tbody>{rows}</tbody></table></div>")


def _page_data(names: list[str], games: list[GameRecord]) -> str:
    """The data of the script; `points` are the first engine's, -1 to 1, null if it did not play."""
    listed = []
    for game in games:
        involved = names[0] in (game.black, game.white)
        listed.append({
            "number": game.game, "black": game.black, "white": game.white, "moves": game.moves,
            "discs": game.discs, "reason": game.reason, "loser": game.loser,
            "detail": game.detail, "scores": game.scores,
            "times": [None if t is None else round(t, 3) for t in game.times],
            "points": 2 * game.points_of(names[0]) - 1 if involved else None})
    text = json.dumps({"engines": names, "games": listed}, separators=(",", ":"))
    # Within a script element HTML interprets only `</script` and `<!--`.
    return text.replace("<", "\\u003c")
