# SPDX-License-Identifier: BSD-3-Clause
"""Puts the page together."""

from hocket.pages.render import fill
from hocket.report import figures, guidelines, machines, measured, pictures, profile, winners
from hocket.report.load import Input
from hocket.report.measured import Measured
from hocket.report.tables import Column, Data
from hocket.report.winner_map import grid

COLUMNS = [
    Column("collective"),
    Column("library"),
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
    Column("from"),
]


def render(inputs: list[Input]) -> str:
    found = measured.places(inputs)
    maps = all_maps(inputs, found)
    data = measurements(found)
    return fill(
        "report/report.html",
        inputs=[(one.where, f"hocket-{one.kind}-1") for one in inputs if one.where == str(one.path)] + journals(inputs),
        summary=summary(found),
        profiles=profile.profiles(inputs, found),
        maps=[grid(each) for each in maps],
        figures=figures.figures(found),
        places=len(found),
        data=data,
        guidelines=guidelines.guidelines(inputs),
        pictures=pictures.pictures(maps),
        sites=machines.sites(found),
        provenances=machines.provenances(inputs),
        models=machines.models(inputs),
    )


def all_maps(inputs: list[Input], found: list[Measured]) -> list[winners.Map]:
    tables = [one for one in inputs if one.kind == "table"]
    return [*winners.of_measured(found), *(m for one in tables for m in winners.of_table(one.document, one.path.name))]


def journals(inputs: list[Input]) -> list[tuple[str, str]]:
    """Each file of samples once, with how many jobs it holds."""
    counts: dict[str, int] = {}
    for one in inputs:
        if one.where != str(one.path):
            counts[str(one.path)] = counts.get(str(one.path), 0) + 1
    return [(path, f"hocket-samples-1, {n} jobs") for path, n in counts.items()]


def measurements(found: list[Measured]) -> Data | None:
    rows = [
        (
            m.place.title,
            row.library,
            row.ranks,
            row.nodes,
            row.bytes,
            row.variant,
            *row.time,
            *(row.ratio or (None, None, None)),
            row.samples,
            "right" if row.verified else "WRONG",
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
        "collectives": list(dict.fromkeys(m.place.collective for m in found)),
        "ranks": sorted({m.place.ranks for m in found}),
        "wrong": sum(not row.verified for row in rows),
        "noise": measured.noise(found),
    }
