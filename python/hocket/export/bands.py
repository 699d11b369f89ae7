# SPDX-License-Identifier: BSD-3-Clause
"""Rules as bands: disjoint ranges of ranks, in each of them steps of sizes."""

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hocket.natives.choice import DEFAULT, Choice
from hocket.natives.rule import ANY, Rule

LARGEST = 2147483647  # sizes and numbers of ranks are of type int in the files
FINE = 64  # up to twice as many ranks each number has its own limits; beyond, limits are off by less than 1 %
MOST_RANKS = 1 << 20
Step = tuple[int, Choice]  # from so many bytes on


@dataclass(frozen=True)
class Band:
    low: int
    high: int  # ANY: no limit
    steps: tuple[Step, ...]  # the first from 0 on

    @property
    def empty(self) -> bool:
        return all(chosen == DEFAULT for _, chosen in self.steps)


def bands(rules: list[Rule]) -> list[Band]:
    """Of one collective; between them the library decides. Of two rules that hold the more specific one counts."""
    ordered = sorted(rules, key=lambda rule: -rule.given)
    cuts = sorted({end for rule in rules for end in rule.ranks})
    found: list[Band] = []
    for low, high in itertools.pairwise(cuts):
        steps = steps_of([rule for rule in ordered if rule.ranks[0] <= low < rule.ranks[1]])
        if found and found[-1].high == low and found[-1].steps == steps:
            found[-1] = Band(found[-1].low, high, steps)
        else:
            found.append(Band(low, high, steps))
    return [band for band in found if not band.empty]


def steps_of(ordered: list[Rule]) -> tuple[Step, ...]:
    cuts = sorted({0} | {end for rule in ordered for end in rule.bytes if end <= LARGEST})
    found: list[Step] = []
    for size in cuts:
        chosen = next((r.chosen for r in ordered if r.bytes[0] <= size < r.bytes[1]), DEFAULT)
        if not found or found[-1][1] != chosen:
            found.append((size, chosen))
    return tuple(found)


def unused(rules: list[Rule], found: list[Band]) -> list[Rule]:
    """Those that others cover wholly."""

    def has_a_place(rule: Rule) -> bool:
        own = [band for band in found if band.low < rule.ranks[1] and rule.ranks[0] < band.high]
        return any(rule.chosen == chosen for band in own for _, chosen in band.steps)

    return [rule for rule in rules if rule.chosen != DEFAULT and not has_a_place(rule)]


def one_step(band: Band) -> Band:
    """For a collective whose sizes a file cannot tell: the choice with the most octaves of them."""
    ends = [*(low for low, _ in band.steps[1:]), LARGEST]
    octaves: dict[Choice, float] = {}
    for (low, chosen), high in zip(band.steps, ends, strict=True):
        octaves[chosen] = octaves.get(chosen, 0) + math.log2(max(high, 1) / max(low, 1)) + (low == 0)
    return Band(band.low, band.high, ((0, max(octaves, key=octaves.__getitem__)),))


def converted(band: Band, message: Callable[[int, int], int]) -> Iterator[Band]:
    """In what the library calls the message size, which may depend on the number of ranks."""
    for low, high, at in parts(band) if message(1, 2) != 1 and len(band.steps) > 1 else [(band.low, band.high, 1)]:
        yield Band(low, high, within((message(size, at), chosen) for size, chosen in band.steps))


def within(steps: Iterator[Step]) -> tuple[Step, ...]:
    """Without those whose size is no int."""
    return tuple(step for step in steps if step[0] <= LARGEST)


def parts(band: Band) -> Iterator[tuple[int, int, int]]:
    """Ranges of ranks, and the number that stands for each."""
    low, end = max(band.low, 1), min(band.high, MOST_RANKS)
    while low < end:
        high = min(low + max(1, low // FINE), end)
        last = band.high if high == end else high
        yield low, last, math.isqrt(low * (high - 1)) if high - low > 1 else low
        low = high
    if band.low >= MOST_RANKS:
        yield band.low, band.high, band.low


def highest(band: Band) -> int:
    """The last number of ranks; LARGEST for no limit."""
    return LARGEST if band.high == ANY else min(band.high - 1, LARGEST)
