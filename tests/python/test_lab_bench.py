# SPDX-License-Identifier: BSD-3-Clause
"""Experiments of `hocket lab bench`: their files, the order of launches, the floor."""

import json
from pathlib import Path

import pytest
from experiments import GOOD, LAB, good, toml
from hocket.lab import campaign, experiment, floor, model, sweep
from hocket.lab.experiment import Instead
from hocket.lab.state import Links
from hocket.mpi import Mpi
from hocket.stop import Stop

FOLDER = Path(__file__).resolve().parents[2] / "bench/lab"
SWEEPS = sorted(FOLDER.glob("*-sweep.toml"))
SHIPPED = sorted({*FOLDER.glob("*.toml")} - {*SWEEPS})
PLACES = {
    "multicast-22x1": (22, 1, 50_000_000),
    "alltoall-22x1": (22, 1, 10_000_000),
    "alltoall-8x4": (8, 4, 10_000_000),
}


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_the_shipped_experiments(file):
    e = experiment.read(file)
    assert e.launches >= 15 and {"native", "auto"} <= set(e.algorithms)
    found = (e.place().hosts, e.place().ranks, e.place().links().rate)
    assert found == PLACES.get(file.stem, (8, 4, 50_000_000))


def test_there_are_shipped_experiments():
    assert {file.stem for file in SHIPPED} >= {"bcast-1m", "gatherv", "scatterv", "alltoall-22x1", "alltoall-8x4"}
    assert [file.stem for file in SWEEPS] == ["native-sweep"]


def test_a_sweep_is_an_experiment_for_each_collective():
    found = sweep.read(SWEEPS[0], Instead(launches=1, hosts=4, queue="16k"))
    assert {e.collective for e in found} == set(floor.FACTORS)
    by_name = {e.collective: e for e in found}
    assert max(by_name["allreduce"].bytes()) > max(by_name["alltoall"].bytes())
    assert {(e.launches, e.place().hosts, e.place().queue) for e in found} == {(1, 4, "16k")}
    assert all(e.algorithms == ["native"] and e.place().rate == "20mbit" for e in found)


@pytest.mark.parametrize(
    "top, named",
    [
        ({"collective": ""}, "collectives must be a list"),
        ({"collective": "", "collectives": '["alltoall"]'}, "vectors must be a list"),
        ({"collectives": '["alltoall"]', "vectors": '["1K"]'}, "cannot both stand"),
        ({"collective": "", "collectives": '["alltoal"]', "vectors": '["1K"]'}, "'alltoal' has no known floor"),
    ],
)
def test_a_slip_in_a_sweep_is_named(tmp_path, top, named):
    file = tmp_path / "slip.toml"
    file.write_text(toml(GOOD | top, LAB))
    with pytest.raises(Stop) as slip:
        sweep.read(file)
    assert slip.value.status == 2
    assert str(file) in str(slip.value) and named in str(slip.value)


def test_the_command_line_stands_above_the_file(tmp_path):
    file = tmp_path / "good.toml"
    file.write_text(toml(GOOD, LAB))
    e = experiment.read(file, Instead(2, ["8"], 5, "10mbit", "16k"))
    place = e.place()
    assert (e.launches, e.sizes, place.hosts, place.rate, place.queue) == (2, ["8"], 5, "10mbit", "16k")
    assert (e.title, place.ranks) == ("a try", 4)
    with pytest.raises(Stop, match=r"lab\.hosts must be from 2"):
        experiment.read(file, Instead(hosts=1))


@pytest.mark.parametrize(
    "top, lab, named",
    [
        ({"title": ""}, {}, "'title' is missing"),
        ({"sises": "1"}, {}, "unknown key 'sises'"),
        ({"sizes": "[]"}, {}, "sizes"),
        ({"sizes": "[1024]"}, {}, "a list of texts"),
        ({"sizes": '["1Q"]'}, {}, "1Q"),
        ({"sizes": '["0"]'}, {}, "0 bytes"),
        ({"collective": '"scatter"', "counts": '"zipf"'}, {}, "alltoallv, alltoallw may differ"),
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


@pytest.mark.parametrize(
    "collective, bytes",
    [
        ("bcast", 100),
        ("scan", 100),
        ("allreduce", 175),  # 2 x 7 vectors between 8 hosts
        ("allgather", 2800),
        ("reduce_scatter", 2800),
        ("alltoall", 11200),  # 4 ranks, each with a block for 28 others
        ("alltoallw", 11200),
    ],
)
def test_floors_of_equal_blocks(collective, bytes):
    assert floor.passing(collective, 8, 4, 100) == bytes


def test_floors_of_blocks_that_differ():
    """Two hosts of two ranks: rank 2 gets 9 from everybody, and each sends 1 to all others, itself among them."""
    row = [1, 1, 9, 1]
    assert floor.passing_blocks("alltoallv", row * 4, 2) == 20  # into the second host: 2 x (9 + 1)
    assert floor.passing_blocks("alltoallv", [1] * 16, 2) == floor.passing("alltoallv", 2, 2, 1) == 4
    assert floor.passing_blocks("scatterv", row, 2) == 10
    assert floor.passing_blocks("allgatherv", row, 2) == 10
    assert floor.passing_blocks("reduce_scatter", [9, 9, 1, 1], 2) == 18


def test_a_job_runs_its_algorithm_alone(tmp_path, monkeypatch):
    """A job used to run native beside it, and its drops were those of both."""
    monkeypatch.setattr(campaign.find, "program", lambda name: Path(name))
    e, library = good(tmp_path), Mpi(Path("mpiexec"), "mpich", "5.0.2")
    for one in next(campaign.order(e)):
        words = campaign.program(library, e, one)
        assert words[-3:] == ["--compare", one.algorithm, "--alone"]
        assert (words[0] == "hocket-run") == (one.algorithm != "native")


def test_a_lab_is_a_machine_model(valid):
    made = valid("machine", model.of(Links(10_000_000, 16384, 200), 1.2e6, ranks=22))
    assert made["nic"]["out_GBps"] == 0.0012
    assert made["switch"] == {"buffer": 16384, "on_full": "drop", "rto_us": 200_000}


def test_small_alltoalls_of_crowded_hosts_cost_what_their_messages_do():
    """With an overhead as of ranks that have a processor each, nine messages of a rank seemed better than five."""
    links = Links(20_000_000, 16384, 200)
    alone, crowd = (model.of(links, 2.4e6, ranks)["levels"][1]["overhead_us"][0][1] for ranks in (1, 2200))
    assert crowd >= 22 * alone  # this machine may have some processors, and not more than a hundred


def test_long_blocks_go_in_segments_where_a_round_trip_is_dear(run, tmp_path):
    """Under Open MPI an alltoall of 64 KB blocks took 2.3 times what the links need, natively and by the choice."""
    links, chosen = Links(20_000_000, 16384, 200), {}
    for family in model.RENDEZVOUS:
        file = tmp_path / f"{family}.json"
        file.write_text(json.dumps(model.of(links, 2.4e6, 22, family)))
        words = ["explain", "alltoall", "--bytes", "64K", "--nodes", "22", "--ppn", "1", "--machine", str(file)]
        made = json.loads(run(*words, "--json")[1])
        chosen[family] = made["candidates"][0]["algorithm"]
    assert "segment=32K" in chosen["openmpi"]
    assert chosen["mpich"] == "node-timetable:flows=1:credit=4K:small=0"
