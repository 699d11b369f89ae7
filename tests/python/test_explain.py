# SPDX-License-Identifier: BSD-3-Clause
"""hocket explain --native: what an MPI library would run, against the best, and what mends it."""

import json
from pathlib import Path

import pytest

WIDE = ["explain", "bcast", "--bytes", "1221360", "--nodes", "512", "--ppn", "12"]
RULES = Path(__file__).resolve().parents[2] / "data" / "native-rules"


@pytest.mark.parametrize("file", sorted(RULES.glob("*.json")), ids=lambda file: file.stem)
def test_the_rules_fit_their_schema(valid, file):
    valid("native-rules", json.loads(file.read_text()))


@pytest.mark.parametrize("library", ["mpich-4.0", "mpich-4.3", "mpich-5.0", "ompi-4.1", "ompi-5.0"])
def test_every_library_has_an_answer(run, built, valid, library):
    status, out, _ = run(*WIDE, "--native", library, "--json")
    native = valid("explain", json.loads(out))["native"]
    assert status == 0
    assert native["library"] == library
    assert native["factor"] >= 1


def test_the_ring_is_named_with_its_mending(run, built):
    native = json.loads(run(*WIDE, "--native", "mpich-5.0", "--json")[1])["native"]
    assert native["algorithm"] == "scatter_ring_allgather"
    assert native["spec"] == "then(scatter=knomial,allgather=ring)"
    assert native["factor"] > 2
    assert native["mend"]["time_us"] < native["time_us"] / 2
    assert any(name.startswith("MPIR_CVAR_BCAST_") for name in native["mend"]["settings"])
    text = run(*WIDE, "--native", "mpich-5.0")[1]
    assert "mpich-5.0 would run scatter_ring_allgather (rule: " in text
    assert "x the best" in text
    assert "without Hocket, set MPIR_CVAR_BCAST_" in text


def test_a_program_may_ask_with_what_its_library_prints(run, built):
    printed = "MPICH Version: 5.0.2 MPICH Device: ch4:ucx ofi"
    assert json.loads(run(*WIDE, "--native", printed, "--json")[1])["native"]["library"] == "mpich-5.0"


def test_native_is_excluded_only_while_unknown(run, built):
    for more, expected in ([], True), (["--native", "ompi-5.0"], False):
        excluded = json.loads(run(*WIDE, *more, "--json")[1])["excluded"]
        assert any(row["algorithm"] == "native" for row in excluded) == expected


def test_candidates_are_one_a_family(run, built):
    rows = [row["algorithm"] for row in json.loads(run(*WIDE, "--json")[1])["candidates"]]
    assert len([row for row in rows if row.startswith("knomial")]) == 1
    assert len([row for row in rows if row.startswith("chain")]) == 1


def test_an_unknown_library_names_the_valid_ones(run, built):
    status, _, wrong = run(*WIDE, "--native", "mpich-9")
    assert status == 2
    assert "mpich-9" in wrong
    assert "ompi-5.0" in wrong


@pytest.mark.parametrize("collective", ["gather", "gatherv", "scatter", "scatterv"])
def test_rooted_collectives_are_explained(run, built, valid, collective):
    words = ["explain", collective, "--bytes", "8K", "--nodes", "16", "--ppn", "64", "--machine", "efa-100g"]
    answer = valid("explain", json.loads(run(*words, "--json")[1]))
    names = [row["algorithm"] for row in answer["candidates"]]
    assert len(names) > 3 and all(row["time_us"] >= row["bound_us"] * 0.99 for row in answer["candidates"])
    irregular = collective.endswith("v")
    assert ("any_size" in answer["chosen"]) == irregular
    assert all(("typical_us" in row) == irregular for row in answer["candidates"])
    text = run(*words)[1]
    assert ("only the root knows" in text) == irregular


def test_no_rank_knows_all_sizes_of_an_alltoallv(run, built):
    words = ["--bytes", "8K", "--nodes", "4", "--ppn", "3"]
    for collective in ("alltoallv", "alltoallw"):
        assert "a rank knows only how many bytes it sends and gets itself" in run("explain", collective, *words)[1]
    assert "any_size" not in json.loads(run("explain", "alltoall", *words, "--json")[1])["chosen"]


