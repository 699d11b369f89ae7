# SPDX-License-Identifier: BSD-3-Clause
"""What is worth tuning for a program: the places and sizes of its profile, by the time that it spends there."""

import hashlib
import json
import math

from hocket.bench.plan import AMONG_ALL
from hocket.profile.document import Row, rows
from hocket.stop import wrong_usage
from hocket.tune.places import SMALLEST, Place

LEAST = 0.01  # of all the time that could be saved


def identity(document: dict) -> str:
    return "of profile " + hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:12]


def places(document: dict) -> tuple[list[Place], list[str]]:
    """Most time first, and what is left out, with the reason."""
    found: dict[tuple[str, int], list[Row]] = {}
    left: dict[str, float] = {}
    for row in rows(document):
        reason = why_not(row)
        if reason:
            left[reason] = left.get(reason, 0) + own_time(row)
        elif row.ranks > 1:
            found.setdefault((row.collective, row.ranks), []).append(row)
    times = {key: sum(map(own_time, some)) for key, some in found.items()}
    whole = sum(times.values())
    chosen = [place(*key, found[key], time) for key, time in times.items() if time >= LEAST * whole and time > 0]
    if not chosen:
        raise wrong_usage("the profile has no blocking collective of one node that hocket tune can measure")
    rest = whole - sum(one.weight for one in chosen)
    said = [f"{reason}: {time / 1e6:.3g} s" for reason, time in left.items() if time > 0]
    if rest > 0:
        said.append(f"under {LEAST:.0%} of the time each: {rest / 1e6:.3g} s")
    return sorted(chosen, key=lambda one: -one.weight), said


def why_not(row: Row) -> str:
    if row.form != "blocking":
        return "nonblocking and persistent calls"
    if row.nodes > 1:
        return "communicators of several nodes"
    return "" if row.collective in AMONG_ALL else "neighborhood collectives"


def own_time(row: Row) -> float:
    """Microseconds of a rank without what it waits for others, which no algorithm can save."""
    return row.time * (1 - (row.wait or 0))


def place(collective: str, ranks: int, some: list[Row], time: float) -> Place:
    """From the smallest size to the largest of calls that matter there, as far as hocket tune measures."""
    matter = [row for row in some if own_time(row) >= LEAST * time] or some
    low = min(math.floor(row.mean_bytes) if row.bytes is None else row.bytes[0] for row in matter)
    high = max(math.ceil(row.mean_bytes) if row.bytes is None else row.bytes[1] - 1 for row in matter)
    unit = Place(collective, ranks).in_table(1)
    most = Place(collective, ranks).limits(None)[1]
    limits = min(max(low // unit, 1), most), min(max(high // unit, SMALLEST), most)
    return Place(collective, ranks, (0, 0) if collective == "barrier" else limits, time)
