# SPDX-License-Identifier: BSD-3-Clause
"""Every command about algorithms answers for every collective that has algorithms of ours."""

import json
from xml.etree import ElementTree

import golden
import playing
import pytest
import schedules
from hocket import tool

PLAYED = pytest.mark.parametrize("collective", golden.COLLECTIVES)
ALL = (*golden.COLLECTIVES, *golden.NEIGHBORS)
EVERY = pytest.mark.parametrize("collective", ALL)
PLACE = ["--machine", "aurora", "--nodes", "4", "--ppn", "3"]


def size(collective, text="4K"):
    return [] if collective == "barrier" else ["--bytes", text]


def counts(collective):
    return ["--counts", "zipf"] if collective in golden.UNEQUAL else []


def test_they_are_those_of_the_catalogue(built):
    assert {entry["collective"] for entry in json.loads(tool.ask(["list"])[0])} == set(ALL)


@EVERY
def test_list(run, built, valid, collective):
    status, out, _ = run("list", collective, "--json")
    assert status == 0
    assert {entry["collective"] for entry in valid("list", json.loads(out))} == {collective}
    assert run("list", collective)[0] == 0


@EVERY
def test_simulate(run, built, valid, collective):
    for placement in ("by-slot", "by-node"):
        words = ["simulate", collective, *PLACE, "--placement", placement, *size(collective), *counts(collective)]
        status, out, err = run(*words, "--json")
        assert (status, err) == (0, "")
        document = valid("simulate", json.loads(out))
        assert document["results"]
        assert all(row["time_us"] >= row["bound_us"] * (1 - 1e-9) for row in document["results"])
        assert all(row["bound_us"] > 0 for row in document["results"])
        assert document.get("counts") == ("zipf" if counts(collective) else None)
    assert run(*words, "--algorithm", "auto", "--repeat", "3")[0] == 0


@EVERY
def test_explain(run, built, valid, collective):
    words = ["explain", collective, *PLACE, *size(collective)]
    answer = valid("explain", json.loads(run(*words, "--json")[1]))
    assert answer["candidates"]
    assert run(*words)[0] == 0
    native = valid("explain", json.loads(run(*words, "--native", "mpich-5.0", "--json")[1]))["native"]
    assert native["algorithm"]


@EVERY
@pytest.mark.parametrize("nodes", ["3,1,4", "cyclic:4x2"])
def test_draw(run, built, collective, nodes):
    words = ["--algorithm", "auto", "--ranks", 8, "--nodes", nodes, *size(collective), *counts(collective)]
    status, out, err = run("draw", collective, *words)
    assert (status, err) == (0, "")
    root = ElementTree.fromstring(out)
    assert root.find("{http://www.w3.org/2000/svg}title").text.startswith(collective + " ")


@PLAYED
def test_what_is_recorded_is_the_collective(run, built, collective):
    """Each entry as it stands; tests/golden has more of them."""
    for entry in golden.entries(collective):
        if not golden.runs_on(6, entry, entry["algorithm"]):
            continue
        words = ["record", collective, "--algorithm", entry["algorithm"], "--ranks", "6", "--nodes", "3,1,2"]
        words += size(collective, "120") + counts(collective)
        made = schedules.parse(tool.ask(words)[0])
        assert playing.wrong_ranks(made, *playing.play(made, 1)) == [], entry["algorithm"]
        assert "num_ranks 6" in tool.ask([*words, "--format", "goal"])[0]


def test_the_player_sees_a_lost_operand(built):
    text = tool.ask(["record", "reduce", "--algorithm", "knomial", "--ranks", "4", "--bytes", "8"])[0]
    assert "recv-reduce 8 from 2" in text
    wrong = schedules.parse(text.replace("recv-reduce 8 from 2", "recv 8 from 2"))
    assert playing.wrong_ranks(wrong, *playing.play(wrong, 1))


@pytest.mark.parametrize(
    "words, named",
    [
        (["allreduce", "--bytes", "8", "--root", "1"], "allreduce has no root"),
        (["scan", "--bytes", "8", "--repeat", "2", "--rotate-root"], "scan has no root"),
        (["barrier", "--bytes", "8"], "a barrier has none"),
        (["allreduce"], "--bytes"),
        (["reduce_scatter_block", "--bytes", "8", "--counts", "zipf"], "have the same"),
        (["reduce", "--bytes", "8", "--root", "12"], "0 to 11"),
        (["allgatherv", "--bytes", "2048G"], "1 TiB"),
        (["allreduc", "--bytes", "8"], "nearest: allreduce"),
    ],
)
def test_wrong_usage(run, built, words, named):
    status, out, err = run("simulate", words[0], *PLACE, *words[1:])
    assert (status, out) == (2, "")
    assert named in err


def test_what_needs_an_even_number_of_ranks_says_so(run, built):
    odd = ["simulate", "allgather", "--nodes", "7", "--ppn", "1", "--bytes", "8"]
    status, out, err = run(*odd, "--algorithm", "neighbor-exchange")
    assert (status, out) == (2, "")
    assert "even number of ranks" in err
    left_out = json.loads(run(*odd, "--json")[1])["left_out"]
    assert any(row["algorithm"].startswith("neighbor-exchange") for row in left_out)
