# SPDX-License-Identifier: BSD-3-Clause
"""How tools/make-tables.py makes rules of samples."""

import json
from pathlib import Path

import pytest

PLACE = (8, 12)


@pytest.fixture(scope="module")
def tables(tool):
    return tool("make-tables.py")


def samples(**winners: list[int]) -> dict:
    """Sizes at which only this algorithm is fast."""
    return {n: ({name: float(n)}, 1) for name, sizes in winners.items() for n in sizes}


def test_a_sample_speaks_for_the_sizes_down_to_the_one_before(tables):
    found = tables.rules(PLACE, samples(ring=[1, 2], pat=[4, 8]))
    assert [(rule["algorithm"], rule["bytes"]) for rule in found] == [("ring", [0, 3]), ("pat", [3, tables.END])]
    assert [rule["samples"] for rule in found] == [2, 2]
    assert found[0]["nodes"] == [8, 9] and found[0]["ppn"] == [12, 13]


def test_a_winner_stays_while_it_is_as_fast_as_the_fastest(tables):
    both = {"pat": 4.0, "ring": 4.01}
    found = tables.rules(PLACE, samples(ring=[1, 2]) | {4: (both, 2)} | samples(pat=[8]))
    assert [(rule["algorithm"], rule["bytes"][1]) for rule in found] == [("ring", 5), ("pat", tables.END)]
    assert found[0]["time_us"] == 4.01


def test_rules_of_larger_places_stay(tables, tmp_path):
    file = tmp_path / "allreduce.json"
    small, large = (tables.rules(place, samples(ring=[8])) for place in ((2, 2), (100, 4)))
    tables.write(file, "gigabit", "allreduce", {(2, 2): small, (100, 4): large})
    assert "--shm" not in file.read_text()
    assert list(tables.kept_rules(file, 300)) == [(100, 4)]
    assert tables.kept_rules(file, 400) == {}
    assert tables.kept_rules(tmp_path / "none.json", 1) == {}


def test_a_barrier_has_one_rule_for_all(tables):
    (rule,) = tables.rules(PLACE, samples(flat=[0]))
    assert rule["bytes"] == [0, tables.END]


def test_where_the_winner_changes_sizes_in_between_are_sampled(tables):
    assert tables.between({PLACE: samples(ring=[16, 512], pat=[1024])}) == [(PLACE, 768)]
    assert tables.between({PLACE: samples(ring=[16, 512], pat=[640, 1024])}) == []


def test_neighbouring_sizes_have_none_in_between(tables):
    """Sizes 1 and 2 with different winners were sampled for ever."""
    assert tables.between({PLACE: samples(ring=[1], pat=[2])}) == []


def test_blocks_of_a_node_as_long_as_the_limit_are_sampled(tables):
    assert 256 // 12 in tables.sizes_of("aurora", "allgather", PLACE)
    assert 256 * 8 in tables.sizes_of("aurora", "reduce_scatter", PLACE)
    assert tables.sizes_of("aurora", "barrier", PLACE) == [0]


def test_tables_of_shared_memory_say_so_and_have_no_lone_ranks(tables, tmp_path):
    file = tmp_path / "aurora" / "shm" / "bcast.json"
    tables.write(file, "aurora", "bcast", {PLACE: tables.rules(PLACE, samples(ring=[8]))}, shm=True)
    assert "hocket simulate --shm" in file.read_text()
    assert (64, 1) in tables.places_of("aurora", shm=False)
    assert all(ppn > 1 for _, ppn in tables.places_of("aurora", shm=True))


def test_a_machine_that_copies_nothing_is_the_same_otherwise(tables):
    made = json.loads(Path(tables.that_copies_nothing("gigabit")).read_text())
    shipped = json.loads((tables.ROOT / "data/machines/gigabit.json").read_text())
    assert shipped.pop("multicast") and made == shipped


def test_tables_of_messages_know_no_tells(tables):
    assert tables.may_be_chosen("knomial", False)
    assert not tables.may_be_chosen("levels(across=knomial,inside=shm)", False)
    assert tables.may_be_chosen("levels(across=knomial,inside=shm)", True)
    assert not tables.may_be_chosen("multicast", True)


@pytest.mark.parametrize("file", sorted((Path(__file__).resolve().parents[2] / "data/tables").rglob("*.json")), ids=str)
def test_shipped_tables_name_what_may_be_chosen(tables, file):
    shm = file.parent.name == "shm"
    assert all(tables.may_be_chosen(rule["algorithm"], shm) for rule in json.loads(file.read_text())["rules"])
