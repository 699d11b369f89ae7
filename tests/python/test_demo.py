# SPDX-License-Identifier: BSD-3-Clause
"""The page of the main job: nothing that went wrong may look right."""

from pathlib import Path

import pytest
from hocket.demo import page
from hocket.demo.cases import cases
from hocket.demo.outcome import outcomes
from hocket.demo.plot import lines_of
from hocket.demo.run import Plan, Run, Subject
from hocket.mpi import Mpi

PLAN = Plan(ranks=8, bytes=1000, rounds=2, repetitions=2, seed=1, budget=1)
PLACE = {"cores this job may use": "2"}


def subject():
    return Subject(Mpi(Path("mpiexec"), "mpich", "5.0.2"), Path("program"))


def result(time, checksum="aa"):
    return {"times_us": [[time, time * 1.1], [time, time * 1.2]], "wrong_bytes": 0, "checksums": [checksum] * 8}


@pytest.fixture
def runs():
    under = subject()
    return [Run(under, case, "command", result(1000.0)) for case in cases("mpich") for _ in range(2)]


def render(runs):
    found = outcomes([runs[0].subject], runs, 1)
    return found, page.render(found, PLAN, PLACE)


def test_all_well(runs):
    found, html = render(runs)
    assert all(o.good for o in found)
    assert f"{len(found)} of {len(found)}" in html
    assert "What failed" not in html
    assert html.count('class="good">identical') == len(found)


def test_a_failed_run_is_shown(runs):
    runs[5].result, runs[5].failure = None, "status 139: <segmentation fault>"
    found, html = render(runs)
    assert sum(o.good for o in found) == len(found) - 1
    assert "1 of 2 failed" in html
    assert "status 139: &lt;segmentation fault&gt;" in html


def test_other_bytes_are_shown(runs):
    runs[6].result = result(1000.0, "bb")
    found, html = render(runs)
    assert [o.identical for o in found].count(False) == 1
    assert ">different<" in html


def test_nothing_is_identical_to_a_native_run_that_failed(runs):
    for run in runs:
        if run.case.kind == "native":
            run.result, run.failure = None, "status 1"
    found, _ = render(runs)
    assert not any(o.good for o in found)


def test_the_page_needs_nothing_else(runs):
    _, html = render(runs)
    assert "http" not in html and "<script" not in html and "src=" not in html


def test_long_names_are_cut_after_commas():
    lines = lines_of("Hocket, then(scatter=knomial,allgather=recursive-doubling)")
    assert lines == ["Hocket, then(scatter=knomial,", "allgather=recursive-doubling)"]
