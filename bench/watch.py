# SPDX-License-Identifier: BSD-3-Clause
"""How far two processors are apart, which the host of a virtual machine may change while something is measured.

A line of memory went to the other processor of such a machine and back in 27 to 600 ns, for a fraction of a second to
minutes each, and an alltoall of 8 KB between 8 ranks took 32 to 50 us at 27 and 95 ns and 100 to 140 at 400. So what
was measured counts for a distance where all looks from the one before it to the one after it found that.
"""

import bisect
import itertools
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

LIKE = 1.25  # so many times as far is another distance
BETWEEN = 0.05  # seconds: a look is missing where two are farther apart than this
RARE = 0.1  # of all looks: what is found less often is no distance of its own

Round = tuple[float, float, float]  # microseconds, and the moments of the monotonic clock when it began and ended


def rounds_of(row: dict) -> list[list[Round]]:
    """Those of each launch in a result of `hocket bench`."""
    launches = zip(row["rounds_us"], row["rounds_at_s"], strict=True)
    return [[(us, *at) for us, at in zip(*of, strict=True)] for of in launches]


@dataclass
class Looks:
    """Moments of the monotonic clock, and what was found then: nanoseconds there and back."""

    times: list[float] = field(default_factory=list)
    trips: list[float] = field(default_factory=list)

    def is_at(self, distance: float, begin: float, end: float) -> bool:
        """Were they so far apart between two moments, and at the looks next to these?"""
        first = bisect.bisect_right(self.times, begin) - 1
        last = bisect.bisect_left(self.times, end)
        if first < 0 or last >= len(self.times):
            return False
        missing = any(after - before > BETWEEN for before, after in itertools.pairwise(self.times[first : last + 1]))
        trips = self.trips[first : last + 1]
        return not missing and is_like(min(trips), distance) and is_like(max(trips), distance)

    def kept(self, rounds: list[Round], distance: float) -> list[float]:
        """The microseconds of those that were at that distance."""
        return [us for us, begin, end in rounds if self.is_at(distance, begin, end)]

    def distances(self) -> list[float]:
        """Those that are not rare, the nearest first: the middle of all looks, then that of what is not like it. One so
        near to another that a look could be like both is none."""
        found, left = [], self.trips
        while len(left) > RARE * len(self.trips):
            middle = statistics.median_low(left)
            like = [trip for trip in left if is_like(trip, middle)]
            left = [trip for trip in left if not is_like(trip, middle)]
            apart = all(not is_like(middle, other, LIKE**2) for other in found)
            if apart and len(like) > RARE * len(self.trips):
                found.append(middle)
        return sorted(found)

    def share(self, distance: float) -> float:
        """How many of the looks found it."""
        return sum(is_like(trip, distance) for trip in self.trips) / max(len(self.trips), 1)


def is_like(trip: float, distance: float, times: float = LIKE) -> bool:
    return max(trip, distance) <= min(trip, distance) * times


class Watch:
    """Looks from now on, after others there may have been."""

    def __init__(self, program: Path, found: Looks):
        self.found, self.before = found, len(found.times)
        self.program = subprocess.Popen([program], stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        for line in self.program.stdout:
            at, trip = map(float, line.split())
            self.found.trips.append(trip)
            self.found.times.append(at)  # last: what has a time has a trip

    def close(self) -> None:
        self.program.terminate()
        self.program.wait()

    def looked(self) -> None:
        """There has been a look since the call."""
        time.sleep(2 * BETWEEN)
        if self.program.poll() is not None:
            sys.exit(f"bench-watch has ended, with status {self.program.returncode}")
        if len(self.found.times) == self.before:
            sys.exit("bench-watch found no moment in which it had two processors")
