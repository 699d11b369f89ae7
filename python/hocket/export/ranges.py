# SPDX-License-Identifier: BSD-3-Clause
"""Open MPI 6.0: rules in JSON for its component `tuned`. The first entry that fits is taken, and only its rules."""

import json

from hocket.export.bands import Band, converted, highest
from hocket.export.classic import numbers
from hocket.export.plan import Plan
from hocket.natives import ompi
from hocket.natives.choice import DEFAULT, Choice
from hocket.natives.rule import ANY

BY_NUMBER = {"bruck"}  # an allgather whose name changed; its number did not


def write(plan: Plan) -> str:
    names = sorted(plan.collectives, key=lambda name: ompi.TABLE[name][0])
    found = {name: collective(name, plan) for name in names}
    return json.dumps({"rule_file_version": 3, "module": "tuned", "collectives": found}, indent=1) + "\n"


def collective(name: str, plan: Plan) -> list[dict]:
    """Those of one node first: they are more specific."""
    one, many = plan.one.get(name, []), plan.many.get(name, [])
    if one == many:
        return entries(name, many, {})
    apart = {"comm_rank_distribution": "single-node"}
    # What nothing says of one node must not fall to the rules of several: algorithm 0 leaves it to the library.
    return [*entries(name, one, apart), {**apart, "rules": [{"alg": 0}]}, *entries(name, many, {})]


def entries(name: str, found: list[Band], where: dict) -> list[dict]:
    return [
        {"comm_size_min": max(band.low, 1), **limit("comm_size_max", band), **where, "rules": rules(name, band)}
        for whole in found
        for band in converted(whole, lambda size, ranks: ompi.message(name, size, ranks))
    ]


def limit(key: str, band: Band) -> dict:
    return {} if band.high == ANY else {key: highest(band)}


def rules(name: str, band: Band) -> list[dict]:
    """Ranges are closed; sizes without a rule are left to the library."""
    ends: list[int | str] = [*(low - 1 for low, _ in band.steps[1:]), "inf"]
    return [
        {"msg_size_min": low, "msg_size_max": high, **algorithm(name, chosen)}
        for (low, chosen), high in zip(band.steps, ends, strict=True)
        if chosen != DEFAULT
    ]


def algorithm(name: str, chosen: Choice) -> dict:
    fanout, segment = numbers(name, chosen)
    found: dict = {"alg": chosen.algorithm}
    if name == "allgather" and chosen.algorithm in BY_NUMBER:
        found, fanout = {"alg": ompi.id_of(name, chosen.algorithm, "6.0")}, fanout or 2  # there it is the radix
    found |= {"faninout": fanout} if fanout else {}
    found |= {"seg_size": segment} if segment else {}
    if name == "alltoall" and chosen.algorithm == "linear_sync":
        found |= {"reqs": chosen.number("max_requests")}  # the library's own variable does not count here
    return found
