# SPDX-License-Identifier: BSD-3-Clause
"""An SVG strip plot that needs no width: x in per cent, y in pixels, so text keeps its size on every screen."""

import math
import re
from html import escape

from hocket.demo.outcome import Outcome

ROW, LINE, TOP, AXIS = 32, 15, 6, 30  # pixels
NARROW = 42  # letters of a name on one line
LEFT, RIGHT = 1.5, 97.0  # per cent


def nice_step(largest: float) -> float:
    power = 10 ** math.floor(math.log10(largest / 4))
    return next(power * step for step in (1, 2, 2.5, 5, 10) if power * step >= largest / 4)


def lines_of(title: str) -> list[str]:
    """Cut after commas, so that a long SPEC fits a narrow screen."""
    lines = [""]
    for piece in re.split(r"(?<=,)", title):
        if lines[-1] and len(lines[-1]) + len(piece) > NARROW:
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]


def plot(outcomes: list[Outcome]) -> str:
    shown = [o for o in outcomes if o.time]
    if not shown:
        return "<p>No run succeeded.</p>"
    largest = max(max([*o.medians(), o.time.high]) for o in shown) * 1.02

    def x(value: float) -> str:
        return f"{LEFT + (RIGHT - LEFT) * value / largest:.3f}%"

    strips, y = [], TOP
    for outcome in outcomes:
        strips += strip(outcome, y, x)
        y += ROW + LINE * len(lines_of(outcome.case.title))
    label = f"Time of one broadcast with {escape(shown[0].subject.library.name)}, by case"
    opening = f'<svg class="plot strips" role="img" aria-label="{label}" width="100%" height="{y + AXIS}">'
    return "".join([opening, *axis(largest, y, x), *strips, "</svg>"])


def axis(largest: float, bottom: int, x) -> list[str]:
    parts, step = [], nice_step(largest)
    for i in range(int(largest / step) + 1):
        at = x(i * step)
        parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{TOP}" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{at}" y="{bottom + 16}" text-anchor="middle">{i * step:g}</text>')
    parts.append(f'<text class="tick" x="{RIGHT}%" y="{bottom + AXIS - 1}" text-anchor="end">ms</text>')
    return parts


def strip(outcome: Outcome, y: int, x) -> list[str]:
    names = lines_of(outcome.case.title)
    title = "".join(
        f'<text class="name" x="{LEFT}%" y="{y + LINE * (i + 1)}">{escape(line)}</text>' for i, line in enumerate(names)
    )
    middle, t = y + LINE * len(names) + 13, outcome.time
    if not t:
        return [title, f'<text class="failed" x="{LEFT}%" y="{middle + 5}">failed</text>']
    dots = [f'<circle cx="{x(value)}" cy="{middle}" r="3.5"/>' for value in outcome.medians()]
    bar = f'<line class="interval" x1="{x(t.low)}" x2="{x(t.high)}" y1="{middle}" y2="{middle}"/>'
    tick = f'<line class="median" x1="{x(t.value)}" x2="{x(t.value)}" y1="{middle - 8}" y2="{middle + 8}"/>'
    tip = f"<title>{t.value:.2f} ms, 95 % interval {t.low:.2f} to {t.high:.2f}</title>"
    return [f'<g class="{outcome.case.kind}">{tip}{title}{bar}{"".join(dots)}{tick}</g>']