def test_the_choice_of_scatterv_holds_for_all_sizes(run, built):
    for size in ("1", "8K", "512K"):
        words = ["explain", "scatterv", "--bytes", size, "--nodes", "16", "--ppn", "64", "--machine", "efa-100g"]
        chosen = json.loads(run(*words, "--native", "ompi-5.0", "--json")[1])["chosen"]
        assert (chosen["from_bytes"], chosen["to_bytes"]) == (0, None)


def test_on_one_node_measurements_decide_for_a_crowd_and_for_others(run, built):
    node = ["explain", "bcast", "--bytes", "1M", "--nodes", "1", "--ppn", "16", "--native", "mpich-5.0"]
    own, crowd = (json.loads(run(*node, *more, "--json")[1]) for more in ([], ["--crowded"]))
    assert own["chosen"]["algorithm"] == "then(scatter=shm,allgather=shm)"
    assert own["chosen"]["reason"].endswith("of the table for ranks that share memory")
    assert crowd["chosen"]["algorithm"] != own["chosen"]["algorithm"]
    assert crowd["chosen"]["reason"].endswith("of the table for ranks that share memory and processors")
    assert crowd["crowded"] and "crowded" not in own
    assert not any("measurements" in row["why"] for row in own["excluded"])
    more = json.loads(run(*node[:-4], "--ppn", "64", *node[-2:], "--json")[1])["excluded"]
    assert any("of 2 to 16 ranks" in row["why"] for row in more)
    unknown = json.loads(run(*node[:-2], "--json")[1])["excluded"]
    assert any("measurements" in row["why"] for row in unknown)


def test_a_crowd_is_of_one_node(run, built):
    status, _, wrong = run(*WIDE, "--crowded")
    assert status == 2
    assert "--nodes 1" in wrong


def test_ranks_of_a_node_that_share_memory_are_told_by_one_message(run, built, valid):
    words = ["explain", "bcast", "--bytes", "64", "--nodes", "8", "--ppn", "32", "--native", "mpich-5.0", "--json"]

    def ask(*more):
        return valid("explain", json.loads(run(*words, *more)[1]))

    apart, shared, twice = ask(), ask("--shm"), ask("--shm", "--no-single-copy")
    assert "shm" not in apart and (shared["shm"], twice["shm"]) == ("single copy", "two copies")
    assert "inside=shm" in shared["candidates"][0]["algorithm"]
    assert shared["candidates"][0]["time_us"] < apart["candidates"][0]["time_us"]
    assert twice["candidates"][0]["time_us"] >= shared["candidates"][0]["time_us"]
    known = ask("--shm", "--machine", "efa-100g")["chosen"]
    assert "inside=shm" in known["algorithm"] and "efa-100g with shared memory" in known["reason"]


def test_two_copies_are_of_shared_memory(run, built):
    status, _, wrong = run(*WIDE, "--no-single-copy")
    assert status == 2
    assert "--shm" in wrong


def test_what_is_passed_by_is_named_with_its_reason(run, built):
    """The fastest that are declared, as long as no choice would take them."""
    words = ["explain", "gather", "--native", "ompi-5.0", "--nodes", "64", "--ppn", "16", "--json", "--bytes"]
    answer = json.loads(run(*words, "64K")[1])
    (passed_by,) = answer["excluded"]
    assert passed_by["algorithm"] == answer["candidates"][0]["algorithm"] == "all-at-once"
    assert "flood" in passed_by["why"]
    assert not json.loads(run("explain", "allreduce", *words[2:], "8")[1])["excluded"]


@pytest.mark.parametrize("option", ["--table", "--machine"])
def test_a_wrong_option_is_named_as_it_was_given(run, built, option):
    status, _, wrong = run(*WIDE, option, "nowhere")
    assert status == 2
    assert f"{option}: " in wrong and "HOCKET_" not in wrong


def test_a_variable_keeps_its_name(run, built, monkeypatch):
    monkeypatch.setenv("HOCKET_MACHINE", "nowhere")
    assert 'HOCKET_MACHINE: unknown machine "nowhere"' in run(*WIDE)[2]


def test_a_choice_of_an_unknown_library_says_so(run, built):
    reason = json.loads(run(*WIDE, "--json")[1])["chosen"]["reason"]
    assert "what the MPI library would run is not known" in reason
