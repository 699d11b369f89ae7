# SPDX-License-Identifier: BSD-3-Clause
"""Ratios of medians with 95 % intervals: seeded percentile bootstrap, Student's t where there are too few to draw from.

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


def of_units(units: list[np.ndarray]) -> np.ndarray:
    """One value each; of one unit alone, its rounds."""
    return units[0] if len(units) == 1 else np.array([np.median(unit) for unit in units])


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by its expansion about the normal distribution."""
    if freedom < 3:
        return {1: 12.706, 2: 4.303}[freedom]
    z, n = NORMAL, freedom
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / n + second / n**2 + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / n**3


def spread(values: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """What the middle of as many might have been; of one alone nothing is known. Values drawn again vary less than new
    ones would: fewness makes them wider by what Student's t has over the normal distribution."""
    count = len(values)
    if count == 1:
        return np.full(REPLICATES, values[0])
    wider = student(count - 1) / NORMAL
    if count < FEW:
        return np.mean(values) + wider * np.std(values, ddof=1) / math.sqrt(count) * rng.standard_normal(REPLICATES)
    drawn = np.median(rng.choice(values, (REPLICATES, count)), axis=1)
    return np.median(values) + wider * math.sqrt(count / (count - 1)) * (drawn - np.median(values))


def replicates(sample: Sample, base: Sample, paired: bool, seed: int) -> np.ndarray:
    """Logarithms of ratios."""
    rng = np.random.default_rng(seed)
    above, below = logarithms(sample), logarithms(base)
    if paired:
        return spread(of_units([a - b for a, b in zip(above, below, strict=True)]), rng)
    return spread(of_units(above), rng) - rng.permutation(spread(of_units(below), rng))


def tells(sample: Sample, base: Sample, paired: bool) -> bool:
    """Is there more than one of what an interval is about? Rounds of two jobs differ as their launches do."""
    if len(sample) > 1 and len(base) > 1:
        return True
    return paired and len(sample[0]) > 1


def summary(value: float, logs: np.ndarray) -> Interval:
    """Samples with two modes can leave the value outside the percentiles: the interval is widened to hold it."""
    low, high = np.exp(np.percentile(logs, [2.5, 97.5]))
    return Interval(float(value), float(min(low, value)), float(max(high, value)))


def ratio(sample: Sample, base: Sample, paired: bool, seed: int = 1) -> Interval:
    value = np.median(flatten(sample)) / np.median(flatten(base))
    return summary(value, replicates(sample, base, paired, seed))


def geometric_mean(pairs: list[tuple[Sample, Sample]], paired: bool, seed: int = 1) -> Interval:
    """Of the ratios of many sizes. They share their units: what one communicator does to a size it does to others."""
    values = [np.median(flatten(a)) / np.median(flatten(b)) for a, b in pairs]
    rng = np.random.default_rng(seed)
    if paired:
        each = [[a - b for a, b in zip(logarithms(a), logarithms(b), strict=True)] for a, b in pairs]
        drawn = spread(over_sizes(each), rng)
    else:
        drawn = spread(over_sizes([logarithms(a) for a, _ in pairs]), rng)
        drawn = drawn - rng.permutation(spread(over_sizes([logarithms(b) for _, b in pairs]), rng))
    return summary(float(np.exp(np.mean(np.log(values)))), drawn)


def over_sizes(each: list[list[np.ndarray]]) -> np.ndarray:
    """The means of units over all sizes, as far as all have them."""
    units = [of_units(sample) for sample in each]
    fewest = min(map(len, units))
    return np.mean([values[:fewest] for values in units], axis=0)


def of_median(sample: Sample, seed: int = 1) -> Interval:
    drawn = np.median(flatten(sample)[draws(sample, np.random.default_rng(seed))], axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5])
    value = float(np.median(flatten(sample)))
    return Interval(value, float(min(low, value)), float(max(high, value)))
