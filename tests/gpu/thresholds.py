#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""thresholds.py FOLDER: what times on a GPU were to show, met or missed, from the measured-LIBRARY-RANKS.txt there.

Nothing fails by it. Ratios have 95 % intervals from batches in turns; a limit is missed where a whole interval is over
it. A line names the size that came nearest; A/A is the ratio of every other batch by hand to the rest, which is one.
"""

import math
import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from hocket import stats

KEEPS = 1.15
MB = 1 << 20
NOTHING = stats.Interval(9, 9, 9)
Times = dict[tuple[str, int], stats.Sample]  # of a collective and a size: us in each batch of each launch
Ratios = dict[tuple[str, int], stats.Interval]
Found = tuple[stats.Interval, str]


def read(path: Path) -> dict[str, Times]:
    """By HOCKET_DEVICE where Hocket ran alone; "hand" and "beside hand" of the launch that had both in turns."""
    found: dict[str, Times] = {}
    setting = ""
    for line in path.read_text().splitlines():
        if start := re.fullmatch(r"HOCKET_DEVICE=(\w+)(, hocket alone)?", line):
            setting = start[1] if start[2] else "beside hand"
        elif row := re.fullmatch(r"(\w+) (\d+) (hand|hocket)((?: [\d.]+)+)", line):
            way = "hand" if row[3] == "hand" else setting
            times = found.setdefault(way, {}).setdefault((row[1], int(row[2])), [])
            times.append([float(us) for us in row[4].split()])
    return found


def beside_hand(found: dict[str, Times]) -> Ratios:
    ours, hand = found.get("beside hand", {}), found.get("hand", {})
    return {at: stats.ratio(ours[at], times, paired=True) for at, times in hand.items() if at in ours}


def alike(hand: Times) -> stats.Interval:
    """Every other batch and the one after it."""
    short = [us for (_, n), (us,) in hand.items() if n < MB]
    return stats.geometric_mean([([us[:-1:2]], [us[1::2]]) for us in short], paired=True) if short else NOTHING


def beside_best(found: dict[str, Times]) -> Ratios:
    """What runs by itself, and the better of both ways: launches beside launches."""
    ratios = {}
    auto, host, kernel = (found.get(way, {}) for way in ("auto", "host", "kernel"))
    for at in auto.keys() & host.keys() & kernel.keys():
        best = min((host[at], kernel[at]), key=lambda one: np.median(stats.flatten(one)))
        ratios[at] = stats.ratio(auto[at], best, paired=False)
    return ratios


def worst(ratios: Ratios, least: int = 0) -> Found:
    """By the lower end."""
    some = [(one, f"{name} of {n} bytes") for (name, n), one in ratios.items() if n >= least]
    return max(some, key=lambda one: one[0].low, default=(NOTHING, "nothing was measured"))


def text(found: Found) -> str:
    one, where = found
    return f"{one.value:.2f} [{one.low:.2f}, {one.high:.2f}] at {where}"


def judged(found: dict[str, Times], ranks: int) -> list[tuple[bool, str]]:
    ratios, same = beside_hand(found), alike(found.get("hand", {}))
    slowest, large, kept = worst(ratios), worst(ratios, MB), worst(beside_best(found))
    lines = [
        (slowest[0].low <= 1, f"never slower than by hand: {text(slowest)}; A/A {same.value:.3f}"),
        (large[0].low <= 1 / 3, f"a third of that from 1 MB on: {text(large)}"),
        (kept[0].low <= KEEPS, f"auto within {KEEPS} of the best of host and kernel: {text(kept)}"),
    ]
    for n, limit in ((1, 40), (MB, 1000)) if ranks == 16 else ():
        times = found.get("auto", {}).get(("allreduce", n))
        us = stats.of_median(times) if times else stats.Interval(math.inf, math.inf, math.inf)
        lines.append(
            (us.low <= limit, f"allreduce of {n} bytes in {limit} us: {us.value:.1f} [{us.low:.1f}, {us.high:.1f}]")
        )
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
