# SPDX-License-Identifier: BSD-3-Clause
"""hocket simulate: the document, the table, and every wrong question."""

import json
from pathlib import Path

import pytest
import simulated
from hocket.simulate import machine_file, rows, view
from hocket.simulate.question import Question

ETHERNET = Path(__file__).resolve().parents[2] / "examples/ethernet-100g.json"
SMALL = ["simulate", "bcast", "--machine", "aurora", "--nodes", "4", "--ppn", "3", "--bytes", "64K"]


@pytest.mark.parametrize(
    "more",
    [
        [],
        ["--algorithm", "knomial:k=4,chain", "--algorithm", "auto", "--root", "7"],
        ["--repeat", "3", "--rotate-root", "--noise-seeds", "2", "--full"],
    ],
)
def test_the_document_is_valid(run, built, valid, more):
    status, out, err = run(*SMALL, *more, "--json")
    assert (status, err) == (0, "")
    document = valid("simulate", json.loads(out))
    names = [row["algorithm"] for row in document["results"]]
    assert document["best"] in names and document["auto"] in names
    assert len(names) == len(set(names))
    assert all(row["time_us"] >= row["bound_us"] > 0 for row in document["results"])
    assert ("time_noisy_us" in document["results"][0]) == ("--noise-seeds" in more)


UNEVEN = ["simulate", "alltoall", "--machine", "gigabit", "--nodes", "22", "--ppn", "4", "--algorithm", "auto"]


@pytest.mark.parametrize("size", ["16K", "64K", "1M", "16M"])
def test_an_alltoall_on_unequal_nodes_is_as_good_as_on_equal_ones(run, built, valid, size):
    document = valid("simulate", json.loads(run(*UNEVEN, "--ranks", "87", "--bytes", size, "--json")[1]))
    (row,) = document["results"]
    assert document["ranks"] == 87
    assert row["time_us"] <= 1.10 * row["bound_us"]


def test_multicast_is_one_message_and_losses_have_a_seed(run, built, valid):
    asked = ["simulate", "bcast", "--machine", str(ETHERNET), "--nodes", "64", "--ppn", "1", "--bytes", "64K", "--json"]
    status, out, _ = run(*asked, "--algorithm", "multicast", "--algorithm", "knomial", "--noise-seeds", "100")
    assert status == 0
    times = {row["algorithm"]: row for row in valid("simulate", json.loads(out))["results"]}
    assert times["multicast"]["messages"] == 1 and times["knomial"]["messages"] == 63
    assert times["multicast"]["bytes_busiest_nic"] == 65536
    assert times["multicast"]["time_us"] < times["knomial"]["time_us"]
    assert times["multicast"]["time_noisy_us"]["p95"] > times["multicast"]["time_us"]


def test_the_last_ranks_may_be_left_out_but_no_node(run, built):
    assert "on 87 ranks, 22 nodes x 4" in run(*UNEVEN, "--ranks", "87", "--bytes", "1K")[1]
    status, _, err = run(*UNEVEN, "--ranks", "84", "--bytes", "1K")
    assert status == 2 and "85 to 88" in err


def test_bytes_choose_what_is_asked_for(run, built):
    document = json.loads(run(*SMALL, "--algorithm", "chain,knomial:k=4", "--json")[1])
    assert sorted(row["algorithm"] for row in document["results"]) == ["chain", "knomial:k=4"]
    assert "auto" not in document


def test_the_table_has_the_same_rows(run, built):
    status, out, err = run(*SMALL, "--algorithm", "chain", "--algorithm", "knomial:k=4")
    assert (status, err) == (0, "")
    assert "12 ranks, 4 nodes x 3, of machine aurora" in out
    assert out.count("knomial:k=4") == out.count("chain") == 1


def test_progress_is_only_on_standard_error(run, built, valid):
    _, out, err = run(*SMALL, "--algorithm", "chain", "--progress", "--json")
    valid("simulate", json.loads(out))
    assert "chain" in err


def test_a_trace_is_written(run, built, tmp_path):
    status, _, _ = run(*SMALL, "--algorithm", "knomial", "--trace", tmp_path / "t.json")
    assert status == 0
    assert json.loads((tmp_path / "t.json").read_text())


@pytest.mark.parametrize(
    "words, named",
    [
        (["--nodes", "0"], "--nodes"),
        (["--ppn", "0"], "--ppn"),
        (["--repeat", "0"], "--repeat"),
        (["--root", "-1"], "--root"),
        (["--noise-seeds", "-1"], "--noise-seeds"),
        (["--bogus"], "--bogus"),
    ],
)
def test_wrong_options_are_refused_before_anything_runs(run, words, named):
    status, out, err = run(*SMALL, *words)
    assert (status, out) == (2, "")
    assert named in err


def test_what_must_be_given(run):
    status, _, err = run("simulate", "bcast", "--nodes", "4", "--ppn", "3")
    assert status == 2
    assert "--bytes" in err


@pytest.mark.parametrize(
    "words, named",
    [
        (["--algorithm", "knomail"], "knomial"),
        (["--algorithm", "native"], "native"),
        (["--machine", "auroar"], "aurora"),
        (["--machine", "/none/m.json"], "/none/m.json"),
        (["--bytes", "1Q"], "1Q"),
        (["--root", "12"], "12"),
        (["--counts", "zip"], "nearest: zipf"),
        (["--counts", "zipf"], "all ranks of a bcast have the same"),
        (["--placement", "by-rack"], "by-node"),
        (["--fresh-scratch", "much"], "much"),
        (["--trace", "/none/t.json"], "/none/t.json"),
    ],
)
def test_wrong_values_name_the_value(run, built, words, named):
    status, out, err = run(*SMALL, *words)
    assert (status, out) == (2, "")
    assert named in err


