# SPDX-License-Identifier: BSD-3-Clause
"""`hocket bench` of gather, gatherv, scatter and scatterv."""

import json

import pytest
from hocket.bench import merge, plan, view
from hocket.stop import Stop
from test_bench import document, row


def test_collectives_are_measured_once_each_and_checked():
    assert plan.collectives(["gather", "scatterv", "gather"]) == ["gather", "scatterv"]
    assert plan.collectives(["alltoallw"]) == ["alltoallw"]
    with pytest.raises(Stop, match=r"alltoallx.*scatterv"):
        plan.collectives(["gather", "alltoallx"])
    with pytest.raises(Stop, match=r"neighbor_alltoall.*scatterv"):
        plan.collectives(["neighbor_alltoall"], plan.AMONG_ALL)


def test_counts_belong_to_the_v_forms():
    assert plan.data_options("gatherv", "8", "zipf", 3) == ["-m", "8", "--counts", "zipf", "--counts-seed", "3"]
    assert plan.data_options("gather", None, "zipf", 3) == ["-m", "1:1M"]
    assert plan.data_options("alltoallw", None, "zipf", 3)[2:] == ["--counts", "zipf", "--counts-seed", "3"]
    assert plan.data_options("alltoall", None, "zipf", 3) == ["-m", "1:1M"]
    plan.check_counts("zipf", ["gather", "gatherv"])
    with pytest.raises(Stop, match="only gatherv and scatterv"):
        plan.check_counts("zipf", ["gather"])
    with pytest.raises(Stop, match=r"fib.*one-giant"):
        plan.check_counts("fib", ["gatherv"])


def test_several_collectives_make_one_document(valid):
    first = merge.merge(
        [plan.Job(("native",))], [document([row("native", 8, [4.0] * 5), row("native'", 8, [4.0] * 5)])], 1
    )
    second = first | {"collective": "gatherv", "counts": {"name": "zipf", "seed": 4, "blocks": [[8, 8]]}}
    assert merge.in_one([first]) == first
    both = valid("bench", merge.in_one([first, second]))
    assert [d["collective"] for d in both["measurements"]] == ["bcast", "gatherv"]
    text = "\n".join(view.heading(second))
    assert "zipf blocks (seed 4)" in text and "size of the mean block" in text


def test_rooted_collectives_in_one_call(run, library, valid):
    asked = ["gather", "gatherv", "scatter", "scatterv"]
    words = ["-n", "3", "--mpi", library.prefix, "-m", "1:64", "-i", "2", "-x", "1", "-r", "2", "--counts", "zipf"]
    status, out, _ = run("bench", *asked, *words, "--json")
    assert status == 0
    found = valid("bench", json.loads(out))["measurements"]
    assert [d["collective"] for d in found] == asked
    for d in found:
        assert ("counts" in d) == d["collective"].endswith("v")
        assert len(d["results"]) == 3 * 7
        assert all(r["verified"] and r["time_us"] > 0 for r in d["results"])
