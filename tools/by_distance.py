#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Documents of `hocket bench` by how far the processors were apart when each round was measured.

    bench-watch > LOOKS & hocket bench COLLECTIVE --compare ... -o FILE ...; kill %1
    tools/by_distance.py --looks LOOKS --at 100 --at 350 -o FOLDER FILES...

Writes FOLDER/COLLECTIVE-RANKS-DISTANCE.json for each distance in nanoseconds: of all files about that collective and as
many ranks, which have to be of one library and of the same variants, the rounds for which all looks were within a
quarter of it. Of their figures only the medians are in it. Where there are fewer than --rounds of some size and
variant the file is not written, and that is said. tools/node_table.py takes the result: one document for a machine
whose processors are near and one where they are far, so that a choice is good at both.
"""

import argparse
import json
import statistics
import sys
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))
from watch import Looks, rounds_of


def read_looks(files: list[Path]) -> Looks:
    pairs = [line.split() for path in files for line in path.read_text().splitlines()]
    found = sorted((float(pair[0]), float(pair[1])) for pair in pairs if len(pair) == 2)
    return Looks([at for at, _ in found], [trip for _, trip in found])


def kind(document: dict) -> tuple[str, int]:
    return document["collective"], document["ranks"]


def check(documents: list[dict]) -> None:
    """Can their rounds be counted together?"""
    libraries = sorted({document["library"] for document in documents})
    if len(libraries) > 1:
        raise SystemExit(f"documents of several libraries: {', '.join(libraries)}")
    for (collective, ranks), of in groupby(documents, kind):
        same = list(of)
        if any(document["variants"] != same[0]["variants"] for document in same):
            raise SystemExit(f"documents of {collective} and {ranks} ranks have other variants than one another")
        if any("rounds_at_s" not in row for document in same for row in document["results"]):
            raise SystemExit(f"documents of {collective} and {ranks} ranks do not say when their rounds were")


def rounds_at(documents: list[dict], looks: Looks, distance: float) -> dict[tuple[str, int], list[float]]:
    """Microseconds of what counts, by variant and size."""
    found: dict[tuple[str, int], list[float]] = {}
    for row in (row for document in documents for row in document["results"]):
        key = row["variant"], row["bytes"]
        found.setdefault(key, []).extend(us for of in rounds_of(row) for us in looks.kept(of, distance))
    return found


def pooled(documents: list[dict], looks: Looks, distance: float, least: int) -> dict | str:
    """One document of all, or why there is none."""
    rounds = rounds_at(documents, looks, distance)
    if not rounds:
        return "no results"
    (variant, size), of = min(rounds.items(), key=lambda item: len(item[1]))
    if len(of) < least:
        return f"{len(of)} rounds of {variant} and {size} bytes"
    rows = [{"variant": v, "bytes": n, "time_us": statistics.median(us)} for (v, n), us in rounds.items()]
    parts = {key: documents[0][key] for key in ("schema", "collective", "ranks", "library", "variants")}
    return parts | {"results": rows}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--looks", type=Path, action="append", required=True)
    words.add_argument("--at", type=float, action="append", required=True, metavar="NS")
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("-o", dest="folder", type=Path, required=True)
    words.add_argument("documents", type=Path, nargs="+")
    given = words.parse_args()
    looks = read_looks(given.looks)
    documents = sorted((json.loads(path.read_text()) for path in given.documents), key=kind)
    check(documents)
    given.folder.mkdir(parents=True, exist_ok=True)
    for (collective, ranks), same in groupby(documents, kind):
        same = list(same)
        for distance in given.at:
            found = pooled(same, looks, distance, given.rounds)
            name = f"{collective}-{ranks}-{distance:.0f}"
            if isinstance(found, str):
                print(f"no {name}: {found}", file=sys.stderr)
                continue
            (given.folder / f"{name}.json").write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
