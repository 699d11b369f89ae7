# SPDX-License-Identifier: BSD-3-Clause
import numpy as np
from hocket import stats


def sample(center, seed, launches=1, rounds=20, spread=0.05):
    rng = np.random.default_rng(seed)
    return [list(center * rng.lognormal(0, spread, rounds)) for _ in range(launches)]


def test_the_same_seed_gives_the_same_interval():
    a, b = sample(2, 1), sample(1, 2)
    assert stats.ratio(a, b, True, 7) == stats.ratio(a, b, True, 7)
    assert stats.ratio(a, b, True, 7) != stats.ratio(a, b, True, 8)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    found = [stats.ratio(sample(2, i), sample(1, 1000 + i), False) for i in range(200)]
    held = sum(interval.low <= 2 <= interval.high for interval in found)
    assert 0.90 * 200 <= held <= 200


def test_pairing_cancels_what_disturbs_both():
    drift = np.linspace(1, 3, 20)
    a, b = [list(2 * drift)], [list(drift)]
    paired, apart = stats.ratio(a, b, True), stats.ratio(a, b, False)
    assert paired.high - paired.low < 1e-9
    assert apart.high - apart.low > 0.1


def test_launches_that_differ_widen_the_interval():
    same = stats.of_median([[1.0] * 10, [1.0] * 10, [1.0] * 10])
    differ = stats.of_median([[1.0] * 10, [2.0] * 10, [3.0] * 10])
    assert same.low == same.high == 1
    assert differ.low <= 1 and differ.high >= 3


def test_geometric_mean():
    pairs = [([[2.0] * 5], [[1.0] * 5]), ([[1.0] * 5], [[2.0] * 5])]
    mean = stats.geometric_mean(pairs, True)
    assert np.allclose([mean.value, mean.low, mean.high], 1)


def test_an_interval_holds_its_value():
    bimodal = [[1.0, 1.0, 1000.0, 1.0, 1.0, 1000.0, 1000.0]]
    found = stats.ratio(bimodal, [[1.0] * 7], False)
    assert found.low <= found.value <= found.high
