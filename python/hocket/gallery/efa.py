# SPDX-License-Identifier: BSD-3-Clause
"""The gathervs and scattervs of gatherv_scatterv_efa.csv, simulated: what was published, and Hocket's hybrid."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import geometric_mean

from hocket.gallery.records import read
from hocket.simulate import rows
from hocket.simulate.question import Question, simulate

NAME, MACHINE, PPN = "gatherv_scatterv_efa", "efa-100g", 64
COLLECTIVES, NODES = ("gatherv", "scatterv"), (2, 16, 64)
ORDERS = {"by_slot": "by-slot", "by_node": "by-node"}
# A malloc of so much is new memory each time (glibc); the published leaders allocate a buffer for their whole node.
FRESH = "32M"
MIX, MIX_NODES, MIX_BYTES = "zipf", 16, "32K"

WIDE = "across=flat:window=64,inside=flat:window=64"
# The published linear gatherv has a receive posted for everybody, the linear scatterv sends to one after the other.
LINEAR = {"gatherv": "flat:window=4096", "scatterv": "flat:window=1"}
HIERARCHICAL = f"levels({WIDE}):segment=0"
# One for all sizes, since only the root knows them: what tuning finds for so many nodes.
HYBRID = {nodes: f"hybrid({WIDE}):threshold={'1:leaders=8' if nodes == 2 else '768K'}" for nodes in NODES}


@dataclass(frozen=True)
class Place:
    collective: str
    nodes: int
    order: str  # as published: by_slot, by_node

    def specs(self) -> dict[str, str]:
        return {"linear": LINEAR[self.collective], "hierarchical": HIERARCHICAL, "hybrid": HYBRID[self.nodes]}

    def published(self, algorithm: str) -> dict[int, float]:
        """The last rank's microseconds by bytes."""
        wanted = (self.collective, algorithm, self.order, str(self.nodes))
        keys = ("collective", "algorithm", "rank_order", "nodes")
        return {int(row["bytes"]): float(row["max_us"]) for row in read(NAME) if wanted == tuple(row[k] for k in keys)}

    def question(self, bytes: str, counts: str = "equal") -> Question:
        how = {"full": True, "used_buffers": True, "fresh_scratch": FRESH, "counts": counts}
        how["placement"] = ORDERS[self.order]
        specs = (*self.specs().values(), "auto")
        return Question(self.collective, MACHINE, self.nodes, PPN, bytes, specs, **how)


PLACES = [Place(collective, nodes, order) for collective in COLLECTIVES for nodes in NODES for order in ORDERS]


@dataclass(frozen=True)
class Reproduced:
    place: Place
    documents: list[dict]  # one for each published size

    def times(self, name: str) -> dict[int, float]:
        """Simulated, by bytes: linear, hierarchical, hybrid or auto."""
        spec = self.place.specs().get(name)
        return {one["bytes"]: rows.row_of(one, spec or one["auto"])["time_us"] for one in self.documents}


@dataclass(frozen=True)
class Simulated:
    by_place: dict[Place, Reproduced]
    mixes: dict[str, dict]  # by collective: blocks of very different sizes

    def gain(self, collective: str) -> float:
        """How many times as long as the hybrid the better of the others takes on the mix."""
        specs = Place(collective, MIX_NODES, "by_slot").specs()
        times = {name: rows.row_of(self.mixes[collective], spec)["time_us"] for name, spec in specs.items()}
        return min(times["linear"], times["hierarchical"]) / times["hybrid"]

    def worst_point(self) -> float:
        """The hybrid against the better of linear and hierarchical, ranks by slot."""
        found = [one for place, one in self.by_place.items() if place.order == "by_slot"]
        times = [[one.times(name) for name in ("linear", "hierarchical", "hybrid")] for one in found]
        return max(ours[n] / min(linear[n], tree[n]) for linear, tree, ours in times for n in ours)

    def automatic(self, place: Place) -> float:
        """What is chosen for all sizes, against the better of the published two at each: the geometric mean."""
        linear, tree, auto = (self.by_place[place].times(name) for name in ("linear", "hierarchical", "auto"))
        return geometric_mean([auto[n] / min(linear[n], tree[n]) for n in auto])

    def worst_order(self) -> float:
        """The hybrid with ranks by node against ranks by slot."""
        pairs = [(self.by_place[p], self.by_place[Place(p.collective, p.nodes, "by_slot")]) for p in self.by_place]
        both = [(a.times("hybrid"), b.times("hybrid")) for a, b in pairs]
        return max(dealt[n] / in_turn[n] for dealt, in_turn in both for n in dealt)


def simulate_all(tell: Callable[[str], None]) -> Simulated:
    found = {}
    for place in PLACES:
        tell(f"{place.collective} on {place.nodes} x {PPN} ranks, {place.order.replace('_', ' ')}")
        sizes = place.published("hierarchical")
        found[place] = Reproduced(place, [simulate(place.question(str(n))) for n in sizes])
    mixes = {c: simulate(Place(c, MIX_NODES, "by_slot").question(MIX_BYTES, MIX)) for c in COLLECTIVES}
    return Simulated(found, mixes)


def documents(of: Simulated) -> list[dict]:
    return [document for one in of.by_place.values() for document in one.documents] + list(of.mixes.values())
