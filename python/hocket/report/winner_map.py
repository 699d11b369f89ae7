# SPDX-License-Identifier: BSD-3-Clause
"""A winner map as a table: sizes down, places across, and cells as tall as the range of sizes in which one wins."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from hocket.pages import words
from hocket.report.winners import ANY, Map, Span
from hocket.sizes import show

COLOURS = 7
OCTAVE, LEAST = 1.15, 1.7  # rem: the height of a factor of two, and of a row


@dataclass(frozen=True)
class Cell:
    span: Span | None  # nothing is known
    rows: int
    colour: str


@dataclass(frozen=True)
class Line:
    name: str
    exact: str
    height: float  # rem
    cells: list[Cell]  # those that begin here


@dataclass(frozen=True)
class Grid:
    title: str
    about: str
    columns: list[str]
    lines: list[Line]


def grid(of: Map) -> Grid:
    edges = of.borders()
    colours = palette(of)
    by_column = [cells(column.spans, edges, colours) for column in of.columns]
    lines = []
    for i, (low, high) in enumerate(pairwise(edges)):
        here = [column[i] for column in by_column if i in column]
        lines.append(Line(sizes(low, high, words.size), sizes(low, high, show), height(low, high), here))
    return Grid(of.title, of.about, [column.title for column in of.columns], lines)


def palette(of: Map) -> dict[str, str]:
    """native has none; every other algorithm its own, the later ones with a dashed edge."""
    names = dict.fromkeys(s.algorithm for column in of.columns for s in column.spans if s.algorithm != "native")
    return {"native": "plain"} | {
        name: f"c{i % COLOURS}{' more' if i >= COLOURS else ''}" for i, name in enumerate(names)
    }


def cells(spans: list[Span], edges: list[int], colours: dict[str, str]) -> dict[int, Cell]:
    """By the row at which each begins."""
    found, at = {}, 0
    index = {edge: i for i, edge in enumerate(edges)}
    for span in sorted(spans, key=lambda s: (s.low, s.high)):
        first, last = max(index[span.low], at), index[span.high]
        if first > at:
            found[at] = Cell(None, first - at, "plain")
        if last > first:
            found[first] = Cell(span, last - first, colours[span.algorithm])
        at = max(at, last)
    if at < len(edges) - 1:
        found[at] = Cell(None, len(edges) - 1 - at, "plain")
    return found


def sizes(low: int, high: int, text: Callable[[int], str]) -> str:
    if high == ANY:
        return f"from {text(low)}" if low else "all"
    return text(low) if high == low + 1 else f"{text(low)} – {text(high - 1)}"


def height(low: int, high: int) -> float:
    octaves = 1.0 if high == ANY else math.log2(max(high, 1) / max(low, 1))
    return round(min(max(LEAST, OCTAVE * octaves), 8 * OCTAVE), 2)
