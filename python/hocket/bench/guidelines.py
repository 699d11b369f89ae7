# SPDX-License-Identifier: BSD-3-Clause
"""Self-consistent performance guidelines (Träff, Gropp, Thakur 2010): no collective of a library should be slower than
other calls of the same library that do the same, than itself with more data, or than itself in two halves.

A violation is where the whole 95 % interval of native over mock-up is above 1.
"""

import random
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from hocket import sizes, stats
from hocket.bench import merge, plan
from hocket.bench.view import RATIO_OF, ratio_text
from hocket.stop import wrong_usage

GUIDED = (*plan.AMONG_ALL, *plan.NEIGHBORS)
HALF = "on half of the ranks"
RENUMBERED, TOLERANCE = "renumbered inside nodes", 1.1  # which changes nothing that the topology explains
# Beside native and each mock-up: what should take no longer than so many times another variant. {} is the collective.
PAIRS = (
    ("I{} + Wait", "native", 1.1),
    ("{}_init: Start + Wait", "native", 1.1),
    ("{} of a derived type", "Pack + {} + Unpack", 1),
)


def named(asked: list[str] | None, guided: bool) -> list[str]:
    if not asked and not guided:
        raise wrong_usage(f"which collective? valid: {', '.join(plan.MEASURED)}")
    for name in asked or []:
        if guided and name not in GUIDED:
            raise wrong_usage(f"--guidelines: there are none about '{name}'; valid: {', '.join(GUIDED)}")
    return list(asked or GUIDED)


def jobs(launches: int | None, seed: int, collective: str, ranks: int, counts: str | None) -> list[plan.Job]:
    """Where there are several launches, also some with half of the ranks: only launches tell about other launches."""
    halved = (launches or 1) > 1 and ranks > 3 and collective in plan.AMONG_ALL and counts in (None, "equal")
    order = random.Random(seed)
    planned = []
    for launch in range(launches or 1):
        turn = [plan.Job(("native",), seed=seed + launch, collective=collective, guided=True)]
        if halved:
            turn.append(plan.Job(("native",), HALF, {}, seed + launch, collective, ranks=ranks // 2))
        order.shuffle(turn)
        planned += turn
    return planned


def judge(found: list[dict], seed: int) -> dict:
    """One document of the measurements of all collectives."""
    shared = ("library", "hosts", "ranks", "ranks_on_node", "cores", "seed", "machine")
    heading = {key: found[0][key] for key in shared if key in found[0]}
    lines = [line for document in found for line in compared(document, seed)]
    wrong = sorted({call for document in found for call in document.get("wrong", [])})
    orders = [v["ranks"] for document in found for v in document["variants"] if "ranks" in v]
    more = ({"wrong": wrong} if wrong else {}) | ({"renumbered": orders[0]} if orders else {})
    return {"schema": "hocket-guidelines-1"} | heading | more | {"guidelines": lines}


def compared(document: dict, seed: int) -> Iterator[dict]:
    """Against mock-ups, then sizes among themselves; rounds at all sizes of one job lie next to one another."""
    judged = Judge(document, seed)
    mock_ups = [v["name"] for v in document["variants"] if v.get("mock_up")]
    every = sorted(row["bytes"] for row in document["results"] if row["variant"] == "native")
    for size in every:
        for name in mock_ups:
            yield from judged.line(("native", size), (name, size), name)
        for left, right, times in PAIRS:
            yield from judged.pair(size, left, right, times)
        yield from judged.renumbered(size)
        yield from judged.half(size)
    title = document["collective"].capitalize()
    for size, larger in pairwise(every):
        yield from judged.line(("native", size), ("native", larger), f"{title}({sizes.show(larger)})")
    for size in every:
        if size > 1 and size % 2 == 0:
            text = f"2 x {title}({sizes.show(size // 2)})"
            yield from judged.line(("native", size), ("native", size // 2), text, 2)


class Judge:
    """Of one document. What was not measured is not judged."""

    def __init__(self, document: dict, seed: int):
        self.document, self.seed = document, seed
        self.rows = {(row["variant"], row["bytes"]): row for row in document["results"]}

    def line(
        self, left: tuple[str, int], right: tuple[str, int], mock: str, times: float = 1, paired: bool = True
    ) -> Iterator[dict]:
        """`left` and `right` are variants and sizes."""
        if left not in self.rows or right not in self.rows:
            return
        mine, theirs = (self.units(at, paired) for at in (left, right))
        theirs = [[times * time for time in unit] for unit in theirs]
        factor = stats.ratio(mine, theirs, paired, self.seed)
        about = {"collective": self.document["collective"]}
        if left[0] != "native":
            about["call"] = left[0]
        yield about | {
            "bytes": left[1],
            "ranks": self.document["ranks"],
            "mock": mock,
            "native_us": middle(mine),
            "mock_us": middle(theirs),
            "factor": factor.as_dict(),
            "violated": factor.low > 1 and stats.tells(mine, theirs, paired),
        }

    def units(self, at: tuple[str, int], paired: bool) -> stats.Sample:
        return merge.units(self.rows[at], paired, self.document.get("communicators", 1))

    def pair(self, size: int, left: str, right: str, times: float) -> Iterator[dict]:
        """By names of calls."""
        name = self.document["collective"]
        calls = [text.format(name if text.startswith("I") else name.capitalize()) for text in (left, right)]
        mock = name.capitalize() if right == "native" else calls[1]
        yield from self.line((calls[0], size), (calls[1], size), mock if times == 1 else f"{times} x {mock}", times)

    def renumbered(self, size: int) -> Iterator[dict]:
        """Neither order of ranks is slower than the other by more than the tolerance."""
        title = f"{TOLERANCE} x {self.document['collective'].capitalize()}"
        yield from self.line(("native", size), (RENUMBERED, size), f"{title} {RENUMBERED}", TOLERANCE)
        yield from self.line((RENUMBERED, size), ("native", size), title, TOLERANCE)

    def half(self, size: int) -> Iterator[dict]:
        """On fewer ranks it takes no longer: other jobs, so whole launches are compared."""
        mock = f"{self.document['collective'].capitalize()} on all {self.document['ranks']} ranks"
        yield from self.line((HALF, size), ("native", size), mock, paired=False)


def middle(sample: stats.Sample) -> float:
    """Of all rounds, where the factor compares neighbors in time."""
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
        "# and the 95 % interval of the factor is above 1; us, the slowest rank, median;",
        f"# {RATIO_OF.format('factor')}",
    ]
    lines += [f"# {call} delivers wrong data: not examined" for call in document.get("wrong", [])]
    lines += [f"# renumbered: {' '.join(map(str, order))}" for order in document.get("renumbered", [])]
    width = max([22, *(len(call_of(g)) + 2 for g in violated)])
    if violated:
        lines.append(f"{'# collective':<{width}}{'bytes':>10}{'native':>12}{'mock-up':>12}{'factor':>26}  mock-up")
    for g in violated:
        times = f"{g['native_us']:>12.2f}{g['mock_us']:>12.2f}{ratio_text(g['factor']):>26}"
        lines.append(f"{call_of(g):<{width}}{g['bytes']:>10}{times}  {g['mock']}")
    return lines


def call_of(guideline: dict) -> str:
    """What should be no slower: the collective, or another form of it."""
    return guideline.get("call", guideline["collective"])
