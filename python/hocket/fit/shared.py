# SPDX-License-Identifier: BSD-3-Clause
"""Messages through Hocket's own memory inside a node: what they cost, and from which size one copy is faster than two.

Prices are those of messages that their sender has just written: a program computes what it sends, and an algorithm
passes on what has just come. docs/machine-model.md says what the model makes of the numbers."""

from dataclasses import dataclass

import numpy as np

from hocket.fit import squares
from hocket.fit.level import BURSTS, is_held_out
from hocket.fit.measured import QUANTILE, Measured, time, trust

DRAWS = 400  # of rounds, for the interval
INTERVAL = (0.05, 0.95)


@dataclass(frozen=True)
class Crossing:
    """`bytes`: of the longest messages that are better copied twice; infinite where all are, the least size where none
    is: of shorter ones nothing is known."""

    bytes: float
    low: float
    high: float


@dataclass(frozen=True)
class Time:
    """Of one message."""

    bytes: int
    single: bool
    us: float
    trust: float
    in_model: bool


@dataclass(frozen=True)
class Sharing:
    latency_us: float
    overhead_us: float
    per_byte_us: float  # of one copy
    call_us: float | None  # of a single copy; None: there is none

    def trip(self, size: int, single: bool) -> float:
        """Microseconds of one message to who waits for it."""
        if single:
            return 3 * self.latency_us + 2 * self.overhead_us + (self.call_us or 0) + size * self.per_byte_us
        return self.latency_us + 2 * self.overhead_us + 2 * size * self.per_byte_us


def times(measured: Measured, written: bool = True) -> list[Time]:
    """Of single messages, all that were measured; within the model a cell holds it, or its receiver alone reads it."""
    shape, ways = measured.document["shared_memory"], {"us": False, "single_us": True}
    return [
        Time(
            row["bytes"],
            single,
            time(row, column),
            trust(row, column),
            row["bytes"] < shape["joint"] if single else row["bytes"] <= shape["cell"],
        )
        for column, single in ways.items()
        for row in measured.rows("shared_trip", written=written)
        if column in row
    ]


def crossing(rows: list[dict], seed: int = 1) -> Crossing:
    """`rows`: each a size, with the times of both ways in the same rounds. The limit is where choosing
    by it gains most over all sizes, by logarithms of ratios: no single size decides. The interval is over
    draws of rounds."""
    sizes = np.array([row["bytes"] for row in rows])
    both = np.array([[row["us"], row["single_us"]] for row in rows])
    rounds = both.shape[2]
    draws = np.random.default_rng(seed).integers(rounds, size=(DRAWS, rounds))
    drawn = [limit(sizes, both[:, :, draw]) for draw in draws]
    # Limits are sizes, and may be infinite: nothing between them is one.
    low, high = (np.quantile(drawn, at, method="nearest") for at in INTERVAL)
    return Crossing(limit(sizes, both), float(low), float(high))


def limit(sizes: np.ndarray, both: np.ndarray) -> float:
    two, one = np.quantile(both, QUANTILE, axis=2).T
    gains, limits = np.log(two / one), list(map(float, np.unique(sizes)))
    beyond = [gains[sizes > some].sum() for some in limits]
    best = int(np.argmax(beyond))
    return limits[best] if best + 1 < len(limits) else float("inf")


def fit(measured: Measured) -> Sharing:
    """Least squares of relative residuals: latency, overhead, microseconds of a byte copied, and of the call."""
    columns, wanted = [], []
    known = [one for one in times(measured) if one.in_model and not is_held_out(one.bytes)]
    for one in known:
        price = [3 if one.single else 1, 2, one.bytes * (1 if one.single else 2), float(one.single)]
        columns.append(one.trust / one.us * np.array(price))
        wanted.append(one.trust)
    for row in measured.rows("shared_burst"):
        columns.append(BURSTS / time(row) * np.array([0, 1, row["bytes"], 0]))
        wanted.append(BURSTS)
    single = any(one.single for one in known)
    found, _ = squares.robust(np.array(columns)[:, : 4 if single else 3], np.array(wanted))
    return Sharing(*map(float, found[:3]), float(found[3]) if single else None)
