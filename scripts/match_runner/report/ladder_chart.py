"""Draws the chart of a ladder: Elo grows to the right, the best engine is on top."""
from __future__ import annotations

import math
from html import escape

from ..statistics.ladder import Step

_WIDTH = 800
_ROW, _TOP, _BOTTOM = 24, 12, 50
_LETTER = 7.2  # width of a wide letter of a name
_VALUE = 155  # width of the text to the right of the chart

# The page of the report has these styles in its own style sheet. The image also gets a background,
# because it may be shown on a dark page.
_STYLE = """\
text { font: 12px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
text { fill: #56605b; }
.name { font-size: 13px; fill: #1d2321; }
.axis { stroke: #dfe2dc; }
.error { stroke: #1f7a4d; stroke-width: 2; }
.known { fill: #1f7a4d; }
.bound { fill: #ffffff; stroke: #1f7a4d; stroke-width: 2; }"""


def ladder_chart(steps: list[Step]) -> str:
    """The chart for the page of the report, which styles it."""
    if not steps:
        return ""
    return (f'<svg viewBox="0 0 {_WIDTH} {_height(steps)}" role="img" aria-label="Ladder">'
            f"{_body(steps)}</svg>")


def ladder_svg(steps: list[Step]) -> str:
    """The chart as an image of its own."""
    height = _height(steps)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
            f'viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="Ladder">\n'
            f"<style>\n{_STYLE}\n</style>\n"
            f'<rect width="{_WIDTH}" height="{height}" rx="6" fill="#ffffff"/>\n'
            f"{_body(steps)}\n</svg>\n")


def _height(steps: list[Step]) -> int:
    return _TOP + _ROW * len(steps) + _BOTTOM


def _body(steps: list[Step]) -> str:
    if not steps:
        return ""
    left = min(300.0, 24 + _LETTER * max(len(step.name) for step in steps))
    least = min(step.elo - step.error for step in steps)
    most = max(max(step.elo + step.error for step in steps), least + 10)
    ground = _TOP + _ROW * len(steps)

    def x(elo: float) -> float:
        return left + (_WIDTH - _VALUE - left) * (elo - least) / (most - least)

    parts = []
    for tick in _ticks(least, most):
        parts.append(f'<line class="axis" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{_TOP}" '
                     f'y2="{ground}"/><text x="{x(tick):.1f}" y="{ground + 16}" '
                     f'text-anchor="middle">{tick}</text>')
    parts.append(f'<text x="{_WIDTH - 8}" y="{ground + 36}" text-anchor="end">'
                 f"Elo above {escape(steps[0].name)}</text>")
    for row, step in enumerate(reversed(steps)):
        parts.append(_row(step, _TOP + _ROW * (row + 0.5), left, x(step.elo),
                          x(step.elo + step.error) - x(step.elo)))
    return "\n".join(parts)


def _row(step: Step, y: float, left: float, x: float, reach: float) -> str:
    error = f" ± {step.error:.0f}" if step.error else ""
    kind = "bound" if step.may_be_more or step.may_be_less else "known"
    return (f'<text class="name" x="{left - 14:.1f}" y="{y + 4:.1f}" text-anchor="end">'
            f"{escape(step.name)}</text>"
            f'<line class="error" x1="{x - reach:.1f}" x2="{x + reach:.1f}" y1="{y}" y2="{y}"/>'
            f'<circle class="{kind}" r="4" cx="{x:.1f}" cy="{y}"/>'
            f'<text x="{_WIDTH - 8}" y="{y + 4:.1f}" text-anchor="end">'
            f"{step.elo_text()}{error}</text>")


def _ticks(least: float, most: float) -> list[int]:
    """About five round numbers within the range."""
    rough = (most - least) / 6
    size = 10 ** math.floor(math.log10(rough))
    step = next(factor * size for factor in (1, 2, 5, 10) if factor * size >= rough)
    return [number * step
            for number in range(math.ceil(least / step), math.floor(most / step) + 1)]
