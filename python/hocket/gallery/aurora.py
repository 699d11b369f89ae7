# SPDX-License-Identifier: BSD-3-Clause
"""The broadcasts of bcast_aurora.csv, simulated: the same roots in turn on the same ranks."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from hocket.gallery.records import BYTES, NODES, PPN, RING, SPECS, Broadcast, broadcasts
from hocket.simulate import rows
from hocket.simulate.question import Question, simulate

MACHINE, REPEAT, SEEDS = "aurora", 8, 3
SAME_AS_RING = ("auto", "smp")  # the library's own choices took the ring


@dataclass(frozen=True)
class Reproduced:
    published: Broadcast
    row: dict | None  # None: nothing in the catalogue sends the same messages
    alias_of: str = ""

    @property
    def us(self) -> float:
        return self.row["time_us"]

    @property
    def noisy_us(self) -> float | None:
        noisy = (self.row or {}).get("time_noisy_us")
        return noisy["median"] if noisy else None

    @property
    def error(self) -> float:
        return self.us / self.published.us - 1

    @property
    def noisy_error(self) -> float:
        return self.noisy_us / self.published.us - 1


def question(specs: tuple[str, ...], seeds: int) -> Question:
    place = {"repeat": REPEAT, "rotate_root": True, "noise_seeds": seeds, "full": True}
    return Question("bcast", MACHINE, NODES, PPN, str(BYTES), specs, **place)


def simulate_all(full_ring: bool, tell: Callable[[str], None]) -> list[dict]:
    """Two documents: the ring, whose millions of messages take a minute for each seed, is on its own."""
    others = tuple(spec for name, spec in SPECS.items() if name != RING)
    tell(f"{len(others)} published broadcasts and the automatic choice, without noise and with {SEEDS} seeds of noise")
    few = simulate(question((*others, "auto"), SEEDS))
    tell(f"the published ring, without noise{f' and with {SEEDS} seeds of noise' if full_ring else ''}")
    return [few, simulate(question((SPECS[RING],), SEEDS if full_ring else 0))]


def reproduced(documents: list[dict]) -> list[Reproduced]:
    """In the order of the published times."""
    few, ring = documents
    found = []
    for published in broadcasts():
        name = published.algorithm
        if name in SAME_AS_RING:
            found.append(Reproduced(published, None, RING))
        elif name in SPECS:
            found.append(Reproduced(published, rows.answer_to(ring if name == RING else few, SPECS[name])))
        else:
            found.append(Reproduced(published, None))
    return found


def inversions(found: list[Reproduced]) -> list[tuple[str, str]]:
    """Pairs that are published in one order and simulated in the other."""
    known = [one for one in found if one.row]
    return [
        (a.published.algorithm, b.published.algorithm)
        for a, b in combinations(known, 2)
        if (a.published.seconds - b.published.seconds) * (a.us - b.us) < 0
    ]
