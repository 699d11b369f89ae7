#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How good is a tuned table where it was not tuned? Against every candidate measured, and against no table.

    PYTHONPATH=python .deps/venv/bin/python bench/tuned.py table.json -n 3,5,6 bcast allreduce alltoall

At sizes between those that hocket tune visits, auto under the table is timed beside all candidates, interleaved in one
job, in turn with jobs like it without a table. Prints how far auto is over the best and over auto without a table, and
the seconds that the candidates took. With --all the candidates are all algorithms that one node tells apart, with all
values that the catalogue names, not only those that hocket tune would try. The best one of a job is found in the other
jobs: the least of fifty noisy times would look better than any of the fifty is.
"""

import argparse
import itertools
import math
import re
import time
from pathlib import Path

import numpy as np
from hocket import mpi, sizes, tool
from hocket.bench import launch, plan
from hocket.tune import candidates
from hocket.tune.places import Place

ROUNDS = 8


Times = dict[int, dict[str, list[float]]]  # by size and variant: a median for each job


def add_job(times: Times, library: mpi.Mpi, place: Place, compare: list[str], table: Path | None, seed: int) -> float:
    """The seconds that it took."""
    began = time.monotonic()
    environment = {"HOCKET_TABLE": str(table)} if table else {}
    words = ["--sizes", ",".join(map(str, odd_sizes(place))), "-r", str(ROUNDS), "-i", "20", "--slice", "3000"]
    job = plan.Job(tuple(compare), "", environment, seed, place.collective)
    for row in launch.start(library, place.ranks, job, words)["results"]:
        times.setdefault(row["bytes"], {}).setdefault(row["variant"], []).append(float(np.median(row["rounds_us"])))
    return time.monotonic() - began


def over_the_best(at: dict[str, list[float]]) -> tuple[float, str]:
    """How far auto is over the best candidate, in each job the one with the least geometric mean of the other jobs."""
    ratios, best = [], ""
    for job in range(len(at["auto"])):
        others = {name: without(all_of, job) for name, all_of in at.items() if name not in ("auto", "native'")}
        best = min(others, key=lambda name: mean(others[name]))
        ratios.append(at["auto"][job] / at[best][job])
    return mean(ratios), best


def without(values: list[float], one: int) -> list[float]:
    return values[:one] + values[one + 1 :]


def everything(place: Place) -> list[str]:
    """All algorithms that run there on one node, with all values that the catalogue names for their parameters."""
    words = ["simulate", place.collective, "--nodes", "1", "--ppn", str(place.ranks), "--machine", "shared-memory"]
    rows = tool.read(tool.ask([*words, "--bytes", "1K"])[0])["results"]
    run = {re.split(r"[:(]", row["algorithm"])[0] for row in rows if "skipped" not in row}
    found = ["native"]
    for entry in tool.read(tool.ask(["list", place.collective])[0]):
        name = entry["algorithm"]
        if name in run and not f"{name}(".startswith((*candidates.ACROSS_NODES, "native", "multicast")):
            found += spelled(name, entry["parameters"])
    return found


def spelled(name: str, parameters: dict[str, dict]) -> list[str]:
    all_of_them = []
    for values in itertools.product(*(parameter["values"] for parameter in parameters.values())):
        chosen = dict(zip(parameters, values, strict=True))
        parts = [f"{key}={value}" for key, value in chosen.items() if parameters[key]["type"] == "algorithm"]
        numbers = [f":{key}={value}" for key, value in chosen.items() if parameters[key]["type"] != "algorithm"]
        all_of_them.append(name + (f"({','.join(parts)})" if parts else "") + "".join(numbers))
    return all_of_them


def odd_sizes(place: Place) -> list[int]:
    low, high = place.limits(None)
    every = [3 << k for k in range(2, 22)]
    return [size for size in every if low <= size <= high]


def pool(place: Place, every: bool) -> list[str]:
    return everything(place) if every else candidates.pool(place, place.limits(None), "shared-memory")


def judge(
    library: mpi.Mpi, place: Place, table: Path, launches: int, compare: list[str]
) -> tuple[list[float], list[float], float]:
    """At each size auto over the best candidate, and over auto without a table; the candidates' seconds."""
    compare = ["auto", *compare]
    tuned, plain, seconds = {}, {}, 0.0
    for seed in range(1, launches + 1):
        seconds += add_job(tuned, library, place, compare, table, seed)
        add_job(plain, library, place, compare[:2], None, seed)
    over = {size: over_the_best(at) for size, at in tuned.items()}
    gained = {size: mean(at["auto"]) / mean(plain[size]["auto"]) for size, at in tuned.items()}
    for size, (ratio, name) in over.items():
        print(f"  {sizes.show(size):>6} {ratio:.3f} of {name}, {gained[size]:.3f} of untuned", flush=True)
    return [ratio for ratio, _ in over.values()], list(gained.values()), seconds


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("table", type=Path)
    words.add_argument("collectives", nargs="+")
    words.add_argument("--mpi", type=Path)
    words.add_argument("-n", default="3,5,6")
    words.add_argument("--launches", type=int, default=3)
    words.add_argument("--all", action="store_true")
    given = words.parse_args()
    library = mpi.choose(given.mpi)
    places = [Place(c, int(n)) for c in given.collectives for n in given.n.split(",")]
    over, gained, seconds = [], [], 0.0
    for place in places:
        candidates_here = pool(place, given.all)
        one, other, took = judge(library, place, given.table.absolute(), given.launches, candidates_here)
        over, gained, seconds = over + one, gained + other, seconds + took
        print(f"{place}: over the best: median {np.median(one):.3f}, 95th percentile {np.percentile(one, 95):.3f};"
              f" {len(candidates_here)} candidates, {took:.0f} s", flush=True)  # fmt: skip
    print(
        f"all {len(over)}: over the best: median {np.median(over):.3f}, 95th percentile {np.percentile(over, 95):.3f}"
    )
    print(f"geometric mean over the untuned: {mean(gained):.3f}")
    print(f"{seconds:.0f} s of measuring candidates, {given.launches} launches of {ROUNDS} rounds")


if __name__ == "__main__":
    main()
