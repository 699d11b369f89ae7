# SPDX-License-Identifier: BSD-3-Clause
"""Measures experiments on one lab, which it makes and ends; what is known is written after each round."""

import json
import os
from collections.abc import Callable
from pathlib import Path

from hocket import output, whole
from hocket.lab import campaign, goodput, life, model, picture, rates, result
from hocket.lab.experiment import Experiment
from hocket.mpi import Mpi, cores


def measure(asked: dict[Path, Experiment], library: Mpi, folder: Path, tell: Callable[[str], None]) -> list[dict]:
    """By the file that each experiment's document goes to; all have the same hosts and links. They take turns."""
    files, experiments = list(asked), list(asked.values())
    where, place = result.here(), experiments[0].place()
    warn_of(where)
    launched: list[list[dict]] = [[] for _ in files]
    documents: list[dict] = []
    lab = life.create(folder, place.hosts, place.links())
    try:
        rate = goodput.measure(lab)
        tell(f"seed {experiments[0].seed}; TCP moves {rate * 8 / 1e6:.1f} Mbit/s between two hosts")
        rounds = [campaign.run(lab, library, model.written(e, lab, rate, library.family), tell) for e in experiments]
        for done in zip(*rounds, strict=True):
            documents = []
            for i, records in enumerate(done):
                launched[i] += records
                documents.append(result.document(experiments[i], library, where, rate, launched[i]))
                write(files[i], documents[i])
    finally:
        life.destroy(folder)
    return documents


def warn_of(where: dict[str, str]) -> None:
    if os.getloadavg()[0] > cores() and os.nice(0) > -10:
        advice = "the processor, not the network, may decide; nice -n -20 hocket lab bench ... helps"
        output.aside.print(f"hocket lab: load {where['load before']} on {cores()} cores: {advice}", soft_wrap=True)


def write(file: Path, document: dict) -> None:
    """With its pictures beside it."""
    whole.write(file, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    whole.write(file.with_suffix(".svg"), picture.draw(document))
    if len(document["floors"]) > 1:
        whole.write(file.with_name(file.stem + "-rates.svg"), rates.draw([document]))
