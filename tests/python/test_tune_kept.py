# SPDX-License-Identifier: BSD-3-Clause
"""What hocket tune does not lose: rules of earlier questions, and tables where it has found no rules."""

import json

import pytest
import report_documents as made
from conftest import needs
from hocket.stop import Stop
from hocket.tune import curves, document, measure
from hocket.tune.places import Place
from hocket.tune.rules import rules


@pytest.fixture
def tune(run, library, monkeypatch, tmp_path):
    """Where a job takes ten seconds, as it says: the collectives of the table, and what was said."""

    def job(hosts, place, step, *_):
        content = {k: v for k, v in made.crossing(place.collective, place.ranks).items() if k != "launches"}
        where = {"collective": place.collective, "ranks": place.ranks, "step": step.name, "seconds": 10}
        return where | {"document": content}

    def call(*words):
        file = tmp_path / "t.json"
        status, _, err = run("tune", *words, "-o", file, "--mpi", library.prefix)
        table = json.loads(file.read_text())
        return status, {(rule["collective"], rule["ppn"][0]) for rule in table["rules"]}, " ".join(err.split())

    monkeypatch.setattr(measure, "run", job)
    return call


def test_a_budget_is_for_what_is_asked_now_and_earlier_rules_stay(tune, tmp_path):
    assert tune("bcast", "-n", "2", "--budget", "6s")[:2] == (0, {("bcast", 2)})
    status, found, said = tune("reduce", "-n", "2", "--budget", "6s")
    assert (status, found) == (0, {("bcast", 2), ("reduce", 2)})
    assert "the table keeps what was measured before: bcast at 2 ranks; --restart forgets it" in said
    assert tune("bcast", "-n", "4", "--budget", "6s")[1] == {("bcast", 2), ("bcast", 4), ("reduce", 2)}
    lines = (tmp_path / "t.samples.jsonl").read_text().splitlines()
    assert len(lines) == 1 + 3, "one job for each: then its budget was spent"
    tune("bcast", "-n", "4", "--budget", "6s")
    assert (tmp_path / "t.samples.jsonl").read_text().splitlines() == lines
    assert json.loads((tmp_path / "t.json").read_text())["provenance"]["seconds"] == 30
    assert tune("reduce", "-n", "2", "--budget", "6s", "--restart")[:2] == (0, {("reduce", 2)})


def test_numbers_of_ranks_that_were_asked_before_still_speak_for_themselves(tune, tmp_path):
    tune("bcast", "-n", "5", "--exact", "--budget", "6s")
    assert tune("bcast", "-n", "7", "--exact", "--budget", "6s")[1] == {("bcast", 5), ("bcast", 6)}
    places = {tuple(rule["ppn"]) for rule in json.loads((tmp_path / "t.json").read_text())["rules"]}
    assert places == {(5, 6), (6, 8)}


def test_no_table_without_rules_takes_the_place_of_one_with_some(run, tmp_path):
    needs("hocket-tool")
    good, empty, new = (tmp_path / name for name in ("good.json", "empty.json", "new.json"))
    good.write_text(document.text(made.table()))
    empty.write_text(document.text(made.table() | {"rules": []}))
    before = good.read_text()
    status, _, err = run("tune", "--merge", empty, "-o", good)
    assert status == 1 and f"no rule was found, so {good}, which has 2, stays as it is" in " ".join(err.split())
    status, _, err = run("tune", "--merge", "-o", good)
    assert status == 2 and "--merge names no table" in err
    assert good.read_text() == before
    assert run("tune", "--merge", empty, "-o", new)[0] == run("tune", "--merge", empty, "-o", new)[0] == 0


def test_a_table_of_native_algorithms_alike(tmp_path):
    file = tmp_path / "native.json"
    file.write_text(json.dumps({"schema": "hocket-native-table-1", "provenance": {}, "rules": [{}]}))
    with pytest.raises(Stop, match="which has 1, stays as it is"):
        document.save(file, {"schema": "hocket-native-table-1", "provenance": {}, "rules": []})


def test_where_all_data_were_wrong_there_is_no_rule():
    wrong = made.measurement("bcast", 4, [made.row("native", 8, 1.0, verified=False)])
    assert rules(Place("bcast", 4), [wrong], [4]) == rules(Place("gatherv", 4), [wrong], [4]) == []
    assert curves.winners({}) == {}
