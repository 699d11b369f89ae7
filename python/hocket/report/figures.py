# SPDX-License-Identifier: BSD-3-Clause
"""The plots of a place: time, and time over native's, by size."""

from collections import Counter
from dataclasses import dataclass

from hocket.pages import loglog, rulers, words
from hocket.pages.loglog import Axes, Point, Series
from hocket.pages.rulers import Mark
from hocket.report.bounds import Bounds
from hocket.report.measured import AGAIN, Measured, Triple
from hocket.sizes import show

MOST = 8  # lines of a plot
PLACES = 24  # with plots; a page of hundreds would not open
SHAPES = ["dot", "square", "kite", "box", "cross", "diamond", "ring", "plus"]
STROKES = ["", "d1", "d2", "d3"]


@dataclass(frozen=True)
class Figure:
    title: str
    library: str
    plots: list[tuple[str, str]]  # heading, SVG
    left_out: int  # variants that have no line


def figures(measured: list[Measured], bounds: Bounds | None = None) -> list[Figure]:
    return [figure(m, bounds) for m in chosen(measured)]


def chosen(measured: list[Measured]) -> list[Measured]:
    """All, or of each collective in turn the place with the most ranks."""
    queues: dict[str, list[Measured]] = {}
    for m in sorted(measured, key=lambda m: -m.place.ranks):
        queues.setdefault(m.place.title, []).append(m)
    taken: list[Measured] = []
    while len(taken) < PLACES and any(queues.values()):
        taken += [queue.pop(0) for queue in queues.values() if queue][: PLACES - len(taken)]
    return [m for m in measured if m in taken]


def figure(m: Measured, bounds: Bounds | None = None) -> Figure:
    times, ratios = m.pooled("time"), m.pooled("ratio")
    names = lines(m, times)
    left_out = len(times.keys() - {AGAIN, *names})
    if len([n for n in m.sizes() if n > 0]) < 2:
        return Figure(str(m.place), m.place.library, [("Time", strips(m, names, times))], left_out)
    floor = bounds.of(m.place, m.sizes()) if bounds else {}
    extra = [bound(bounds.name, floor)] if bounds and floor else []
    plots = [("Time", curve(m, names, times, "Time", words.time, extra=extra))]
    if any(name in ratios for name in names):
        plots.append(("Time / native’s", curve(m, names, ratios, "Time over native’s", factor, 1.0)))
    return Figure(str(m.place), m.place.library, [(title, plot) for title, plot in plots if plot], left_out)


def lines(m: Measured, times: dict[str, dict[int, Triple]]) -> list[str]:
    """native and auto, then who wins most often, then those measured at most sizes."""
    wins = Counter(min(at, key=at.get) for at in by_size(times).values())
    first = [name for name in ("native", "auto") if name in times]
    rest = sorted(times.keys() - {AGAIN, *first}, key=lambda name: (-wins[name], -len(times[name]), name))
    return [*first, *rest][:MOST]


def by_size(times: dict[str, dict[int, Triple]]) -> dict[int, dict[str, float]]:
    found: dict[int, dict[str, float]] = {}
    for name, at in times.items():
        if name != AGAIN:
            for size, triple in at.items():
                found.setdefault(size, {})[name] = triple[0]
    return found


def look(i: int, name: str) -> dict:
    """native has the colour of text; every other line its own colour, mark and stroke."""
    if name == "native":
        return {"colour": "ink", "shape": SHAPES[0], "stroke": "d0"}
    return {"colour": f"c{i % 7}", "shape": SHAPES[1 + i % 7], "stroke": STROKES[i % 4] or "d0"}


def looks(names: list[str]) -> dict[str, dict]:
    others = [name for name in names if name != "native"]
    return {name: look(others.index(name) if name in others else 0, name) for name in names}


def curve(
    m: Measured, names: list[str], values: dict, what: str, text, reference: float | None = None, extra: list = ()
) -> str:
    series: list[Series] = []
    for name, style in looks(names).items():
        points = [
            Point(float(n), t[0], tip(name, n, t, text), interval=t[1:])
            for n, t in values.get(name, {}).items()
            if n > 0 and t[0] > 0
        ]
        if points:
            series.append(Series(name, points=points, **style))
    if not series:
        return ""
    series += extra
    label = f"{what} by size: {m.place}. The table of measurements has the numbers."
    axes = Axes(ticks(series), label, "bytes", factor_tick if reference else words.tick, series=series)
    axes.reference, axes.named = reference, True
    return loglog.plot(axes)


def bound(model: str, floor: dict[int, float]) -> Series:
    points = [Point(float(n), us, f"bound, {show(n)}: {words.time(us)}") for n, us in floor.items()]
    return Series(f"lower bound of {model}", "c7", points, "speck", stroke="d2")


def ticks(series: list[Series]) -> list[float]:
    """Powers of two, no more than twelve."""
    xs = [point.x for one in series for point in one.points]
    low, high = int(min(xs)).bit_length() - 1, int(max(xs)).bit_length() - 1
    powers = [float(1 << k) for k in range(low, high + 1) if min(xs) <= 1 << k <= max(xs)]
    return powers[:: -(-len(powers) // 12)] if powers else [min(xs)]


def tip(name: str, size: int, triple: Triple, text) -> str:
    value, low, high = map(text, triple)
    return f"{name}, {show(size)}: {value}, 95 % interval {low} to {high}"


def factor(value: float) -> str:
    return f"{value:.3g} x"


def factor_tick(value: float) -> str:
    return f"{value:g} x"


def strips(m: Measured, names: list[str], times: dict[str, dict[int, Triple]]) -> str:
    """Of one size only: a line each."""
    rows = []
    for name, style in looks(names).items():
        for size, triple in times[name].items():
            mark = Mark(max(triple[0], 1e-3), style["shape"], style["colour"], tip(name, size, triple, words.time))
            rows.append(rulers.Row(f"{name}: {words.time(triple[0])}", [mark], triple[1:]))
    return rulers.plot(rows, f"Time: {m.place}. The table of measurements has the numbers.") if rows else ""
