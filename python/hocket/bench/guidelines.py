# SPDX-License-Identifier: BSD-3-Clause
"""Self-consistent performance guidelines (Träff, Gropp, Thakur 2010): no collective of a library should be slower than
other calls of the same library that do the same, than itself with more data, or than itself in two halves.

A violation is where the whole 95 % interval of native over mock-up is above 1.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from hocket import sizes, stats
from hocket.bench import merge, plan
from hocket.bench.view import ratio_text
from hocket.stop import wrong_usage

# Alltoallw, barrier and the neighbors have none but those about their own sizes.
GUIDED = tuple(name for name in plan.AMONG_ALL if name != "alltoallw")


def named(asked: list[str] | None, guided: bool) -> list[str]:
    if not asked and not guided:
        raise wrong_usage(f"which collective? valid: {', '.join(plan.MEASURED)}")
    for name in asked or []:
        if guided and name not in GUIDED:
            raise wrong_usage(f"--guidelines: there are none about '{name}'; valid: {', '.join(GUIDED)}")
    return list(asked or GUIDED)


def judge(found: list[dict], seed: int) -> dict:
    """One document of the measurements of all collectives."""
    shared = ("library", "hosts", "ranks", "ranks_on_node", "cores", "seed", "machine")
    heading = {key: found[0][key] for key in shared if key in found[0]}
    lines = [line for document in found for line in compared(document, seed)]
    return {"schema": "hocket-guidelines-1"} | heading | {"guidelines": lines}


def compared(document: dict, seed: int) -> Iterator[dict]:
    """Against mock-ups, then sizes among themselves; rounds at all sizes of one job lie next to one another."""
    mock_ups = [v["name"] for v in document["variants"] if v.get("mock_up")]
    rows = {(row["variant"], row["bytes"]): row for row in document["results"]}
    every = sorted(row["bytes"] for row in document["results"] if row["variant"] == "native")
    for size in every:
        for name in mock_ups:
            if (name, size) in rows:
                yield line(document, rows["native", size], rows[name, size], name, 1, seed)
    title = document["collective"].capitalize()
    for size, larger in pairwise(every):
        text = f"{title}({sizes.show(larger)})"
        yield line(document, rows["native", size], rows["native", larger], text, 1, seed)
    for size in every:
        if size > 1 and size % 2 == 0 and size // 2 in every:
            text = f"2 x {title}({sizes.show(size // 2)})"
            yield line(document, rows["native", size], rows["native", size // 2], text, 2, seed)


def line(document: dict, native: dict, other: dict, text: str, times: int, seed: int) -> dict:
    count = document.get("communicators", 1)
    mine, theirs = merge.units(native, True, count), merge.units(other, True, count)
    theirs = [[times * time for time in unit] for unit in theirs]
    factor = stats.ratio(mine, theirs, True, seed)
    return {
        "collective": document["collective"],
        "bytes": native["bytes"],
        "ranks": document["ranks"],
        "mock": text,
        "native_us": middle(mine),
        "mock_us": middle(theirs),
        "factor": factor.as_dict(),
        "violated": factor.low > 1 and stats.tells(mine, theirs, True),
    }


def middle(sample: stats.Sample) -> float:
    """Of the rounds, as the factor has it."""
    return round(float(np.median(stats.flatten(sample))), 3)


def show(document: dict) -> None:
    print("\n".join(text_lines(document)))


def text_lines(document: dict) -> list[str]:
    """The violations, the worst first, below what was examined."""
    every = document["guidelines"]
    violated = sorted((g for g in every if g["violated"]), key=lambda g: -g["factor"]["value"])
    crowded = " (more ranks than cores)" if document["ranks_on_node"] > document["cores"] else ""
    lines = [
        f"# hocket bench --guidelines, {document['library'].partition(',')[0]}",
        f"# {document['ranks']} ranks on {len(document['hosts'])} host(s){crowded}, seed {document['seed']}",
        f"# {len(violated)} of {len(every)} guidelines violated: native is slower than a mock-up by its own calls,",
        "# and the 95 % interval of the factor is above 1; us, the slowest rank, median",
    ]
    if violated:
        lines.append(f"{'# collective':<22}{'bytes':>10}{'native':>12}{'mock-up':>12}{'factor':>26}  mock-up")
    for g in violated:
        times = f"{g['native_us']:>12.2f}{g['mock_us']:>12.2f}{ratio_text(g['factor']):>26}"
        lines.append(f"{g['collective']:<22}{g['bytes']:>10}{times}  {g['mock']}")
    return lines
