#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes data/tables/MACHINE/COLLECTIVE.json: the fastest simulated algorithms at many places and sizes.

    tools/make-tables.py [MACHINE ...] [--shm] [--collectives bcast,...] [--most-ranks N] [--tool PROGRAM] [--jobs N]

With --shm those of nodes whose ranks share memory, in data/tables/MACHINE/shm.

What is declared to take over WITHIN times the least declared time is not simulated, nor what sends over MOST messages.
But the choice of the tool as it is, by the tables that are there, is always among the compared, so that nothing gets
worse. A sampled size speaks for all down to the one before. An hour a machine, on two cores; with --most-ranks 300 a
minute a collective: rules of places with more ranks stay as they are.
"""

import argparse
import atexit
import functools
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What is left out by declared time, of few ranks and of many, where a simulation takes long; and by messages.
WITHIN, WITHIN_OF_MANY = 1.6, 1.3
MOST = 2e6
WIDER = (1, 2, 4, 8, 1e9)  # where what may not be chosen is declared to take much less than all else
END = 1 << 62
APART = 1.3  # so many times as long a size is another one where the winner changes
ALIKE = 1.01  # so many times the least time is as good: fewer rules
COLLECTIVES = ["bcast", "gather", "scatter", "barrier", "allgather", "allgatherv", "reduce", "allreduce"]
COLLECTIVES += ["reduce_scatter_block", "reduce_scatter", "scan", "exscan", "alltoall"]
LONG = {"alltoall": 1000}  # ranks from which on it is not simulated: declared costs choose
BY_BLOCK = ("gather", "scatter", "allgather", "reduce_scatter_block", "alltoall")
BY_ALL_BLOCKS = ("allgatherv", "reduce_scatter")
LARGEST = 1 << 28  # bytes of all blocks together
# Sizes are powers of two, of blocks also what lies half-way, as several travel together. Where a simulation takes long,
# they are every other power of two, of blocks every one.
MANY_RANKS = 300
SIZES = [2**k for k in range(27)]
HALFWAY = [3 * 2**k for k in range(20)]
NETWORK = [(2, 1), (4, 1), (6, 1), (16, 1), (17, 1), (64, 1), (300, 1), (1000, 1)]
NETWORK += [(2, 2), (2, 4), (4, 4), (2, 8), (16, 4), (37, 5), (4, 16), (8, 12), (10, 10), (2, 64), (4, 64), (10, 36)]
NETWORK += [(64, 12), (16, 64), (64, 64), (512, 12)]
NODE = [(1, 2), (1, 4), (1, 8), (1, 16), (1, 64)]
PLACES = {
    "aurora": NODE + NETWORK,
    "efa-100g": NODE + NETWORK,
    "gigabit": NODE + NETWORK,
    "standard": NODE + NETWORK,
    "shared-memory": [*NODE, (1, 32), (1, 128)],
}


def many(place: tuple[int, int]) -> bool:
    return place[0] * place[1] >= MANY_RANKS


def sizes_of(machine: str, collective: str, place: tuple[int, int]) -> list[int]:
    """Among them the largest that still travels without a handshake, also of blocks of which a node's go together."""
    if collective == "barrier":
        return [0]
    nodes, ppn = place
    eager = int(json.loads((ROOT / f"data/machines/{machine}.json").read_text()).get("eager_limit", 0))
    sizes = SIZES[1::2] if many(place) and collective not in BY_BLOCK else SIZES
    sizes = [*sizes, eager]
    if collective in BY_ALL_BLOCKS:
        sizes = [*sizes, eager * nodes]
    if collective in BY_BLOCK:
        sizes = [*sizes, eager // ppn, *([] if many(place) else HALFWAY)]
    largest = LARGEST // (nodes * ppn) if collective in BY_BLOCK else LARGEST
    return sorted({n for n in sizes if 0 < n <= largest})


def places_of(machine: str, shm: bool) -> list[tuple[int, int]]:
    return [(nodes, ppn) for nodes, ppn in PLACES[machine] if ppn > 1 or not shm]


def points_of(machine: str, collective: str, shm: bool) -> list[tuple[tuple[int, int], int]]:
    places = [place for place in places_of(machine, shm) if place[0] * place[1] < LONG.get(collective, END)]
    return [(place, n) for place in places for n in sizes_of(machine, collective, place)]


@functools.cache
def that_copies_nothing(machine: str) -> str:
    """Its file without multicast, beside which all else would be left out as too slow."""
    model = json.loads((ROOT / f"data/machines/{machine}.json").read_text())
    model.pop("multicast", None)
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        json.dump(model, file)
    atexit.register(Path(file.name).unlink)
    return file.name


def may_be_chosen(algorithm: str, shm: bool) -> bool:
    """By itself: multicast needs a network that copies packets, which a probe finds out, and a tell shared memory."""
    return "multicast" not in algorithm and (shm or "shm" not in algorithm)


def compared(command: list[str], machine: str, within: float) -> list[dict]:
    """Rows of what is declared to take at most `within` times the least declared time, and of the choice."""
    results: list[dict] = []
    for among in (
        ["--machine", that_copies_nothing(machine), "--within", str(within), "--most-messages", str(MOST)],
        ["--machine", machine, "--algorithm", "auto"],
    ):
        found = json.loads(subprocess.run([*command, *among], check=True, stdout=subprocess.PIPE, text=True).stdout)
        results += [row for row in found["results"] if row["algorithm"] not in {old["algorithm"] for old in results}]
    return results


def fastest(simulate: list[str], machine: str, collective: str, place: tuple[int, int], n: int) -> tuple[dict, int]:
    """Microseconds of the algorithms that are as fast as the fastest one, it first, and how many were compared."""
    nodes, ppn = place
    command = [*simulate, collective, "--nodes", str(nodes), "--ppn", str(ppn), "--bytes", str(n)]
    for wider in WIDER:
        results = compared(command, machine, wider * (WITHIN_OF_MANY if many(place) else WITHIN))
        rows = [row for row in results if not row["abandoned"] and may_be_chosen(row["algorithm"], "--shm" in simulate)]
        if rows:
            break
    else:
        sys.exit(f"{machine}, {collective} of {n} bytes on {nodes} x {ppn}: nothing that may be chosen was simulated")
    rows.sort(key=lambda row: (row["time_us"], row["messages"]))
    alike = {row["algorithm"]: row["time_us"] for row in rows if row["time_us"] <= ALIKE * rows[0]["time_us"]}
    return alike, len(results)


def rules(place: tuple[int, int], winners: dict[int, tuple[dict[str, float], int]]) -> list[dict]:
    """A sampled size speaks for what lies over the one before. Neighbouring sizes share a rule where one algorithm
    is as fast as the fastest at both."""
    nodes, ppn = place
    merged: list[dict] = []
    low = 0
    for n, (alike, compared) in winners.items():
        if not merged or merged[-1]["algorithm"] not in alike:
            at = {"nodes": [nodes, nodes + 1], "ppn": [ppn, ppn + 1], "bytes": [low, low]}
            merged.append(at | {"algorithm": next(iter(alike)), "samples": 0})
        last = merged[-1]
        last["bytes"][1] = low = n + 1
        last["samples"] += compared
        last["time_us"] = round(alike[last["algorithm"]], 3)
    merged[-1]["bytes"][1] = END
    return merged


Winners = dict[tuple[int, int], dict[int, tuple[dict[str, float], int]]]


def between(winners: Winners) -> list[tuple[tuple[int, int], int]]:
    """Points half-way between neighbouring sizes that have no fast algorithm in common."""
    return [
        (place, (low + high) // 2)
        for place, of in winners.items()
        for low, high in pairwise(sorted(of))
        if high > max(APART * low, low + 1) and not of[low][0].keys() & of[high][0].keys()
    ]


def sampled(
    simulate: list[str], machine: str, collective: str, points: list[tuple], jobs: int
) -> dict[tuple, list[dict]]:
    """The rules of each place, from points (place, size) and more where the winner changes."""
    winners: Winners = {}
    with ThreadPoolExecutor(jobs) as pool:
        while points:
            for i, found in enumerate(pool.map(lambda at: fastest(simulate, machine, collective, *at), points)):
                place, n = points[i]
                winners.setdefault(place, {})[n] = found
                if sys.stderr.isatty():
                    print(f"\r{machine}, {collective}: {i + 1} of {len(points)}", end="", file=sys.stderr)
            points = between(winners)
    return {place: rules(place, dict(sorted(of.items()))) for place, of in winners.items()}


def kept_rules(file: Path, most_ranks: int) -> dict[tuple, list[dict]]:
    """Of the places with more ranks, as they were simulated once."""
    kept: dict[tuple, list[dict]] = {}
    for rule in json.loads(file.read_text())["rules"] if file.exists() else []:
        place = (rule["nodes"][0], rule["ppn"][0])
        if place[0] * place[1] > most_ranks:
            kept.setdefault(place, []).append(rule)
    return kept


def write(file: Path, machine: str, collective: str, found: dict[tuple, list[dict]], shm: bool = False) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    provenance = {
        "machine": machine,
        "mpi": f"none: simulated by hocket simulate{' --shm' if shm else ''}",
        "date": "with the machine file of this version",
        "samples": sum(rule["samples"] for of_place in found.values() for rule in of_place),
        "within": WITHIN,
    }
    rules = [{"collective": collective} | rule for of_place in found.values() for rule in of_place]
    file.write_text(as_text({"schema": "hocket-table-1", "provenance": provenance, "rules": rules}))
    print(f"wrote {file}", flush=True)


def as_text(document: dict) -> str:
    """One rule a line, so that a change of a choice is a change of a line."""
    lines = ",\n".join("  " + json.dumps(rule) for rule in document["rules"])
    head = json.dumps({key: document[key] for key in ("schema", "provenance")}, indent=1)
    return head[:-2] + ',\n "rules": [\n' + lines + "\n ]\n}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machines", nargs="*", default=list(PLACES))
    parser.add_argument("--shm", action="store_true", help="ranks of a node share memory")
    parser.add_argument("--collectives", default=",".join(COLLECTIVES), help="separated by commas")
    parser.add_argument("--most-ranks", type=int, default=END, help="rules of larger places stay as they are")
    parser.add_argument("--tool", default=str(ROOT / "build/release/bin/hocket-tool"))
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    collectives = given.collectives.split(",")
    for one in collectives:
        if one not in COLLECTIVES:
            parser.error(f"no table of {one} is made; valid: {', '.join(COLLECTIVES)}")
    for machine in given.machines:
        if machine not in PLACES:
            parser.error(f"unknown machine {machine}; valid: {', '.join(PLACES)}")
    for machine in given.machines:
        for one in collectives:
            file = ROOT / "data/tables" / machine / ("shm" if given.shm else "") / f"{one}.json"
            points = [at for at in points_of(machine, one, given.shm) if at[0][0] * at[0][1] <= given.most_ranks]
            simulate = [given.tool, "simulate", *(["--shm"] if given.shm else [])]
            found = sampled(simulate, machine, one, points, given.jobs) | kept_rules(file, given.most_ranks)
            found = {place: found[place] for place in places_of(machine, given.shm) if place in found}
            write(file, machine, one, found, given.shm)
    return 0


if __name__ == "__main__":
    sys.exit(main())
