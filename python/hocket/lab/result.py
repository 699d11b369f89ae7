# SPDX-License-Identifier: BSD-3-Clause
"""The document of an experiment, hocket-lab-1: what was asked, every launch, and what they say together."""

import os
from dataclasses import asdict

from hocket import __version__, stats
from hocket.demo import place as machine
from hocket.lab import floor, relations
from hocket.lab.experiment import Experiment
from hocket.mpi import Mpi


def here() -> dict[str, str]:
    return machine.describe() | {"nice": str(os.nice(0))}


def document(e: Experiment, library: Mpi, where: dict[str, str], goodput: float, launches: list[dict]) -> dict:
    place = e.place()
    floors = {size: passing(e, launches, size) / goodput * 1e6 for size in e.bytes()}
    asked = {name: value for name, value in asdict(e).items() if name not in ("lab", "sizes")}
    summary = [summarise(launches, size, name, floors[size], e.seed) for size in e.bytes() for name in e.algorithms]
    for row in summary:
        if "time_us" in row:
            row["rate_MBps"] = round(floors[row["bytes"]] * goodput / 1e6 / row["time_us"]["value"], 4)
    relations.relate(summary, launches, e.seed)
    return {
        "schema": "hocket-lab-1",
        "version": __version__,
        **asked,
        "lab": asdict(place) | {"rate_bit_s": place.links().rate, "queue_bytes": place.links().queue},
        "library": f"{library.name} {library.version}",
        "machine": where,
        "goodput_bytes_s": round(goodput),
        "floors": [{"bytes": size, "floor_us": round(us, 1)} for size, us in floors.items()],
        "launched": launches,
        "summary": summary,
    }


def passing(e: Experiment, launches: list[dict], size: int) -> int:
    """Bytes over the busiest link."""
    place = e.place()
    told = (one["blocks"] for one in launches if one["bytes"] == size and "blocks" in one)
    if blocks := next(told, None):
        return floor.passing_blocks(e.collective, blocks, place.ranks)
    return floor.passing(e.collective, place.hosts, place.ranks, size)


def summarise(launches: list[dict], size: int, algorithm: str, floor_us: float, seed: int) -> dict:
    """The median over launches with its 95 % interval, beside what near a threshold says more: time-outs and drops."""
    mine = [one for one in launches if (one["bytes"], one["algorithm"]) == (size, algorithm)]
    times = [one["time_us"] for one in mine if "time_us" in one]
    found = {
        "bytes": size,
        "algorithm": algorithm,
        "launches": len(mine),
        "failed": len(mine) - len(times),
        "with_timeouts": sum(one["timeouts"] > 0 for one in mine),
        "mean_switch_drops": round(sum(one["switch_drops"] for one in mine) / max(1, len(mine)), 1),
    }
    if not times:
        return found
    middle = stats.of_median([[time] for time in times], seed).as_dict(1)
    return found | {
        "time_us": middle,
        "min_us": min(times),
        "max_us": max(times),
        "over_floor": round(middle["value"] / floor_us, 3),
    }


def failed(document: dict) -> int:
    return sum("failure" in one or not one["verified"] for one in document["launched"])
