# SPDX-License-Identifier: BSD-3-Clause
"""The recorded schedules in tests/golden, one for each entry of the catalogue at few ranks.

Write them anew after an intended change:  PYTHONPATH=python python tests/python/golden.py
"""

import json
from collections.abc import Iterator
from pathlib import Path

from hocket import tool

FOLDER = Path(__file__).resolve().parents[1] / "golden/bcast"
BYTES = 100
# ranks: (root, ranks of each node for those that know of nodes)
PLACES = {5: (0, "2,3"), 8: (3, "3,1,4"), 13: (12, "5,1,7")}
# What makes a pipeline of an entry, by parameter.
PIPELINED = {"segment": "16", "blocks": "4"}
PHASES = ("scatter", "allgather")


def entries() -> list[dict]:
    return [entry for entry in json.loads(tool.ask(["list", "bcast"])[0]) if entry["recordable"]]


def variants(entry: dict) -> Iterator[tuple[str, str]]:
    """(name of the file, SPEC): the entry itself, pipelined, and with each algorithm for its phases."""
    name, parameters = entry["algorithm"], entry["parameters"]
    yield name, name
    for key, value in PIPELINED.items():
        if key in parameters:
            yield f"{name}-pipelined", f"{name}:{key}={value}"
    for phase in PHASES:
        about = parameters.get(phase, {})
        for value in about.get("values", []):
            if value != about["default"]:
                yield f"{name}-{value.replace(':', '-').replace('=', '')}", f"{name}({phase}={value})"


def over_nodes(entry: dict) -> bool:
    return any(about["type"] == "algorithm" and key not in PHASES for key, about in entry["parameters"].items())


def schedules() -> Iterator[tuple[Path, list[str]]]:
    """Each file with the words that record it."""
    for entry in entries():
        for name, spec in variants(entry):
            for ranks, (root, nodes) in PLACES.items():
                words = ["record", "bcast", "--algorithm", spec, "--ranks", str(ranks), "--bytes", str(BYTES)]
                words += ["--root", str(root), *(["--nodes", nodes] if over_nodes(entry) else [])]
                yield FOLDER / f"{name}-p{ranks}.txt", words


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for file, words in schedules():
        file.write_text(tool.ask(words)[0])


if __name__ == "__main__":
    main()
