#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""thresholds.py FOLDER: what times on a GPU were to show, met or missed, from the measured-LIBRARY-RANKS.txt there.

Nothing fails by it. A line that compares names its worst size.
"""

import re
import sys
from pathlib import Path

HAND, KEEPS = "native, staged by hand", 1.15
MB = 1 << 20


def read(path: Path) -> dict[str, dict[tuple[str, int], float]]:
    """By way: us of a collective of so many bytes."""
    found: dict[str, dict[tuple[str, int], float]] = {}
    way = ""
    for line in path.read_text().splitlines():
        if line == HAND or line.startswith("Hocket, "):
            way = line.removeprefix("Hocket, ")
        elif row := re.fullmatch(r"\w+ (\d+) allreduce ([\d.]+) reduce ([\d.]+)", line):
            for name, us in (("allreduce", row[2]), ("reduce", row[3])):
                found.setdefault(way, {})[name, int(row[1])] = float(us)
    return found


def worst(ours: dict, others: list[dict], least: int = 0) -> tuple[float, str]:
    """The greatest ratio of ours to the best of the others."""
    ratios = [
        (us / min(other[at] for other in others), f"{at[0]} of {at[1]} bytes")
        for at, us in ours.items()
        if at[1] >= least and all(at in other for other in others)
    ]
    return max(ratios, default=(float("inf"), "nothing was measured"))


def judged(found: dict, ranks: int) -> list[tuple[bool, str]]:
    auto = found.get("HOCKET_DEVICE=auto", {})
    lines = []
    slower, where = worst(auto, [found.get(HAND, {})])
    lines.append((slower <= 1, f"never slower than staging by hand: {slower:.2f} at {where}"))
    slower, where = worst(auto, [found.get(HAND, {})], MB)
    lines.append((slower <= 1 / 3, f"3 x faster than that from 1 MB on: {1 / slower:.2f} x at {where}"))
    ways = [found.get(f"HOCKET_DEVICE={way}", {}) for way in ("host", "kernel")]
    slower, where = worst(auto, ways)
    lines.append((slower <= KEEPS, f"auto within {KEEPS} of the best of host and kernel: {slower:.2f} at {where}"))
    if ranks == 16:
        for n, limit in ((1, 40), (MB, 1000)):
            us = auto.get(("allreduce", n), float("inf"))
            lines.append((us <= limit, f"allreduce of {n} bytes in {limit} us: {us:.1f} us"))
    return lines


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    for path in sorted(Path(sys.argv[1]).glob("measured-*-*.txt")):
        _, library, ranks = path.stem.split("-")
        for met, what in judged(read(path), int(ranks)):
            print(f"{'met   ' if met else 'missed'}  {library} -n {ranks}: {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
