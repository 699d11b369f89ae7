# SPDX-License-Identifier: BSD-3-Clause
"""gatherv and scatterv simulated on efa-100g, at every published place and size: who wins, and by how much."""

import pytest
from hocket import find
from hocket.gallery import efa
from hocket.stop import Stop


@pytest.fixture(scope="module")
def simulated():
    try:
        find.program("hocket-tool")
    except Stop as missing:
        pytest.skip(str(missing))
    return efa.simulate_all(lambda text: None)


def times(simulated, collective, nodes, n):
    one = simulated.by_place[efa.Place(collective, nodes, "by_slot")]
    return {name: one.times(name)[n] for name in ("linear", "hierarchical", "hybrid")}


def test_aggregation_wins_in_the_middle(simulated):
    at = times(simulated, "scatterv", 16, 8192)
    assert at["linear"] > 5 * at["hierarchical"]


@pytest.mark.parametrize("collective", efa.COLLECTIVES)
def test_aggregation_in_fresh_buffers_loses_at_large_blocks(simulated, collective):
    at = times(simulated, collective, 2, 524288)
    assert at["linear"] < at["hierarchical"]


def test_the_hybrid_is_nowhere_much_worse_than_the_better_one(simulated):
    assert simulated.worst_point() <= 1.05


@pytest.mark.parametrize("collective", efa.COLLECTIVES)
def test_the_hybrid_beats_both_on_a_mix(simulated, collective):
    assert simulated.gain(collective) >= 1.2


def test_the_order_of_ranks_costs_the_hybrid_little(simulated):
    assert simulated.worst_order() <= 1.3


@pytest.mark.parametrize("place", efa.PLACES, ids=lambda place: f"{place.collective}-{place.nodes}-{place.order}")
def test_one_choice_for_all_sizes_is_no_worse_than_the_better_one_for_each(simulated, place):
    assert simulated.automatic(place) <= 1.06
