#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does hocket bench tell the truth? A benchmark of the benchmark.

    PYTHONPATH=python .deps/venv/bin/python bench/truth.py [--load 1] [--points 1000] [--launches 1]

First waits of known length, while so many other processes keep processors busy: by how much are the times of the
slowest rank, of the average and of the root off? Then the same thing twice, at so many sizes: how many are marked as
different, which 5 % may be? With several launches these are what an interval is about, with one its communicators.
"""

import argparse
import contextlib
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from hocket import mpi
from hocket.bench import launch, merge, plan

LENGTHS = (10_000, 50_000, 200_000, 1_000_000)  # nanoseconds
SHARES = {"time_us": 1, "avg_us": 0.75, "root_us": 0.5}  # of two ranks, of which the first waits half as long


def busy() -> None:
    while True:
        pass


@contextlib.contextmanager
def load(processes: int) -> Iterator[None]:
    others = [multiprocessing.Process(target=busy, daemon=True) for _ in range(processes)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.kill()


def measured(library: mpi.Mpi, collective: str, compare: list[str], words: list[str], launches: int) -> dict:
    jobs = plan.jobs(compare, [], launches, 1, collective)
    documents = launch.measure(library, 2, jobs, [*words, "--communicators", "6"], False)
    return merge.merge(jobs, documents, 1)


def known_lengths(library: mpi.Mpi, others: int) -> None:
    words = ["--sizes", ",".join(map(str, LENGTHS)), "-i", "20", "-x", "0", "-r", "24"]
    with load(others):
        found = measured(library, "wait", ["native", "x1.05"], words, 1)
    late, now = found["late_starts"], os.getloadavg()[0]
    print(f"waits, {others} other process(es) at work, load {now:.1f}, {late} late starts")
    for row in found["results"]:
        factor = 1.05 if row["variant"] == "x1.05" else 1
        off = {key: row[key] / (row["bytes"] / 1000 * factor * share) - 1 for key, share in SHARES.items()}
        told = ", ".join(f"{key.removesuffix('_us')} {100 * value:+.2f} %" for key, value in off.items())
        ratio = f", ratio {row['ratio']['value']:.4f} of {factor}" if "ratio" in row else ""
        verdict = "" if abs(off["time_us"]) < 0.02 else "  OFF"
        print(f"  {row['bytes'] / 1000:>6.0f} us {row['variant']:<8} {told}{ratio}{verdict}")


def same_twice(library: mpi.Mpi, collective: str, points: int, launches: int) -> None:
    low, step = (2000, 10) if collective == "wait" else (8, 8)
    words = ["--sizes", ",".join(str(low + step * i) for i in range(points)), "-i", "5", "-x", "1", "-r", "20"]
    found = measured(library, collective, ["native"], words, launches)
    rows = [row for row in found["results"] if row["variant"] == "native'"]
    marked = sum(row["significant"] for row in rows)
    share = 100 * marked / len(rows)
    width = np.median([row["ratio"]["high"] - row["ratio"]["low"] for row in rows])
    mean = found["summary"][0]["ratio"]
    print(
        f"{collective} twice, {launches} launch(es): {marked} of {len(rows)} marked ({share:.1f} %), "
        f"median width {width:.3f}, mean {mean['value']:.4f} [{mean['low']:.4f},{mean['high']:.4f}], "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--mpi", type=Path)
    words.add_argument("--load", type=int, default=1)
    words.add_argument("--points", type=int, default=1000)
    words.add_argument("--launches", type=int, default=1)
    words.add_argument("--collectives", default="bcast,allreduce,wait")
    given = words.parse_args()
    library = mpi.choose(given.mpi)
    known_lengths(library, given.load)
    for collective in filter(None, given.collectives.split(",")):
        same_twice(library, collective, given.points, given.launches)


if __name__ == "__main__":
    main()
