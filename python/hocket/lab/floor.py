# SPDX-License-Identifier: BSD-3-Clause
"""What the busiest link makes any algorithm take, by a measured rate of TCP."""

from collections.abc import Callable

# How often the size passes the busiest link, by hosts and ranks on each. In gathers and scatters that is the root's,
# which the blocks of its own host do not pass; a broadcast crosses each link at least once.
FACTORS: dict[str, Callable[[int, int], int]] = {
    "bcast": lambda hosts, ranks: 1,
    "gather": lambda hosts, ranks: (hosts - 1) * ranks,
    "gatherv": lambda hosts, ranks: (hosts - 1) * ranks,
    "scatter": lambda hosts, ranks: (hosts - 1) * ranks,
    "scatterv": lambda hosts, ranks: (hosts - 1) * ranks,
}


def passing(collective: str, hosts: int, ranks: int, size: int) -> int:
    """Bytes; size: of the message, or of each rank's block."""
    return FACTORS[collective](hosts, ranks) * size


def passing_blocks(blocks: list[int], ranks: int) -> int:
    """The same where blocks differ; the ranks of the root's host come first."""
    return sum(blocks[ranks:])
