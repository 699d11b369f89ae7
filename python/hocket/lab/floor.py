# SPDX-License-Identifier: BSD-3-Clause
"""What the busiest link makes any algorithm take, by a measured rate of TCP."""

from collections.abc import Callable
from math import isqrt

import numpy as np


def once(hosts: int, ranks: int) -> float:
    return 1


def all_but_own(hosts: int, ranks: int) -> float:
    return (hosts - 1) * ranks


def there_and_back(hosts: int, ranks: int) -> float:
    """2 (hosts - 1) vectors pass between all hosts: one of them gives and takes the mean at least."""
    return 2 * (hosts - 1) / hosts


def every_pair(hosts: int, ranks: int) -> float:
    return (hosts - 1) * ranks * ranks


# How often the size passes the busiest link in one direction, by hosts and ranks on each. The size is that of the
# vector, or of a block: in gathers and scatters the root's host has all blocks but those of its own ranks.
FACTORS: dict[str, Callable[[int, int], float]] = {
    **dict.fromkeys(("bcast", "reduce", "scan", "exscan"), once),
    "allreduce": there_and_back,
    **dict.fromkeys(("gather", "gatherv", "scatter", "scatterv"), all_but_own),
    **dict.fromkeys(("allgather", "allgatherv", "reduce_scatter_block", "reduce_scatter"), all_but_own),
    **dict.fromkeys(("alltoall", "alltoallv", "alltoallw"), every_pair),
}


def passing(collective: str, hosts: int, ranks: int, size: int) -> int:
    """Bytes; size: of the vector, or of each block."""
    return round(FACTORS[collective](hosts, ranks) * size)


def passing_blocks(collective: str, blocks: list[int], ranks: int) -> int:
    """The same where blocks differ; `ranks` of them in a row are on one host, and the root is on the first."""
    if collective.startswith("alltoall"):
        return passing_pairs(np.array(blocks), ranks)
    hosts = [sum(blocks[first : first + ranks]) for first in range(0, len(blocks), ranks)]
    return sum(hosts[1:]) if collective in ("gatherv", "scatterv") else sum(hosts) - min(hosts)


def passing_pairs(blocks: np.ndarray, ranks: int) -> int:
    """blocks: what one rank sends to each, rank by rank."""
    hosts = isqrt(len(blocks)) // ranks
    between = blocks.reshape(hosts, ranks, hosts, ranks).sum(axis=(1, 3))
    np.fill_diagonal(between, 0)
    return int(max(between.sum(axis=0).max(), between.sum(axis=1).max()))
