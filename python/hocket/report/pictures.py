# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of the schedules of chosen algorithms, as hocket draw makes them.

Each is an image of its own inside the page: its style sheet cannot reach the page's, and it follows light and dark.
"""

import base64
import re
from dataclasses import dataclass
from html import unescape

from hocket import sizes, tool
from hocket.report.figures import pictured
from hocket.report.winners import Map

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


def pictures(maps: list[Map]) -> list[Picture]:
    return [picture(collective, span.algorithm, *span.place) for collective, span in pictured(maps, MOST)]


def picture(collective: str, algorithm: str, ranks: int, size: int) -> Picture:
    ranks = max(2, min(ranks, RANKS))
    words = ["draw", collective, "--algorithm", algorithm, "--ranks", str(ranks), "--root", "0"]
    words += ["--view", "space-time", "--counts", "equal", "--counts-seed", "1"]
    title = f"{collective}, {algorithm}, {ranks} ranks"
    if collective != "barrier":
        words += ["--bytes", str(size)]
        title += f", {sizes.show(size)}"
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
