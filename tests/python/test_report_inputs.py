# SPDX-License-Identifier: BSD-3-Clause
"""What hocket report refuses: one message that names the file and what is valid, and no page, not even half of one."""

import copy
import json
import random
from pathlib import Path

import pytest
import report_documents as made
from conftest import SCHEMAS
from hocket import find, tool
from hocket.report import load, overlaps, page
from hocket.schema import Wrong, checker
from hocket.stop import Stop
from jsonschema import Draft202012Validator

BENCH = made.crossing()


def without(document, key):
    return {k: v for k, v in document.items() if k != key}


def slip(**change):
    document = copy.deepcopy(BENCH)
    document["results"][3] |= change
    return document


@pytest.mark.parametrize(
    "content, said",
    [
        ("", "is not JSON"),
        ("no {json", "is not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"schema":"hocket-bench-1","ranks":NaN}', "NaN is no number"),
        (b"\xff\xfe", "not text in UTF-8"),
        ('{"schema":"hocket-bench-1","ranks":1' + "0" * 5000 + "}", "is too large a number"),
        ([1, 2], "it names no schema"),
        ("3", "it names no schema"),
        ({"results": []}, "it names no schema"),
        ({"schema": 7}, "its schema is '7'"),
        ({"schema": "hocket-check-1"}, "its schema is 'hocket-check-1'; valid: hocket-bench-1"),
        ({"schema": "hocket-bench-0"}, "its schema is 'hocket-bench-0'"),
        (BENCH | {"schema": "hocket-bench-2"}, "newer than this Hocket: its schema is hocket-bench-2"),
        (without(BENCH, "ranks"), "does not fit hocket-bench-1: lacks ranks"),
        (BENCH | {"ranks": "4"}, "ranks: is '4'; valid: a whole number"),
        (BENCH | {"ranks": True}, "ranks: is True; valid: a whole number"),
        (BENCH | {"ranks": 0}, "ranks: is 0; valid: from 1"),
        (BENCH | {"rank": 4}, "rank: is no key that is known here; the nearest: ranks"),
        (slip(time_us=None), "results[3].time_us: is None; valid: a number"),
        (slip(time_us=-1), "results[3].time_us: is -1; valid: from 0"),
        ('{"schema":"hocket-machine-1","name":"x","levels":[],"memory_GBps":1e999}', "memory_GBps: is inf"),
        (made.together(BENCH, slip(bytes=1.5)), "measurements[1].results[3].bytes: is 1.5"),
        (BENCH | {"results": []}, "holds no measurement: there is nothing to report"),
        (made.together(BENCH | {"results": []}, BENCH | {"results": []}), "holds no measurement"),
        (made.table() | {"rules": []}, "holds no rule"),
        (made.table() | {"rules": made.table()["rules"] * 2}, "rules 0 and 2 overlap and are equally specific"),
        (made.guidelines() | {"guidelines": []}, "holds no guideline"),
        (made.profile([]), "holds no call"),
        (made.samples()[0], "holds no measurement"),
    ],
)
def test_one_message_and_no_page(run, tmp_path, content, said):
    path, page = tmp_path / "in.json", tmp_path / "r.html"
    data = content if isinstance(content, (str, bytes)) else json.dumps(content)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    status, out, err = run("report", path, "-o", page)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert str(path) in err and said in err
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_line_of_a_journal_is_named(run, tmp_path):
    lines = made.samples(BENCH, slip(samples="many"))
    path = tmp_path / "t.samples.jsonl"
    path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    status, _, err = run("report", path, "-o", tmp_path / "r.html")
    assert status == 2 and f"{path}:3 does not fit hocket-bench-1: results[3].samples" in err
    path.write_text(path.read_text().replace('"step":"scout"', '"step":"scout', 1))
    assert f"{path}:2 is not JSON" in run("report", path, "-o", tmp_path / "r.html")[2]


def test_places_that_cannot_be(run, tmp_path):
    (tmp_path / "in.json").write_text(json.dumps(BENCH))
    for words, said in (
        (["no-such.json"], "no-such.json cannot be read: No such file"),
        ([tmp_path], "cannot be read: Is a directory"),
        ([tmp_path / "in.json", "-o", tmp_path / "none" / "r.html"], "there is no such folder"),
        ([tmp_path / "in.json", "-o", tmp_path], "is a folder"),
        ([tmp_path / "in.json", "-o", tmp_path / "in.json"], "is an input as well"),
    ):
        status, out, err = run("report", *words)
        assert (status, out) == (2, "") and said in err
    assert json.loads((tmp_path / "in.json").read_text()) == BENCH
    assert run("report")[0] == 2


def test_a_page_that_is_there_stays_when_the_next_one_fails(run, tmp_path):
    page = tmp_path / "r.html"
    page.write_text("the page of yesterday")
    (tmp_path / "in.json").write_text("{}")
    assert run("report", tmp_path / "in.json", "-o", page)[0] == 2
    assert page.read_text() == "the page of yesterday"


def spots(document):
    """Every place in it: what holds a thing, and its key."""
    found, left = [], [document]
    while left:
        holder = left.pop()
        for key in holder if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            if isinstance(holder[key], (dict, list)):
                left.append(holder[key])
    return found


def mutated(document, draw):
    """A copy in which one thing is another: a key renamed or gone, a value of another type or sign."""
    copied = copy.deepcopy(document)
    holder, key = draw.choice(spots(copied))
    change = draw.randrange(4)
    if change == 0 and isinstance(holder, dict):
        holder[key + "x"] = holder.pop(key)
    elif change == 1:
        del holder[key]
    else:
        holder[key] = draw.choice([None, "text", -3, 0, 1.5, True, [], {}, [1, "x"], float(2)])
    return copied


def odd(document, draw):
    """A copy in which one value is another of its type."""
    copied = copy.deepcopy(document)
    holder, key = draw.choice([spot for spot in spots(copied) if spot[1] != "schema"])
    value = holder[key]
    if isinstance(value, str):
        holder[key] = draw.choice(["", "native", "native'", "auto", "a,b(c=d)", "\n", "bcast", "barrier", "\u2028<!--"])
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, (int, float)):
        holder[key] = draw.choice([0, 1, 2, 3, 7, 1 << 62, 10**19, *([1e-9, 0.5, 1e300] * isinstance(value, float))])
    elif isinstance(value, list):
        holder[key] = draw.choice([value[:1], value + value, value[::-1]])
    return copied


