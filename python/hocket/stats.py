# SPDX-License-Identifier: BSD-3-Clause
"""Ratios and 95 % intervals, of the same medians: seeded percentile bootstrap, Student's t where there are too few to
draw from.

A sample is a list over units of the medians of their rounds. A unit is what had its own draw of what stays the same for
long: a launch, or one communicator of a launch. Two samples that were taken in the same jobs are paired: round i of one
lies next to round i of the other in time, so a disturbance that hits both cancels. Units are what an interval is about;
only where there is one alone are its rounds.
"""

import math
from dataclasses import dataclass

import numpy as np

Sample = list[list[float]]
REPLICATES = 2000
FEW = 6  # below this the whole range of so many draws holds their median less often than 95 times in 100
NORMAL = 1.959964


@dataclass(frozen=True)
class Interval:
    value: float
    low: float
    high: float

    def as_dict(self, digits: int = 4) -> dict:
        return {"value": round(self.value, digits), "low": round(self.low, digits), "high": round(self.high, digits)}

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


def flatten(sample: Sample) -> np.ndarray:
    return np.concatenate([np.asarray(launch, float) for launch in sample])


def split(launches: Sample, communicators: int) -> Sample:
    """The rounds of each launch that were taken on the same one of its communicators, which have them in turn."""
    return [launch[i::communicators] for launch in launches for i in range(min(communicators, len(launch)))]


def draws(sample: Sample, rng: np.random.Generator) -> np.ndarray:
    """Indexes into the flat sample: launches are drawn first, then rounds inside each."""
    starts = np.cumsum([0] + [len(launch) for launch in sample[:-1]])
    columns = []
    for _ in sample:
        launch = rng.integers(len(sample), size=REPLICATES)
        width = min(len(rounds) for rounds in sample)
        columns.append(starts[launch][:, None] + rng.integers(width, size=(REPLICATES, width)))
    return np.concatenate(columns, axis=1)


def logarithms(sample: Sample) -> list[np.ndarray]:
    return [np.log(np.maximum(np.asarray(unit, float), 1e-9)) for unit in sample]


def middle(logs: np.ndarray, axis: int | None = None) -> np.ndarray:
    """Of the logarithms, as the median of the values has it: of an even number the mean of two values counts."""
    return np.log(np.median(np.exp(logs), axis=axis))


def of_units(units: list[np.ndarray]) -> np.ndarray:
    """One value each; of one unit alone, its rounds."""
    return units[0] if len(units) == 1 else np.array([middle(unit) for unit in units])


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by its expansion about the normal distribution."""
    if freedom < 3:
        return {1: 12.706, 2: 4.303}[freedom]
    z, n = NORMAL, freedom
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / n + second / n**2 + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / n**3


def over_sizes(sizes: list[np.ndarray]) -> np.ndarray:
    """The mean of the medians, which is what is reported: with `spread`, of the same units at each size."""
    return np.mean([middle(units) for units in sizes])


def spread(sizes: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """What the middle of as many units might have been, as far as all sizes have them; of one alone nothing is known.
    Values drawn again vary less than new ones would: fewness makes them wider by what Student's t has over the normal
    distribution."""
    count = min(map(len, sizes))
    shared = [units[:count] for units in sizes]
    if count == 1:
        return np.full(REPLICATES, over_sizes(shared))
    wider = student(count - 1) / NORMAL
    if count < FEW:
        each = np.mean(shared, axis=0)
        return np.mean(each) + wider * np.std(each, ddof=1) / math.sqrt(count) * rng.standard_normal(REPLICATES)
    indexes = rng.integers(count, size=(REPLICATES, count))
    drawn = np.mean([middle(units[indexes], axis=1) for units in shared], axis=0)
    return over_sizes(shared) + wider * math.sqrt(count / (count - 1)) * (drawn - over_sizes(shared))


def tells(sample: Sample, base: Sample, paired: bool) -> bool:
    """Is there more than one of what an interval is about? Rounds of two jobs differ as their launches do."""
    if len(sample) > 1 and len(base) > 1:
        return True
    return paired and len(sample[0]) > 1


def ratio(sample: Sample, base: Sample, paired: bool, seed: int = 1) -> Interval:
    return geometric_mean([(sample, base)], paired, seed)


def geometric_mean(pairs: list[tuple[Sample, Sample]], paired: bool, seed: int = 1) -> Interval:
    """Of the ratios of many sizes. They share their units: what one communicator does to a size it does to others.
    Value and interval are of the same units: of their medians, though Student's t is drawn about their mean, and an
    interval that misses the median is widened to hold it."""
    rng = np.random.default_rng(seed)
    logs = [(logarithms(sample), logarithms(base)) for sample, base in pairs]
    if paired:
        each = [of_units([a - b for a, b in zip(*sample_and_base, strict=True)]) for sample_and_base in logs]
        value, drawn = over_sizes(each), spread(each, rng)
    else:
        above, below = ([of_units(units) for units in side] for side in zip(*logs, strict=True))
        value = over_sizes(above) - over_sizes(below)
        drawn = spread(above, rng) - rng.permutation(spread(below, rng))
    low, high = np.exp(np.percentile(drawn, [2.5, 97.5]))
    value = float(np.exp(value))
    return Interval(value, float(min(low, value)), float(max(high, value)))


def of_median(sample: Sample, seed: int = 1) -> Interval:
    drawn = np.median(flatten(sample)[draws(sample, np.random.default_rng(seed))], axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5])
    value = float(np.median(flatten(sample)))
    return Interval(value, float(min(low, value)), float(max(high, value)))
