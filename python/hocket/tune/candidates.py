# SPDX-License-Identifier: BSD-3-Clause
"""Which algorithms are worth measuring at a place: those that a machine model does not rule out."""

from hocket import tool
from hocket.tune.places import Place

WITHIN = 3.0  # of the least declared time
MOST = 8  # families at one size
ACROSS_NODES = ("levels(", "lanes(", "node-")  # on one node these are their own innermost part
# Compositions that models do not know to be fast.
IN_SHARED_MEMORY = {
    "allreduce": ("then(reduce_scatter=shm,allgather=shm)", "then(reduce_scatter=flat,allgather=shm)"),
    "reduce": ("then(reduce_scatter=shm,gather=all-at-once)", "then(reduce_scatter=flat,gather=all-at-once)"),
    "bcast": ("then(scatter=shm,allgather=shm)",),
}


def pool(place: Place, limits: tuple[int, int], machine: str) -> list[str]:
    """SPECs that are among the best declared ones at either end or in the middle, and memory that all ranks share."""
    low, high = limits
    middle = round((max(low, 1) * max(high, 1)) ** 0.5)
    found: dict[str, None] = {}
    for size in sorted({low, middle, high}):
        found |= dict.fromkeys(worth_it(declared(place, size, machine), place.nodes))
    if place.nodes == 1:
        shared = IN_SHARED_MEMORY.get(place.collective, ())
        found |= dict.fromkeys(["shm", *shared] if "shm" in entries(place.collective) else shared)
    return list(found)


def declared(place: Place, size: int, machine: str) -> list[dict]:
    words = ["explain", place.collective, "--nodes", str(place.nodes), "--ppn", str(place.ppn)]
    words += ["--machine", machine]
    if place.collective != "barrier":
        words += ["--bytes", str(place.in_table(size))]
    return tool.read(tool.ask(words)[0])["candidates"]


def worth_it(rows: list[dict], nodes: int) -> list[str]:
    """The cheapest of each family, cheapest first; on one node without those that only several nodes tell apart."""
    out = ("native",) if nodes > 1 else (*ACROSS_NODES, "native")
    here = [row for row in rows if not row["algorithm"].startswith(out)]
    return [row["algorithm"] for row in here if row["time_us"] <= WITHIN * here[0]["time_us"]][:MOST]


def entries(collective: str) -> set[str]:
    return {entry["algorithm"] for entry in tool.read(tool.ask(["list", collective])[0])}
