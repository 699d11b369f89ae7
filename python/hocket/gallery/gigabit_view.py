# SPDX-License-Identifier: BSD-3-Clause
"""The page of the published alltoalls: the rate of a node over the size of a block, published and simulated."""

from hocket.gallery import gigabit
from hocket.gallery.datasets import Chart, chart, rate_text
from hocket.gallery.gigabit import LARGE, MACHINE, NAIVE_PUBLISHED, ODD, PLACES, SPECS, Place, Reproduced
from hocket.pages import words
from hocket.pages.loglog import Point, Series
from hocket.simulate import machine_file

COLOURS = {"naive": "c1", "pairwise": "c7", "timetable": "c2", "node timetable": "c3", "auto": "c0"}


def values(found: list[Reproduced]) -> dict:
    """What the template needs."""
    by_place = {one.place: one for one in found}
    published = [by_place[place] for place in PLACES]
    return {
        "machine": MACHINE,
        "about": machine_file.read(MACHINE),
        "specs": SPECS,
        "large": words.size(LARGE),
        "over_bound": f"{max(one.over_bound() for one in published):.2f}",
        "over_published": f"{min(one.over_published() for one in published):.2f}",
        "kept": f"{gigabit.least_kept(*published):.2f}",
        "odd": f"{max(by_place[place].over_bound() for place in ODD):.2f}",
        "odd_ranks": " and ".join(str(place.ranks) for place in ODD),
        "sections": [section(one) for one in published],
    }


def section(one: Reproduced) -> dict:
    place = one.place
    title = f"{place.nodes} nodes x {place.ppn} {'processes' if place.ppn > 1 else 'process'}"
    return {"title": title, "plot": plot(one, title).plot, "lines": [line(one, size) for size in one.rows]}


def plot(one: Reproduced, title: str) -> Chart:
    place = one.place
    series = [curve("bound", "c7", place, one.bounds(), shape="ring", dashed=True)]
    # The choice as rings: it often lies on the curve of what it has chosen.
    shapes = {name: "choice" if name == "auto" else "dot" for name in COLOURS}
    series += [curve(name, colour, place, one.times(name), shape=shapes[name]) for name, colour in COLOURS.items()]
    series.append(curve("timetable, published", "ink", place, place.published(), shape="diamond"))
    if place.ppn == 1:
        tip = f"naive, published in words: about {rate_text(NAIVE_PUBLISHED)} at the largest blocks"
        series.append(Series("naive, published", "ink", [Point(float(max(one.rows)), NAIVE_PUBLISHED, tip)], "square"))
    return chart(f"Rate of a node, sent and received: {title}", series, y_text=rate_text)


def curve(name: str, colour: str, place: Place, times: dict[int, float], **more) -> Series:
    rates = {size: place.rate(size, us) for size, us in times.items()}
    points = [Point(float(n), rate, f"{name}, {words.size(n)}: {rate_text(rate)}") for n, rate in rates.items()]
    return Series(name, colour, points, **more)


def line(one: Reproduced, size: int) -> dict:
    """A row of the table."""
    rows, published = one.rows[size], one.place.published().get(size)
    ours = rows["auto"]["time_us"]
    return {
        "size": words.size(size),
        "published": words.time(published) if published else "",
        "times": [(name, words.time(row["time_us"])) for name, row in rows.items()],
        "chosen": rows["auto"]["algorithm"],
        "over_bound": f"{ours / rows['auto']['bound_us']:.2f}",
        "faster": f"{published / ours:.2f}" if published else "",
    }
