# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune --profile: the places of a program, by the time that it spends there."""

import copy
import json

import pytest
from hocket.stop import Stop
from hocket.tune import from_profile
from hocket.tune.campaign import Campaign
from hocket.tune.places import Place
from test_profile import a_profile


def profile_of(*calls: dict) -> dict:
    """Each call is an allreduce of 8 bytes but for what is said."""
    document = a_profile()
    document["communicators"] = [
        {"id": 0, "ranks": 4, "nodes": 1, "layout": "1x4", "many": 1},
        {"id": 1, "ranks": 8, "nodes": 2, "layout": "2x4", "many": 1},
        {"id": 2, "ranks": 1, "nodes": 1, "layout": "1x1", "many": 4},
    ]
    usual = document["calls"][0]
    document["calls"] = [copy.deepcopy(usual) | call for call in calls]
    return document


def spends(us: float) -> dict:
    return {"time_us": {"mean": us, "max": us, "one_call": 1.0}}


def test_places_have_the_sizes_that_matter_there():
    calls = [
        spends(1000) | {"bytes": [8, 16]},
        spends(500) | {"bytes": [4096, 8192]},
        spends(1) | {"bytes": [1 << 20, 1 << 21]},
        spends(2000) | {"collective": "allgatherv", "bytes": [1024, 2048]},
        spends(900) | {"collective": "alltoallv", "bytes": None, "mean_bytes": 100.5, "wait_share": None},
        spends(100) | {"collective": "barrier", "bytes": [0, 1]},
    ]
    places, left = from_profile.places(profile_of(*calls))
    found = {place.collective: (place.limits(None), round(place.weight)) for place in places}
    assert found == {
        "allreduce": ((8, 8191), round(1501 * 0.6)),
        "allgatherv": ((256, 511), 1200),
        "alltoallv": ((100, 101), 900),
        "barrier": ((0, 0), 60),
    }
    assert [place.weight for place in places] == sorted((p.weight for p in places), reverse=True) and not left


def test_what_is_left_out_is_said():
    calls = [
        spends(1e6),
        spends(3e6) | {"form": "nonblocking"},
        spends(2e6) | {"communicator": 1, "wait_share": 0.5},
        spends(4e6) | {"collective": "neighbor_alltoall", "wait_share": 0.0},
        spends(9e6) | {"communicator": 2},
        spends(5e3) | {"collective": "scan"},
    ]
    places, left = from_profile.places(profile_of(*calls))
    assert [(p.collective, p.ranks) for p in places] == [("allreduce", 4)]
    text = " | ".join(left)
    for one in ("nonblocking and persistent calls: 1.8 s", "several nodes: 1 s", "neighborhood collectives: 4 s", "1%"):
        assert one in text


def test_a_profile_of_nothing_is_refused():
    with pytest.raises(Stop, match="no blocking collective") as refused:
        from_profile.places(profile_of(spends(5) | {"communicator": 2}))
    assert refused.value.status == 2


def test_the_budget_goes_where_the_time_goes():
    class Empty:
        def documents(self, *_: object) -> list[dict]:
            return []

    places = [Place("bcast", 4, (8, 64), 900.0), Place("scan", 4, (8, 64), 100.0)]
    campaign = Campaign(None, places, Empty(), 100, None, "shared-memory", 1)
    assert campaign.share(places[0]) == pytest.approx(0.9 / 5) and campaign.share(places[1]) == pytest.approx(0.1 / 5)


def test_names_and_a_profile_exclude_each_other(run, tmp_path):
    file = tmp_path / "p.json"
    file.write_text(json.dumps(profile_of(spends(5))))
    for more in (["bcast"], ["-n", "4"], ["-m", "8:64"], ["--exact"]):
        status, out, err = run("tune", "--profile", file, *more)
        assert (status, out) == (2, "") and "--profile says which" in err
    assert run("tune", "--profile", tmp_path / "none.json")[0] == 2


def test_a_program_is_tuned(run, valid, library, monkeypatch, tmp_path):
    """And another profile is another question."""
    calls = [spends(1000) | {"communicator": 3}, spends(400) | {"communicator": 3, "collective": "scan"}]
    document = profile_of(*calls)
    document["communicators"].append({"id": 3, "ranks": 2, "nodes": 1, "layout": "1x2", "many": 1})
    file, made = tmp_path / "p.json", tmp_path / "t.json"
    file.write_text(json.dumps(document))
    words = ["tune", "--profile", file, "--budget", "4s", "-o", made, "--mpi", library.prefix]
    assert run(*words)[0] == 0
    table = valid("table", json.loads(made.read_text()))
    assert {rule["collective"] for rule in table["rules"]} == {"allreduce", "scan"}
    assert all(rule["ppn"] == [2, 3] for rule in table["rules"])
    document["calls"].pop()
    file.write_text(json.dumps(document))
    status, _, err = run(*words)
    assert status == 2 and "was begun with sizes of profile" in err
