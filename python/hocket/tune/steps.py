# SPDX-License-Identifier: BSD-3-Clause
"""The next measurement of a place, out of those it has: a scout over few sizes, then where the winner changes.

The last ones ask the same in new jobs: where a job's processes and buffers come to lie is part of its times."""

from dataclasses import dataclass

from hocket.tune import curves
from hocket.tune.places import between, coarse

STEPS = ("scout", "refine", "settle", "settle", "settle")
ROUNDS = {"scout": 6, "refine": 10, "settle": 14}
CLOSE = {"refine": 1.3, "settle": 1.12}  # who is measured again


@dataclass(frozen=True)
class Step:
    name: str
    sizes: tuple[int, ...]
    compare: tuple[str, ...]

    @property
    def rounds(self) -> int:
        return ROUNDS[self.name]


def next_step(limits: tuple[int, int], pool: list[str], documents: list[dict]) -> Step | None:
    """None: nothing is left to be measured."""
    if not documents:
        return Step("scout", tuple(coarse(limits)), tuple(pool))
    if len(documents) == len(STEPS):
        return None
    name = STEPS[len(documents)]
    measured = curves.read(documents)
    best = curves.winners(measured)
    again = dict.fromkeys([*best.values(), *curves.contenders(measured, CLOSE[name])])
    again.pop("native", None)
    pairs = list(zip(list(best.items())[:-1], list(best.items())[1:], strict=True))
    sizes = {"refine": refined, "settle": settled}[name](pairs)
    compare = tuple(again) or tuple(pool[:1])
    return Step(name, tuple(sorted(set(sizes) or best.keys())), compare)


Pairs = list[tuple[tuple[int, str], tuple[int, str]]]


def refined(pairs: Pairs) -> list[int]:
    """Two sizes where the winner changes; elsewhere one in the middle, that is no power of two."""
    found = []
    for (low, a), (high, b) in pairs:
        middle = between(low, high)
        found += [between(low, middle), between(middle, high)] if a != b else [middle]
    return found


def settled(pairs: Pairs) -> list[int]:
    """Both sides of each change again, and between them."""
    found = []
    for (low, a), (high, b) in pairs:
        if a != b:
            found += [low, between(low, high), high]
    return found
