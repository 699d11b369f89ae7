#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes data/tables/MACHINE.json: for each shipped machine the fastest simulated algorithms at many places and sizes.

    tools/make-tables.py [MACHINE ...] [--collectives bcast,...] [--tool build/release/bin/hocket-tool] [--jobs N]

Rules of collectives that are not asked for stay as they are.
What is declared to take over WITHIN times the least declared time is not simulated, nor what sends over MOST messages.
Places in between are served by the nearest one (log distance), sizes by the nearest power of 4. Some minutes a machine.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WITHIN, MOST = 1.8, 8e6
COLLECTIVES = ["bcast", "barrier", "allgather", "reduce", "allreduce", "reduce_scatter_block", "scan", "exscan"]
BY_BLOCK = ("gather", "scatter", "allgather", "reduce_scatter_block")
LARGEST = 1 << 32  # bytes of all blocks together
SIZES = [4**k for k in range(14)]
NETWORK = [
    (2, 1),
    (4, 1),
    (16, 1),
    (64, 1),
    (300, 1),
    (1000, 1),
    (2, 8),
    (16, 4),
    (37, 5),
    (8, 12),
    (64, 12),
    (512, 12),
]
NETWORK += [(2, 2), (2, 4), (4, 4), (4, 16), (10, 36), (2, 64), (4, 64), (16, 64), (64, 64)]
NODE = [(1, 2), (1, 4), (1, 8), (1, 16), (1, 64)]
PLACES = {
    "aurora": NODE + NETWORK,
    "efa-100g": NODE + NETWORK,
    "gigabit": NODE + NETWORK,
    "standard": NODE + NETWORK,
    "shared-memory": [*NODE, (1, 32), (1, 128)],
}


def sizes_of(collective: str, place: tuple[int, int]) -> list[int]:
    """Of gatherv and scatterv none: a choice holds for all, as only the root knows them."""
    if collective in ("gatherv", "scatterv"):
        return []
    if collective == "barrier":
        return [0]
    blocks = place[0] * place[1] if collective in BY_BLOCK else 1
    return [n for n in SIZES if n * blocks <= LARGEST]


def fastest(tool: str, machine: str, collective: str, place: tuple[int, int], n: int) -> tuple[str, float, int]:
    """The algorithm, its microseconds, and how many were compared."""
    nodes, ppn = place
    where = ["--nodes", str(nodes), "--ppn", str(ppn), "--bytes", str(n)]
    limits = ["--within", str(WITHIN), "--most-messages", str(MOST)]
    command = [tool, "simulate", collective, "--machine", machine, *where, *limits]
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    rows = [row for row in found["results"] if not row["abandoned"]]
    best = min(rows, key=lambda row: (row["time_us"], row["messages"]))
    return best["algorithm"], best["time_us"], len(found["results"])


def rules(collective: str, place: tuple[int, int], winners: list[tuple[str, float, int]]) -> list[dict]:
    """Neighbouring sizes with one winner share a rule; a sampled size speaks for [size / 2, 2 size)."""
    nodes, ppn = place
    merged: list[dict] = []
    for n, (algorithm, time, compared) in zip(sizes_of(collective, place), winners, strict=True):
        if merged and merged[-1]["algorithm"] == algorithm:
            merged[-1]["bytes"][1] = 2 * n
            merged[-1]["samples"] += compared
            merged[-1]["time_us"] = round(time, 3)
            continue
        low = n // 2 if merged else 0
        fields = {"collective": collective, "nodes": [nodes, nodes + 1], "ppn": [ppn, ppn + 1], "bytes": [low, 2 * n]}
        merged.append(fields | {"algorithm": algorithm, "samples": compared, "time_us": round(time, 3)})
    merged[-1]["bytes"][1] = 1 << 62
    return merged


def rules_of(tool: str, machine: str, collective: str, jobs: int) -> list[dict]:
    points = [(place, n) for place in PLACES[machine] for n in sizes_of(collective, place)]
    with ThreadPoolExecutor(jobs) as pool:
        winners: dict[tuple[int, int], list] = {}
        for i, found in enumerate(pool.map(lambda at: fastest(tool, machine, collective, *at), points)):
            winners.setdefault(points[i][0], []).append(found)
            if sys.stderr.isatty():
                print(f"\r{machine}, {collective}: {i + 1} of {len(points)}", end="", file=sys.stderr)
    return [rule for place, of in winners.items() for rule in rules(collective, place, of)]


def kept_rules(file: Path, but: list[str]) -> list[dict]:
    old = json.loads(file.read_text())["rules"] if file.exists() else []
    return [rule for rule in old if rule["collective"] not in but]


def table(tool: str, machine: str, collectives: list[str], jobs: int, kept: list[dict]) -> dict:
    every = kept + [rule for one in collectives for rule in rules_of(tool, machine, one, jobs)]
    named = dict.fromkeys(rule["collective"] for rule in every)
    provenance = {
        "machine": machine,
        "mpi": "none: simulated by hocket simulate",
        "date": "with the machine file of this version",
        "samples": sum(len(sizes_of(one, place)) for one in named for place in PLACES[machine]),
        "within": WITHIN,
        "most_messages": MOST,
    }
    return {"schema": "hocket-table-1", "provenance": provenance, "rules": every}


def as_text(document: dict) -> str:
    """One rule a line, so that a change of a choice is a change of a line."""
    lines = ",\n".join("  " + json.dumps(rule) for rule in document["rules"])
    head = json.dumps({key: document[key] for key in ("schema", "provenance")}, indent=1)
    return head[:-2] + ',\n "rules": [\n' + lines + "\n ]\n}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machines", nargs="*", default=list(PLACES))
    parser.add_argument("--collectives", default=",".join(COLLECTIVES), help="separated by commas")
    parser.add_argument("--tool", default=str(ROOT / "build/release/bin/hocket-tool"))
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    collectives = given.collectives.split(",")
    for one in collectives:
        if not sizes_of(one, (1, 1)):
            parser.error(f"{one} has no table by size: only the root knows the sizes, so declared costs choose")
    for machine in given.machines:
        if machine not in PLACES:
            parser.error(f"unknown machine {machine}; valid: {', '.join(PLACES)}")
        file = ROOT / f"data/tables/{machine}.json"
        file.parent.mkdir(exist_ok=True)
        kept = kept_rules(file, collectives)
        file.write_text(as_text(table(given.tool, machine, collectives, given.jobs, kept)))
        print(f"wrote {file.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
