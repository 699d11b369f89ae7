# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of the schedules of chosen algorithms, as hocket draw makes them.

Each is an image of its own inside the page: its style sheet cannot reach the page's, and it follows light and dark.
"""

import base64
import math
import re
from dataclasses import dataclass
from html import unescape

from hocket import sizes, tool
from hocket.report.load import FORCED
from hocket.report.winners import ANY, Map, Span

MOST = 6
RANKS = 16  # at most: more cannot be read
SECONDS = 20


@dataclass(frozen=True)
class Picture:
    title: str
    image: str = ""  # of a data: address
    described: str = ""
    width: int = 0
    why: str = ""  # there is none


def pictures(maps: list[Map], machine: str | None = None) -> list[Picture]:
    """machine: the file of a model; without, the drawing's own choice."""
    more = ["--machine", machine] if machine else []
    return [picture(collective, span.algorithm, *span.place, more) for collective, span in chosen(maps)]


def chosen(maps: list[Map]) -> list[tuple[str, Span]]:
    """Own algorithms: of each collective in turn the one that wins over most sizes, where it has the most ranks."""
    wins: dict[str, dict[str, list[Span]]] = {}
    for each in maps:
        if FORCED in each.title:
            continue
        here = wins.setdefault(re.split("[ ,]", each.title)[0], {})
        for span in (span for column in each.columns for span in column.spans):
            if not span.algorithm.startswith(("native", "auto")):
                here.setdefault(span.algorithm, []).append(span)
    queues = {name: sorted(here.values(), key=lambda spans: -sum(map(octaves, spans))) for name, here in wins.items()}
    found: list[tuple[str, Span]] = []
    while len(found) < MOST and any(queues.values()):
        firsts = [(name, queue.pop(0)) for name, queue in queues.items() if queue]
        found += [(name, max(spans, key=lambda span: (span.place[0], octaves(span)))) for name, spans in firsts]
    return found[:MOST]


def octaves(span: Span) -> float:
    return 1 + math.log2(min(span.high, ANY >> 30) / max(span.low, 1)) if span.high > span.low else 0


def picture(collective: str, algorithm: str, ranks: int, size: int, more: list[str]) -> Picture:
    ranks = max(2, min(ranks, RANKS))
    words = ["draw", collective, "--algorithm", algorithm, "--ranks", str(ranks), "--root", "0"]
    words += ["--view", "space-time", "--counts", "equal", "--counts-seed", "1", *more]
    title = f"{collective}, {algorithm}, {ranks} ranks"
    if collective != "barrier":
        words += ["--bytes", str(size)]
        title += f", {sizes.show(size)} bytes"
    svg, why = tool.attempt(words, SECONDS)
    if svg is None:
        return Picture(title, why=why)
    return Picture(title, base64.b64encode(svg.encode()).decode(), description(svg), width(svg))


def description(svg: str) -> str:
    found = [re.search(rf"<{tag}>(.*?)</{tag}>", svg, re.DOTALL) for tag in ("title", "desc")]
    return ". ".join(unescape(match[1]).strip() for match in found if match)


def width(svg: str) -> int:
    match = re.search(r'<svg[^>]* width="(\d+)"', svg)
    return int(match[1]) if match else 0
