# SPDX-License-Identifier: BSD-3-Clause
"""What was measured: rows as the documents have them, and places that gather the jobs of one question."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median

from hocket.report.load import Input
from hocket.tune import curves

AGAIN = "native'"  # native a second time: the noise of a job
Triple = tuple[float, float, float]  # value, and its 95 % interval


@dataclass(frozen=True, slots=True)
class Row:
    collective: str
    library: str
    ranks: int
    nodes: int
    bytes: int
    variant: str
    time: Triple  # microseconds
    ratio: Triple | None  # to native
    samples: int
    verified: bool
    where: str


@dataclass(frozen=True, order=True)
class Place:
    collective: str
    counts: str  # how blocks differ
    library: str
    nodes: int
    ranks: int

    def __str__(self) -> str:
        nodes = "1 node" if self.nodes == 1 else f"{self.nodes} nodes"
        return f"{self.title}, {self.ranks} ranks on {nodes}"

    @property
    def title(self) -> str:
        return self.collective + (f" ({self.counts} blocks)" if self.counts else "")


@dataclass
class Measured:
    place: Place
    jobs: list[dict] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def sizes(self) -> list[int]:
        return sorted({row.bytes for row in self.rows})

    @cached_property
    def curves(self) -> curves.Curves:
        """Rounds of all jobs as ratios that compare: every launch is a job of its own."""
        jobs = []
        for job in self.jobs:
            names = {v["name"]: key_of(v) for v in job["variants"]}
            variants = [{"name": name, "spec": key} for name, key in names.items()]
            right = [r for r in job["results"] if r["verified"] and r["variant"] in names and r["variant"] != AGAIN]
            for i in range(max((len(row["rounds_us"]) for row in right), default=0)):
                rows = [row | {"rounds_us": [row["rounds_us"][i]]} for row in right if i < len(row["rounds_us"])]
                jobs.append({"variants": variants, "results": rows})
        return curves.read(jobs)

    def pooled(self, value: str) -> dict[str, dict[int, Triple]]:
        """By variant and size; of several jobs the median, between their least and greatest bounds."""
        found: dict[str, dict[int, list[Triple]]] = {}
        for row in self.rows:
            triple = getattr(row, value)
            if triple and row.verified:
                found.setdefault(row.variant, {}).setdefault(row.bytes, []).append(triple)
        return {name: {n: together(at[n]) for n in sorted(at)} for name, at in found.items()}


def key_of(variant: dict) -> str:
    """Its SPEC; settings of the library keep their names, for they are all native."""
    return variant["name"] if variant.get("environment") else variant["spec"]


def short_library(text: str) -> str:
    """Name and version: what some libraries say has many lines."""
    first = text.strip().partition("\n")[0].partition(",")[0]
    return " ".join(first.split())


def together(triples: list[Triple]) -> Triple:
    values, lows, highs = zip(*triples, strict=True)
    return median(values), min(lows), max(highs)


def place_of(job: dict) -> Place:
    counts = job.get("counts", {}).get("name", "")
    return Place(called(job), counts, job["library"], len(job["hosts"]), job["ranks"])


def places(inputs: list[Input]) -> list[Measured]:
    """In the order of their first collectives, with few ranks first."""
    found: dict[Place, Measured] = {}
    for one in inputs:
        if one.kind == "bench" and one.document["results"]:
            place = place_of(one.document)
            here = found.setdefault(place, Measured(place))
            here.jobs.append(one.document)
            here.rows += rows(one.document, place, one.where)
    order = list(dict.fromkeys(place.collective for place in found))
    return sorted(found.values(), key=lambda m: (order.index(m.place.collective), m.place))


def rows(job: dict, place: Place, where: str) -> Iterator[Row]:
    native = {row["bytes"]: row for row in job["results"] if row["variant"] == "native"}
    for row in job["results"]:
        time = row["time_us"], row["low_us"], row["high_us"]
        ratio = ratio_of(row, native.get(row["bytes"]))
        who = place.collective, place.library, place.ranks, place.nodes, row["bytes"], row["variant"]
        yield Row(*who, time, ratio, row["samples"], row["verified"], where)


def ratio_of(row: dict, native: dict | None) -> Triple | None:
    """As the document has it; without, from the rounds in which both were measured side by side."""
    if "ratio" in row:
        return row["ratio"]["value"], row["ratio"]["low"], row["ratio"]["high"]
    if native is None or native is row:
        return None
    launches = zip(row["rounds_us"], native["rounds_us"], strict=False)
    return paired([a / b for mine, its in launches for a, b in zip(mine, its, strict=False) if b > 0])


def paired(ratios: list[float]) -> Triple | None:
    """The median, and the order statistics between which the true one lies with 95 %; all of fewer than six."""
    if not ratios:
        return None
    ordered, n = sorted(ratios), len(ratios)
    k = max(0, math.floor(n / 2 - 0.98 * math.sqrt(n))) if n >= 6 else 0
    return median(ordered), ordered[k], ordered[n - 1 - k]


def noise(measured: list[Measured]) -> float | None:
    """The median over sizes of how far two measurements of native in one job lie apart, as a ratio of at least 1."""
    apart = [row.ratio[0] for m in measured for row in m.rows if row.variant == AGAIN and row.ratio]
    return median(max(a, 1 / a) for a in apart if a > 0) if apart else None


def called(job: dict) -> str:
    """Another form, or another way to measure, is a place of its own."""
    form, buffers, skew = job.get("form", "blocking"), job.get("buffers", "same"), job.get("skew")
    more = [form] if form != "blocking" else []
    more += [f"{buffers} buffers"] if buffers != "same" else []
    more += ["ranks arrive apart"] if skew else []
    return ", ".join([job["collective"], *more])
