# SPDX-License-Identifier: BSD-3-Clause
"""Merging tables: the newest rules of each place; any order, any grouping, any number of times the same."""

import itertools
import json
import random

import pytest
from conftest import needs
from hocket.tune.merge import merge

NAMES = ("flat", "knomial", "native")


def rules_of(draw: random.Random, collective: str, ppn: int) -> list[dict]:
    borders = [0, *sorted(draw.sample(range(1, 1000), 2)), 1 << 62]
    return [
        {"collective": collective, "nodes": [1, 2], "ppn": [ppn, ppn + 1], "bytes": [low, high]}
        | {"algorithm": draw.choice(NAMES), "samples": draw.randrange(100)}
        for low, high in itertools.pairwise(borders)
    ]


def table(draw: random.Random, date: str) -> dict:
    places = [(c, n) for c in ("bcast", "reduce") for n in (2, 4, 8) if draw.random() < 0.6] or [("bcast", 2)]
    rules = [rule for c, n in places for rule in rules_of(draw, c, n)]
    draw.shuffle(rules)
    return {"schema": "hocket-table-1", "provenance": {"date": date, "machine": "this"}, "rules": rules}


@pytest.mark.parametrize("seed", range(50))
def test_merging_is_associative_commutative_and_idempotent(seed):
    draw = random.Random(seed)
    a, b, c = (table(draw, draw.choice(["2026-01-01", "2026-02-01"])) for _ in range(3))
    all_at_once = merge([a, b, c])
    assert merge([merge([a, b]), c]) == merge([a, merge([b, c])]) == all_at_once
    assert all(merge(list(order)) == all_at_once for order in itertools.permutations([a, b, c]))
    assert merge([all_at_once, all_at_once]) == merge([all_at_once]) == merge([all_at_once, b]) == all_at_once
    assert merge([a, a]) == merge([a])


def test_the_newest_rules_of_each_place(valid):
    draw = random.Random(1)
    old = {"provenance": {"date": "2026-01-01"}, "rules": rules_of(draw, "bcast", 2) + rules_of(draw, "bcast", 4)}
    new = {"provenance": {"date": "2026-02-01"}, "rules": rules_of(draw, "bcast", 2)}
    merged = valid("table", merge([new, old]))
    assert merged["rules"] == new["rules"] + old["rules"][3:]
    dates = {part["date"]: len(part["places"]) for part in merged["provenance"]["parts"]}
    assert dates == {"2026-01-01": 1, "2026-02-01": 1}


def test_merged_tables_are_read_by_the_library(run, tmp_path):
    needs("hocket-tool")
    draw = random.Random(2)
    for name in ("a", "b"):
        made = {"schema": "hocket-table-1", "provenance": {"date": name}, "rules": rules_of(draw, "bcast", 2)}
        (tmp_path / f"{name}.json").write_text(json.dumps(made))
    out = tmp_path / "c.json"
    status, _, _ = run("tune", "--merge", tmp_path / "a.json", tmp_path / "b.json", "-o", out)
    assert status == 0
    again = tmp_path / "d.json"
    assert run("tune", "--merge", out, tmp_path / "b.json", "-o", again)[0] == 0
    assert again.read_text() == out.read_text()
    words = ["explain", "bcast", "--nodes", 1, "--ppn", 2, "--bytes", 8, "--table", out, "--json"]
    assert "rule 0 of the tuning table" in run(*words)[1]


@pytest.mark.parametrize("keep", [0.02, 0.3, 0.7, 0.99])
def test_a_table_cut_short_is_named_and_nothing_is_written(run, tmp_path, keep):
    needs("hocket-tool")
    whole = json.dumps(table(random.Random(3), "2026-01-01"))
    (tmp_path / "a.json").write_text(whole[: int(keep * len(whole))])
    status, _, _ = run("tune", "--merge", tmp_path / "a.json", "-o", tmp_path / "c.json")
    assert status == 2 and not (tmp_path / "c.json").exists()
