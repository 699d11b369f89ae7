# SPDX-License-Identifier: BSD-3-Clause
"""The recorded schedules in tests/golden, one for each entry of the catalogue at few ranks.

Write them anew after an intended change:  PYTHONPATH=python python tests/python/golden.py [COLLECTIVE ...]
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from hocket import tool

FOLDER = Path(__file__).resolve().parents[1] / "golden"
COLLECTIVES = ("bcast", "gather", "gatherv", "scatter", "scatterv")
BYTES = {"bcast": 100}
MEAN_BLOCK = 24
# ranks: (root, ranks of each node for those that know of nodes)
PLACES = {5: (0, "2,3"), 8: (3, "3,1,4"), 13: (12, "5,1,7")}
# What makes a pipeline of an entry, or has it wait for its receiver, by parameter.
VARIED = {"segment": "pipelined=16", "blocks": "pipelined=4", "credit": "credits=16", "threshold": "mixed=24"}
PHASES = ("scatter", "allgather")


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
    for phase in PHASES:
        about = parameters.get(phase, {})
        for value in about.get("values", []):
            if value != about["default"]:
                yield f"{name}-{value.replace(':', '-').replace('=', '')}", f"{name}({phase}={value})"


def over_nodes(entry: dict) -> bool:
    return any(about["type"] == "algorithm" and key not in PHASES for key, about in entry["parameters"].items())


def schedules(collectives: tuple[str, ...] = COLLECTIVES) -> Iterator[tuple[Path, list[str]]]:
    """Each file with the words that record it. Blocks that may differ do, some are empty."""
    for collective in collectives:
        counts = ["--counts", "zeros" if collective == "gatherv" else "random"] if collective.endswith("v") else []
        for entry in entries(collective):
            for name, spec in variants(entry):
                for ranks, (root, nodes) in PLACES.items():
                    words = ["record", collective, "--algorithm", spec, "--ranks", str(ranks), "--bytes"]
                    words += [str(BYTES.get(collective, MEAN_BLOCK)), "--root", str(root), *counts]
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
