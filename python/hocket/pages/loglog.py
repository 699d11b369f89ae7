# SPDX-License-Identifier: BSD-3-Clause
"""A plot on two logarithmic axes. x in per cent, y in pixels: it fits any screen, and text keeps its size."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

from hocket.pages import words
from hocket.pages.marks import legend, mark
from hocket.pages.ticks import decades, even

HEIGHT, TOP, BOTTOM, SCALE = 340, 12, 40, 56  # pixels
LEFT, RIGHT = 2.0, 97.0  # per cent
LETTERS, LINE = 22, 15  # of a name at the end of a line; pixels between two of them


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    tip: str = ""
    above: bool = False  # y is a lower bound
    interval: tuple[float, float] | None = None  # about y


@dataclass
class Series:
    name: str
    colour: str  # c0 to c7, or ink
    points: list[Point]
    shape: str = "dot"  # or choice: large rings around the points of others
    dashed: bool = False
    stroke: str = ""  # a class of lines: d1 to d3 are dashed in other ways


@dataclass
class Axes:
    x_ticks: list[float]
    label: str
    x_name: str
    y_text: Callable[[float], str] = words.tick
    x_text: Callable[[float], str] = words.size
    series: list[Series] = field(default_factory=list)
    reference: float | None = None  # a line across
    named: bool = False  # each line has its name at its end

    def points(self) -> list[Point]:
        return [point for series in self.series for point in series.points]


class Frame:
    """From values to places."""

    def __init__(self, axes: Axes):
        xs, ys = [p.x for p in axes.points()], [p.y for p in axes.points()]
        ys += [max(end, 1e-6) for p in axes.points() if p.interval for end in p.interval]
        ys += [axes.reference] if axes.reference else []
        self.low, self.high = math.log(min(xs)), max(math.log(max(xs)), math.log(min(xs)) + 1e-9)
        pad = 0.06 * max(0.2, math.log(max(ys) / min(ys)))
        self.least, self.most = math.log(min(ys)) - pad, math.log(max(ys)) + pad

    def x(self, value: float) -> str:
        return f"{LEFT + (RIGHT - LEFT) * (math.log(value) - self.low) / (self.high - self.low):.2f}%"

    def y(self, value: float) -> str:
        share = (math.log(value) - self.least) / (self.most - self.least)
        return f"{HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP):.1f}"

    def y_ticks(self) -> list[float]:
        """Powers of ten; also 2 and 5 times them where that leaves few, and others where these do."""
        wide = self.most - self.least > math.log(10) * 2.2
        found = decades(self.least, self.most, (1,) if wide else (1, 2, 5))
        return found if len(found) > 1 else even(self.least, self.most)


def plot(axes: Axes, entries: list[tuple[str, str, str]] | None = None) -> str:
    """entries: of the legend, beside those of the series."""
    at = Frame(axes)
    drawn = "".join(draw(series, at) for series in sorted(axes.series, key=lambda s: s.shape != "choice"))
    opening = f'<svg class="plot field" role="img" aria-label="{escape(axes.label)}" width="100%" height="{HEIGHT}">'
    places = [(axes.y_text(tick), float(at.y(tick)) + 4) for tick in at.y_ticks()]
    scale = "".join(f'<text class="tick" x="{SCALE - 6}" y="{y:.1f}" text-anchor="end">{t}</text>' for t, y in places)
    left = f'<svg class="plot scale" aria-hidden="true" width="{SCALE}" height="{HEIGHT}">{scale}</svg>'
    names = [(s.colour, s.shape, s.name) for s in axes.series] + (entries or [])
    right, strokes = ends(axes, at) if axes.named else "", {s.name: s.stroke for s in axes.series if s.stroke}
    return f'<div class="chart">{left}{opening}{grid(axes, at)}{drawn}</svg>{right}</div>{legend(names, strokes)}'


def ends(axes: Axes, at: Frame) -> str:
    """Names beside the ends of lines that reach the right edge, moved apart where they would overlap."""
    last = max(point.x for point in axes.points())
    there = [(float(at.y(s.points[-1].y)), s) for s in axes.series if s.points[-1].x == last]
    parts, places = [], apart([y for y, _ in sorted(there, key=lambda pair: pair[0])])
    for (y, series), place in zip(sorted(there, key=lambda pair: pair[0]), places, strict=True):
        name = series.name if len(series.name) <= LETTERS else series.name[: LETTERS - 1] + "…"
        parts.append(
            f'<g class="series {series.colour}"><line class="lead" x1="0" x2="12" y1="{y:.1f}" y2="{place:.1f}"/>'
        )
        parts.append(f'<text class="end" x="16" y="{place + 4:.1f}">{escape(name)}</text></g>')
    return f'<svg class="plot ends" aria-hidden="true" width="168" height="{HEIGHT}">{"".join(parts)}</svg>'


def apart(ys: list[float]) -> list[float]:
    """Rising places at least a line from each other, inside the plot, near those asked for."""
    placed: list[float] = []
    for y in ys:
        placed.append(max(y, placed[-1] + LINE if placed else TOP))
    limit = HEIGHT - BOTTOM
    for i in reversed(range(len(placed))):
        placed[i] = min(placed[i], limit)
        limit = placed[i] - LINE
    return placed


def grid(axes: Axes, at: Frame) -> str:
    parts, bottom = [], HEIGHT - BOTTOM
    for tick in at.y_ticks():
        parts.append(f'<line class="grid" x1="0" x2="100%" y1="{at.y(tick)}" y2="{at.y(tick)}"/>')
    for i, tick in enumerate(axes.x_ticks):
        x, odd = at.x(tick), " odd" if i % 2 else ""
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom + 4}"/>')
        text = axes.x_text(tick)
        parts.append(f'<text class="tick{odd}" x="{x}" y="{bottom + 18}" text-anchor="middle">{text}</text>')
    parts.append(f'<text class="tick" x="100%" y="{HEIGHT - 4}" text-anchor="end">{escape(axes.x_name)}</text>')
    if axes.reference:
        y = at.y(axes.reference)
        parts.append(f'<line class="reference" x1="0" x2="100%" y1="{y}" y2="{y}"/>')
    return "".join(parts)


def draw(series: Series, at: Frame) -> str:
    parts = [whisker(p, at) for p in series.points if p.interval]
    for a, b in zip(series.points, series.points[1:], strict=False):
        dashed = series.dashed or a.above or b.above
        style = ' class="dashed"' if dashed else f' class="{series.stroke}"' if series.stroke else ""
        parts.append(f'<line{style} x1="{at.x(a.x)}" x2="{at.x(b.x)}" y1="{at.y(a.y)}" y2="{at.y(b.y)}"/>')
    for p in series.points:
        parts.append(mark("above" if p.above else series.shape, at.x(p.x), at.y(p.y), p.tip or series.name))
    group = "series choice" if series.shape == "choice" else "series"
    return f'<g class="{group} {series.colour}">{"".join(parts)}</g>'


def whisker(p: Point, at: Frame) -> str:
    low, high = (at.y(max(end, 1e-6)) for end in p.interval)
    return f'<line class="whisker" x1="{at.x(p.x)}" x2="{at.x(p.x)}" y1="{low}" y2="{high}"/>'
