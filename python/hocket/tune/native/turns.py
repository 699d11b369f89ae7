# SPDX-License-Identifier: BSD-3-Clause
"""Turns of launches: in each the library as it is, the settings beside it and all candidates of the moment, once each,
in shuffled order.

What comes next is a function of the lines that are there, as in steps.py: a turn is a step whose algorithms run one
after the other, because a variable holds for a whole launch."""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from hocket.tune import steps
from hocket.tune.native.library import OWN
from hocket.tune.places import Place

GENERIC = "generic"
FACTOR = 4  # between sizes
ALL = -1  # in the place of a size


@dataclass(frozen=True)
class Launch:
    place: Place
    turn: int
    name: str  # of a candidate or a setting, or OWN
    step: steps.Step


def of_turn(lines: list[dict], turn: int) -> list[dict]:
    return [line for line in lines if line["turn"] == turn]


def merged(lines: list[dict]) -> dict:
    """Launches of one turn as one document. Times of the library as it is twice in one launch tell the noise."""
    rows: list[dict] = []
    for line in lines:
        wanted = {OWN: line["variant"]} | ({f"{OWN}'": f"{OWN}'"} if line["variant"] == OWN else {})
        for row in line["document"]["results"]:
            if row["variant"] in wanted:
                rows.append(row | {"variant": wanted[row["variant"]]})
    names = dict.fromkeys(row["variant"] for row in rows)
    return {"variants": [{"name": name, "spec": name} for name in names], "results": rows}


def documents(lines: list[dict], complete: int) -> list[dict]:
    """Of the first turns."""
    return [merged(some) for some in compared(lines, range(complete))]


def compared(lines: list[dict], turns: Iterable[int]) -> list[list[dict]]:
    """Launches by turn; what a turn without the library's own measured compares with nothing."""
    some = [of_turn(lines, turn) for turn in turns]
    return [turn for turn in some if any(line["variant"] == OWN for line in turn)]


def grid(limits: tuple[int, int]) -> tuple[int, ...]:
    """Both ends and every factor of four between them: the same in all turns, for how fast something is differs from
    launch to launch."""
    low, high = limits
    found, size = [low], max(low, 1) * FACTOR
    while size < high:
        found.append(size)
        size *= FACTOR
    return tuple(found if high <= low else [*found, high])


def proven(documents: list[dict], own: str, one: bool) -> list[dict]:
    """Without what one launch alone speaks for: chosen is only what was faster than `own` in each of two or more, at a
    size, or, where `one` choice serves all sizes, over all of them."""
    faster: dict[tuple[str, int], list[bool]] = {}
    for document in documents:
        times = logarithms(document, one)
        for (name, size), time in times.items():
            bases = [times[base, size] for base in (own, f"{own}'") if (base, size) in times]
            if bases:
                faster.setdefault((name, size), []).append(time < min(bases))
    always = {OWN, f"{OWN}'", GENERIC}
    good = {key for key, turns in faster.items() if len(turns) > 1 and all(turns)}

    def counts(row: dict) -> bool:
        return row["variant"] in always or (row["variant"], ALL if one else row["bytes"]) in good

    found = []
    for document in documents:
        rows = [row for row in document["results"] if counts(row)]
        names = {row["variant"] for row in rows}
        found.append({"variants": [v for v in document["variants"] if v["name"] in names], "results": rows})
    return found


def logarithms(document: dict, one: bool) -> dict[tuple[str, int], float]:
    """Of the median times, by algorithm and size."""
    found: dict[tuple[str, int], float] = {}
    for row in document["results"]:
        key = row["variant"], ALL if one else row["bytes"]
        found[key] = found.get(key, 0) + math.log(max(median(row["rounds_us"][0]), 1e-3))
    return found


def launches(
    place: Place, pool: list[str], lines: list[dict], limits: tuple[int, int], seed: int, beside: Sequence[str] = ()
) -> list[Launch]:
    """Those of the turn that is to be finished next; none: the place is done. `beside`: settings, in every turn."""
    about = [line for line in lines if line["variant"] not in beside]
    for turn in range(len(steps.STEPS)):
        step = steps.next_step(limits, pool, documents(about, turn))
        if step is None:
            return []
        step = replace(step, sizes=grid(limits))
        names = [OWN, *beside, *dict.fromkeys([*([GENERIC] if GENERIC in pool else []), *step.compare])]
        random.Random(f"{seed} {place} {turn}").shuffle(names)
        done = {line["variant"] for line in of_turn(lines, turn)}
        left = [Launch(place, turn, name, step) for name in names if name not in done and name in (OWN, *beside, *pool)]
        if left:
            return left
    return []
