# SPDX-License-Identifier: BSD-3-Clause
"""What `hocket lab bench` makes of launches: records, the document, the picture."""

import json
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest
from experiments import good
from hocket.lab import campaign, picture, result
from hocket.lab.counters import Counts
from hocket.lab.job import Ended
from hocket.mpi import Mpi
from hocket.stop import Stop

MPICH = Mpi(Path("mpiexec"), "mpich", "5.0.2")


@pytest.fixture
def asked(tmp_path):
    return good(tmp_path)


def ended(status, out="", complaints="", **counts):
    zero: Counts = dict.fromkeys(campaign.COUNTED, 0)
    return Ended(status, 1.5, {"h0": zero | counts, "h1": zero}, out, complaints)


def answer(algorithm, time):
    row = {
        "variant": algorithm,
        "bytes": 1024,
        "time_us": time,
        "min_us": time - 1,
        "max_us": time + 1,
        "verified": True,
    }
    return json.dumps({"variants": [{"name": algorithm}], "results": [row]})


def launched(asked):
    """All launches of the fixture: the native ones at 1K with a time-out in the last, one at 16K too late."""
    for i, round in enumerate(campaign.order(asked)):
        for one in round:
            late = one.bytes > 1024 and i == 0
            waits = i == 2 and one.algorithm == "native"
            out = answer(one.algorithm, 250_000.0 if waits else 80_000.0 + i)
            yield campaign.record(one, ended(None if late else 0, out, timeouts=int(waits), switch_drops=3), [])


def test_a_result_fits_its_schema_and_says_what_happened(asked, valid):
    found = valid("lab", result.document(asked, MPICH, result.here(), 6e6, list(launched(asked))))
    small, large = (
        next(r for r in found["summary"] if r["bytes"] == size and r["algorithm"] == "native") for size in (1024, 16384)
    )
    assert (small["launches"], small["failed"], small["with_timeouts"], small["mean_switch_drops"]) == (3, 0, 1, 3.0)
    assert small["time_us"]["value"] == 80_001.0
    assert (small["min_us"], small["max_us"]) == (80_000.0, 250_000.0)
    assert large["failed"] == 1 and large["over_floor"] > 1
    assert result.failed(found) == 2


def test_the_floor_of_blocks_that_differ_counts_those_beyond_the_first_host(asked):
    shared = {"bytes": 1024, "algorithm": "auto"}
    assert result.passing(asked, [shared | {"blocks": [5, 5, 5, 5, *range(28)]}], 1024) == sum(range(28))
    assert result.passing(asked, [shared], 1024) == 28 * 1024


def test_nothing_but_failures_is_still_a_document(asked, valid):
    every = [campaign.record(one, ended(None), []) for round in campaign.order(asked) for one in round]
    found = valid("lab", result.document(asked, MPICH, result.here(), 6e6, every))
    assert all("time_us" not in row for row in found["summary"])
    assert "3 failed" in picture.draw(found)


def test_a_program_that_fails_is_a_failed_launch(asked):
    one = next(campaign.order(asked))[0]
    found = campaign.record(one, ended(139, complaints="killed by a signal\nmore"), [])
    assert found["failure"] == "status 139: killed by a signal"


def test_a_wrong_spec_ends_the_experiment(asked):
    one = next(campaign.order(asked))[0]
    with pytest.raises(Stop, match="unknown gatherv algorithm") as wrong:
        campaign.record(one, ended(2, complaints="hocket: HOCKET_GATHERV: unknown gatherv algorithm"), [])
    assert wrong.value.status == 2


def test_the_picture_has_a_dot_for_each_launch(asked):
    found = result.document(asked, MPICH, result.here(), 6e6, list(launched(asked)))
    kinds = [
        circle.get("class") for circle in xml.fromstring(picture.draw(found)).iter("{http://www.w3.org/2000/svg}circle")
    ]
    timed = [one for one in found["launched"] if "time_us" in one]
    assert len(kinds) == len(timed) + 2  # two in the legend
    assert kinds.count("late") == sum(one["timeouts"] > 0 for one in timed) + 1
