# SPDX-License-Identifier: BSD-3-Clause
"""Turns of launches: in each the library as it is and all candidates of the moment, once each, in shuffled order.

What comes next is a function of the lines that are there, as in steps.py: a turn is a step whose algorithms run one
after the other, because a variable holds for a whole launch."""

import random
from collections import Counter
from dataclasses import dataclass, replace

from hocket.tune import steps
from hocket.tune.native.library import OWN
from hocket.tune.places import Place

GENERIC = "generic"


@dataclass(frozen=True)
class Launch:
    place: Place
    turn: int
    name: str  # of a candidate, or OWN
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
    """Of the first turns; what a turn without the library's own measured compares with nothing."""
    turns = [of_turn(lines, turn) for turn in range(complete)]
    return [merged(some) for some in turns if any(line["variant"] == OWN for line in some)]


def sizes_of(lines: list[dict]) -> set[int]:
    """All sizes of the first lines again: how fast something is differs from launch to launch, too."""
    return {row["bytes"] for line in lines for row in line["document"]["results"]}


def proven(documents: list[dict]) -> list[dict]:
    """What was launched once may have been lucky: only what was launched twice can be chosen, at sizes where it was."""
    seen = Counter((row["variant"], row["bytes"]) for document in documents for row in document["results"])
    twice = {size for (name, size), times in seen.items() if name == OWN and times > 1}
    always = {OWN, f"{OWN}'", GENERIC}

    def counts(row: dict) -> bool:
        if twice and row["bytes"] not in twice:
            return False
        return row["variant"] in always or seen[row["variant"], row["bytes"]] > 1

    found = []
    for document in documents:
        rows = [row for row in document["results"] if counts(row)]
        names = {row["variant"] for row in rows}
        variants = [v for v in document["variants"] if v["name"] in names]
        found.append({"variants": variants, "results": rows})
    return found


def launches(place: Place, pool: list[str], lines: list[dict], limits: tuple[int, int], seed: int) -> list[Launch]:
    """Those of the turn that is to be finished next; none: the place is done."""
    for turn in range(len(steps.STEPS)):
        step = steps.next_step(limits, pool, documents(lines, turn))
        if step is None:
            return []
        step = replace(step, sizes=tuple(sorted({*step.sizes, *sizes_of([x for x in lines if x["turn"] < turn])})))
        names = [OWN, *dict.fromkeys([*([GENERIC] if GENERIC in pool else []), *step.compare])]
        random.Random(f"{seed} {place} {turn}").shuffle(names)
        done = {line["variant"] for line in of_turn(lines, turn)}
        left = [Launch(place, turn, name, step) for name in names if name not in done and name in (OWN, *pool)]
        if left:
            return left
    return []
