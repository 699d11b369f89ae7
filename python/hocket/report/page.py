# SPDX-License-Identifier: BSD-3-Clause
"""Puts the page together."""

from hocket.pages import bars
from hocket.pages.render import fill
from hocket.report import figures, guidelines, machines, measured, pictures, profile, sites, winners
from hocket.report.bounds import Bounds
from hocket.report.load import Input
from hocket.report.measured import Measured
from hocket.report.tables import Column, Data
from hocket.report.winner_map import grid

COLUMNS = [
    Column("collective"),
    Column("ranks", "count"),
    Column("nodes", "count"),
    Column("bytes", "bytes"),
    Column("algorithm"),
    Column("time µs", "us", "time_us"),
    Column("low", "us", "low_us"),
    Column("high", "us", "high_us"),
    Column("/ native", "ratio", "ratio to native"),
    Column("low ", "ratio", "ratio, low end of the 95 % interval"),
    Column("high ", "ratio", "ratio, high end of the 95 % interval"),
    Column("calls", "count"),
    Column("data"),
    Column("library"),
    Column("from"),
]


def render(inputs: list[Input]) -> str:
    found = measured.places(inputs)
    maps = all_maps(inputs, found)
    data = measurements(found)
    return fill(
        "report/report.html",
        inputs=files(inputs),
        summary=summary(found),
        profiles=profile.profiles(inputs, found),
        pattern=bars.PATTERN,
        maps=[grid(each) for each in maps],
        figures=figures.figures(found, bounds_of(inputs)),
        places=len(found),
        data=data,
        guidelines=guidelines.guidelines(inputs),
        pictures=pictures.pictures(maps, model_of(inputs)),
        sites=sites.sites(inputs),
        provenances=machines.provenances(inputs),
        models=machines.models(inputs),
    )


def all_maps(inputs: list[Input], found: list[Measured]) -> list[winners.Map]:
    tables = [one for one in inputs if one.kind == "table"]
    return [*winners.of_measured(found), *(m for one in tables for m in winners.of_table(one.document, one.path.name))]


def files(inputs: list[Input]) -> list[tuple[str, str]]:
    """Each once, with its schema; of files of samples, how many jobs they hold."""
    counts: dict[tuple[str, str], int] = {}
    for one in inputs:
        kind = one.kind if one.where == str(one.path) else "samples"
        counts[str(one.path), kind] = counts.get((str(one.path), kind), 0) + one.jobs
    return [
        (path, f"hocket-{kind}-1" + (f", {n} jobs" if kind == "samples" else "")) for (path, kind), n in counts.items()
    ]


def model_of(inputs: list[Input]) -> str | None:
    """The first machine model of the inputs: pictures are drawn under it."""
    return next((str(one.path) for one in inputs if one.kind == "machine"), None)


def bounds_of(inputs: list[Input]) -> Bounds | None:
    """Only where one model is given: of several nobody knows which is that of the measurements."""
    models = [one for one in inputs if one.kind == "machine"]
    return Bounds(models[0].document["name"], str(models[0].path)) if len(models) == 1 else None


def measurements(found: list[Measured]) -> Data | None:
    rows = [
        (
            m.place.title,
            row.ranks,
            row.nodes,
            row.bytes,
            row.variant,
            *row.time,
            *(row.ratio or (None, None, None)),
            row.samples,
            "right" if row.verified else "WRONG",
            row.library,
            row.where,
        )
        for m in found
        for row in m.rows
    ]
    return Data("measurements", "Every measurement", COLUMNS, rows) if rows else None


def summary(found: list[Measured]) -> dict | None:
    """Numbers of the whole; nothing without measurements."""
    rows = [row for m in found for row in m.rows]
    if not rows:
        return None
    return {
        "rows": len(rows),
        "places": len(found),
        "libraries": sorted({m.place.library for m in found}),
        "collectives": list(dict.fromkeys(m.place.collective.partition(",")[0] for m in found)),
        "ranks": sorted({m.place.ranks for m in found}),
        "wrong": sum(not row.verified for row in rows),
        "noise": measured.noise(found),
    }
