# SPDX-License-Identifier: BSD-3-Clause
import numpy as np
import pytest
from hocket import stats


def sample(center, seed, launches=1, rounds=20, spread=0.05):
    rng = np.random.default_rng(seed)
    return [list(center * rng.lognormal(0, spread, rounds)) for _ in range(launches)]


def test_the_same_seed_gives_the_same_interval():
    a, b = sample(2, 1, launches=3), sample(1, 2, launches=3)
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


def test_a_ratio_is_of_the_units_that_its_interval_is_about():
    """What is pooled says that it is twice as fast, but it is slower than its neighbor in time, at all but one."""
    base = [[1.0] * 3, [1.0] * 3, [1.0] * 3, [2.2] * 3, [2.2] * 3, [2.2] * 3, [2.2] * 3]
    mine = [[1.1] * 3, [1.1] * 3, [1.1] * 3, [2.42] * 3, [2.42] * 3, [2.42] * 3, [1.0] * 3]
    assert np.median(mine) / np.median(base) == 0.5
    found = stats.ratio(mine, base, True)
    assert np.isclose(found.value, 1.1) and found.low <= 1.1 <= found.high


def test_a_ratio_of_jobs_is_that_of_their_medians():
    launches = [[10.0], [210.0], [10.0], [210.0]]  # half of them with a time-out
    found = stats.ratio(launches, [[10.0]] * 4, False)
    assert np.isclose(found.value, 11) and found.low <= 11 <= found.high


def test_a_mean_over_sizes_is_that_of_their_ratios():
    pairs = [same_twice(np.random.default_rng(size), 8, 5, 0.1) for size in range(4)]
    each = [stats.ratio(*pair, True).value for pair in pairs]
    mean = stats.geometric_mean(pairs, True)
    assert np.isclose(mean.value, np.exp(np.mean(np.log(each)))) and mean.low < mean.value < mean.high


@pytest.mark.parametrize("units", [1, 3, 6, 18])
def test_a_value_does_not_stick_to_the_edge_of_its_interval(units):
    rng = np.random.default_rng(units)
    found = [stats.ratio(*same_twice(rng, units, 12, 0.02), True, i) for i in range(50)]
    assert all(one.low < one.value < one.high for one in found)


def same_twice(rng, units, rounds, kept):
    """Two samples of one thing: each unit has its own luck that it keeps, and all share what disturbs a round."""
    shared = rng.lognormal(0, 0.3, (units, rounds))
    pair = []
    for _ in range(2):
        stalls = np.where(rng.random((units, rounds)) < 0.15, rng.lognormal(1, 1, (units, rounds)), 1)
        luck = np.exp(rng.normal(0, kept, (units, 1)))
        pair.append((luck * rng.lognormal(0, 0.05, (units, rounds)) * stalls * shared).tolist())
    return pair


@pytest.mark.parametrize("units, rounds, kept", [(1, 20, 0), (3, 20, 0.1), (6, 4, 0.1), (10, 10, 0.1), (18, 3, 0)])
def test_the_same_thing_twice_is_rarely_called_different(units, rounds, kept):
    rng = np.random.default_rng(units)
    called = sum(not stats.ratio(*same_twice(rng, units, rounds, kept), True, i).holds(1) for i in range(400))
    assert called <= 0.08 * 400  # 5 % is what is meant; of 400, four times in a thousand are 8 %


def test_a_difference_is_found():
    rng = np.random.default_rng(1)
    found = 0
    for i in range(100):
        mine, base = same_twice(rng, 10, 10, 0.02)
        found += not stats.ratio((1.1 * np.array(mine)).tolist(), base, True, i).holds(1)
    assert found >= 90


def test_rounds_on_one_communicator_belong_together():
    assert stats.split([[1, 2, 3, 4, 5], [6, 7]], 3) == [[1, 4], [2, 5], [3], [6], [7]]
    assert stats.split([[1, 2]], 1) == [[1, 2]]


def test_one_draw_tells_nothing():
    one, more = [[1.0]], [[1.0, 2.0]]
    assert not stats.tells(one, one, True) and stats.tells(more, more, True)
    assert not stats.tells(more, more, False) and stats.tells(one * 2, one * 2, False)
