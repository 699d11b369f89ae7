# SPDX-License-Identifier: BSD-3-Clause
"""Text and lines of JSON that `hocket bench` prints."""

import json

import pytest
from hocket import mpi
from hocket.bench import machine, merge, plan, styles, view
from test_bench import document, row

TAILS = {"p50": 4.0, "p90": 5.0, "p95": 6.0, "p99": 7.0}
OVERLAP = {"total_us": 9.0, "computing_us": 4.0, "percent": 75.0}


@pytest.fixture
def measured(valid):
    rows = [row(name, size, [4.0 + i / 10 for i in range(8)]) for size in (8, 16) for name in ("native", "native'")]
    for one in rows:
        one |= {"fastest_us": 1.5, "percentiles_us": TAILS, "overlap": OVERLAP}
    return valid("bench", merge.merge([plan.Job(("native",))], [document(rows)], 1))


def plain(measured):
    for one in measured["results"]:
        del one["overlap"]
    return measured


def numbers(lines):
    return [line.split() for line in lines if line and not line.startswith("#")]


def test_osu(measured):
    lines = styles.osu(plain(measured), True, True)
    assert "# Bcast Latency Test, native, hocket bench" in lines
    head = next(line for line in lines if line.startswith("# Size"))
    assert head.split("  ")[0] == "# Size" and "Avg Latency(us)" in head and "P95 Tail Lat(us)" in head
    assert numbers(lines)[0] == ["8", "4.40", "1.50", "4.40", "10", "4.00", "5.00", "6.00", "7.00"]
    assert len(numbers(lines)) == 4
    assert numbers(styles.osu(measured, False, False))[0] == ["8", "4.40"]


def test_overlap(measured):
    assert numbers(styles.osu(measured, True, False))[1] == ["16", "9.00", "4.00", "4.40", "75.00"]
    assert numbers(styles.imb(measured))[0] == ["8", "10", "9.00", "4.40", "4.00", "75.00"]
    assert "Overlap(%)" in "\n".join(view.full_lines(measured))


def test_imb(measured):
    lines = styles.imb(plain(measured))
    assert "# #processes = 2" in lines
    assert numbers(lines)[0] == ["8", "10", "1.50", "4.40", "4.40"]


def test_a_star_marks_what_is_significant():
    fast, slow = [2.0 + i / 100 for i in range(8)], [4.0 + i / 100 for i in range(8)]
    rows = [row("native", 8, slow), row("native'", 8, slow), row("knomial", 8, fast)]
    merged = merge.merge([plan.Job(("native", "knomial"))], [document(rows)], 1)
    assert [r.get("significant") for r in merged["results"]] == [None, False, True]
    (line,) = (line for line in view.short_lines(merged) if line.startswith("8 "))
    assert line.endswith("]*") and line.count("*") == 1


def test_points_are_documents(measured, valid):
    place = {"machine": machine.description(mpi.Mpi(None, "mpich", "5.0"), 2)}
    lines = [json.loads(json.dumps(point)) for point in merge.points(measured | place)]
    assert len(lines) == 4
    for line in lines:
        assert len(valid("bench", line)["results"]) == 1 and line["machine"]["cores"] >= 1


def test_launches_together(measured):
    again = document([one | {"percentiles_us": TAILS | {"p99": 9.0}} for one in measured["results"]])
    first = document(measured["results"])
    both = merge.merge([plan.Job(("native",))] * 2, [first, again], 1)
    assert both["results"][0]["percentiles_us"]["p99"] == 8 and both["results"][0]["overlap"] == OVERLAP
