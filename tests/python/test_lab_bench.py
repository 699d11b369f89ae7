# SPDX-License-Identifier: BSD-3-Clause
"""Experiments of `hocket lab bench`: their files, the order of launches, the floor."""

from pathlib import Path

import pytest
from experiments import GOOD, LAB, good, toml
from hocket.lab import campaign, experiment, floor
from hocket.stop import Stop

SHIPPED = sorted((Path(__file__).resolve().parents[2] / "bench/lab").glob("*.toml"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_the_shipped_experiments(file):
    e = experiment.read(file)
    assert e.launches >= 15 and {"native", "auto"} <= set(e.algorithms)
    assert (e.place().hosts, e.place().ranks, e.place().links().rate) == (8, 4, 50_000_000)


def test_there_are_shipped_experiments():
    assert {file.stem for file in SHIPPED} >= {"bcast-1m", "gatherv", "scatterv"}


@pytest.mark.parametrize(
    "top, lab, named",
    [
        ({"title": ""}, {}, "'title' is missing"),
        ({"sises": "1"}, {}, "unknown key 'sises'"),
        ({"sizes": "[]"}, {}, "sizes"),
        ({"sizes": "[1024]"}, {}, "a list of texts"),
        ({"sizes": '["1Q"]'}, {}, "1Q"),
        ({"launches": '"3"'}, {}, "a whole number"),
        ({"launches": "true"}, {}, "a whole number"),
        ({"launches": "0"}, {}, "from 1 to"),
        ({"collective": '"barrier"'}, {}, "scatterv"),
        ({"algorithms": '["auto", "auto"]'}, {}, "each once"),
        ({"algorithms": '["auto,chain"]'}, {}, "'auto,chain' is not one algorithm"),
        ({}, {"rate": '"fast"'}, "50mbit"),
        ({}, {"hosts": "1"}, "lab.hosts"),
        ({}, {"hosts": ""}, "'lab.hosts' is missing"),
        ({}, {"delay": "1"}, "unknown key 'lab.delay'"),
        ({"environment": '{ HOCKET_GATHERV = "x" }'}, {}, "stands in algorithms"),
        ({"environment": "{ A = 1 }"}, {}, "a table of texts"),
        ({"title": '"'}, {}, "is not TOML"),
    ],
)
def test_a_slip_in_an_experiment_is_named(tmp_path, top, lab, named):
    file = tmp_path / "slip.toml"
    file.write_text(toml(GOOD | top, LAB | lab))
    with pytest.raises(Stop) as slip:
        experiment.read(file)
    assert slip.value.status == 2
    assert named in str(slip.value)


@pytest.fixture
def asked(tmp_path):
    return good(tmp_path)


def test_every_round_launches_everything_once_in_a_seeded_order(asked):
    rounds = list(campaign.order(asked))
    assert rounds == list(campaign.order(asked))
    assert [len(set(round)) for round in rounds] == [4, 4, 4]
    assert {(one.bytes, one.algorithm) for one in rounds[0]} == {(one.bytes, one.algorithm) for one in rounds[1]}
    assert len({tuple((one.bytes, one.algorithm) for one in round) for round in rounds}) > 1


def test_the_floor_of_the_published_shape():
    """28 blocks of 16 KiB through a link of 50 Mbit/s, of which TCP keeps 1448 in 1514 bytes: 77 ms."""
    goodput = 50e6 / 8 * 1448 / 1514
    assert floor.passing("gatherv", 8, 4, 16384) / goodput * 1e6 == pytest.approx(76_700, rel=0.01)
    assert floor.passing("bcast", 8, 4, 1 << 20) / goodput * 1e6 == pytest.approx(175_400, rel=0.01)
