# SPDX-License-Identifier: BSD-3-Clause
"""Rules of a tuning table out of curves."""

import math
from statistics import median

from hocket.tune import curves
from hocket.tune.counts import reach
from hocket.tune.places import WITHOUT_SIZES, Place

ANY = 1 << 62


def rules(place: Place, documents: list[dict], counts: list[int], one: bool = False) -> list[dict]:
    """`counts`: all numbers of ranks on a node that were measured. `one`: a single rule for all sizes."""
    measured = curves.read(documents)
    if not measured:
        return []
    where = {"collective": place.collective, "nodes": reach(place.nodes, []), "ppn": reach(place.ppn, counts)}
    if one or place.collective in WITHOUT_SIZES or len(measured) == 1:
        chosen = curves.on_the_whole(measured)
        return [where | {"algorithm": chosen} | evidence(measured, list(measured), chosen)]
    return [where | extent(place, run, measured) for run in runs(curves.winners(measured))]


def runs(winners: dict[int, str]) -> list[tuple[str, list[int], int | None]]:
    """Neighbouring sizes with the same winner: it, they, and the first size after them."""
    found: list[tuple[str, list[int], int | None]] = []
    for size, name in winners.items():
        if found and found[-1][0] == name:
            found[-1][1].append(size)
            continue
        if found:
            found[-1] = (*found[-1][:2], size)
        found.append((name, [size], None))
    return found


def extent(place: Place, run: tuple[str, list[int], int | None], measured: curves.Curves) -> dict:
    """A rule reaches to the geometric middle between the sizes at which the winner is another."""
    name, sizes, after = run
    before = max((size for size in measured if size < sizes[0]), default=None)
    low = 0 if before is None else border(place, before, sizes[0])
    high = ANY if after is None else border(place, sizes[-1], after)
    some = {} if (low, high) == (0, ANY) else {"bytes": [low, high]}
    return some | {"algorithm": name} | evidence(measured, sizes, name)


def border(place: Place, low: int, high: int) -> int:
    return place.in_table(math.isqrt(max(low, 1) * high)) + 1


def evidence(measured: curves.Curves, sizes: list[int], chosen: str) -> dict:
    """Of the sizes at which the chosen one was measured."""
    there = [measured[size] for size in sizes if measured[size].get(chosen)]
    trust = median([curves.confidence(at, chosen) for at in there]) if there else 0
    return {"confidence": round(trust, 2), "samples": sum(len(at[chosen]) for at in there)}


def gain(documents: list[dict]) -> float:
    """Geometric mean over sizes of the chosen one's time over native's."""
    measured = curves.read(documents)
    chosen = curves.winners(measured)
    both = [(at[chosen[size]], at["native"]) for size, at in measured.items() if {chosen[size], "native"} <= at.keys()]
    ratios = [curves.middle(mine) - curves.middle(native) for mine, native in both]
    return math.exp(sum(ratios) / len(ratios)) if ratios else 1.0
