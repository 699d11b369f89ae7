# SPDX-License-Identifier: BSD-3-Clause
"""Simulated gathervs and scattervs that nobody ran: linear takes 3 n us, hierarchical 2 n, hybrid n."""

import simulated
from hocket.gallery import efa

FACTORS = {"linear": 3.0, "hierarchical": 2.0, "hybrid": 1.0}


def document(place, n, slower=1.0):
    rows = [simulated.row(spec, FACTORS[name] * n * slower) for name, spec in place.specs().items()]
    where = {"collective": place.collective, "nodes": place.nodes, "ppn": efa.PPN}
    return simulated.document(rows, n, **where)


def all_places():
    """By node, everything takes a quarter longer."""
    found = {}
    for place in efa.PLACES:
        slower = 1.25 if place.order == "by_node" else 1.0
        found[place] = efa.Reproduced(place, [document(place, n, slower) for n in place.published("hierarchical")])
    mixes = {c: document(efa.Place(c, efa.MIX_NODES, "by_slot"), 32768) for c in efa.COLLECTIVES}
    return efa.Simulated(found, mixes)
