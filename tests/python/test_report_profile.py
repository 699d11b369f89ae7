# SPDX-License-Identifier: BSD-3-Clause
"""What tuning would save: calls x (time of what ran - time of the best), and what is not covered."""

import pytest
import report_documents as made
from hocket.report.measured import places
from hocket.report.profile import profiles
from hocket.report.savings import Saving, Uncovered
from test_report import inputs

MEASURED = [made.crossing("bcast"), made.crossing("allreduce", 8)]


def of(call, **more):
    """The one row of a profile with this call: its columns by name."""
    document = made.profile([call], **more)
    found = profiles(inputs("profile", document), places(inputs("bench", *MEASURED)))[0]
    return dict(zip([column.title for column in found.data.columns], found.data.rows[0], strict=True))


def test_the_estimate_is_calls_times_the_difference():
    row = of(made.call("bcast", [512, 1024], 1000, 1e7))
    native = 10 + 512 / 1000
    assert row["saved µs"] == pytest.approx(1000 * native / 2, rel=1e-3)
    assert row["estimated from"] == "knomial:k=4 at 512, 4 ranks"


def test_what_ran_is_weighed_by_its_calls():
    half = made.call("bcast", [512, 1024], 1000, 1e7, algorithms={"native": 1500, "knomial:k=4": 4500})
    assert of(half)["saved µs"] == pytest.approx(250 * (10 + 512 / 1000) / 2, rel=1e-3)
    best = made.call("bcast", [512, 1024], 1000, 1e7, algorithms={"knomial:k=4": 4000})
    assert of(best)["saved µs"] == 0


def test_no_more_is_saved_than_was_spent_outside_waiting():
    assert of(made.call("bcast", [512, 1024], 1000, 1000.0))["saved µs"] == pytest.approx(750)


def test_the_nearest_within_a_factor_of_two():
    assert of(made.call("bcast", [600, 700], 10, 1e6, mean_bytes=650))["estimated from"].endswith("at 512, 4 ranks")
    assert of(made.call("allreduce", [8, 16], 10, 1e6))["estimated from"].endswith("at 8, 8 ranks")


@pytest.mark.parametrize(
    "call, why",
    [
        (made.call("reduce", [8, 16], 10, 1e6), "reduce was not measured"),
        (made.call("bcast", [8, 16], 10, 1e6, communicator=1), "not measured on several nodes"),
        (made.call("bcast", [8, 16], 10, 1e6, algorithms={"bine": 10}), "bine was not measured at 8"),
        (made.call("bcast", [1 << 24, 1 << 25], 10, 1e6), "the nearest was measured at 1M"),
        (made.call("bcast", [8, 16], 10, 1e6, form="persistent"), "hocket bench measures blocking calls only"),
    ],
)
def test_rows_that_are_not_covered_say_why(call, why):
    row = of(call)
    assert row["saved µs"] is None and row["estimated from"] == f"not covered: {why}"


def test_other_ranks_and_libraries_are_not_taken_for_these():
    far = [{"id": 0, "ranks": 32, "nodes": 1, "layout": "1x32", "many": 1}]
    assert "measured with 4 ranks" in of(made.call("bcast", [8, 16], 10, 1e6), communicators=far)["estimated from"]
    other = of(made.call("bcast", [8, 16], 10, 1e6), library="Open MPI v5.0.9, package")
    assert other["estimated from"] == "not covered: measured under another library"
    long = of(made.call("bcast", [8, 16], 10, 1e6), library="MPICH Version:      5.0.2\nMPICH ABI: 18:2:6\n")
    assert long["saved µs"] > 0


def test_a_part_of_the_ranks_saves_a_part_of_the_mean():
    pair = [{"id": 0, "ranks": 2, "nodes": 1, "layout": "1x2", "many": 1}]
    whole, part = (
        of(made.call("bcast", [8, 16], 10, 1e6), **more)["saved µs"] for more in ({}, {"communicators": pair})
    )
    assert part == pytest.approx(whole / 2)


def test_the_longest_come_first_and_the_rest_is_one_bar():
    calls = [made.call("bcast", [8, 16], 10, 1e3 * i) for i in range(1, 21)]
    found = profiles(inputs("profile", made.profile(calls)), [])[0]
    times = [row[5] for row in found.data.rows]
    assert times == sorted(times, reverse=True) and "6 others" in found.picture
    assert found.saved_us == 0 and not found.measured


def test_what_is_not_known_stays_empty():
    call = made.call("gatherv", None, 10, 1e6, wait_share=None, imbalance_us=None)
    call["time_us"]["one_call"] = None
    row = of(call)
    assert [row[name] for name in ("from bytes", "waiting", "one call µs", "imbalance µs")] == [None] * 4
    assert isinstance(Uncovered("x").why, str) and str(Saving(1, "ring", 4, 2048)) == "ring at 2K, 4 ranks"
