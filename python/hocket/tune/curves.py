# SPDX-License-Identifier: BSD-3-Clause
"""From measured rounds to one choice for each size."""

import math
from itertools import pairwise
from statistics import median

# The library's own stays where it is not more than 5 % slower, and a change of algorithm has to be worth as much as
# 10 % of the time over one octave of sizes.
FAVOUR, CHANGE = 0.05, 0.10
UNKNOWN = 9.0  # the cost of what was not measured at a size

Rounds = dict[tuple[int, int], float]  # by job and round: the logarithm of time over that of the job's fastest
Curves = dict[int, dict[str, Rounds]]  # by size and SPEC


def read(documents: list[dict]) -> Curves:
    """Rounds of one place from all its jobs; what moved wrong data is left out.

    Times of different jobs do not compare: they become ratios to the fastest of the same job, round by round. Not to
    native, which may be three times slower in one job than in the next where ranks outnumber cores."""
    curves: Curves = {}
    for job, document in enumerate(documents):
        specs = {v["name"]: v["spec"] for v in document["variants"] if v["name"] != "native'"}
        for size, times in by_size(document).items():
            right = {specs[name]: rounds for name, rounds in times.items() if name in specs}
            fastest = min(right.values(), key=median)
            for spec, rounds in right.items():
                curves.setdefault(size, {}).setdefault(spec, {}).update(logarithms(job, rounds, fastest))
    return dict(sorted(curves.items()))


def by_size(document: dict) -> dict[int, dict[str, list[float]]]:
    """Rounds of each variant that moved the right data."""
    found: dict[int, dict[str, list[float]]] = {}
    for row in document["results"]:
        if row["verified"]:
            found.setdefault(row["bytes"], {})[row["variant"]] = row["rounds_us"][0]
    return found


def logarithms(job: int, rounds: list[float], fastest: list[float]) -> Rounds:
    """Those that left a race early are compared with the same rounds of the fastest."""
    pairs = enumerate(zip(rounds, fastest, strict=False))
    return {(job, i): math.log(max(a, 1e-3) / max(b, 1e-3)) for i, (a, b) in pairs}


def middle(rounds: Rounds) -> float:
    return median(rounds.values())


def costs(curves: Curves) -> tuple[list[str], list[list[float]]]:
    """A row for each size, a column for each SPEC, native first."""
    names = list(dict.fromkeys(["native", *(name for at in curves.values() for name in at)]))
    return names, [[cost(at, name) for name in names] for at in curves.values()]


def cost(at: dict[str, Rounds], name: str) -> float:
    return middle(at[name]) - FAVOUR * (name == "native") if at.get(name) else UNKNOWN


def cheapest(table: list[list[float]]) -> list[int]:
    """For each size an algorithm, so that times and changes together cost least."""
    best, came = table[0], []
    for row in table[1:]:
        back = min(range(len(best)), key=best.__getitem__)
        came.append([i if best[i] <= best[back] + CHANGE else back for i in range(len(row))])
        best = [min(best[i], best[back] + CHANGE) + row[i] for i in range(len(row))]
    at = min(range(len(best)), key=best.__getitem__)
    chosen = [at]
    for links in reversed(came):
        chosen.append(at := links[at])
    return chosen[::-1]


def octaves(sizes: list[int]) -> list[float]:
    """How much of the axis each size stands for: sizes lie close together where a winner changes."""
    at = [math.log2(max(size, 1)) for size in sizes]
    ends = [at[0] - 0.5, *((a + b) / 2 for a, b in pairwise(at)), at[-1] + 0.5]
    return [high - low for low, high in pairwise(ends)]


def winners(curves: Curves) -> dict[int, str]:
    if not curves:
        return {}  # all data were wrong
    names, table = costs(curves)
    weights = octaves(list(curves))
    table = [[weight * each for each in row] for weight, row in zip(weights, table, strict=True)]
    return {size: names[i] for size, i in zip(curves, cheapest(table), strict=True)}


def on_the_whole(curves: Curves) -> str:
    """The one that is best over all sizes together, where no choice may depend on them."""
    names, table = costs(curves)
    sums = [sum(column) for column in zip(*table, strict=True)]
    return names[sums.index(min(sums))]


def contenders(curves: Curves, within: float) -> list[str]:
    """Those that at some size are no worse than the best by more than this factor."""
    found: dict[str, None] = {}
    for at in curves.values():
        times = {name: middle(rounds) for name, rounds in at.items()}
        least = min(times.values())
        found |= dict.fromkeys(name for name, time in times.items() if time <= least + math.log(within))
    found.pop("native", None)
    return list(found)


def confidence(at: dict[str, Rounds], chosen: str) -> float:
    """The share of its rounds in which nothing else that took part was more than 5 % faster."""
    rivals = [rounds for name, rounds in at.items() if name != chosen]
    good = [all(mine <= rival.get(when, mine) + 0.05 for rival in rivals) for when, mine in at[chosen].items()]
    return sum(good) / len(good)
