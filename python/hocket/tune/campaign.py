# SPDX-License-Identifier: BSD-3-Clause
"""All steps of all places within a budget: every place has its scout before any is refined."""

from collections.abc import Callable
from dataclasses import dataclass, field

from hocket.mpi import Mpi
from hocket.stop import Stop
from hocket.tune import candidates, measure, steps
from hocket.tune.allocation import Hosts
from hocket.tune.journal import Journal
from hocket.tune.places import Place

Tell = Callable[[str], None]


@dataclass
class Campaign:
    library: Mpi
    places: list[Place]
    journal: Journal
    budget: float
    sizes: tuple[int, int] | None
    machine: str
    seed: int
    failed: dict[Place, str] = field(default_factory=dict)
    hosts: Hosts | None = None  # None: this node
    pools: dict[Place, list[str]] = field(default_factory=dict)

    def documents(self, place: Place) -> list[dict]:
        return self.journal.documents(place)

    def measured(self) -> list[Place]:
        """Also what was asked for before."""
        return [p for p in self.journal.places(self.places) if self.documents(p)]

    def counts(self, collective: str) -> list[int]:
        """The numbers of ranks on a node at which it was measured."""
        return [p.ppn for p in self.measured() if p.collective == collective]

    @property
    def spent(self) -> float:
        """Of the budget: on what is asked for now."""
        return self.journal.spent(self.places)

    def open_places(self) -> list[Place]:
        """Those with the fewest steps first."""
        left = [p for p in self.places if p not in self.failed and len(self.documents(p)) < len(steps.STEPS)]
        return sorted(left, key=lambda p: (len(self.documents(p)), self.places.index(p)))

    def steps_left(self) -> int:
        return sum(len(steps.STEPS) - len(self.documents(p)) for p in self.open_places())

    @property
    def to_go(self) -> str:
        return f"{self.steps_left()} measurements to go"

    def share(self, place: Place) -> float:
        """Of the budget that is left, for its next step."""
        weights = [p.weight * (len(steps.STEPS) - len(self.documents(p))) for p in self.open_places()]
        return place.weight / sum(weights)

    def unreached(self) -> dict[Place, list[int]]:
        """Sizes for which the budget left no time in any job, so that their rules are those of smaller ones."""
        found = {}
        for place in self.places:
            documents = self.documents(place)
            measured = {row["bytes"] for d in documents for row in d["results"]}
            largest = max(measured, default=0)
            left = {size for d in documents for size in d.get("unreached", []) if size > largest}
            if left:
                found[place] = sorted(left)
        return found

    def run(self, tell: Tell) -> None:
        while self.steps_left() and self.spent < self.budget:
            place = self.open_places()[0]
            self.one(place, (self.budget - self.spent) * self.share(place), tell)

    def one(self, place: Place, seconds: float, tell: Tell) -> None:
        limits = place.limits(self.sizes)
        if place not in self.pools:
            self.pools[place] = candidates.pool(place, limits, self.machine)
        step = steps.next_step(limits, self.pools[place], self.documents(place))
        assert step is not None  # an open place has one
        tell(f"{place}: {step.name}, {len(step.compare)} algorithms, {len(step.sizes)} sizes")
        hosts = self.hosts or Hosts(self.library)
        try:
            found = measure.run(hosts, place, step, seconds, self.seed + len(self.documents(place)))
        except Stop as problem:
            self.failed[place] = str(problem)
        else:
            self.journal.add(found)
