# SPDX-License-Identifier: BSD-3-Clause
"""The page of the published gathervs and scattervs: published beside simulated, for both orders of the ranks."""

from hocket.gallery import efa
from hocket.gallery.datasets import Chart, chart
from hocket.gallery.efa import COLLECTIVES, MACHINE, MIX_BYTES, MIX_NODES, NODES, ORDERS, PPN, Place, Reproduced
from hocket.pages import words
from hocket.pages.loglog import Point, Series
from hocket.simulate import machine_file
from hocket.simulate.machine_file import MachineFile

COLOURS = {"linear": "c0", "hierarchical": "c1", "hybrid": "c2"}
LINE = tuple[str, float, float]  # what, published, simulated


def values(of: efa.Simulated) -> dict:
    """What the template needs."""
    about = machine_file.read(MACHINE)
    sections = [section(of.by_place[place], about) for place in efa.PLACES]
    return {
        "machine": MACHINE,
        "ppn": PPN,
        "specs": {"linear gatherv": efa.LINEAR["gatherv"], "linear scatterv": efa.LINEAR["scatterv"]}
        | {"hierarchical": efa.HIERARCHICAL}
        | {f"hybrid, {nodes} nodes": efa.HYBRID[nodes] for nodes in NODES},
        "fresh": efa.FRESH,
        "about": about,
        "crossover": crossover(of),
        "worst_point": f"{of.worst_point():.2f}",
        "worst_order": f"{of.worst_order():.2f}",
        "gains": [(collective, f"{of.gain(collective):.2f}") for collective in COLLECTIVES],
        "mix": {"nodes": MIX_NODES, "bytes": MIX_BYTES},
        "sections": sections,
    }


def crossover(of: efa.Simulated) -> list[tuple[str, str, str]]:
    """Linear against hierarchical where the published ones differ most: what, as published, as simulated."""
    points = [(16, 8192, "8 KB"), (2, 524288, "512 KB")]
    return [
        (f"{collective}, {text}, {nodes} x {PPN}", *factors(of, Place(collective, nodes, "by_slot"), n))
        for collective in COLLECTIVES
        for nodes, n, text in points
    ]


def factors(of: efa.Simulated, place: Place, n: int) -> tuple[str, str]:
    published = place.published("linear")[n] / place.published("hierarchical")[n]
    one = of.by_place[place]
    return words.digits(published), words.digits(one.times("linear")[n] / one.times("hierarchical")[n])


def section(one: Reproduced, about: MachineFile) -> dict:
    place = one.place
    title = f"{place.collective}, {place.nodes} nodes x {PPN} ranks, {place.order.replace('_', ' ')}"
    return {"title": title, "plot": plot(one, title).plot, "lines": lines(one, about), "order": ORDERS[place.order]}


def plot(one: Reproduced, title: str) -> Chart:
    series = []
    for name, colour in COLOURS.items():
        published = one.place.published(name)
        if published:
            series.append(curve(f"{name}, published", colour, published))
        if published or name == "hybrid":
            series.append(curve(f"{name}, simulated", colour, one.times(name), shape="ring", dashed=True))
    return chart(title, series)


def curve(name: str, colour: str, times: dict[int, float], **more) -> Series:
    points = [Point(float(n), us, f"{name}, {words.size(n)}: {words.time(us)}") for n, us in times.items()]
    return Series(name, colour, points, **more)


def lines(one: Reproduced, about: MachineFile) -> list[dict]:
    """A row for each size."""
    published = {name: one.place.published(name) for name in ("linear", "hierarchical")}
    simulated = {name: one.times(name) for name in COLOURS}
    found = []
    for n, ours in simulated["hybrid"].items():
        cells = {name: cell(published[name].get(n), simulated[name][n]) for name in published}
        better = min(simulated[name][n] for name in ("linear", "hierarchical"))
        role = {name: about.role(key(one.place, name, n)) for name in published}
        found.append({"size": words.size(n), "cells": cells, "role": role, "hybrid": words.time(ours)})
        found[-1]["factor"] = f"{ours / better:.2f}"
    return found


def key(place: Place, algorithm: str, n: int) -> str:
    """The word by which the machine's file names a point."""
    order = place.order.removeprefix("by_")
    return f"{place.collective}-{algorithm}-{place.nodes}-{order}-{n}"


def cell(published: float | None, simulated: float) -> dict:
    known = published is not None
    error = simulated / published - 1 if known else None
    return {"published": words.time(published) if known else "", "simulated": words.time(simulated), "error": error}
