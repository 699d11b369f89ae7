#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/performance.md: Hocket beside the best MPI library of this machine, and beside the machine itself.

PYTHONPATH=python .deps/venv/bin/python bench/performance.py [-n 2,8] [--launches 15] [-o docs/performance.md]
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

from hocket import find, sizes
from hocket.bench import machine
from hocket.doctor.machine import AUTOGROUP
from hocket.stop import Stop
from peers import COLLECTIVES, FOR_CROWDS, measure, middle, peers, table
from watch import Watch

LIMITS = ("line_round_trip", "two_switches", "copies.*threads:1", "copies.*threads:2")
TRIP = "a line of memory to the other processor and back"
WORDS = """# How fast is it inside a node?

Made by `make bench`; [bench/peers.py](../bench/peers.py) says what is compared. Times are those of the slowest rank.
Ratios of medians have their 95 % intervals and are below 1 where Hocket is faster; means over sizes are geometric.

{cpu}, {usable_cores} processors, {system}, {date}, {launches} launches, load before: {load}.

Libraries: {libraries}. Where ranks outnumber processors each runs as it comes and with its settings for crowds; Hocket
runs with the latter: {crowds}.
Kernel: `sched_autogroup_enabled` {autogroup}. Which library is the best, and which size the worst, is read off the same
times: intervals are those of that choice.
"""


def program(name: str) -> Path:
    try:
        return find.program(name)
    except Stop:
        sys.exit(f"{name} is missing. This brings it: tools/build.sh release 2 benchmarks (make bench does all)")


def limit(core: Path, which: str) -> float:
    """Microseconds of what the machine itself takes, by its name in bench/limits.cpp."""
    command = [core, f"--benchmark_filter={which}", "--benchmark_format=json"]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    (row,) = json.loads(ended.stdout)["benchmarks"]
    if row.get("error_occurred"):
        sys.exit(f"{row['name']} of bench-core cannot be measured here: it {row['error_message']}")
    return row["real_time"] * {"ns": 1e-3, "us": 1}[row["time_unit"]]


def beside_the_machine(launches: int, took: dict[str, float], at: Watch) -> list[str]:
    """Two ranks: medians beside the machine's own figures, which are of loops: no call waits long for its start.

    On a virtual machine 50 us of waiting left whatever came next 0.8 us longer, a library's barrier too."""
    trip, switches, one_copies, two_copy = (took[name] for name in LIMITS)
    both = 2 * two_copy  # it counts the copies of both
    wanted = [
        ("barrier", 0, trip, TRIP),
        ("allreduce", 8, trip, TRIP),
        ("bcast", 4 << 20, one_copies, "a copy of 4 MB"),
        ("allreduce", 4 << 20, both * 10 / 8, "10 MB read and written by each processor, both at once"),
    ]
    lines = ["| 2 ranks | Hocket under | us | the machine | us | factor |", "|---|---|---|---|---|---|"]
    for collective, size, bound, what in wanted:
        words = ["-r", "10", "-i", "20", "--window", "10", *(["--sizes", str(size)] if size else [])]
        times = measure(collective, 2, launches, words, at, hosts_alone=True)
        for host, variant in sorted(times):
            if variant == "auto":
                us = middle(times[host, "auto"][size])
                ran = f"{collective} {sizes.show(size)}" if size else collective
                lines.append(f"| {ran} | {host} | {us:.3g} | {what} | {bound:.3g} | {us / bound:.2f} |")
    return [*lines, "", f"Giving a processor to another thread takes {switches / 2:.2f} us here."]


def introduction(launches: int) -> str:
    of_machine = machine.description(peers(2)[0].library, 2)
    crowds = "; ".join(f"{name} {' '.join(f'`{k}={v}`' for k, v in of.items())}" for name, of in FOR_CROWDS.items())
    more = {"date": of_machine["date"][:10], "launches": launches, "load": f"{os.getloadavg()[0]:.1f}"}
    more["autogroup"] = AUTOGROUP.read_text().strip() if AUTOGROUP.is_file() else "not there"
    return WORDS.format(**of_machine | more, libraries=", ".join(peer.name for peer in peers(2)), crowds=crowds)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("collectives", nargs="*", default=COLLECTIVES)
    words.add_argument("-n", default="2,8")
    words.add_argument("--launches", type=int, default=15)
    words.add_argument("-o", type=Path)
    words.add_argument("--raw", type=Path, help="all rounds, as JSON")
    given = words.parse_args()
    core, looks = map(program, ("bench-core", "bench-watch"))  # built apart: asked for before all that is measured
    lines, raw = [introduction(given.launches)], {}
    with contextlib.closing(Watch(looks)) as at:
        took = {name: at.at_the_usual(partial(limit, core, name)) for name in LIMITS}
        for ranks in map(int, given.n.split(",")):
            found = table(ranks, given.launches, given.collectives, raw, at)
            lines += [f"## {ranks} ranks beside the best library", "", *found, ""]
        lines += ["## Beside the machine", "", *beside_the_machine(given.launches, took, at)]
        lines.insert(1, at.words() + "\n")
    text = "\n".join(lines) + "\n"
    if given.raw:
        given.raw.write_text(json.dumps(raw))
    print(text) if given.o is None else given.o.write_text(text)


if __name__ == "__main__":
    main()
