# SPDX-License-Identifier: BSD-3-Clause
"""The choice that ships with a machine against the best of what can be simulated there."""

import json
import subprocess
from statistics import median

import pytest
from hocket import find

MACHINES = ("aurora", "efa-100g", "gigabit")
PLACES = ((2, 64), (16, 64), (64, 64), (512, 12), (37, 5), (1000, 1))
SIZES = tuple(4**k for k in range(14))
POINTS = [(machine, *place, n) for machine in MACHINES for place in PLACES for n in SIZES]
# One of each machine, place and region of sizes; the rest takes many minutes.
FEW = [
    ("aurora", 2, 64, 4096),
    ("aurora", 16, 64, 65536),
    ("aurora", 37, 5, 1 << 20),
    ("aurora", 1000, 1, 1 << 22),
    ("efa-100g", 2, 64, 1 << 20),
    ("efa-100g", 64, 64, 256),
    ("efa-100g", 512, 12, 1),
    ("efa-100g", 37, 5, 16384),
    ("gigabit", 16, 64, 1024),
    ("gigabit", 1000, 1, 65536),
    ("gigabit", 37, 5, 1 << 24),
    ("gigabit", 64, 64, 16),
]


def simulate(machine: str, nodes: int, ppn: int, n: int, *more: str) -> dict:
    where = ["--machine", machine, "--nodes", str(nodes), "--ppn", str(ppn), "--bytes", str(n)]
    command = [find.program("hocket-tool"), "simulate", "bcast", *where, *more]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=600).stdout)


def best_time(found: dict) -> float:
    return min(row["time_us"] for row in found["results"] if not row["abandoned"])


def one_point(point: tuple) -> tuple[float, float]:
    """How many times the best simulated time the shipped choice takes, and the choice by declared costs alone."""
    found = simulate(*point, "--within", "1.8", "--most-messages", "8e6")
    declared = min(found["results"], key=lambda row: row["declared_us"])
    chosen = simulate(*point, "--algorithm", "auto")["results"][0]
    best = min(best_time(found), chosen["time_us"])
    return chosen["time_us"] / best, declared["time_us"] / best


@pytest.mark.parametrize("point", FEW, ids=lambda point: "-".join(map(str, point)))
def test_auto_is_within_a_tenth_of_the_best(point):
    assert one_point(point)[0] <= 1.10


@pytest.mark.long
def test_auto_and_declared_costs_over_the_grid():
    ratios = {point: one_point(point) for point in POINTS}
    worst = sorted(ratios.items(), key=lambda entry: -entry[1][0])[:5]
    assert worst[0][1][0] <= 1.10, worst
    declared = [by_declared for _, by_declared in ratios.values()]
    shown = sorted(ratios.items(), key=lambda entry: -entry[1][1])[:10]
    print(f"declared costs alone: median {median(declared):.3f}, worst {max(declared):.3f}", shown)
    assert median(declared) <= 1.05
    # The goal is 1.3; beyond it are long vectors through one memory or one port, which a closed form prices badly.
    assert max(declared) <= 1.9, shown


RING, DOUBLING = (f"then(scatter=knomial,allgather={last})" for last in ("ring", "recursive-doubling"))
# From the fastest to the slowest, as published.
PUBLISHED = [DOUBLING, "kary", "knomial", "kary:segment=8K", RING]


def ranking_of(specs: list[str], *more: str) -> dict[str, float]:
    algorithms = [word for spec in specs for word in ("--algorithm", spec)]
    found = simulate("aurora", 512, 12, 1221360, *more, *algorithms)
    return {row["algorithm"]: row["time_us"] for row in sorted(found["results"], key=lambda row: row["time_us"])}


def test_the_published_ranking_on_aurora():
    ranking = list(ranking_of(PUBLISHED[:4], "--repeat", "8", "--rotate-root"))
    assert ranking[0] == DOUBLING
    middle = ranking[1:]
    inversions = sum(PUBLISHED.index(a) > PUBLISHED.index(b) for i, a in enumerate(middle) for b in middle[i + 1 :])
    assert inversions <= 1


@pytest.mark.long
def test_the_ring_is_last_on_aurora():
    time = ranking_of(PUBLISHED, "--repeat", "8", "--rotate-root", "--full")
    assert max(time, key=time.get) == RING
    assert time[RING] >= 4 * time[DOUBLING]


def test_auto_where_the_ring_was_published():
    found = simulate("aurora", 512, 12, 1221360, "--within", "1.6", "--most-messages", "8e6")
    chosen = simulate("aurora", 512, 12, 1221360, "--algorithm", "auto")["results"][0]
    assert chosen["time_us"] <= 1.05 * best_time(found)
