# SPDX-License-Identifier: BSD-3-Clause
"""What is tuned: a collective at a number of ranks, over a range of sizes."""

from dataclasses import dataclass, field

from hocket.bench.plan import WHOLE

WITHOUT_SIZES = ("gatherv", "scatterv", "alltoallv", "alltoallw")  # only the root, or nobody, knows them
BY_THE_WHOLE = ("allgatherv", "reduce_scatter")  # bench counts blocks, a table the bytes of all
LARGEST = 4 << 20  # bytes of one rank's vector, unless the user says otherwise
SMALLEST = 8


@dataclass(frozen=True)
class Place:
    collective: str
    ranks: int
    own_limits: tuple[int, int] | None = field(default=None, compare=False)
    weight: float = field(default=1, compare=False)  # of its share of the budget
    nodes: int = 1

    def __str__(self) -> str:
        return f"{self.collective} at {self.ranks} ranks" + (f" on {self.nodes} nodes" if self.nodes > 1 else "")

    @property
    def ppn(self) -> int:
        return self.ranks // self.nodes

    def limits(self, asked: tuple[int, int] | None) -> tuple[int, int]:
        if self.collective == "barrier":
            return 0, 0
        if self.own_limits:
            return self.own_limits
        if asked:
            return asked
        return SMALLEST, LARGEST if self.collective in WHOLE else max(LARGEST // self.ranks, SMALLEST)

    def in_table(self, size: int) -> int:
        """The bytes that a table counts where bench measured blocks of `size`."""
        return size * (self.ranks if self.collective in BY_THE_WHOLE else 1)


def coarse(limits: tuple[int, int]) -> list[int]:
    """Both ends and every factor of eight between them."""
    low, high = limits
    found, size = [low], max(low, 1) * 8
    while size < high:
        found.append(size)
        size *= 8
    return found if high <= low else [*found, high]


def between(low: int, high: int) -> int:
    """The geometric middle, of whole floats: no power of two in general."""
    return round((max(low, 1) * high) ** 0.5 / 4) * 4
