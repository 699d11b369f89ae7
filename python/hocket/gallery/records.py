# SPDX-License-Identifier: BSD-3-Clause
"""The published numbers as they are in published/*.csv."""

import csv
from dataclasses import dataclass

from hocket.find import PACKAGE

FOLDER = PACKAGE / "gallery" / "published"
# The broadcasts of bcast_aurora.csv: BYTES from each of ROOTS roots in turn, on NODES x PPN ranks.
NODES, PPN, ROOTS, BYTES = 512, 12, 512, 1221360

# Published names of algorithms in ours, as they are printed (a tree of radix 2 is the default). auto and smp, the
# library's own choices, took the ring; nb has no model.
SPECS = {
    "scatter_recursive_doubling_allgather": "then(scatter=knomial,allgather=recursive-doubling)",
    "tree": "kary",
    "binomial": "knomial",
    "pipelined_tree": "kary:segment=8K",
    "scatter_ring_allgather": "then(scatter=knomial,allgather=ring)",
}
RING = "scatter_ring_allgather"


def read(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@dataclass(frozen=True)
class Broadcast:
    algorithm: str  # as published
    seconds: float  # all 512 broadcasts of the reproducer
    application: float  # the same code section in a real program

    @property
    def us(self) -> float:
        """One broadcast."""
        return self.seconds * 1e6 / ROOTS


def broadcasts() -> list[Broadcast]:
    """Fastest first."""
    rows = read("bcast_aurora")
    inside = {row["algorithm"]: float(row["seconds"]) for row in rows if row["program"] == "application"}
    found = [
        Broadcast(row["algorithm"], float(row["seconds"]), inside[row["algorithm"]])
        for row in rows
        if row["program"] != "application"
    ]
    return sorted(found, key=lambda b: b.seconds)
