# SPDX-License-Identifier: BSD-3-Clause
"""`hocket bench --guidelines`: what is a violation, and mock-ups that do what the collective does."""

import json

import pytest
from hocket.bench import guidelines, merge, plan
from hocket.stop import Stop
from test_bench import document, job, row

MOCK = "Reduce(n) + Bcast(n)"


def measured(*results):
    made = document(list(results))
    for variant in made["variants"]:
        if variant["name"] == MOCK:
            variant |= {"spec": "native", "mock_up": True}
    made["collective"] = "allreduce"
    return merge.merge([plan.Job(("native",))], [made], 1)


def judged(*results):
    found = guidelines.judge([measured(*results)], 1)
    return found, {g["mock"]: g for g in found["guidelines"]}


def around(center, spread=0.02):
    return [center * (1 + spread * (i % 3 - 1)) for i in range(12)]


def test_a_slower_collective_is_a_violation(valid):
    found, by = judged(row("native", 8, around(10)), row(MOCK, 8, around(5)))
    valid("guidelines", found)
    assert by[MOCK]["violated"] and by[MOCK]["factor"]["value"] == pytest.approx(2)
    assert f"  {MOCK}" in guidelines.text_lines(found)[-1]


def test_noise_and_faster_ones_are_none(valid):
    noisy = [5.0 if i % 2 else 20.0 for i in range(12)]
    for mine in (around(4), noisy):
        found, by = judged(row("native", 8, mine), row(MOCK, 8, around(5)))
        assert not by[MOCK]["violated"]
        assert MOCK not in "\n".join(guidelines.text_lines(valid("guidelines", found)))


def test_less_is_no_slower_than_more():
    _, by = judged(row("native", 8, around(10)), row("native", 16, around(5)))
    assert by["Allreduce(16)"]["violated"]
    _, by = judged(row("native", 8, around(5)), row("native", 16, around(10)))
    assert not by["Allreduce(16)"]["violated"]


def test_a_whole_is_no_slower_than_two_halves():
    _, by = judged(row("native", 8, around(5)), row("native", 16, around(20)))
    half = by["2 x Allreduce(8)"]
    assert half["violated"] and half["mock_us"] == 10 and half["factor"]["value"] == pytest.approx(2)


def test_only_what_has_guidelines():
    assert guidelines.named(None, True) == list(guidelines.GUIDED)
    for asked, guided, says in ((["wait"], True, "none about 'wait'"), (None, False, "which collective")):
        with pytest.raises(Stop, match=says):
            guidelines.named(asked, guided)


@pytest.mark.parametrize("beside", [["--compare", "auto"], ["--jsonl"], ["--style", "osu"], ["--variant", "a:B=1"]])
def test_guidelines_are_about_native_alone(run, beside):
    status, _, err = run("bench", "scan", "--guidelines", *beside)
    assert status == 2 and "beside it" in err


@pytest.mark.parametrize("ranks", [2, 3])
def test_mock_ups_do_the_same(library, ranks):
    for collective in guidelines.GUIDED:
        counts = ["--counts", "random"] if collective in ("gatherv", "scatterv", "allgatherv", "reduce_scatter") else []
        sizes = [] if collective == "barrier" else ["--sizes", "1,96", *counts]
        words = [*sizes, "-i", "1", "-x", "0", "-r", "1", "--root", "1", "--compare", "native", "--guidelines"]
        found = job(library, collective, *words, ranks=ranks)
        assert all(r["verified"] for r in found["results"]), found
        mocks = {v["name"] for v in found["variants"] if v.get("mock_up")}
        assert mocks == {r["variant"] for r in found["results"]} - {"native", "native'"}
        assert mocks or collective == "alltoallv"


def test_the_command(run, library, valid):
    words = ["--guidelines", "-n", "2", "--mpi", library.prefix, "-m", "8:16", "-i", "2", "-x", "1", "-r", "6"]
    status, out, _ = run("bench", "scan", *words, "--json")
    assert status == 0
    found = valid("guidelines", json.loads(out))
    assert {g["mock"] for g in found["guidelines"]} == {"Exscan(n) + Reduce_local(n)", "Scan(16)", "2 x Scan(8)"}
    status, out, _ = run("bench", "scan", *words)
    assert status == 0 and "of 4 guidelines violated" in out
