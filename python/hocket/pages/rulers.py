# SPDX-License-Identifier: BSD-3-Clause
"""One row a name, several marks on a common logarithmic axis: for values that are to be compared in pairs."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from hocket.pages import words
from hocket.pages.marks import mark
from hocket.pages.ticks import decades, even

ROW, LINE, TOP, AXIS = 30, 15, 6, 24  # pixels
LEFT, RIGHT = 2.0, 96.0  # per cent


@dataclass(frozen=True)
class Mark:
    value: float
    shape: str
    colour: str
    tip: str


@dataclass(frozen=True)
class Row:
    name: str
    marks: list[Mark]
    interval: tuple[float, float] | None = None


def plot(rows: list[Row], label: str, text: Callable[[float], str] = words.tick) -> str:
    values = [m.value for row in rows for m in row.marks]
    values += [max(end, 1e-3) for row in rows if row.interval for end in row.interval]
    low, high = math.log(min(values) * 0.9), math.log(max(values) * 1.001)

    def x(value: float) -> str:
        return f"{LEFT + (RIGHT - LEFT) * (math.log(value) - low) / (high - low):.2f}%"

    height = TOP + len(rows) * (ROW + LINE)
    parts = [f'<svg class="plot" role="img" aria-label="{escape(label)}" width="100%" height="{height + AXIS}">']
    for tick in ticks(low, high):
        at = x(tick)
        parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{TOP}" y2="{height}"/>')
        parts.append(f'<text class="tick" x="{at}" y="{height + 16}" text-anchor="middle">{text(tick)}</text>')
    for i, row in enumerate(rows):
        parts.append(one(row, TOP + i * (ROW + LINE), x))
    return "".join([*parts, "</svg>"])


def ticks(low: float, high: float) -> list[float]:
    """Powers of ten between two logarithms; also 2 and 5 times them, and others, where that leaves fewer than two."""
    found = decades(low, high)
    if len(found) < 2:
        found = decades(low, high, (1, 2, 5))
    return found if len(found) > 1 else even(low, high)


def one(row: Row, y: int, x: Callable[[float], str]) -> str:
    middle = y + LINE + 13
    name = f'<text class="name" x="{LEFT}%" y="{y + LINE}">{escape(row.name)}</text>'
    ends = [m.value for m in row.marks]
    bar = f'<line class="grid" x1="{x(min(ends))}" x2="{x(max(ends))}" y1="{middle}" y2="{middle}"/>' if ends else ""
    if row.interval and row.marks:
        low, high = (x(max(end, 1e-3)) for end in row.interval)
        bar = f'<g class="series {row.marks[0].colour}">'
        bar += f'<line class="whisker" x1="{low}" x2="{high}" y1="{middle}" y2="{middle}"/></g>'
    marks = "".join(
        f'<g class="series {m.colour}">{mark(m.shape, x(m.value), str(middle), m.tip)}</g>' for m in row.marks
    )
    return name + bar + marks
