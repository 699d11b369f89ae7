# SPDX-License-Identifier: BSD-3-Clause
"""Runs an experiment: every round launches all sizes and algorithms once, in a new shuffled order."""

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hocket import find, sizes
from hocket.bench.launch import read
from hocket.lab import counters, job, launch
from hocket.lab.experiment import Experiment
from hocket.lab.job import Ended, Job
from hocket.lab.state import Lab
from hocket.mpi import Mpi
from hocket.stop import MISSING, USAGE, Stop

COUNTED = ("switch_drops", "host_drops", "retransmitted_segments", "timeouts")


@dataclass(frozen=True)
class Launch:
    round: int
    bytes: int
    algorithm: str


def order(e: Experiment) -> Iterator[list[Launch]]:
    """By rounds. Whatever disturbs the machine for a while hits all of them alike."""
    shuffle = random.Random(e.seed)
    for number in range(e.launches):
        round = [Launch(number, size, algorithm) for size in e.bytes() for algorithm in e.algorithms]
        shuffle.shuffle(round)
        yield round


def run(lab: Lab, library: Mpi, e: Experiment, tell: Callable[[str], None]) -> Iterator[list[dict]]:
    """The records of each round, once it is done."""
    for round in order(e):
        tell(f"round {round[0].round + 1} of {e.launches}: {len(round)} launches")
        yield [measure(lab, library, e, one) for one in round]


def program(library: Mpi, e: Experiment, one: Launch) -> list[str]:
    bench = [str(find.program(f"hocket-bench-{library.abi}")), e.collective]
    size = f"{one.bytes}:{one.bytes}"
    calls = ["-i", str(e.iterations), "-x", str(e.warmup), "-r", str(e.rounds), "--seed", str(e.seed)]
    calls += ["--counts", e.counts, "--counts-seed", str(e.seed)] if e.irregular() else []
    under = [] if one.algorithm == "native" else [str(find.program("hocket-run"))]
    # Its hosts share a clock, and processors: on real ones who has ended a call, or waits for the next, takes nothing
    # from who has not.
    return [*under, *bench, "-m", size, *calls, "--start", "alarm", "--compare", one.algorithm, "--alone"]


def measure(lab: Lab, library: Mpi, e: Experiment, one: Launch) -> dict:
    place = e.place()
    words = launch.words(library, lab.shell(), launch.layout(lab, place.ranks), program(library, e, one))
    environment = launch.environment(library, place.calm) | e.environment
    return record(one, job.run(lab, Job(words, environment, e.timeout, capture=True)), words)


def record(one: Launch, ended: Ended, words: list[str]) -> dict:
    """Counts are those of the whole job; `covers` names all variants that it ran, which is this one; `blocks` where
    they differ."""
    happened = counters.total(ended.counts)
    found = {"round": one.round, "bytes": one.bytes, "algorithm": one.algorithm, "seconds": round(ended.seconds, 3)}
    found["load"] = round(os.getloadavg()[0], 2)
    found |= {name: happened[name] for name in COUNTED}
    if ended.status is None:
        return found | {"failure": "not within the time limit"}
    if ended.status in (USAGE, MISSING):
        said = next((line for line in ended.complaints.splitlines() if "hocket" in line), " ".join(words))
        raise Stop(f"{one.algorithm}, {sizes.show(one.bytes)}: {said}", ended.status)
    try:
        document = read(ended.out, ended.status, words)
    except Stop:
        said = ended.complaints.strip().splitlines() or ["no message"]
        return found | {"failure": f"status {ended.status}: {said[0]}"}
    row = next(row for row in document["results"] if row["variant"] == one.algorithm)
    times = {name: row[name] for name in ("time_us", "min_us", "max_us", "verified")}
    counts = document.get("counts", {"name": "equal"})
    differ = {"blocks": counts["blocks"][0]} if counts["name"] != "equal" else {}
    return found | times | differ | {"covers": [variant["name"] for variant in document["variants"]]}
