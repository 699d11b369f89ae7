#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Is a table tuned in a lab better there than Hocket without one, and than the library?

    sudo nice -n -20 env PYTHONPATH=python .deps/venv/bin/python bench/lab_tuned.py -o DIR bcast alltoall

Makes a lab, runs `hocket tune` in it as in a batch job over its hosts, and then measures, at sizes between those that
were tuned, native, auto without a table and auto under the table, in turns, each in launches of its own. Prints what
the table's choice takes over the best of the three. With a table in DIR it is not tuned again.
"""

import argparse
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from hocket import sizes, stats
from hocket.lab import goodput, launch, life, measure, model, programs
from hocket.lab.experiment import Experiment
from hocket.lab.state import FOLDER, Lab
from hocket.mpi import Mpi

RANGES = {"bcast": "1K:256K", "allreduce": "1K:256K", "gatherv": "1K:32K", "alltoall": "512:16K"}
SIZES = {"bcast": "3K,24K,192K", "allreduce": "3K,24K,192K", "gatherv": "3K,24K", "alltoall": "1536,6K"}


def batch_job(lab: Lab, library: Mpi, folder: Path) -> dict[str, str]:
    """As under PBS: the hosts in a file, and an agent that the launcher takes for ssh."""
    hosts = folder / "hosts"
    hosts.write_text("".join(f"{host.name}\n" for host in lab.hosts))
    agent = {"HYDRA_LAUNCHER": "ssh", "HYDRA_LAUNCHER_EXEC": str(lab.shell()), "HYDRA_IFACE": launch.CONTROL}
    return os.environ | launch.environment(library, calm=True) | launch.WIRES | agent | {"PBS_NODEFILE": str(hosts)}


def tune(base: Experiment, library: Mpi, collectives: list[str], budget: str, folder: Path) -> Path:
    table, place = folder / "table.json", base.place()
    if table.exists():
        return table
    lab = life.create(FOLDER, place.hosts, place.links())
    hocket = [sys.executable, "-m", "hocket", "tune"]
    tables = []
    try:
        own = model.written(base, lab, goodput.measure(lab), library.family).environment["HOCKET_MACHINE"]
        where = ["--mpi", str(library.launcher.parents[1]), "--exact", "--machine", own]
        where += ["-N", str(place.hosts), "--ppn", str(place.ranks)]
        environment = batch_job(lab, library, folder) | {"PYTHONPATH": os.environ.get("PYTHONPATH", "python")}
        for collective in collectives:
            tables.append(str(folder / f"{collective}-table.json"))
            words = [*hocket, collective, *where, "-m", RANGES[collective], "--budget", budget, "-o", tables[-1]]
            subprocess.run(programs.inside(lab.head, words), env=environment, check=True)
    finally:
        life.destroy(FOLDER)
    subprocess.run([*hocket, "--merge", *tables, "-o", str(table)], env=environment, check=True)
    return table


def compare(base: Experiment, library: Mpi, collective: str, table: Path, folder: Path) -> list[dict]:
    plain = replace(base, collective=collective, sizes=SIZES[collective].split(","))
    under = replace(plain, algorithms=["auto"], environment=base.environment | {"HOCKET_TABLE": str(table)})
    files = {folder / f"{collective}.json": plain, folder / f"{collective}-under-table.json": under}
    return measure.measure(files, library, FOLDER, lambda text: print(f"  {text}", flush=True))


def times(document: dict, algorithm: str, size: int) -> list[float]:
    of = [one for one in document["launched"] if one["algorithm"] == algorithm and one["bytes"] == size]
    return [one["time_us"] for one in of if one.get("time_us")]


def report(collective: str, documents: list[dict]) -> None:
    plain, under = documents
    for size in map(sizes.parse, SIZES[collective].split(",")):
        tuned = times(under, "auto", size)
        others = {"native": times(plain, "native", size), "auto": times(plain, "auto", size)}
        best = min(others, key=lambda name: np.median(others[name]))
        ratio = stats.ratio([[t] for t in tuned], [[t] for t in others[best]], paired=False)
        shown = ", ".join(f"{name} {np.median(t) / 1e3:.1f}" for name, t in (others | {"table": tuned}).items())
        over = f"{ratio.value:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]"
        print(f"{collective} {sizes.show(size)}: {shown} ms; table over {best} {over}", flush=True)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("collectives", nargs="+", choices=SIZES)
    words.add_argument("-o", type=Path, required=True, metavar="DIR")
    words.add_argument("--budget", default="2m", help="of each collective")
    words.add_argument("--launches", type=int, default=7)
    given = words.parse_args()
    folder, library = given.o.absolute(), launch.library("mpich")
    folder.mkdir(parents=True, exist_ok=True)
    lab = {"hosts": 8, "ranks": 4, "rate": "50mbit", "queue": "64k"}
    base = Experiment(title="tuned in a lab", collective="bcast", sizes=["1K"], algorithms=["native", "auto"], lab=lab,
                      environment={"HOCKET_MACHINE": "lab"}, launches=given.launches, iterations=3)  # fmt: skip
    table = tune(base, library, given.collectives, given.budget, folder)
    for collective in given.collectives:
        report(collective, compare(base, library, collective, table, folder))


if __name__ == "__main__":
    main()
