# SPDX-License-Identifier: BSD-3-Clause
"""A rule of a table in terms of an MPI library. Ranges are half open."""

from dataclasses import dataclass

from hocket.natives.choice import Choice

ANY = 1 << 62
Range = tuple[int, int]
ALL: Range = (0, ANY)


@dataclass(frozen=True)
class Rule:
    collective: str
    chosen: Choice
    ranks: Range = ALL  # of the communicator, out of ranks, nodes and ppn
    bytes: Range = ALL
    nodes: Range = ALL
    ppn: Range = ALL
    given: int = 0  # how many ranges the table gives: where two rules hold, the one with more

    def __str__(self) -> str:
        return f"{self.collective}, {show(self.ranks)} ranks, {show(self.bytes)} bytes: {self.chosen}"


def show(some: Range) -> str:
    low, high = some
    if some == ALL:
        return "any"
    if high == ANY:
        return f"{low} and more"
    return str(low) if high == low + 1 else f"{low} to {high - 1}"


def ranks_of(ranks: Range, nodes: Range, ppn: Range) -> Range:
    """The numbers of ranks that these nodes can have: a communicator of the export formats knows no more."""
    low = max(ranks[0], max(nodes[0], 1) * max(ppn[0], 1))
    most = (nodes[1] - 1) * (ppn[1] - 1) + 1 if ANY not in (nodes[1], ppn[1]) else ANY
    return low, min(ranks[1], most)
