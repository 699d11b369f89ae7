# SPDX-License-Identifier: BSD-3-Clause
"""Launch after launch within a budget; every place has its first turn before any has its second."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from hocket import find
from hocket.bench import launch as bench_launch
from hocket.bench import machine
from hocket.stop import Stop
from hocket.tune.journal import Journal
from hocket.tune.measure import SLICE, STARTING, wrong_data
from hocket.tune.native.library import OWN, Forced
from hocket.tune.native.turns import Launch, documents, launches
from hocket.tune.places import Place
from hocket.tune.steps import STEPS

LATER = 5  # launches of a place in each turn after its first, for a guess at what is left
SHORTEST, LONGEST = 2, 20  # seconds of one launch


@dataclass
class NativeCampaign:
    forced: Forced
    places: list[Place]
    journal: Journal
    budget: float
    sizes: tuple[int, int] | None
    seed: int
    failed: dict[tuple[Place, str], str] = field(default_factory=dict)

    def lines(self, place: Place) -> list[dict]:
        return self.journal.of(place)

    def measured(self) -> list[Place]:
        """Also what was asked for before."""
        return [p for p in self.journal.places(self.places) if self.documents(p)]

    @property
    def spent(self) -> float:
        """Of the budget: on what is asked for now."""
        return self.journal.spent(self.places)

    def pool(self, place: Place) -> list[str]:
        return [name for name in self.forced.candidates(place) if (place, name) not in self.failed]

    def chosen_from(self, place: Place) -> list[dict]:
        """Lines of what a table may name: no settings, and nothing that only --commutative allowed before."""
        names = {OWN, *self.forced.candidates(place)}
        return [line for line in self.lines(place) if line["variant"] in names]

    def documents(self, place: Place) -> list[dict]:
        return documents(self.chosen_from(place), len(STEPS))

    def counts(self, collective: str) -> list[int]:
        return [p.ranks for p in self.measured() if p.collective == collective]

    def left(self, place: Place) -> list[Launch]:
        if (place, OWN) in self.failed or not self.pool(place):
            return []
        beside = [name for name in self.forced.settings if (place, name) not in self.failed]
        return launches(place, self.pool(place), self.lines(place), place.limits(self.sizes), self.seed, beside)

    def next_launches(self) -> list[Launch]:
        """Of the place that is furthest behind."""
        waiting = [left for place in self.places if (left := self.left(place))]
        return min(waiting, key=lambda left: left[0].turn, default=[])

    def launches_left(self) -> int:
        waiting = [left for place in self.places if (left := self.left(place))]
        later = LATER + len(self.forced.settings)
        return sum(len(left) + later * (len(STEPS) - 1 - left[0].turn) for left in waiting)

    @property
    def to_go(self) -> str:
        return f"about {self.launches_left()} launches to go"

    def run(self, tell: Callable[[str], None]) -> None:
        while self.spent < self.budget and (some := self.next_launches()):
            share = (self.budget - self.spent) / max(1, self.launches_left())
            self.one(some[0], min(max(share, SHORTEST), LONGEST), tell)

    def one(self, what: Launch, seconds: float, tell: Callable[[str], None]) -> None:
        tell(f"{what.place}: {what.step.name}, {what.name}, {len(what.step.sizes)} sizes")
        try:
            found = self.measure(what, seconds)
        except Stop as problem:
            self.failed[what.place, what.name] = str(problem)
        else:
            self.journal.add(found)

    def measure(self, what: Launch, seconds: float) -> dict:
        library, place = self.forced.library, what.place
        program = [find.program(f"hocket-bench-{library.abi}"), place.collective, "--compare", OWN]
        program += ["--slice", str(SLICE), "-i", "20", "-x", "1", "-r", str(what.step.rounds)]
        program += ["--seconds", str(max(1, round(seconds))), "--seed", str(self.seed + what.turn)]
        if place.collective != "barrier":
            program += ["--sizes", ",".join(map(str, what.step.sizes))]
        words = library.command(place.ranks, program)
        environment = library.environment(place.ranks, self.forced.variables(place, what.name))
        about = {"machine": machine.description(library, place.ranks)}  # without what is forced
        limit, began = 4 * seconds + STARTING, time.monotonic()
        ended = bench_launch.run(words, environment, limit)
        document = bench_launch.read(ended.stdout, 0 if wrong_data(ended) else ended.returncode, words)
        took = round(time.monotonic() - began, 2)
        line = {"collective": place.collective, "ranks": place.ranks, "step": what.step.name, "turn": what.turn}
        return line | {"variant": what.name, "seconds": took, "document": document | about}
