#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/performance.md: Hocket beside the best MPI library of this machine, and beside the machine itself.

PYTHONPATH=python .deps/venv/bin/python bench/performance.py [-n 2,8] [--launches 15] [-o docs/performance.md]
"""

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

import kept_rounds
import page
from hocket import find, whole
from hocket.stop import Stop
from limits import Limits, loops
from peers import COLLECTIVES, series
from watch import Looks, Watch

FIRST = 1  # seconds until there has been a look
PATIENCE = 600  # seconds more, for what was measured too seldom at one of the distances


def program(name: str) -> Path:
    try:
        return find.program(name)
    except Stop:
        sys.exit(f"{name} is missing. This brings it: tools/build.sh release 2 benchmarks (make bench does all)")


class Measured(Protocol):
    """What is measured anew in each launch, and says what it has too little of."""

    def launch(self, seed: int) -> None: ...
    def lacking(self, looks: Looks, distance: float) -> set: ...


def take(of: list[Measured], seeds: range, at: Watch, keep: Callable[[], None]) -> None:
    """Everything once in each launch, so that each has seen all distances that last; and what lacks some again."""
    for seed in seeds:
        for one in of:
            one.launch(seed)
            at.looked()
        keep()
        print(f"launch {seed} of {seeds.stop - 1}", flush=True)
    end, again = time.monotonic() + PATIENCE, seeds.stop
    while (lacks := lacking(of, at.found)) and time.monotonic() < end:
        print(f"launch {again}: {len(lacks)} of {len(of)} lack rounds at some distance", flush=True)
        for one in lacks:
            if time.monotonic() < end:
                one.launch(again)
                at.looked()
        keep()
        again += 1


def lacking(of: list[Measured], looks: Looks) -> list[Measured]:
    distances = looks.distances()
    return [one for one in of if any(one.lacking(looks, distance) for distance in distances)]


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("collectives", nargs="*", default=COLLECTIVES)
    words.add_argument("-n", default="2,8")
    words.add_argument("--launches", type=int, default=15)
    words.add_argument("-o", type=Path)
    words.add_argument("--raw", type=Path, help="all rounds, as JSON, after each launch")
    words.add_argument("--more", action="store_true", help="launches more than --raw has; 0: only the page")
    given = words.parse_args()
    if given.more and not given.raw:
        words.error("--more: than what? Name it by --raw")
    for file in filter(None, (given.o, given.raw)):
        whole.look(file)
    core, looks = map(program, ("bench-core", "bench-watch"))  # built apart: asked for before all that is measured
    tables = [series(name, ranks) for ranks in map(int, given.n.split(",")) for name in given.collectives]
    limits, beside = Limits(core), loops()
    every = tables, beside, limits, Looks()
    about = kept_rounds.read(given.raw, *every) if given.more else page.machine_here(os.getloadavg()[0])
    keep = partial(kept_rounds.write, given.raw, about, *every) if given.raw else lambda: None
    if given.launches > 0:
        done = max(set().union(*(one.launches() for one in [*tables, *beside])), default=0)
        with contextlib.closing(Watch(looks, every[-1])) as at:
            time.sleep(FIRST)
            at.looked()
            take([*tables, *beside, limits], range(done + 1, done + given.launches + 1), at, keep)
    text = page.page(about, *every)
    print(text) if given.o is None else whole.write(given.o, text)


if __name__ == "__main__":
    try:
        main()
    except Stop as why:
        sys.exit(str(why))
