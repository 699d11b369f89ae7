# SPDX-License-Identifier: BSD-3-Clause
"""One step at one place as a job of hocket-bench, bounded in time."""

import os
import subprocess
import time

from hocket import find
from hocket.bench import launch, machine
from hocket.tune.allocation import Hosts
from hocket.tune.places import Place
from hocket.tune.steps import Step

SLICE = 3000  # microseconds: about as long one variant is called at one size before the next has its turn
STARTING = 120  # seconds more than asked for that a job may take before it counts as stuck


def command(hosts: Hosts, place: Place, step: Step, seconds: float, seed: int) -> list[str]:
    bench = find.program(f"hocket-bench-{hosts.library.abi}")
    words = [bench, place.collective, "--compare", ",".join(step.compare), "--race", "--slice", str(SLICE)]
    words += ["-i", "20", "-x", "1", "-r", str(step.rounds), "--seconds", str(max(1, round(seconds)))]
    words += ["--seed", str(seed)]
    if place.collective != "barrier":
        words += ["--sizes", ",".join(map(str, step.sizes))]
    return hosts.command(place.ranks, [find.program("hocket-run"), *words])


def run(hosts: Hosts, place: Place, step: Step, seconds: float, seed: int) -> dict:
    """The line for the journal. A Stop where the job fails."""
    words = command(hosts, place, step, seconds, seed)
    # What a program has after its first calls on a communicator.
    environment = hosts.environment(place.ranks, {"HOCKET_SHM": os.environ.get("HOCKET_SHM", "1")})
    about = {"machine": machine.description(hosts.library, place.ppn)}
    limit, began = 4 * seconds + STARTING, time.monotonic()
    ended = launch.run(words, environment, limit)
    document = hosts.check(launch.read(ended.stdout, 0 if wrong_data(ended) else ended.returncode, words))
    took = round(time.monotonic() - began, 2)
    return {"collective": place.collective, "ranks": place.ranks, "step": step.name, "seconds": took} | {
        "document": document | about
    }


def wrong_data(ended: subprocess.CompletedProcess) -> bool:
    """Then the document says of which variant, which is left out."""
    return ended.returncode == 1 and '"verified":false' in ended.stdout