SMALL = BENCH | {"results": BENCH["results"][:3], "machine": made.described()}
FORMS = {
    "bench": SMALL,
    "table": made.table(),
    "guidelines": made.guidelines(),
    "profile": made.profile([made.call("bcast", [8, 16], 10, 1e6)]),
    "samples": made.samples()[0],
    "machine": {"schema": "hocket-machine-1", "name": "x", "levels": [{"name": "node", "overhead_us": [[0, 1.5]]}]},
}


@pytest.mark.parametrize("kind", load.READ)
def test_documents_are_judged_as_json_schema_judges(kind):
    schema = json.loads((SCHEMAS / f"{kind}.json").read_text())
    judge, reference = checker(schema), Draft202012Validator(schema)
    judge(FORMS[kind])
    draw, refused = random.Random(1), 0
    for _ in range(400):
        document = mutated(FORMS[kind], draw)
        expected = reference.is_valid(document)
        try:
            judge(document)
            assert expected, document
        except Wrong as wrong:
            assert not expected, (str(wrong), document)
            refused += 1
    assert refused > 100


def test_every_kind_that_is_read_is_named_in_the_help(run):
    help = run("report", "--help")[1]
    assert all(f"-{kind}-1" in help for kind in load.READ)


def test_whatever_fits_its_schema_becomes_a_page(monkeypatch):
    """No number or name that a schema lets pass, however odd, ends in a fault."""
    texts = {Path("fine.json"): json.dumps(SMALL)}
    monkeypatch.setattr(load, "text_of", texts.__getitem__)
    monkeypatch.setattr(tool, "attempt", lambda *_: (None, "not now"))
    draw, shown = random.Random(2), 0
    for _ in range(150):
        document = FORMS[draw.choice(["bench", "table", "guidelines", "profile", "machine"])]
        for _ in range(draw.randrange(1, 5)):
            document = odd(document, draw)
        texts[Path("odd.json")] = json.dumps(document)
        try:
            found = load.read(Path("odd.json"))
        except Stop:
            continue
        assert page.render(found + load.read(Path("fine.json"))).startswith("<!doctype html>")
        shown += 1
    assert shown > 80


def test_schemas_are_found_in_an_installation(monkeypatch, tmp_path):
    (tmp_path / "share/hocket/schemas").mkdir(parents=True)
    (tmp_path / "share/hocket/schemas/bench.json").write_text("{}")
    monkeypatch.setattr(find, "checkout", lambda: None)
    monkeypatch.setattr(find, "homes", lambda: [tmp_path / "none", tmp_path])
    assert find.schema("bench") == tmp_path / "share/hocket/schemas/bench.json"
    with pytest.raises(Stop, match=r"the schema table\.json is missing"):
        find.schema("table")


def test_rules_overlap_where_the_library_says_so(tmp_path):
    draw, path = random.Random(6), tmp_path / "table.json"
    ranges, refused = ([0, 6], [2, 8], [4, 16], [0, (1 << 64) - 1], None), 0
    for _ in range(200):
        drawn = [{key: draw.choice(ranges) for key in overlaps.RANGES} for _ in range(2)]
        rules = [
            {"collective": draw.choice(["reduce", "scan"]), "algorithm": "native"}
            | {"op": draw.choice(["any", "commutative", "noncommutative"])}
            | {key: some for key, some in one.items() if some}
            for one in drawn
        ]
        path.write_text(json.dumps({"schema": "hocket-table-1", "provenance": {}, "rules": rules}))
        out, why = tool.attempt(["explain", "barrier", "--nodes", "1", "--ppn", "2", "--table", str(path)], 10)
        assert out or "overlap and are equally specific" in why
        assert (overlaps.find(rules) is None) == (out is not None), rules
        refused += out is None
    assert 10 <= refused <= 190
