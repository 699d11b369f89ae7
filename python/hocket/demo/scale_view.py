# SPDX-License-Identifier: BSD-3-Clause
"""The simulated part of the page: a plot over message size, and the published job beside it."""

from dataclasses import dataclass

from hocket.demo.scale import MACHINE, REPEAT, Scale, Size
from hocket.gallery.records import BYTES, NODES, PPN, ROOTS, SPECS, Broadcast, broadcasts
from hocket.pages import loglog, words
from hocket.pages.loglog import Axes, Point, Series
from hocket.simulate import machine_file, rows
from hocket.simulate.rows import bounded


@dataclass(frozen=True)
class Line:
    """One algorithm of the published job."""

    name: str
    spec: str
    chosen: bool
    simulated: str  # seconds of all broadcasts
    factor: str  # to the best simulated
    efficiency: str
    published: str
    published_factor: str


def section(scale: Scale) -> dict:
    """Everything that the template needs."""
    ranks, all_of_them = NODES * PPN, [*scale.sizes, scale.program]
    place = {"machine": MACHINE, "nodes": NODES, "ppn": PPN, "ranks": ranks, "bytes": BYTES}
    lost = max(size.chosen["time_us"] / size.best["time_us"] for size in all_of_them)
    lines = table(scale.program, broadcasts())
    return place | {
        "plot": plot(scale.sizes),
        "roots": ROOTS,
        "repeat": REPEAT,
        "lines": lines,
        "about": machine_file.read(MACHINE),
        "abandoned": any(row["abandoned"] for size in all_of_them for row in size.rows.values()),
        "lost": f"{lost:.2f}",
    }


def plot(sizes: list[Size]) -> str:
    series = [Series("the automatic choice", "ink", [choice_point(size) for size in sizes], "choice")]
    for i, name in enumerate(sizes[0].rows):
        points = [point(size.bytes, size.rows[name], name) for size in sizes]
        series.append(Series(name, f"c{i}", points))
    ticks = [size.bytes for size in sizes if size.bytes != BYTES]
    label = f"Simulated time of one broadcast on {NODES} x {PPN} ranks by message size, and the automatic choice"
    extra = [("c7", "above", "given up: the time is above")]
    return loglog.plot(Axes(ticks, label, "bytes of a broadcast", series=series), extra)


def point(bytes: int, row: dict, name: str) -> Point:
    tip = f"{name} ({row['algorithm']}), {words.size(bytes)}: {bounded(row, words.time(row['time_us']))}"
    return Point(bytes, row["time_us"], tip, row["abandoned"])


def choice_point(size: Size) -> Point:
    return Point(size.bytes, size.chosen["time_us"], point(size.bytes, size.chosen, "automatic choice").tip)


def seconds(row: dict) -> str:
    return bounded(row, f"{words.digits(row['time_us'] * ROOTS / 1e6)} s")


def table(size: Size, published: list[Broadcast]) -> list[Line]:
    """In the order of the simulated times; the automatic choice has a line of its own if it is none of the others."""
    measured = {b.algorithm.replace("_", " "): b.seconds for b in published if b.algorithm in SPECS}
    named = dict(size.rows)
    if size.chosen["algorithm"] not in [row["algorithm"] for row in named.values()]:
        named["the automatic choice"] = size.chosen
    order = sorted(named.items(), key=lambda item: (item[1]["abandoned"], item[1]["time_us"]))
    return [line(name, row, size, measured) for name, row in order]


def line(name: str, row: dict, size: Size, measured: dict[str, float]) -> Line:
    seen = measured.get(name)
    return Line(
        name,
        row["algorithm"],
        row["algorithm"] == size.chosen["algorithm"],
        seconds(row),
        bounded(row, words.digits(row["time_us"] / size.best["time_us"])),
        f"{'< ' if row['abandoned'] else ''}{words.part(rows.efficiency(row))}",
        f"{words.digits(seen)} s" if seen else "",
        words.digits(seen / min(measured.values())) if seen else "",
    )
