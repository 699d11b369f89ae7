#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fits data/machines/aurora.json to two published times and says how far off it is at those that it has not seen.

    tools/fit-aurora.py [--tool build/release/bin/hocket-tool] [--noise]

Fitted: the flow between nodes to the binary tree, the rendezvous to the pipelined one. Not to the binomial tree: the
published one sends to one child after the other, ours to all at once. --noise also says how far the ring is off with
the stalls of the file, which were chosen for it (some minutes). All with the job that was published: broadcasts from
one node after the other.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MACHINE = ROOT / "data/machines/aurora.json"
# Microseconds of one broadcast of 1221360 bytes over 512 nodes x 12 ranks: seconds of 512 broadcasts / 512.
PUBLISHED = {
    "knomial": ("binomial", 2.528068e6 / 512),
    "kary:segment=8K": ("pipelined_tree", 3.060392e6 / 512),
    "kary": ("tree", 1.625567e6 / 512),
    "then(scatter=knomial,allgather=recursive-doubling)": ("scatter_recursive_doubling_allgather", 1.46615e6 / 512),
    "then(scatter=knomial,allgather=ring)": ("scatter_ring_allgather", 544.884321e6 / 512),
}
BINOMIAL, PIPELINED, TREE, DOUBLING, RING = PUBLISHED
JOB = ["bcast", "--nodes", "512", "--ppn", "12", "--bytes", "1221360", "--repeat", "8", "--rotate-root", "--full"]


def simulate(tool: str, machine: dict, spec: str, *more: str) -> dict:
    file = ROOT / "build/fit-aurora.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(machine))
    command = [tool, "simulate", *JOB, "--machine", str(file), "--algorithm", spec, *more]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)["results"][0]


def fit(tool: str, machine: dict, change, value: float, spec: str, power: int) -> float:
    """The value for which `spec` takes its published time; a time grows with a value as its `power`, about."""
    for _ in range(12):
        change(machine, value)
        ratio = simulate(tool, machine, spec)["time_us"] / PUBLISHED[spec][1]
        if abs(ratio - 1) < 1e-3:
            break
        value /= ratio**power
    return round(value, 3)


def set_flow(machine: dict, value: float) -> None:
    machine["levels"][1]["flow_GBps"] = value


def set_rendezvous(machine: dict, value: float) -> None:
    machine["rendezvous_us"] = value


def line(tool: str, machine: dict, spec: str, parameter: str | None = None) -> dict:
    name, published = PUBLISHED[spec]
    simulated = simulate(tool, machine, spec)["time_us"]
    shown = {"what": name, "published_us": round(published, 1), "simulated_us": round(simulated, 1)}
    return (
        shown
        | {"error_percent": round(100 * (simulated / published - 1), 1)}
        | ({"parameter": parameter} if parameter else {})
    )


def noisy_ring(tool: str, machine: dict) -> dict:
    """The stalls of the file were chosen by hand for this one."""
    name, published = PUBLISHED[RING]
    simulated = simulate(tool, machine, RING, "--noise-seeds", "3")["time_noisy_us"]["median"]
    error = round(100 * (simulated / published - 1), 1)
    shown = {"what": f"{name}, with noise", "published_us": round(published, 1), "simulated_us": round(simulated, 1)}
    return shown | {"error_percent": error, "parameter": "noise.stall_probability, noise.stall_us"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / "build/release/bin/hocket-tool"))
    parser.add_argument("--noise", action="store_true")
    given = parser.parse_args()
    machine = json.loads(MACHINE.read_text())
    for _ in range(2):
        set_rendezvous(machine, fit(given.tool, machine, set_rendezvous, machine["rendezvous_us"], PIPELINED, 1))
        set_flow(machine, fit(given.tool, machine, set_flow, machine["levels"][1]["flow_GBps"], TREE, -1))
    machine["fitted"] = [
        line(given.tool, machine, TREE, "levels.network.flow_GBps"),
        line(given.tool, machine, PIPELINED, "rendezvous_us"),
    ]
    machine["held_out"] = [line(given.tool, machine, spec) for spec in (DOUBLING, BINOMIAL)]
    if given.noise:
        machine["fitted"].append(noisy_ring(given.tool, machine))
    MACHINE.write_text(json.dumps(machine, indent=1) + "\n")
    print(json.dumps({key: machine[key] for key in ("fitted", "held_out")}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
