# SPDX-License-Identifier: BSD-3-Clause
"""How far two processors are apart, which the host of a virtual machine may change while something is measured.

A line of memory went to the other processor of such a machine and back in 27, 95 or 400 ns, for seconds or minutes
each, and an alltoall of 8 KB between 8 ranks took 32 to 50 us in the first two cases and 100 to 140 in the third.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

LOOKS, BETWEEN = 60, 1  # seconds
LIKE = 1.25  # so many times as far is another distance
PATIENCE = 600  # seconds of waiting and of work in vain, in all

Found = TypeVar("Found")


def limits(core: Path, which: str) -> dict[str, float]:
    """Microseconds of what the machine itself takes, by the names in bench/limits.cpp."""
    command = [core, f"--benchmark_filter={which}", "--benchmark_format=json"]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    rows = json.loads(ended.stdout)["benchmarks"]
    for row in rows:
        if row.get("error_occurred"):
            sys.exit(f"{row['name']} of bench-core cannot be measured here: it {row['error_message']}")
    units = {"ns": 1e-3, "us": 1}
    return {row["name"]: row["real_time"] * units[row["time_unit"]] for row in rows}


class Distance:
    """Nanoseconds of a line's way to the other processor and back, and work that is done at the usual one."""

    def __init__(self, core: Path, looks: int = LOOKS):
        self.core = core
        self.done = self.missed = 0  # pieces of work: all, and those at another distance
        self.patience = float(PATIENCE)
        self.usual = statistics.median(self.soon() for _ in range(looks))

    def soon(self) -> float:
        time.sleep(BETWEEN)
        return self.now()

    def now(self) -> float:
        (us,) = limits(self.core, "line_round_trip").values()
        return 1e3 * us

    def is_usual(self) -> bool:
        return self.usual / LIKE <= self.now() <= self.usual * LIKE

    def at_the_usual(self, work: Callable[[], Found]) -> Found:
        """What `work` finds when they were as far apart before and after it, or, without patience, at any distance."""
        self.done += 1
        while True:
            begin = time.monotonic()
            before = self.is_usual()
            if before or self.patience <= 0:
                found = work()
                same = before and self.is_usual()
                if same or self.patience <= 0:
                    self.missed += not same
                    return found
            else:
                time.sleep(1)
            self.patience -= time.monotonic() - begin

    def words(self) -> str:
        return (
            f"A line of memory went to the other processor and back in {self.usual:.0f} ns, within a quarter of that, "
            f"before and after {self.done - self.missed} of {self.done} jobs. Those where it did not were done again "
            f"for up to {PATIENCE // 60} minutes in all, since the host of a virtual machine moves its processors."
        )
