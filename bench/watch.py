# SPDX-License-Identifier: BSD-3-Clause
"""How far two processors are apart, which the host of a virtual machine may change while something is measured.

A line of memory went to the other processor of such a machine and back in 27 to 600 ns, for a fraction of a second to
minutes each, and an alltoall of 8 KB between 8 ranks took 32 to 50 us at 27 and 95 ns and 100 to 140 at 400. So what
was measured counts where all looks from the one before it to the one after it found the usual distance.
"""

import bisect
import itertools
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

FIRST = 60  # seconds in which the usual distance is found
LIKE = 1.25  # so many times as far is another distance
BETWEEN = 0.05  # seconds: a look is missing where two are farther apart than this
PATIENCE = 600  # seconds of work in vain, in all

Found = TypeVar("Found")


@dataclass
class Looks:
    """Moments of the monotonic clock, and what was found then: nanoseconds there and back."""

    times: list[float] = field(default_factory=list)
    trips: list[float] = field(default_factory=list)
    usual: float = 0

    def is_usual(self, begin: float, end: float) -> bool:
        """Were they so far apart between two moments, and at the looks next to these?"""
        first = bisect.bisect_right(self.times, begin) - 1
        last = bisect.bisect_left(self.times, end)
        if first < 0 or last >= len(self.times):
            return False
        missing = any(after - before > BETWEEN for before, after in itertools.pairwise(self.times[first : last + 1]))
        trips = self.trips[first : last + 1]
        return not missing and self.usual / LIKE <= min(trips) and max(trips) <= self.usual * LIKE

    def kept(self, row: dict) -> list[list[float]]:
        """The rounds of each launch that were at the usual distance."""
        spans = zip(row["rounds_us"], row["rounds_at_s"], strict=True)
        return [[us for us, at in zip(*of, strict=True) if self.is_usual(*at)] for of in spans]


class Watch:
    """Looks from now on; the usual distance is that of the first minute, in the middle."""

    def __init__(self, program: Path):
        self.found = Looks()
        self.patience = float(PATIENCE)
        self.seen = self.used = self.strayed = 0  # rounds, those at the usual distance, and others that count as well
        self.program = subprocess.Popen([program], stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()
        time.sleep(FIRST)
        self.looked()
        if not self.found.trips:
            sys.exit("bench-watch found no moment in which it had two processors")
        self.found.usual = statistics.median(self.found.trips)

    def read(self) -> None:
        for line in self.program.stdout:
            at, trip = map(float, line.split())
            self.found.trips.append(trip)
            self.found.times.append(at)  # last: what has a time has a trip

    def close(self) -> None:
        self.program.terminate()
        self.program.wait()

    def looked(self) -> float:
        """The moment of the call, and there has been a look since."""
        now = time.monotonic()
        time.sleep(2 * BETWEEN)
        if self.program.poll() is not None:
            sys.exit(f"bench-watch has ended, with status {self.program.returncode}")
        return now

    def has_patience(self, since: float) -> bool:
        self.patience -= time.monotonic() - since
        return self.patience > 0

    def at_the_usual(self, work: Callable[[], Found]) -> Found:
        """What `work` finds where all of it was at that distance, or, without patience, at any."""
        while True:
            begin = time.monotonic()
            found = work()
            end = self.looked()
            usual = self.found.is_usual(begin, end)
            if usual or not self.has_patience(begin):
                self.strayed += not usual
                return found

    def words(self) -> str:
        others = f", and {self.strayed} others where there was none at that distance" if self.strayed else ""
        return (
            f"A line of memory went to the other processor and back in {self.found.usual:.0f} ns, within a quarter of "
            f"that, before, during and after {self.used} of {self.seen} rounds measured. These count{others}: "
            "the host of a virtual machine moves its processors."
        )
