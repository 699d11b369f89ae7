#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/performance.md: Hocket beside the best MPI library of this machine, and beside the machine itself.

PYTHONPATH=python .deps/venv/bin/python bench/performance.py [-n 2,8] [--launches 15] [-o docs/performance.md]
"""

import argparse
import contextlib
import json
import os
import sys
import time
from pathlib import Path

from hocket import find
from hocket.stop import Stop
from limits import Limits
from page import page
from peers import COLLECTIVES, Series, series
from watch import Looks, Watch

PATIENCE = 600  # seconds more, for what was measured too seldom at one of the distances


def program(name: str) -> Path:
    try:
        return find.program(name)
    except Stop:
        sys.exit(f"{name} is missing. This brings it: tools/build.sh release 2 benchmarks (make bench does all)")


def loops() -> list[Series]:
    """What stands beside the machine's own figures, which are of loops: no call waits long for its start.

    On a virtual machine 50 us of waiting left whatever came next 0.8 us longer, a library's barrier too."""
    words = ["-r", "10", "-i", "20", "--window", "10"]
    more = [("barrier", []), ("allreduce", ["--sizes", f"8,{4 << 20}"]), ("bcast", ["--sizes", str(4 << 20)])]
    return [Series(collective, 2, words + size, hosts_alone=True) for collective, size in more]


def take(of: list, launches: int, at: Watch) -> None:
    """Everything once in each launch, so that each has seen all distances that last; and what lacks some again."""
    for seed in range(1, launches + 1):
        for one in of:
            one.launch(seed)
        at.looked()
        print(f"launch {seed} of {launches}", flush=True)
    end, again = time.monotonic() + PATIENCE, launches
    while (lacks := lacking(of, at.found)) and time.monotonic() < end:
        again += 1
        print(f"launch {again}: {len(lacks)} of {len(of)} lack rounds at some distance", flush=True)
        for one in lacks:
            one.launch(again)
        at.looked()


def lacking(of: list, looks: Looks) -> list:
    distances = looks.distances()
    return [one for one in of if any(one.lacking(looks, distance) for distance in distances)]


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("collectives", nargs="*", default=COLLECTIVES)
    words.add_argument("-n", default="2,8")
    words.add_argument("--launches", type=int, default=15)
    words.add_argument("-o", type=Path)
    words.add_argument("--raw", type=Path, help="all rounds, as JSON")
    given = words.parse_args()
    core, looks = map(program, ("bench-core", "bench-watch"))  # built apart: asked for before all that is measured
    load = os.getloadavg()[0]
    tables = [series(name, ranks) for ranks in map(int, given.n.split(",")) for name in given.collectives]
    limits, beside = Limits(core), loops()
    with contextlib.closing(Watch(looks)) as at:
        take([*tables, *beside, limits], given.launches, at)
    if given.raw:
        of = {f"{one.collective} {one.ranks}": {" | ".join(who): of for who, of in one.taken.items()} for one in tables}
        given.raw.write_text(json.dumps({"looks": [at.found.times, at.found.trips], "rounds": of}))
    text = page(tables, beside, limits, at.found, given.launches, load)
    print(text) if given.o is None else given.o.write_text(text)


if __name__ == "__main__":
    main()
