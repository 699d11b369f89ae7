#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes data/node-memory/LIBRARY.json from measurements: what runs where all ranks share the memory of a node.

    export PYTHONPATH=python
    tools/node_table.py --mpi "MPICH 5.0.2" --machine "2 processors of ..." DOCUMENTS... > data/node-memory/mpich.json

A document is what `hocket bench COLLECTIVE -n RANKS --compare native,SPEC,... -o FILE` writes; of several of the same
variants and sizes the geometric mean counts. Those of 2 ranks decide for 2; 3 to 16 ranks are parted half way, by
factors, between the numbers of ranks that documents are about. The library's own stays where it is not more than 5 %
slower, and a change of algorithm from one size to the next has to be worth as much as 10 % of one size's time. Of
collectives and ranks that no document decides the rules in --keep stay. What has a --limit is left out where all blocks
of a rank are larger: beyond what memory holds at once, `shm` is messages in another order, whose time is another one in
each program.
"""

import argparse
import datetime
import json
import math
from itertools import groupby, pairwise
from pathlib import Path

from hocket.bench.plan import BY_BLOCK, WITH_COUNTS
from hocket.tune.curves import FAVOUR, cheapest
from hocket.tune.places import BY_THE_WHOLE, WITHOUT_SIZES
from hocket.tune.rules import ANY

MOST = 16  # ranks
Limits = dict[tuple[str, str], int]  # bytes of all blocks of a rank, by collective and algorithm


def whole(document: dict) -> int:
    """Of how many of its sizes a rule's bytes are."""
    return document["ranks"] if document["collective"] in BY_THE_WHOLE else 1


def blocks(document: dict) -> int:
    return document["ranks"] if document["collective"] in (*BY_BLOCK, *WITH_COUNTS) else 1


def costs(document: dict, limits: Limits) -> tuple[list[int], list[str], list[list[float]]]:
    """Of each size and algorithm the logarithm of its time over the library's own."""
    specs = {v["name"]: v["spec"] for v in document["variants"]}
    times = {(r["bytes"], specs[r["variant"]]): r["time_us"] for r in document["results"] if r["variant"] != "native'"}
    sizes = sorted({size for size, _ in times})
    names = ["native", *dict.fromkeys(spec for spec in specs.values() if spec != "native")]

    def cost(n: int, name: str) -> float:
        if n * blocks(document) > limits.get((document["collective"], name), math.inf):
            return math.inf
        return math.log(times[n, name] / times[n, "native"]) - FAVOUR * (name == "native")

    return sizes, names, [[cost(n, name) for name in names] for n in sizes]


def mean_costs(documents: list[dict], limits: Limits) -> tuple[list[int], list[str], list[list[float]]]:
    found = [costs(document, limits) for document in documents]
    sizes, names, _ = found[0]
    if any(other[:2] != (sizes, names) for other in found):
        raise SystemExit(f"documents of {documents[0]['collective']} have other sizes or variants than one another")
    every = zip(*(table for _, _, table in found), strict=True)
    return sizes, names, [[sum(cost) / len(found) for cost in zip(*rows, strict=True)] for rows in every]


def decided_by(ranks: int, measured: set[int]) -> list[int]:
    """The numbers of ranks, half open, that documents of so many decide."""
    if ranks == 2:
        return [2, 3]
    if not 2 < ranks <= MOST:
        raise SystemExit(f"a document of {ranks} ranks: rules are for 2 to {MOST}")
    of = sorted(measured - {2})
    ends = [3, *(math.ceil(math.sqrt(a * b)) for a, b in pairwise(of)), MOST + 1]
    return ends[of.index(ranks) :][:2]


def rules(documents: list[dict], limits: Limits, measured: set[int]) -> list[dict]:
    collective, ranks = kind(documents[0])
    place = {"collective": collective, "nodes": [1, 2], "ppn": decided_by(ranks, measured)}
    sizes, names, table = mean_costs(documents, limits)
    if collective in WITHOUT_SIZES:
        means = [sum(column) / len(sizes) for column in zip(*table, strict=True)]
        return [place | {"algorithm": names[means.index(min(means))]}]
    found, low = [], 0
    chosen = cheapest(table)
    for i, one in enumerate(chosen):
        last = i + 1 == len(chosen)
        if not last and chosen[i + 1] == one:
            continue
        high = ANY if last else sizes[i] * whole(documents[0]) + 1
        some = {} if last and low == 0 else {"bytes": [low, high]}
        found.append(place | some | {"algorithm": names[one]})
        low = high
    return found


def place_of(rule: dict) -> tuple[str, list[int]]:
    return rule["collective"], rule["ppn"]


def with_kept(found: list[dict], table: Path | None) -> list[dict]:
    def is_decided(rule: dict) -> bool:
        (low, high), of = rule["ppn"], rule["collective"]
        return any(of == r["collective"] and low < r["ppn"][1] and r["ppn"][0] < high for r in found)

    kept = json.loads(table.read_text())["rules"] if table else []
    return sorted(found + [rule for rule in kept if not is_decided(rule)], key=place_of)


def kind(document: dict) -> tuple[str, int]:
    return document["collective"], document["ranks"]


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--mpi", required=True)
    words.add_argument("--machine", required=True)
    words.add_argument("--note", default="by tools/node_table.py")
    words.add_argument("--keep", type=Path, metavar="TABLE")
    words.add_argument("--limit", nargs=3, action="append", default=[], metavar=("COLLECTIVE", "SPEC", "BYTES"))
    words.add_argument("documents", nargs="+", type=Path)
    given = words.parse_args()
    limits = {(collective, spec): int(size) for collective, spec, size in given.limit}
    documents = [json.loads(p.read_text()) for p in given.documents]
    documents.sort(key=kind)
    provenance = {
        "machine": given.machine,
        "mpi": f"{given.mpi}, HOCKET_SHM=1",
        "date": datetime.date.today().isoformat(),
        "note": given.note,
    }
    measured: dict[str, set[int]] = {}
    for document in documents:
        measured.setdefault(document["collective"], set()).add(document["ranks"])
    found = [rule for (c, _), same in groupby(documents, kind) for rule in rules(list(same), limits, measured[c])]
    lines = ",\n".join("  " + json.dumps(rule) for rule in with_kept(found, given.keep))
    print(f'{{\n "schema": "hocket-table-1",\n "provenance": {json.dumps(provenance)},\n "rules": [\n{lines}\n ]\n}}')


if __name__ == "__main__":
    main()
