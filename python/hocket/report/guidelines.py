# SPDX-License-Identifier: BSD-3-Clause
"""Guidelines: a collective should not be slower than others that do the same work."""

from dataclasses import dataclass

from hocket.bench.guidelines import call_of
from hocket.report.load import Input
from hocket.report.tables import Column, Data

COLUMNS = [
    Column("collective"),
    Column("ranks", "count"),
    Column("bytes", "bytes"),
    Column("mock"),
    Column("native µs", "us", "native_us"),
    Column("mock µs", "us", "mock_us"),
    Column("native / mock", "ratio"),
    Column("low", "ratio", "factor, low end of the 95 % interval"),
    Column("high", "ratio", "factor, high end of the 95 % interval"),
    Column("verdict"),
    Column("library"),
]
BY_FACTOR = 6


@dataclass(frozen=True)
class Guidelines:
    data: Data
    violated: int
    worst: dict | None


def guidelines(inputs: list[Input]) -> Guidelines | None:
    """A row for each, the worst first; nothing where no document has any."""
    pairs = [(g, one.document) for one in inputs if one.kind == "guidelines" for g in one.document["guidelines"]]
    if not pairs:
        return None
    pairs.sort(key=lambda pair: -pair[0]["factor"]["value"])
    rows = [row(g, document["library"]) for g, document in pairs]
    violated = [g for g, _ in pairs if verdict(g) == "violated"]
    data = Data("guidelines", "Guidelines of performance", COLUMNS, rows, BY_FACTOR)
    worst = violated[0] | {"call": call_of(violated[0])} if violated else None
    return Guidelines(data, len(violated), worst)


def row(g: dict, library: str) -> tuple:
    factor = g["factor"]["value"], g["factor"]["low"], g["factor"]["high"]
    times = g["native_us"], g["mock_us"]
    return call_of(g), g["ranks"], g["bytes"], g["mock"], *times, *factor, verdict(g), library


def verdict(g: dict) -> str:
    """Only an interval on one side of 1 is a verdict."""
    if g["factor"]["low"] > 1:
        return "violated"
    return "kept" if g["factor"]["high"] <= 1 else "no difference seen"
