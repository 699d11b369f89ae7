# SPDX-License-Identifier: BSD-3-Clause
"""hocket simulate of gather, gatherv, scatter, scatterv: orders of ranks, mixes of sizes, and which memory is fresh."""

import json

import pytest
import simulated
from hocket.simulate import view

SMALL = ["--machine", "aurora", "--nodes", "4", "--ppn", "3", "--bytes", "64K"]


@pytest.mark.parametrize("collective", ["gather", "gatherv", "scatter", "scatterv"])
@pytest.mark.parametrize("placement", ["by-slot", "by-node"])
def test_rooted_collectives_have_documents_of_the_same_kind(run, built, valid, collective, placement):
    irregular = collective.endswith("v")
    more = ["--counts", "zipf", "--counts-seed", "5"] if irregular else []
    status, out, err = run("simulate", collective, *SMALL, "--placement", placement, *more, "--root", "7", "--json")
    assert (status, err) == (0, "")
    document = valid("simulate", json.loads(out))
    assert (document["placement"], document["root"]) == (placement, 7)
    assert (document.get("counts"), document.get("seed")) == (("zipf", 5) if irregular else (None, None))
    assert all(row["time_us"] >= row["bound_us"] > 0 for row in document["results"])
    assert all(row["time_us"] >= max(row["avg_us"], row["root_us"]) for row in document["results"])


def test_a_choice_by_size_of_gatherv_is_none(run, built):
    chosen = {
        json.loads(run("simulate", "gatherv", *SMALL[:-1], size, "--algorithm", "auto", "--json")[1])["auto"]
        for size in ("1", "4K", "1M")
    }
    assert len(chosen) == 1


def test_fresh_scratch_and_used_buffers_count(run, built):
    spec = "levels(across=flat:window=64,inside=flat:window=64):segment=0"
    words = ["simulate", "gatherv", "--machine", "efa-100g", "--nodes", "2", "--ppn", "64", "--bytes", "512K"]
    time = {}
    for more in ([], ["--used-buffers"], ["--used-buffers", "--fresh-scratch", "32M"]):
        document = json.loads(run(*words, *more, "--algorithm", spec, "--json")[1])
        time[len(more)] = document["results"][0]["time_us"]
    assert time[0] > 1.5 * time[1] and time[3] > 1.5 * time[1]


def test_the_table_says_what_a_block_is():
    row = simulated.row("a", 1.0)
    assert "bcast of 8 bytes on" in view.headline(simulated.document([row], 8))
    assert "allgather of 8 bytes a rank on" in view.headline(simulated.document([row], 8, collective="allgather"))
    assert "barrier on" in view.headline(simulated.document([row], 0, collective="barrier"))
    some = simulated.document([row], 8, collective="reduce_scatter", counts="zipf", seed=3)
    assert "reduce_scatter of 8 bytes in all (zipf, seed 3) on" in view.headline(some)
    mixed = simulated.document([row], 8, collective="gatherv", counts="zipf", seed=3, placement="by-node")
    assert "gatherv of 8 bytes a rank on average (zipf, seed 3) on" in view.headline(mixed)
    assert "(ranks by node)" in view.headline(mixed)
    assert "alltoall of 8 bytes a pair on" in view.headline(simulated.document([row], 8, collective="alltoall"))
    giant = simulated.document([row], 8, collective="alltoallv", counts="one-giant", seed=3)
    assert "alltoallv of 8 bytes a pair on average (one-giant, seed 3) on" in view.headline(giant)


def test_a_root_moves_only_where_there_is_a_second_collective():
    row = simulated.row("flat", 1.0)
    alone, several = (simulated.document([row], 8, repeat=n, rotate_root=True) for n in (1, 2))
    assert "moving" not in view.headline(alone) and "moving" in view.headline(several)
