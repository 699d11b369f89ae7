# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune --machine-only: known machines are found again, and this one is measured."""

import json
import random
from statistics import median

import fit_documents
import numpy as np
import pytest
from conftest import needs
from fit_documents import Known
from hocket.fit import level, squares
from hocket.fit import run as job
from hocket.fit.document import Machine
from hocket.fit.level import Level
from hocket.fit.measured import Measured

MEMORY = Level(0.1, 1e-4, ((0, 0.5), (8192, 1.2), (1 << 20, 40), (64 << 20, 2640)), 1.5, 8191)
FABRIC = Level(1.5, 1e-4, ((0, 0.2), (1024, 0.35)), 2.5, 16384)
SLOW = Level(30, 8e-3, ((0, 0.3),), 0, None)


@pytest.mark.parametrize("seed", range(30))
def test_least_squares_fulfil_the_conditions_of_a_minimum(seed):
    dice = np.random.default_rng(seed)
    columns, wanted = dice.normal(size=(20, 6)) * 10.0 ** dice.integers(-3, 3, 6), dice.normal(size=20)
    x = squares.not_negative(columns, wanted)
    pull = columns.T @ (wanted - columns @ x) / np.sqrt((columns**2).sum(axis=0))
    assert (x >= 0).all() and (pull < 1e-6).all() and np.abs(pull[x > 0]).max(initial=0) < 1e-6


def test_a_few_wrong_times_do_not_count():
    columns = np.column_stack([np.ones(40), np.linspace(0, 1, 40)])
    wanted = columns @ [2.0, 3.0]
    wanted[::10] *= 5
    assert np.allclose(squares.robust(columns, wanted)[0], [2, 3], rtol=0.02)


@pytest.mark.parametrize("known", [MEMORY, FABRIC, SLOW], ids=["memory", "fabric", "slow"])
@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_a_known_level_is_found_again(known, noise):
    found = level.fit(Measured(fit_documents.document({"network": Known(known)}, noise)), "network")
    errors = [found.half_trip(n) / known.half_trip(n) - 1 for n in fit_documents.SIZES if level.is_held_out(n)]
    assert median(map(abs, errors)) < 0.01 + noise and max(map(abs, errors)) < 0.1
    assert found.overhead(0) == pytest.approx(known.overhead(0), rel=0.1)
    assert found.eager == known.eager and found.jump_seen == (known.eager is not None)


def random_level(dice: random.Random) -> Level:
    base, slope = dice.uniform(0.05, 1), dice.uniform(0, 4e-5)
    points = tuple((n, base + slope * n) for n in (0, 8192, 1 << 20, 64 << 20))
    wait = dice.uniform(1, 4)
    return Level(dice.uniform(0.1, 40), 10 ** dice.uniform(-5, -2), points, wait, 1 << dice.randint(9, 17))


@pytest.mark.parametrize("seed", range(8))
def test_any_level_is_found_again(seed):
    known = random_level(random.Random(seed))
    measured = Measured(fit_documents.document({"node": Known(known)}, 0.02, seed))
    found = level.fit(measured, "node")
    errors = [found.half_trip(n) / known.half_trip(n) - 1 for n in fit_documents.SIZES if level.is_held_out(n)]
    assert median(map(abs, errors)) < 0.02 and max(map(abs, errors)) < 0.3


def test_every_other_size_is_held_out():
    held = [level.is_held_out(n) for n in fit_documents.SIZES if n >= 32]
    assert held == [i % 2 == 1 for i in range(len(held))]


def test_a_network_that_ranks_share(valid):
    levels = {"node": Known(MEMORY), "network": Known(FABRIC, nic=12.5)}
    machine = Machine(Measured(valid("fit", fit_documents.document(levels))), "two")
    document = valid("machine", machine.document())
    assert document["nic"]["out_GBps"] == pytest.approx(12.5, rel=0.02)
    assert "2: 12.4" in document["source"]["nic"] and "no limit" not in document["source"]["nic"]
    assert document["eager_limit"] == 16384 and document["rendezvous_us"] == pytest.approx(2.5, rel=0.1)
    assert document["fresh_buffer_us_per_MB"] == pytest.approx(100 / 1.048576, rel=0.01)
    assert {e["what"].split()[-3] for e in document["held_out"]} == {"nodes,", "node,"}


