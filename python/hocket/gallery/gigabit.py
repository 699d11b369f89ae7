# SPDX-License-Identifier: BSD-3-Clause
"""The alltoalls of alltoall_gigabit_timetable.csv, simulated: the naive one, timetables, and Hocket's choice."""

from collections.abc import Callable
from dataclasses import dataclass

from hocket.gallery.records import read
from hocket.simulate.question import Question, simulate

NAME, MACHINE = "alltoall_gigabit_timetable", "gigabit"
SIZES = [1 << i for i in range(3, 25)]  # of a block
# Everything at once; one neighbour after the other; rounds of pairs of ranks; rounds of pairs of nodes.
NAIVE = "flat:sends=0:receives=0"
SPECS = {
    "naive": NAIVE,
    "pairwise": "pairwise",
    "timetable": "timetable",
    "node timetable": "node-timetable",
    "auto": "auto",
}
# Published in words: what the naive one of the same library reached on 22 nodes at the largest blocks.
NAIVE_PUBLISHED = 180.0
LARGE = 16384  # bytes from which nothing but the wire should count
ODD_SIZES = [1 << i for i in range(14, 23, 2)]


@dataclass(frozen=True)
class Place:
    nodes: int
    ppn: int

    @property
    def ranks(self) -> int:
        return self.nodes * self.ppn

    def rate(self, size: int, us: float) -> float:
        """MiB/s of a node as published: what its ranks send and what they get, also inside the node."""
        return 2 * self.ranks * (self.ranks - 1) * size / us * 1e6 / (1 << 20) / self.nodes

    def published(self) -> dict[int, float]:
        """Microseconds by bytes of a block."""
        mine = (row for row in read(NAME) if int(row["procs"]) == self.ranks)
        return {int(row["bytes"]): float(row["time_s"]) * 1e6 for row in mine}

    def question(self, size: int, specs: tuple[str, ...]) -> Question:
        return Question("alltoall", MACHINE, self.nodes, self.ppn, str(size), specs, full=True)


PLACES = [Place(22, 1), Place(22, 4)]
ODD = [Place(21, 1), Place(23, 1)]


@dataclass(frozen=True)
class Reproduced:
    place: Place
    rows: dict[int, dict[str, dict]]  # by bytes, then by name

    def times(self, name: str) -> dict[int, float]:
        return {size: rows[name]["time_us"] for size, rows in self.rows.items() if name in rows}

    def bounds(self) -> dict[int, float]:
        return {size: rows["auto"]["bound_us"] for size, rows in self.rows.items()}

    def over_bound(self) -> float:
        """The choice at its worst, from large blocks on."""
        bounds = self.bounds()
        return max(us / bounds[size] for size, us in self.times("auto").items() if size >= LARGE)

    def over_published(self) -> float:
        """The rate of the choice over the published one, where it is least."""
        ours = self.times("auto")
        return min(us / ours[size] for size, us in self.place.published().items())


def least_kept(few: Reproduced, many: Reproduced) -> float:
    """The rate of a node with many ranks over that with few, where it is least, from large blocks on."""
    ours, theirs = few.times("auto"), many.times("auto")
    rates = {n: (many.place.rate(n, theirs[n]), few.place.rate(n, ours[n])) for n in ours if n >= LARGE}
    return min(a / b for a, b in rates.values())


def simulate_all(tell: Callable[[str], None]) -> list[Reproduced]:
    """The published places at all sizes, then odd numbers of ranks at large blocks."""
    found = []
    for place, sizes in [*((place, SIZES) for place in PLACES), *((place, ODD_SIZES) for place in ODD)]:
        tell(f"alltoall on {place.nodes} x {place.ppn} ranks")
        found.append(Reproduced(place, {size: point(place, size) for size in sizes}))
    return found


def point(place: Place, size: int) -> dict[str, dict]:
    """What is chosen may be one of the others with other parameters, so it is asked for apart."""
    named = tuple(spec for spec in SPECS.values() if spec != "auto")
    document = simulate(place.question(size, named))
    (chosen,) = simulate(place.question(size, ("auto",)))["results"]
    rows = {name: row_of(document, spec) for name, spec in SPECS.items() if spec != "auto"}
    return rows | {"auto": chosen}


def row_of(document: dict, spec: str) -> dict:
    """What the model decided is printed behind the name."""
    return next(row for row in document["results"] if f"{row['algorithm']}:".startswith(f"{spec}:"))


def documents(found: list[Reproduced]) -> list[dict]:
    """What lies beside the page: one row for each place, size and name."""
    return [
        {"nodes": one.place.nodes, "ppn": one.place.ppn, "bytes": size, "name": name} | row
        for one in found
        for size, rows in one.rows.items()
        for name, row in rows.items()
    ]
