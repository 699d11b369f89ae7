# SPDX-License-Identifier: BSD-3-Clause
"""Ratios of medians with 95 % intervals by a seeded percentile bootstrap.

A sample is a list over launches of the medians of their rounds. Two samples that were taken in the same jobs are
paired: round i of one lies next to round i of the other in time, so a disturbance that hits both cancels.
"""

from dataclasses import dataclass

import numpy as np

Sample = list[list[float]]
REPLICATES = 2000


@dataclass(frozen=True)
class Interval:
    value: float
    low: float
    high: float

    def as_dict(self, digits: int = 4) -> dict:
        return {"value": round(self.value, digits), "low": round(self.low, digits), "high": round(self.high, digits)}


def flatten(sample: Sample) -> np.ndarray:
    return np.concatenate([np.asarray(launch, float) for launch in sample])


def draws(sample: Sample, rng: np.random.Generator) -> np.ndarray:
    """Indexes into the flat sample: launches are drawn first, then rounds inside each."""
    starts = np.cumsum([0] + [len(launch) for launch in sample[:-1]])
    columns = []
    for _ in sample:
        launch = rng.integers(len(sample), size=REPLICATES)
        width = min(len(rounds) for rounds in sample)
        columns.append(starts[launch][:, None] + rng.integers(width, size=(REPLICATES, width)))
    return np.concatenate(columns, axis=1)


def replicates(sample: Sample, base: Sample, paired: bool, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    above = draws(sample, rng)
    below = above if paired else draws(base, rng)
    return np.median(flatten(sample)[above], axis=1) / np.median(flatten(base)[below], axis=1)


def summary(value: float, spread: np.ndarray) -> Interval:
    """Samples with two modes can leave the value outside the percentiles: the interval is widened to hold it."""
    low, high = np.percentile(spread, [2.5, 97.5])
    return Interval(float(value), float(min(low, value)), float(max(high, value)))


def ratio(sample: Sample, base: Sample, paired: bool, seed: int = 1) -> Interval:
    value = np.median(flatten(sample)) / np.median(flatten(base))
    return summary(value, replicates(sample, base, paired, seed))


def geometric_mean(pairs: list[tuple[Sample, Sample]], paired: bool, seed: int = 1) -> Interval:
    """Of the ratios of many sizes; each size is drawn by itself."""
    values = [np.median(flatten(a)) / np.median(flatten(b)) for a, b in pairs]
    spread = [np.log(replicates(a, b, paired, seed + i)) for i, (a, b) in enumerate(pairs)]
    return summary(float(np.exp(np.mean(np.log(values)))), np.exp(np.mean(spread, axis=0)))


def of_median(sample: Sample, seed: int = 1) -> Interval:
    spread = np.median(flatten(sample)[draws(sample, np.random.default_rng(seed))], axis=1)
    return summary(float(np.median(flatten(sample))), spread)
