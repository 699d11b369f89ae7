# SPDX-License-Identifier: BSD-3-Clause
"""Several tables in one: for each group of rules (a collective at a place) those of the newest table that has it.

The order of the tables does not matter, nor does merging a table twice: of two groups the later date wins, and of two
of one date the one whose text is greater.
"""

import json
from pathlib import Path

from hocket import tool
from hocket.stop import wrong_usage

SCHEMA = "hocket-table-1"
PLACE = ("collective", "ranks", "nodes", "ppn", "memory", "op")
Group = tuple[str, list[dict]]  # what is known of the origin, as JSON text; rules


def merge(tables: list[dict]) -> dict:
    best: dict[str, Group] = {}
    for table in tables:
        for place, group in groups(table).items():
            best[place] = max(best.get(place, group), group, key=rank)
    origins: dict[str, list[str]] = {}
    for place, (origin, _) in sorted(best.items()):
        origins.setdefault(origin, []).append(place)
    parts = [json.loads(origin) | {"places": [json.loads(p) for p in places]} for origin, places in origins.items()]
    parts.sort(key=canonical)
    rules = [rule for _, (_, group) in sorted(best.items()) for rule in group]
    return {"schema": SCHEMA, "provenance": {"parts": parts}, "rules": rules}


def rank(group: Group) -> tuple[str, str, str]:
    origin, rules = group
    return str(json.loads(origin).get("date", "")), origin, canonical(rules)


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def place_of(rule: dict) -> str:
    return canonical({key: rule[key] for key in PLACE if rule.get(key, "any") != "any"})


def groups(table: dict) -> dict[str, Group]:
    origins = origins_of(table.get("provenance", {}))
    found: dict[str, list[dict]] = {}
    for rule in table["rules"]:
        found.setdefault(place_of(rule), []).append(rule)
    return {p: (origins.get(p, origins[""]), sorted(rules, key=by_size)) for p, rules in found.items()}


def origins_of(provenance: dict) -> dict[str, str]:
    """Of each place; under "" of all that are not named: a merged table knows the origin of each."""
    parts = provenance.get("parts")
    if parts is None:
        return {"": canonical(provenance)}
    named = {}
    for part in parts:
        origin = canonical({key: value for key, value in part.items() if key != "places"})
        named |= {canonical(place): origin for place in part.get("places", [])}
    return {"": canonical({})} | named


def by_size(rule: dict) -> tuple[int, str]:
    return rule.get("bytes", [0, 0])[0], canonical(rule)


def read_all(names: list[str]) -> list[dict]:
    if not names:
        raise wrong_usage("--merge names no table; name those to join, as in: --merge monday.json tuesday.json")
    return [read(Path(name)) for name in names]


def read(path: Path) -> dict:
    """A table that the library would take: hocket-tool judges it, and names what is wrong."""
    if not path.is_file():
        raise wrong_usage(f"there is no file {path}")
    tool.ask(["explain", "barrier", "--nodes", "1", "--ppn", "2", "--table", str(path)])
    table = json.loads(path.read_text())
    if table.get("schema") != SCHEMA:
        raise wrong_usage(f"{path} is no {SCHEMA}")
    return table