def test_an_unknown_collective(run, built):
    status, out, err = run("simulate", "bogus", *SMALL[2:])
    assert (status, out) == (2, "")
    assert "bogus" in err and "bcast" in err


def test_rows_by_time_with_the_abandoned_last():
    document = simulated.document(
        [simulated.row("slow", 6400.0, abandoned=True), simulated.row("b", 9000.0), simulated.row("a", 1600.0)]
    )
    assert [row["algorithm"] for row in rows.by_time(document)] == ["a", "b", "slow"]
    table = view.table(document)
    assert list(table.columns[2].cells) == ["1600", "9000", "> 6400"]
    assert list(table.columns[3].cells) == ["1.00", "5.62", "> 4.00"]
    assert list(table.columns[4].cells) == ["1440", "8100", ""]
    assert list(table.columns[7].cells) == ["38%", "6.7%", "< 9.4%"]
    assert any("given up" in line for line in view.notes(document))


def test_the_table_marks_best_and_auto():
    document = simulated.document([simulated.row("a", 1.0), simulated.row("b", 2.0)], auto="b")
    cells = list(view.table(document).columns[0].cells)
    assert "best" in cells[0] and "auto" not in cells[0]
    assert "auto" in cells[1] and "best" not in cells[1]


def test_noise_has_columns_of_its_own():
    noisy = simulated.row("a", 1.0, time_noisy_us={"median": 3.0, "p95": 4.0})
    document = simulated.document([noisy, simulated.row("b", 9.0, abandoned=True)])
    assert list(view.table(document).columns[8].cells) == ["3", ""]


def test_one_rank_has_no_factor():
    document = simulated.document([simulated.row("a", 0.0, bound_us=0.0)], nodes=1, ppn=1)
    assert list(view.table(document).columns[3].cells) == [""]


def test_the_row_that_answers_a_spec():
    document = simulated.document([simulated.row(s, t) for s, t in (("k", 1.0), ("k:n=4", 3.0), ("k:n=8", 2.0))])
    assert rows.answer_to(document, "k:n=4")["time_us"] == 3.0
    assert rows.answer_to(document, "k:n=auto")["time_us"] == 1.0
    with pytest.raises(Exception, match="simulated no c"):
        rows.answer_to(document, "c")


def test_all_options_reach_the_tool():
    asked = Question("bcast", "m", 2, 3, "4K", ("a", "b"), 1, 5, True, 2, True, True, "t.json")
    assert " ".join(asked.words()) == (
        "simulate bcast --machine m --nodes 2 --ppn 3 --bytes 4K --root 1 --repeat 5 --noise-seeds 2 "
        "--algorithm a --algorithm b --rotate-root --full --grid --trace t.json"
    )


def test_the_shipped_machines_fit_their_schema(valid):
    files = [*sorted(machine_file.shipped("aurora").parent.glob("*.json")), ETHERNET]
    assert len(files) > 1
    for file in files:
        valid("machine", json.loads(file.read_text()))


def test_fitted_and_held_out_points_of_a_machine(monkeypatch, tmp_path):
    point = {"what": "bcast 1221360: binomial", "published_us": 100.0, "simulated_us": 90.0}
    held = point | {"what": "bcast: pipelined_tree, tree"}
    file = tmp_path / "m.json"
    file.write_text(json.dumps({"fitted": [point | {"parameter": "flow_GBps"}], "held_out": [held]}))
    monkeypatch.setattr(machine_file, "shipped", lambda name: file)
    about = machine_file.read("m")
    assert about.role("binomial") == "fitted"
    assert about.role("pipelined_tree") == about.role("tree") == "held out"
    assert about.role("nomial") == about.role("ring") == ""
    assert about.fitted[0].error == pytest.approx(-0.1)


def test_one_rank_a_node_leaves_out_only_what_repeats_its_part(run, built):
    """node-direct is no part of itself there; it was left out of comparisons and so of tables, at up to four times
    its time."""
    asked = ["simulate", "allreduce", "--machine", "aurora", "--nodes", "16", "--ppn", "1", "--bytes", "64K", "--json"]
    found = json.loads(run(*asked)[1])
    names = [row["algorithm"] for row in found["results"]]
    assert any(name.startswith("node-direct") for name in names)
    assert not any(name.startswith(("levels(", "lanes(")) for name in names)
    time = {row["algorithm"]: row["time_us"] for row in found["results"]}
    assert time[found["auto"]] <= 1.02 * time[found["best"]]


def test_a_file_may_be_named_like_a_machine(run, built, tmp_path, monkeypatch):
    text = (Path(__file__).resolve().parents[2] / "data/machines/standard.json").read_text()
    (tmp_path / "mine").write_text(text)
    monkeypatch.chdir(tmp_path)
    asked = ["simulate", "bcast", "--nodes", "2", "--ppn", "1", "--bytes", "8", "--algorithm", "flat", "--machine"]
    assert run(*asked, "mine")[0] == 0
    status, _, wrong = run(*asked, "other")
    assert status == 2 and 'unknown machine "other"' in wrong
