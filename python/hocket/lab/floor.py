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


def microseconds(collective: str, hosts: int, ranks: int, size: int, goodput: float) -> float:
    """size: of the message, or of each rank's block; goodput in bytes a second."""
    return FACTORS[collective](hosts, ranks) * size / goodput * 1e6
