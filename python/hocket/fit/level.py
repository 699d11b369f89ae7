# SPDX-License-Identifier: BSD-3-Clause
"""One level of a machine: latency, flow, overhead by size and the price of a rendezvous, out of half round trips and
bursts. docs/machine-model.md says what the model makes of them."""

from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from hocket.fit import squares
from hocket.fit.measured import Measured, time, trust

KNOTS = (0, 1024, 8192, 65536, 262144, 1048576, 4194304)  # bytes, where overheads are found; lines between them
FAR = 64 << 20  # bytes, to where the last line goes on
BURSTS = 0.3  # of the weight of a half trip: a receiver may be slower than the sender, the model has one of both
PREFER_LATENCY = 0.01  # to overhead, unless bursts say that it is a processor's
APART = 8  # how far the sizes lie apart between which a slope is taken
WIRE = 1.25  # a further message of a burst that costs less than so often its bytes waits for the wire, not a processor
JUMP = (0.8, 0.05)  # seen where it leaves so much of the sum of residuals, and is such a share of the time
JUMPS_AT = (256, 1 << 18)  # bytes between which it is looked for


@dataclass(frozen=True)
class Level:
    latency_us: float
    per_byte_us: float
    overhead_us: tuple[tuple[int, float], ...]
    rendezvous_us: float
    eager: int | None  # bytes; None: no message waits
    jump_seen: bool = False
    misfit: float = field(default=0, compare=False)

    def overhead(self, size: float) -> float:
        return float(np.interp(size, *zip(*self.overhead_us, strict=True)))

    @property
    def flow(self) -> float:
        """GB/s"""
        return 1e-3 / max(self.per_byte_us, 1e-9)

    def half_trip(self, size: int) -> float:
        """Microseconds, as the model has one message alone."""
        waits = self.rendezvous_us if self.eager is not None and size > self.eager else 0
        return waits + self.latency_us + 2 * self.overhead(size) + size * self.per_byte_us


def is_held_out(size: int) -> bool:
    """Every other size: of four in an octave the second and the fourth."""
    return size >= 32 and (size >> (size.bit_length() - 3)) & 1 == 1


@dataclass(frozen=True)
class Times:
    """What one level is fitted to, by bytes."""

    trips: dict[int, float]  # us
    trust: dict[int, float]  # of each trip
    further: dict[int, float]  # us that one more message of a burst adds


def fit(measured: Measured, level: str) -> Level:
    rows = [row for row in measured.rows("half_trip", level=level) if not is_held_out(row["bytes"])]
    trips = {row["bytes"]: time(row) for row in rows}
    asked = measured.eager(level)
    all_ = Times(trips, {row["bytes"]: trust(row) for row in rows}, gaps(measured, level, trips, asked))
    first = with_jump(all_, asked)
    # Where the wire was what a burst waited for, it says nothing of processors.
    slow = {n: gap for n, gap in all_.further.items() if gap > WIRE * n * first.per_byte_us}
    return with_jump(replace(all_, further=slow), asked)


def gaps(measured: Measured, level: str, trips: dict[int, float], limit: int | None) -> dict[int, float]:
    """By bytes: what each further message of a burst adds, where messages leave at once. The first takes a half trip,
    and so does the answer."""
    found = {}
    for row in measured.rows("burst", level=level):
        size = row["bytes"]
        if size in trips and (limit is None or size <= limit):
            rest = time(row) - trips[size] - trips[0]
            found[size] = max(rest / (row["messages"] - 1), time(row, "post_us"), 1e-3)
    return found


def with_jump(times: Times, asked: int | None) -> Level:
    """Where the times jump, longer messages wait for their receiver. Where no jump is seen, the limit is what sends
    said that were asked directly."""
    plain = solve(times, None)
    sizes = [n for n in sorted(times.trips) if JUMPS_AT[0] <= n <= JUMPS_AT[1]]
    tried = [solve(times, limit_between(low, high)) for low, high in pairwise(sizes)]
    best = min(tried, key=lambda one: one.misfit, default=plain)
    left, share = JUMP
    if best.misfit < left * plain.misfit and best.rendezvous_us > share * best.half_trip(best.eager or 0):
        return replace(best, jump_seen=True)
    return solve(times, asked)


def limit_between(low: int, high: int) -> int:
    """One of the two is a power of two; limits are powers of two, or little less for what travels beside the data."""
    return low if low & (low - 1) == 0 else high - 1


def solve(times: Times, eager: int | None) -> Level:
    """Unknown: latency, rendezvous, overheads at the knots. Residuals are shares of the time."""
    knots, byte = [k for k in KNOTS if k <= max(times.trips)], per_byte(times.trips)
    rows, wanted = [], []
    for size, us in times.trips.items():
        waits = 1.0 if eager is not None and size > eager else 0.0
        rows.append(times.trust[size] / us * np.array([1.0, waits, *(2 * hats(size, knots))]))
        wanted.append(times.trust[size] * (1 - size * byte / us))
    for size, us in times.further.items():
        rows.append(BURSTS / us * np.array([0.0, 0.0, *hats(size, knots)]))
        wanted.append(BURSTS)
    for knot, row in zip(knots, np.eye(len(knots) + 2)[2:], strict=True):
        rows.append(PREFER_LATENCY * row / np.interp(knot, list(times.trips), list(times.trips.values())))
        wanted.append(0.0)
    (latency, rendezvous, *overheads), misfit = squares.robust(np.array(rows), np.array(wanted))
    points = simpler([(k, float(us)) for k, us in zip(knots, overheads, strict=True)])
    return Level(float(latency), byte, points, float(rendezvous), eager, misfit=misfit)


def per_byte(trips: dict[int, float]) -> float:
    """The least slope of the half trips: what is steeper elsewhere is overhead. Taken by itself, because overheads on
    straight lines could say the same as a flow."""
    sizes = [n for n in sorted(trips) if n > 0]
    pairs = [(n, n * APART) for n in sizes if n * APART in trips and n * APART >= sizes[-1] / 512]
    slopes = [(trips[b] - trips[a]) / (b - a) for a, b in pairs or [(sizes[0], sizes[-1])]]
    return max(min((s for s in slopes if s > 0), default=0.0), 1e-6)


def hats(size: int, knots: list[int]) -> np.ndarray:
    """The share of each knot in the overhead at a size, on straight lines between them, constant beyond the last."""
    return np.array([np.interp(size, knots, row) for row in np.eye(len(knots))])


def simpler(points: list[tuple[int, float]]) -> tuple[tuple[int, float], ...]:
    """The last line goes on; without points at the end that say what the one before them says."""
    if len(points) > 1:
        (a, low), (b, high) = points[-2:]
        points = [*points, (FAR, max(high, high + (high - low) / (b - a) * (FAR - b)))]
    while len(points) > 1 and abs(points[-1][1] - points[-2][1]) < 1e-3:
        points.pop()
    return tuple(points)