def test_one_node_says_what_it_does_not_know(valid):
    document = valid("machine", Machine(Measured(fit_documents.document({"node": Known(MEMORY)})), "one").document())
    assert document["source"]["levels.network"].startswith("assumed") and "nic" not in document
    assert document["levels"][1]["flow_GBps"] == 3.3
    assert document["reduce_GBps"]["any"] == pytest.approx(5, rel=0.02) and document["copy_GBps"] == pytest.approx(
        8, 0.02
    )
    for entry in document["held_out"]:
        assert entry["error_percent"] == pytest.approx(
            100 * (entry["simulated_us"] / entry["published_us"] - 1), abs=0.2
        )


@pytest.fixture
def run_fit(run, valid, tmp_path, monkeypatch):
    needs("hocket-fit-mpich")

    def call(*words):
        monkeypatch.setattr(job, "SECONDS", 2)
        status, _, err = run("tune", "--machine-only", "-o", tmp_path / "mine.json", *words)
        assert status == 0, err
        return valid("machine", json.loads((tmp_path / "mine.json").read_text()))

    return call


def test_this_machine(run_fit, run, valid, library, tmp_path, monkeypatch):
    """HOCKET_NODES says nothing of where messages go."""
    monkeypatch.setenv("HOCKET_NODES", "2x1")
    monkeypatch.setenv("HOCKET_MULTICAST", "auto")
    document = run_fit("-n", "2", "--mpi", library.prefix)
    assert document["source"]["multicast"] == "not measured: the job ran on one node"
    assert document["name"] == "mine" and len(document["held_out"]) > 20
    assert document["source"]["levels.network"].startswith("assumed")
    assert document["source"]["levels.node.flow_GBps"].startswith("measured")
    file = tmp_path / "mine.json"
    status, out, _ = run(
        "simulate", "bcast", "--machine", file, "--nodes", "1", "--ppn", "2", "--bytes", "64K", "--json"
    )
    assert status == 0 and valid("simulate", json.loads(out))["machine"] == "mine"
    monkeypatch.setenv("HOCKET_MACHINE", str(file))
    assert run("explain", "bcast", "--nodes", "1", "--ppn", "2", "--bytes", "64K", "--json")[0] == 0


def test_what_was_printed_before_is_read(run, valid, tmp_path):
    needs("hocket-tool")
    content = json.dumps(fit_documents.document({"node": Known(MEMORY), "network": Known(FABRIC, 12.5)}))
    (tmp_path / "printed").write_text("a launcher says hello\n" + content + "\n")
    words = ["--machine-only", "--measured", tmp_path / "printed", "-o", tmp_path / "m.json"]
    status, out, _ = run("tune", *words)
    assert status == 0 and "held out: error" in out
    valid("machine", json.loads((tmp_path / "m.json").read_text()))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.json", "printed"]


@pytest.mark.parametrize(
    "words, said",
    [
        (["--machine-only", "bcast"], "leave out collectives"),
        (["--machine-only", "-n", "2,4"], "one number of ranks, at least 2 on one node"),
        (["--machine-only", "-n", "1"], "at least 2"),
        (["--machine-only", "-o", "no/such/m.json"], "there is no such folder"),
        (["--machine-only", "--measured", "nothing"], "cannot be read"),
        (["--machine-only", "--measured", "other"], "is no hocket-fit-1"),
        (["--machine-only", "--measured", "lacking"], "does not fit hocket-fit-1: lacks"),
        (["--measured", "other"], "belongs to --machine-only"),
    ],
)
def test_wrong_words(run, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").write_text('{"schema": "hocket-bench-1"}\n')
    (tmp_path / "lacking").write_text('{"schema": "hocket-fit-1"}\n')
    status, _, err = run("tune", *words)
    assert status == 2 and said in " ".join(err.split())
    assert sorted(p.name for p in tmp_path.iterdir()) == ["lacking", "other"]
