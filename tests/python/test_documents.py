# SPDX-License-Identifier: BSD-3-Clause
"""Every document that is printed fits its schema, and the schemas refuse what is not theirs."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
DOCUMENTS = [
    "bench",
    "check",
    "doctor",
    "explain",
    "fit",
    "guidelines",
    "lab",
    "list",
    "machine",
    "native-rules",
    "native-table",
    "profile",
    "samples",
    "simulate",
    "table",
]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_schema_is_one(name):
    Draft202012Validator.check_schema(json.loads((SCHEMAS / f"{name}.json").read_text()))


def test_no_schema_without_a_test():
    assert sorted(file.stem for file in SCHEMAS.glob("*.json")) == DOCUMENTS


def closed(schema):
    """Every object with named properties refuses others."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("additionalProperties") is not False:
            return False
        return all(map(closed, schema.values()))
    return all(map(closed, schema)) if isinstance(schema, list) else True


@pytest.mark.parametrize("name", DOCUMENTS)
def test_unknown_keys_are_errors(name):
    assert closed(json.loads((SCHEMAS / f"{name}.json").read_text()))


@pytest.mark.parametrize(
    "name, words",
    [
        ("list", ["list"]),
        ("list", ["list", "bcast"]),
        ("check", ["check", "bcast", "--algorithm", "knomial:k=3", "--ranks", "1-5"]),
        ("explain", ["explain", "bcast", "--bytes", "1221360", "--nodes", "512", "--ppn", "12"]),
        ("explain", ["explain", "bcast", "--bytes", "0", "--nodes", "1", "--ppn", "1"]),
        ("doctor", ["doctor", "--no-launch"]),
    ],
)
def test_what_is_printed_is_valid(run, built, valid, name, words):
    _, out, _ = run(*words, "--json")
    valid(name, json.loads(out))


def test_tables_are_rendered(run, built):
    assert "knomial" in run("list", "bcast")[1]
    _, out, err = run("check", "bcast", "--algorithm", "knomial", "--ranks", "1-4")
    assert (out + err).count("0 failures") == 1
    assert "because:" in run("explain", "bcast", "--bytes", "8K", "--nodes", "4", "--ppn", "2")[1]


def test_a_table_with_a_slip(valid):
    rule = {"collective": "bcast", "ranks": [2, 64], "algorithm": "knomial:k=4"}
    table = {"schema": "hocket-table-1", "rules": [rule]}
    valid("table", table)
    for wrong in ({**rule, "rank": [1, 2]}, {**rule, "ranks": [2]}, {"collective": "bcast"}):
        with pytest.raises(ValidationError):
            valid("table", table | {"rules": [wrong]})
