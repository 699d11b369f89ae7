# SPDX-License-Identifier: BSD-3-Clause
"""Conditions under which `hocket bench` measures: arrivals, buffers, forms, graphs, and when it has measured enough."""

import json
import time

import pytest
from hocket.bench.conditions import Conditions
from hocket.stop import Stop
from test_bench import job

pytestmark = pytest.mark.alone

ROOTLESS = ("barrier", "allgather", "alltoallw", "allreduce", "reduce_scatter", "exscan")
NEIGHBORS = ("neighbor_allgather", "neighbor_allgatherv", "neighbor_alltoall", "neighbor_alltoallv")


def rows(found):
    return {row["variant"]: row for row in found["results"]}


@pytest.mark.parametrize(
    "given, says",
    [
        ({"skew": "late"}, r"late, ramp, random"),
        ({"skew": "early:5"}, r"late, ramp, random"),
        ({"until": "5"}, r"5%"),
        ({"until": "0%"}, r"0\.1%"),
        ({"form": "lazy"}, r"blocking, nonblocking, persistent"),
        ({"buffers": "cold"}, r"same, rotating"),
        ({"start": "soon"}, r"window, first, barrier"),
        ({"graph": "ring"}, r"cartesian"),
        ({"graph": "random"}, r"only neighbor_allgather"),
        ({"graph": "cartesian"}, r"only neighbor_allgather"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(given, says):
    with pytest.raises(Stop, match=says) as refused:
        Conditions(**given).check(["bcast"])
    assert refused.value.status == 2


def test_rounds_have_another_end_where_something_else_ends_them():
    def limit(**given):
        words = Conditions(**given).words("bcast")
        return words[words.index("-r") + 1]

    assert [limit(), limit(until="5%"), limit(seconds=3), limit(until="5%", rounds=7)] == ["20", "1000", "1000", "7"]


def test_contradictions_are_refused_by_the_program(run, library):
    for words, says in (
        (["--skew", "late:5", "--start", "barrier"], "share"),
        (["--form", "persistent", "--buffers", "rotating"], "keeps its buffers"),
    ):
        status, _, err = run("bench", "bcast", "--mpi", library.prefix, "-n", "2", "-m", "8", *words)
        assert status == 2 and says in err


ARRIVED = {
    "ramp": lambda row: abs(row["time_us"] - 50) < 1 and abs(row["avg_us"] - 25) < 1,
    "late": lambda row: row["low_us"] > 24.5 and row["high_us"] < 51,  # whichever of the two is late
    # Where one comes more than 25 us after the other, as in three of four calls, the mean is 25 us or less.
    "random": lambda row: row["low_us"] > 24.5 and row["high_us"] < 51 and abs(row["avg_us"] - 25) < 1,
}


@pytest.mark.parametrize("kind", ARRIVED)
def test_time_counts_from_the_last_arrival(library, kind):
    """Two ranks wait 25 and 50 us; one arrives 100 us later, when the other has long been done, or anyhow."""
    words = ["--sizes", "50000", "-i", "10", "-x", "0", "-r", "8", "--skew", f"{kind}:100", "--compare", "native"]
    seen = []
    while len(seen) < 3:  # others may be at work here; a wrong method is never right
        seen.append(rows(job(library, "wait", *words))["native"])
        if ARRIVED[kind](seen[-1]):
            return
    raise AssertionError(seen)


def test_a_size_is_left_when_its_median_is_known(library):
    words = ["--sizes", "20000", "-i", "5", "-x", "0", "-r", "500", "--until", "5%", "--compare", "native"]
    found = job(library, "wait", *words)
    assert found["until"] == 0.05 and 6 <= found["rounds"] < 500
    assert all(row["settled"] for row in found["results"])


def test_what_cannot_be_known_takes_all_rounds(library):
    words = ["--sizes", "20000", "-i", "5", "-x", "0", "-r", "5", "--until", "5%", "--compare", "native"]
    found = job(library, "wait", *words)
    assert found["rounds"] == 5 and not any(row["settled"] for row in found["results"])


@pytest.mark.parametrize("form", ["nonblocking", "persistent"])
@pytest.mark.parametrize("collective", ["bcast", "gatherv", *ROOTLESS, "neighbor_alltoallw"])
def test_forms(library, form, collective):
    words = [] if collective == "barrier" else ["--sizes", "8,1000"]
    found = job(library, collective, *words, "-i", "2", "-x", "1", "-r", "2", "--form", form, "--compare", "native")
    assert found["form"] == form
    for row in found["results"]:
        assert row["verified"] and row["fastest_us"] <= row["time_us"]
        assert ("overlap" in row) == (form == "nonblocking")
        if "overlap" in row:
            assert row["overlap"]["total_us"] > 0 and 0 <= row["overlap"]["percent"] <= 100


@pytest.mark.parametrize("graph", ["cartesian", "random", "multigraph"])
def test_neighbors(library, graph):
    for collective in NEIGHBORS:
        counts = ["--counts", "random"] if collective.endswith("v") else []
        words = ["--sizes", "8,1000", "-i", "2", "-x", "1", "-r", "2", "--graph", graph, *counts]
        found = job(library, collective, *words, "--compare", "native,auto", ranks=4)
        assert found["graph"] == {"name": graph, "seed": 1}
        assert all(row["verified"] for row in found["results"])


def test_rotating_buffers_are_cold(library):
    """The first byte of a place that no cache holds takes longer; a wrong method would need luck three times."""
    words = ["--sizes", "64", "-i", "50", "-x", "1", "-r", "6", "--compare", "native"]
    seen = []
    while len(seen) < 3:
        found = {how: job(library, "bcast", *words, "--buffers", how) for how in ("rotating", "same")}
        assert all(d["buffers"] == how and rows(d)["native"]["verified"] for how, d in found.items())
        seen.append({how: rows(d)["native"]["time_us"] for how, d in found.items()})
        if seen[-1]["rotating"] > 1.15 * seen[-1]["same"]:
            return
    raise AssertionError(seen)


def test_sizes_for_which_there_is_no_time_are_left_out_and_named(run, library, valid):
    """A scout once took as long as it took: the last of these alone is called for a quarter of a minute."""
    words = ["-n", "2", "--mpi", library.prefix, "-m", "32M:1G", "--seconds", "2", "--compare", "x1.1"]
    began = time.monotonic()
    status, out, _ = run("bench", "wait", *words, "--json")
    found = valid("bench", json.loads(out))
    reached = {row["bytes"] for row in found["results"]}
    assert status == 0 and min(reached) == 32 << 20 and found["unreached"][-1] == 1 << 30
    assert not reached & set(found["unreached"])
    assert time.monotonic() - began < 20


def test_the_first_size_is_measured_however_long_it_takes(library):
    words = ["--sizes", "300000000,400000000", "-i", "1", "-x", "0", "-r", "4", "--seconds", "1", "--compare", "native"]
    found = job(library, "wait", *words)
    assert {row["bytes"] for row in found["results"]} == {300_000_000} and found["unreached"] == [400_000_000]
