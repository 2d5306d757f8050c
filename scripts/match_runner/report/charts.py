"""Draws the charts of the report, as SVG without scripts."""
from __future__ import annotations

import math

from ..statistics.results import Pairing
from ..statistics.strength import PAIR_SCORES, Strength
from ..words import count

_WIDTH, _HEIGHT = 460, 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 36, 10, 10, 24


def score_chart(scores: list[float]) -> str:
    """The first engine's mean score after each pair, with its 95 % band. `scores` are the scores
    of the pairs, 0 to 1, in order."""
    if not scores:
        return ""
    # The first few pairs spread so widely that they would flatten the rest of the chart.
    kept = _thinned(list(range(min(4, len(scores) - 1), len(scores))))
    means, ends = _running_means(scores, kept)
    spread = max(0.05, *(abs(end - 0.5) for pair in ends.values() for end in pair))
    reach = min(0.5, math.ceil(spread * 10) / 10)  # all labels are whole percents

    def x(pair: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (pair + 1) / len(scores)

    def y(score: float) -> float:
        inside = min(max(score, 0.5 - reach), 0.5 + reach)
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (0.5 + reach - inside) / (2 * reach)

    band = ([f"{x(i):.1f},{y(ends[i][1]):.1f}" for i in kept]
            + [f"{x(i):.1f},{y(ends[i][0]):.1f}" for i in reversed(kept)])
    line = [f"{x(i):.1f},{y(means[i]):.1f}" for i in kept]
    parts = []
    for share in (-1.0, -0.5, 0.0, 0.5, 1.0):
        value = 0.5 + share * reach
        kind = "middle" if share == 0 else "axis"
        parts.append(f'<line class="{kind}" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" '
                     f'y1="{y(value):.1f}" y2="{y(value):.1f}"/>')
        parts.append(f'<text x="{_LEFT - 5}" y="{y(value) + 4:.1f}" text-anchor="end">'
                     f"{100 * value:.0f}%</text>")
    parts.append(f'<polygon class="band" points="{" ".join(band)}"/>')
    parts.append(f'<polyline class="score" points="{" ".join(line)}"/>')
    parts.append(f'<circle class="win" r="3" cx="{x(kept[-1]):.1f}" '
                 f'cy="{y(means[kept[-1]]):.1f}"/>')
    for pairs in sorted({1, len(scores) // 2, len(scores)} - {0}):
        anchor = "end" if pairs == len(scores) else "middle"
        parts.append(f'<text x="{x(pairs - 1):.1f}" y="{_HEIGHT - 6}" text-anchor="{anchor}">'
                     f"{2 * pairs}</text>")
    return _svg(parts, "Score over time")


def _running_means(scores: list[float],
                   kept: list[int]) -> tuple[dict[int, float], dict[int, tuple[float, float]]]:
    """The mean score after each of these pairs, and the ends of its 95 % interval."""
    counts = [0] * len(PAIR_SCORES)
    means, ends = {}, {}
    wanted = set(kept)
    for pair, score in enumerate(scores):
        counts[PAIR_SCORES.index(score)] += 1
        if pair in wanted:
            strength = Strength(tuple(counts))
            means[pair], ends[pair] = strength.score, strength.score_interval()
    return means, ends


def _thinned(numbers: list[int], most: int = 150) -> list[int]:
    """Limits the points to what an eye can tell apart."""
    if len(numbers) <= most:
        return numbers
    return [numbers[i * (len(numbers) - 1) // (most - 1)] for i in range(most)]


def discs_chart(pairing: Pairing) -> str:
    """A histogram of disc differences, from the view of the first engine."""
    if not pairing.discs:
        return ""
    reach = max(abs(discs) for discs in pairing.discs)
    width = 2 if reach <= 20 else 4 if reach <= 40 else 8
    bins = max(1, math.ceil(reach / width))
    counts = [0] * (2 * bins + 1)  # draws in the middle, and as many bins on either side
    for discs in pairing.discs:
        counts[bin_of(discs, width) + bins] += 1
    most = max(counts)
    step = (_WIDTH - _LEFT - _RIGHT) / len(counts)
    ground = _HEIGHT - _BOTTOM
    scale = (ground - _TOP - 8) / most
    parts = []
    for number in sorted({most // 2, most} - {0}):
        y = ground - scale * number
        parts.append(f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" '
                     f'y2="{y:.1f}"/><text x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">'
                     f"{number:,}</text>")
    for place, number in enumerate(counts):
        index = place - bins
        kind = "loss" if index < 0 else "win" if index > 0 else "even"
        x = _LEFT + place * step
        parts.append(f'<rect class="{kind}" x="{x + 1:.1f}" y="{ground - scale * number:.1f}" '
                     f'width="{step - 2:.1f}" height="{scale * number:.1f}" rx="1.5">'
                     f"<title>{bin_text(index, width)}: {count(number, 'game')}</title></rect>")
        if index % math.ceil(bins / 4) == 0:
            parts.append(f'<text x="{x + step / 2:.1f}" y="{_HEIGHT - 6}" text-anchor="middle">'
                         f"{f'{index * width:+d}' if index else '0'}</text>")
    parts.append(f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{ground}" '
                 f'y2="{ground}"/>')
    return _svg(parts, "Distribution of disc differences")


def bin_of(discs: float, width: int) -> int:
    """0 for a draw; bin 1 ends at `width`, bin 2 at twice that, and so on; negative for losses."""
    return int(math.copysign(math.ceil(abs(discs) / width), discs))


def bin_text(index: int, width: int) -> str:
    if index == 0:
        return "0"
    return f"{'+' if index > 0 else '−'}{(abs(index) - 1) * width + 1} to {abs(index) * width}"


def _svg(parts: list[str], label: str) -> str:
    return (f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">'
            f"{''.join(parts)}</svg>")
