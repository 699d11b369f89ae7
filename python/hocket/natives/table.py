# SPDX-License-Identifier: BSD-3-Clause
"""Reads a table for export: one of a library's own algorithms, or one of Hocket's whose SPECs the library has too."""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

from hocket.documents import Placed, Placing, parse, text_of
from hocket.natives import book, mpich, ompi
from hocket.natives.choice import DEFAULT, Choice, choice
from hocket.natives.rule import ALL, ANY, Range, Rule, ranks_of
from hocket.stop import wrong_usage
from hocket.tune import merge

NATIVE = "hocket-native-table-1"
KEYS = {"collective", "ranks", "nodes", "ppn", "bytes", "memory", "op", "algorithm", "parameters"}
EVIDENCE = {"confidence", "samples", "time_us", "over_default"}
NAMES = {"mpich": "MPICH", "openmpi": "Open MPI"}
PARAMETERS = {
    "mpich": {"tree_type", "k", *mpich.VARIABLES},
    "openmpi": {*ompi.VARIABLES, "variant", "across", "inside"},
}


@dataclass
class Table:
    library: str  # mpich or openmpi
    version: str  # of the library; empty where nobody said
    rules: list[Rule] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def read(path: Path, library: str, version: str, otherwise: str) -> Table:
    """`version`: what the user asks for, or nothing; `otherwise`: for a table of SPECs."""
    content = load(path)
    if content.get("schema") == merge.SCHEMA:
        merge.read(path)  # hocket-tool judges it
        return translate(content, library, version or otherwise)
    if content.get("schema") != NATIVE:
        raise wrong_usage(f"{path} is neither a {NATIVE} nor a {merge.SCHEMA}")
    return native(path, content, library, version)


def load(path: Path) -> dict:
    try:
        content = parse(text_of(path), Placing)
    except ValueError as problem:
        raise wrong_usage(f"{path} is no JSON: {problem}") from problem
    if not isinstance(content, dict) or not isinstance(content.get("rules"), list):
        raise wrong_usage(f"{path} has no rules")
    return content


def native(path: Path, content: dict, library: str, version: str) -> Table:
    origin = content.get("provenance", {})
    if not isinstance(origin, dict):
        raise wrong_usage(f"{path}: provenance is no object")
    made = origin.get("library")
    if made not in NAMES:
        place = f"{path}, {at(origin or content)}provenance.library"
        raise wrong_usage(f"{place} '{made}' is not one of {', '.join(NAMES)}")
    if made != library:
        raise wrong_usage(f"{path} names algorithms of {NAMES[made]}: they cannot be exported to {NAMES[library]}")
    found = Table(library, version or str(origin.get("version", "")))
    for number, row in enumerate(content["rules"], 1):
        place = f"{path}, {at(row)}rule {number}"
        check(place, row, KEYS | EVIDENCE)
        parameters = row.get("parameters", {})
        if not isinstance(parameters, dict) or set(parameters) - PARAMETERS[library]:
            wrong = ", ".join(sorted(set(parameters) - PARAMETERS[library])) if isinstance(parameters, dict) else "it"
            raise wrong_usage(f"{place}: parameters: {wrong} unknown; valid: {', '.join(sorted(PARAMETERS[library]))}")
        if not all(isinstance(value, (int, str)) and not isinstance(value, bool) for value in parameters.values()):
            raise wrong_usage(f"{place}: parameters are numbers or words")
        check_name(place, row, library)
        add(found, place, row, choice(row["algorithm"], **parameters))
    return found


def at(part: object) -> str:
    return f"line {part.line}, " if isinstance(part, Placed) else ""


def check_name(place: str, row: dict, library: str) -> None:
    """A name that no version has is a slip; one that another version has is left out later."""
    own = mpich.TABLE if library == "mpich" else {name: ompi.algorithms(name, "99") for name in ompi.TABLE}
    names = own.get(row["collective"])
    more = ["native", "generic"] if library == "mpich" else ["native", "han"]
    if names is not None and row["algorithm"] not in (*names, *more):
        what = f"'{row['algorithm']}' is no algorithm of {NAMES[library]}'s {row['collective']}"
        raise wrong_usage(f"{place}: {what}; valid: {', '.join([*names, *more])}")


def check(place: str, row: object, keys: set[str]) -> None:
    if not isinstance(row, dict):
        raise wrong_usage(f"{place} is no object")
    if unknown := sorted(set(row) - keys):
        raise wrong_usage(f"{place}: {', '.join(unknown)} unknown; valid: {', '.join(sorted(keys))}")
    for key in ("collective", "algorithm"):
        if not isinstance(row.get(key), str) or not row[key]:
            raise wrong_usage(f"{place}: {key} is missing")


def limits(place: str, row: dict, key: str) -> Range:
    some = row.get(key, list(ALL))
    fine = isinstance(some, list) and len(some) == 2 and all(isinstance(n, int) and n >= 0 for n in some)
    if not fine or some[0] >= some[1]:
        raise wrong_usage(f"{place}: {key} {json.dumps(some)} is not [low, high) with low below high")
    return some[0], min(some[1], ANY)


def add(found: Table, place: str, row: dict, chosen: Choice) -> None:
    ranks, nodes, ppn, size = (limits(place, row, key) for key in ("ranks", "nodes", "ppn", "bytes"))
    given = sum(some != ALL for some in (ranks, nodes, ppn, size))
    rule = Rule(row["collective"], chosen, ranks_of(ranks, nodes, ppn), size, nodes, ppn, given)
    if row.get("op", "any") == "noncommutative":
        found.left_out.append(f"{rule} (only for operators that do not commute: no format can say so)")
    elif row.get("memory", "host") not in ("host", "any"):
        found.left_out.append(f"{rule} (for {row['memory']} memory: no format can say so)")
    elif rule.ranks[0] < rule.ranks[1]:
        found.rules.append(rule)


def translate(content: dict, library: str, version: str) -> Table:
    """A table of SPECs: rules whose algorithm the library does not have are left out."""
    family = "mpich" if library == "mpich" else "ompi"
    found = Table(library, version)
    for number, row in enumerate(content["rules"], 1):
        spec = row["algorithm"]
        if spec in ("native", "auto"):
            add(found, f"rule {number}", row, DEFAULT)
            continue
        before = len(found.rules)
        add(found, f"rule {number}", row, Choice(spec))
        if len(found.rules) > before:
            rename(found, family)
    return found


def rename(found: Table, family: str) -> None:
    """The last rule's SPEC by the library's name, or the rule is left out."""
    rule = found.rules.pop()
    spec = book.canonical(rule.collective, rule.chosen.algorithm)
    same = [c for c in book.counterparts(family, found.version, rule.collective) if c.spec == spec]
    serving = [c for c in same if c.serves(*rule.ranks)]
    if serving:
        found.rules.append(replace(rule, chosen=serving[0].chosen))
    else:
        why = "has none that sends these messages" if not same else "has it for other numbers of ranks only"
        found.left_out.append(f"{rule} ({NAMES[found.library]} {why})")
