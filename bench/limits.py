# SPDX-License-Identifier: BSD-3-Clause
"""What the machine itself takes, of bench/limits.cpp, at each distance of its processors, and what stands beside it."""

import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from peers import Series
from watch import Looks, Round

TRIP, SWITCHES, COPY, COPIES = WANTED = ("line_round_trip", "two_switches", "copies.*threads:1", "copies.*threads:2")
TURNS = 3  # in each launch: one takes a second or so, in which the distance may change
MB = 1 << 20


@dataclass(frozen=True)
class Bound:
    """What a collective of two ranks has to do at least: so many times what was measured."""

    collective: str
    size: int
    of: str
    times: float
    words: str


# Which copies of two processors are 8 MB, read and written: those of both.
BOUNDS = (
    Bound("barrier", 0, TRIP, 1, "a line of memory to the other processor and back"),
    Bound("allreduce", 8, TRIP, 1, "a line of memory to the other processor and back"),
    Bound("bcast", 4 * MB, COPY, 1, "a copy of 4 MB"),
    Bound("allreduce", 4 * MB, COPIES, 2 * 10 / 8, "10 MB read and written by each processor, both at once"),
)


def loops() -> list[Series]:
    """What stands beside the machine's own figures, which are of loops: no call waits long for its start.

    On a virtual machine 50 us of waiting left whatever came next 0.8 us longer, a library's barrier too."""
    words = ["-r", "10", "-i", "20", "--window", "10"]
    found = []
    for collective in dict.fromkeys(bound.collective for bound in BOUNDS):
        sizes = [str(bound.size) for bound in BOUNDS if bound.collective == collective and bound.size]
        more = ["--sizes", ",".join(sizes)] if sizes else []
        found.append(Series(collective, 2, words + more, hosts_alone=True))
    return found


@dataclass
class Limits:
    core: Path
    taken: dict[str, list[Round]] = field(default_factory=dict)

    def launch(self, _seed: int) -> None:
        for _ in range(TURNS):
            for which in WANTED:
                begin = time.monotonic()
                us = self.measure(which)
                self.taken.setdefault(which, []).append((us, begin, time.monotonic()))

    def measure(self, which: str) -> float:
        """Microseconds."""
        command = [self.core, f"--benchmark_filter={which}", "--benchmark_format=json"]
        ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        (row,) = json.loads(ended.stdout)["benchmarks"]
        if row.get("error_occurred"):
            sys.exit(f"{row['name']} of bench-core cannot be measured here: it {row['error_message']}")
        return row["real_time"] * {"ns": 1e-3, "us": 1}[row["time_unit"]]

    def lacking(self, looks: Looks, distance: float) -> set[str]:
        return set(WANTED) - set(self.times(looks, distance))

    def times(self, looks: Looks, distance: float) -> dict[str, float]:
        """Microseconds, of what could be measured at that distance."""
        found = {which: looks.kept(rounds, distance) for which, rounds in self.taken.items()}
        return {which: median(times) for which, times in found.items() if times}
