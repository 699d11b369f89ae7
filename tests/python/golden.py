# SPDX-License-Identifier: BSD-3-Clause
"""The recorded schedules in tests/golden, one for each entry of the catalogue at few ranks.

Write them anew after an intended change:  PYTHONPATH=python python tests/python/golden.py [COLLECTIVE ...]
"""

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hocket import tool

FOLDER = Path(__file__).resolve().parents[1] / "golden"
ROOTED = ("bcast", "gather", "gatherv", "scatter", "scatterv", "reduce")
SCATTERED = ("reduce_scatter_block", "reduce_scatter")
EXCHANGED = ("alltoall", "alltoallv", "alltoallw")
COLLECTIVES = (*ROOTED, "barrier", "allgather", "allgatherv", "allreduce", *SCATTERED, "scan", "exscan", *EXCHANGED)
# A schedule does not say who the neighbors are, so nobody plays these; `hocket check` holds them to the definition.
NEIGHBORS = tuple(f"neighbor_{c}" for c in ("allgather", "allgatherv", *EXCHANGED))
VECTOR = 100
OF_BLOCKS = ("gather", "scatter", "gatherv", "scatterv", "allgather", "reduce_scatter_block", *EXCHANGED)
BLOCK = dict.fromkeys(OF_BLOCKS, 24)
UNEQUAL = {"gatherv": "zeros", "scatterv": "random", "allgatherv": "zeros", "reduce_scatter": "random"}
UNEQUAL |= {"alltoallv": "zeros", "alltoallw": "random"}
UNEQUAL |= {"neighbor_allgatherv": "zeros", "neighbor_alltoallv": "random", "neighbor_alltoallw": "zeros"}
# Of some entries, as the catalogue says it.
EVEN, POWER = "an even number of ranks", "a power of two of ranks"
# ranks: (root, ranks of each node for those that know of nodes)
PLACES = {5: (0, "2,3"), 8: (3, "3,1,4"), 13: (12, "5,1,7")}
# What makes a pipeline of an entry, or has it wait for its receiver, by parameter.
VARIED = {"segment": "pipelined=16", "blocks": "pipelined=4", "credit": "credits=16", "threshold": "mixed=24"}
PHASES = ("scatter", "allgather", "reduce_scatter", "gather", "reduce", "bcast")


@cache
def entries(collective: str) -> list[dict]:
    return [entry for entry in json.loads(tool.ask(["list", collective])[0]) if entry["recordable"]]


def variants(entry: dict) -> Iterator[tuple[str, str]]:
    """(name of the file, SPEC): the entry itself, varied, and with each algorithm for its phases."""
    name, parameters = entry["algorithm"], entry["parameters"]
    yield name, name
    for key, how in VARIED.items():
        if key in parameters:
            word, value = how.split("=")
            yield f"{name}-{word}", f"{name}:{key}={value}"
    phases = {phase: parameters[phase] for phase in PHASES if phase in parameters}
    for phase, about in phases.items():
        for value in about["values"]:
            if value != about["default"]:
                shared = sum(value in other["values"] for other in phases.values()) > 1
                word = value.replace(":", "-").replace("=", "")
                yield f"{name}-{phase + '-' if shared else ''}{word}", f"{name}({phase}={value})"


def over_nodes(entry: dict) -> bool:
    parts = any(about["type"] == "algorithm" and key not in PHASES for key, about in entry["parameters"].items())
    return parts or entry["algorithm"].startswith("node-")


def runs_on(ranks: int, entry: dict, spec: str) -> bool:
    """Whether the entry, and the phases that the SPEC names, can do with so many ranks."""
    phases = [(key, value) for key, value in re.findall(r"([a-z_]+)=([a-z-]+)", spec) if key in PHASES]
    named = [found for key, value in phases for found in entries(key) if found["algorithm"] == value]
    refused = {EVEN: ranks % 2 > 0, POWER: ranks & (ranks - 1) > 0}
    return not any(refused.get(text) for one in (entry, *named) for text in one["restrictions"])


def schedules(collectives: tuple[str, ...] = COLLECTIVES) -> Iterator[tuple[Path, list[str]]]:
    """Each file with the words that record it. Blocks that may differ do, some are empty."""
    for collective in collectives:
        counts = ["--counts", UNEQUAL[collective]] if collective in UNEQUAL else []
        size = 0 if collective == "barrier" else BLOCK.get(collective, VECTOR)
        for entry in entries(collective):
            for name, spec in variants(entry):
                for ranks, (root, nodes) in PLACES.items():
                    if not runs_on(ranks, entry, spec):
                        continue
                    words = ["record", collective, "--algorithm", spec, "--ranks", str(ranks), "--bytes", str(size)]
                    words += [*(["--root", str(root)] if collective in ROOTED else []), *counts]
                    words += ["--nodes", nodes] if over_nodes(entry) else []
                    yield FOLDER / collective / f"{name}-p{ranks}.txt", words


def main(*collectives: str) -> None:
    for collective in collectives or COLLECTIVES:
        folder = FOLDER / collective
        folder.mkdir(parents=True, exist_ok=True)
        for file in folder.glob("*.txt"):
            file.unlink()
        for file, words in schedules((collective,)):
            file.write_text(tool.ask(words)[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
