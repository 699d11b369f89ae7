# SPDX-License-Identifier: BSD-3-Clause
"""An estimate of what tuning would save in a row of a profile: calls x (time of what ran - time of the best).

From measurements of the same collective under the same library, on one node or on several as the row was, at the
nearest size and number of ranks. Both times are of the same job wherever one has both: times of different jobs do
not compare. What is further than a factor of two away is not used: a row is then uncovered, and says why. A saving is
never more than what the row spent outside waiting.
"""

import math
from dataclasses import dataclass

from hocket.report.measured import Measured, short_library
from hocket.sizes import show
from hocket.tune import curves
from hocket.tune.places import BY_THE_WHOLE

FAR = 2.0  # of ranks and of sizes


@dataclass(frozen=True)
class Saving:
    us: float
    best: str
    ranks: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.best} at {show(self.bytes)}, {self.ranks} ranks"


@dataclass(frozen=True)
class Uncovered:
    why: str

    def __str__(self) -> str:
        return f"not covered: {self.why}"


def saving(call: dict, at: dict, of: dict, measured: list[Measured]) -> Saving | Uncovered:
    """at: the communicator; of: the profile."""
    if call["form"] != "blocking":
        return Uncovered("hocket bench measures blocking calls only")
    near = nearest(call["collective"], at, of["library"], measured)
    if isinstance(near, Uncovered):
        return near
    return at_size(call, near, min(1.0, at["many"] * at["ranks"] / of["ranks"]))


def nearest(collective: str, at: dict, library: str, measured: list[Measured]) -> Measured | Uncovered:
    here = [m for m in measured if m.place.collective == collective]
    if not here:
        return Uncovered(f"{collective} was not measured")
    here = [m for m in here if short_library(m.place.library) == short_library(library)]
    if not here:
        return Uncovered("measured under another library")
    here = [m for m in here if (m.place.nodes > 1) == (at["nodes"] > 1)]
    if not here:
        return Uncovered("not measured on several nodes" if at["nodes"] > 1 else "not measured on one node")
    near = min(here, key=lambda m: apart(m.place.ranks, at["ranks"]))
    if apart(near.place.ranks, at["ranks"]) > math.log(FAR) + 1e-9:
        return Uncovered(f"the nearest was measured with {near.place.ranks} ranks")
    return near


def at_size(call: dict, near: Measured, taking_part: float) -> Saving | Uncovered:
    """taking_part: of all ranks, over which a profile's times are means."""
    known, wanted = near.curves, size_of(call, near)
    if not known:
        return Uncovered("every measurement moved wrong data")
    size = min(known, key=lambda n: apart(n, wanted))
    if apart(size, wanted) > math.log(FAR) + 1e-9:
        return Uncovered(f"the nearest was measured at {show(size)}")
    at, total = known[size], sum(call["algorithms"].values())
    strange = [name for name in call["algorithms"] if name not in at]
    if strange or not total:
        return Uncovered(f"{strange[0] if strange else 'what ran'} was not measured at {show(size)}")
    middles = {name: curves.middle(rounds) for name, rounds in at.items()}
    best = min(middles, key=middles.__getitem__)
    times = near.pooled("time")
    least = times[best][size][0]
    lost = sum(
        count * least * (math.exp(middles[name] - middles[best]) - 1) for name, count in call["algorithms"].items()
    )
    spent = call["time_us"]["mean"] * (1 - (call.get("wait_share") or 0))
    return Saving(min(taking_part * call["calls"] * lost / total, spent), best, near.place.ranks, size)


def size_of(call: dict, near: Measured) -> float:
    """In the count of hocket bench: blocks, where a table counts the bytes of all."""
    return call["mean_bytes"] / (near.place.ranks if call["collective"] in BY_THE_WHOLE else 1)


def apart(a: float, b: float) -> float:
    """The distance of two sizes on a logarithmic axis; nothing counts as one byte."""
    return abs(math.log(max(a, 1)) - math.log(max(b, 1)))
