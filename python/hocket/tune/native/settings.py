# SPDX-License-Identifier: BSD-3-Clause
"""Settings of the library, such as another transport, beside its default: what launches of the same turns tell."""

from collections.abc import Iterator
from dataclasses import dataclass

from hocket import stats
from hocket.tune.native.campaign import NativeCampaign
from hocket.tune.native.library import OWN
from hocket.tune.places import Place

Samples = dict[int, stats.Sample]  # by size; a unit is a launch


@dataclass(frozen=True)
class Beside:
    name: str
    place: Place
    size: int | None  # None: all
    ratio: stats.Interval | None  # of its time over the default's; None: one launch tells nothing of another


def beside(campaign: NativeCampaign) -> list[Beside]:
    """Sizes at which a setting was faster than the default, the whole interval below 1; then all sizes together."""
    return [
        one
        for name in campaign.forced.settings
        for place in campaign.places
        for one in of_place(campaign.lines(place), name, place, campaign.seed)
    ]


def of_place(lines: list[dict], name: str, place: Place, seed: int) -> Iterator[Beside]:
    mine, own = samples(lines, name), samples(lines, OWN)
    pairs = {size: (mine[size], own[size]) for size in sorted(mine.keys() & own.keys())}
    told = {size: pair for size, pair in pairs.items() if stats.tells(*pair, paired=False)}
    for size, pair in told.items():
        ratio = stats.ratio(*pair, paired=False, seed=seed)
        if ratio.high < 1:
            yield Beside(name, place, size, ratio)
    if pairs:
        whole = stats.geometric_mean(list(told.values()), paired=False, seed=seed) if told else None
        yield Beside(name, place, None, whole)


def samples(lines: list[dict], name: str) -> Samples:
    """Its launches, as far as they moved the right data."""
    found: Samples = {}
    for line in lines:
        for row in line["document"]["results"] if line["variant"] == name else ():
            if row["variant"] == OWN and row["verified"]:
                found.setdefault(row["bytes"], []).append(row["rounds_us"][0])
    return found
