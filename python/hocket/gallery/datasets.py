# SPDX-License-Identifier: BSD-3-Clause
"""The published sets whose collectives the catalogue has not got yet: their numbers as plots."""

from collections.abc import Callable
from dataclasses import dataclass

from hocket.gallery.records import read
from hocket.pages import loglog, words
from hocket.pages.loglog import Axes, Point, Series

LATER = "Hocket’s side follows when {} in its catalogue: then the same ranks and sizes are simulated beside them."


@dataclass(frozen=True)
class Chart:
    title: str
    plot: str
    note: str = ""


@dataclass(frozen=True)
class Dataset:
    name: str
    title: str
    about: str
    missing: str
    charts: list[Chart]


def ticks(points: list[Point]) -> list[float]:
    """Powers of two from the least to the greatest size; no more than twelve."""
    sizes = sorted({point.x for point in points})
    step = -(-len(sizes) // 12)
    return sizes[::step]


def chart(title: str, series: list[Series], note: str = "", y_text: Callable[[float], str] = words.tick) -> Chart:
    points = [point for one in series for point in one.points]
    axes = Axes(ticks(points), title, "bytes of a block", y_text=y_text, series=series)
    return Chart(title, loglog.plot(axes), note)


def line(name: str, colour: str, rows: list[dict], value: Callable[[dict], float], **more) -> Series:
    text = more.pop("text", words.time)
    points = []
    for row in rows:
        tip = f"{name}, {words.size(float(row['bytes']))}: {text(value(row))}"
        points.append(Point(float(row["bytes"]), value(row), tip))
    return Series(name, colour, points, **more)


def average_and_maximum(name: str, colour: str, rows: list[dict]) -> list[Series]:
    mean = line(f"{name}, average", colour, rows, lambda row: float(row["avg_us"]))
    last = line(f"{name}, last rank", colour, rows, lambda row: float(row["max_us"]), shape="ring", dashed=True)
    return [mean, last]


def only(rows: list[dict], **wanted: str) -> list[dict]:
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def rate_text(rate: float) -> str:
    return f"{rate:.3g} MiB/s"


def gpu_reduce() -> Dataset:
    rows, charts = read("gpu_reduce_a100"), []
    for collective in ("reduce", "allreduce"):
        series = []
        for i, (nodes, transport) in enumerate([("1", "ob1"), ("1", "cm"), ("1", "ucx"), ("2", "cm")]):
            found = only(rows, collective=collective, nodes=nodes, transport=transport)
            name = f"{transport}, {nodes} {'node' if nodes == '1' else 'nodes'}"
            series += average_and_maximum(name, f"c{i}", found)
        charts.append(chart(f"{collective}, 96 processes a node", series))
    return Dataset(
        "gpu_reduce_a100",
        "Reductions of device buffers with 8 A100 a node",
        "Reduce and allreduce of buffers in GPU memory under three transports of one library.",
        LATER.format("reduce and allreduce of GPU memory are"),
        charts,
    )


def all_of_them() -> list[Dataset]:
    return [gpu_reduce()]
