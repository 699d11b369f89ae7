# SPDX-License-Identifier: BSD-3-Clause
"""How tools/node_table.py makes rules of measurements."""

import json

import pytest


@pytest.fixture(scope="module")
def node_table(tool):
    return tool("node_table.py")


def document(collective: str, ranks: int, **times: dict[int, float]) -> dict:
    """native takes 10 us at every size, and so does its double."""
    sizes = sorted({n for of in times.values() for n in of})
    every = {"native": dict.fromkeys(sizes, 10.0), "native'": dict.fromkeys(sizes, 10.0)} | times
    return {
        "collective": collective,
        "ranks": ranks,
        "variants": [{"name": name, "spec": name.rstrip("'")} for name in every],
        "results": [{"variant": name, "bytes": n, "time_us": us} for name, of in every.items() for n, us in of.items()],
    }


def test_numbers_of_ranks_are_parted_half_way_by_factors(node_table):
    places = [node_table.decided_by(n, {2, 4, 8, 16}) for n in (2, 4, 8, 16)]
    assert places == [[2, 3], [3, 6], [6, 12], [12, 17]]
    assert node_table.decided_by(8, {2, 8}) == node_table.decided_by(8, {8}) == [3, 17]


@pytest.mark.parametrize("ranks", [1, 17, 32])
def test_other_numbers_of_ranks_are_refused(node_table, ranks):
    with pytest.raises(SystemExit, match=f"{ranks} ranks: rules are for 2 to 16"):
        node_table.decided_by(ranks, {ranks})


def test_the_fastest_at_each_size(node_table):
    some = document("bcast", 4, shm={8: 5.0, 64: 5.0, 512: 20.0}, flat={8: 20.0, 64: 20.0, 512: 5.0})
    found = node_table.rules([some], {}, {4})
    assert [(rule["algorithm"], rule["bytes"][0]) for rule in found] == [("shm", 0), ("flat", 65)]
    assert all(rule["ppn"] == [3, 17] for rule in found)


def test_a_limit_counts_all_blocks_of_a_rank(node_table):
    """Of 16 ranks blocks of 512 bytes are 8 KB, of 4 ranks 2 KB."""
    limits = {("alltoall", "shm"): 4096}
    for ranks, expected in (4, ["shm"]), (16, ["shm", "native"]):
        some = document("alltoall", ranks, shm={8: 5.0, 64: 5.0, 512: 5.0})
        assert [rule["algorithm"] for rule in node_table.rules([some], limits, {ranks})] == expected


def test_kept_rules_give_way_where_new_ones_decide(node_table, tmp_path):
    def rule(collective, ppn):
        return {"collective": collective, "nodes": [1, 2], "ppn": ppn, "algorithm": "flat"}

    old = [rule("bcast", [2, 3]), rule("bcast", [3, 17]), rule("scan", [3, 17])]
    table = tmp_path / "old.json"
    table.write_text(json.dumps({"rules": old}))
    found = node_table.with_kept([rule("bcast", [3, 6]), rule("bcast", [6, 17])], table)
    assert [(r["collective"], r["ppn"]) for r in found] == [
        ("bcast", [2, 3]), ("bcast", [3, 6]), ("bcast", [6, 17]), ("scan", [3, 17])
    ]  # fmt: skip
