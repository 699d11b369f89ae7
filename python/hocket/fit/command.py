# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune --machine-only"""

import json
import os
from pathlib import Path

from hocket import output, tool, whole
from hocket.fit import run, view
from hocket.fit.document import Machine
from hocket.fit.measured import Measured
from hocket.mpi import cores
from hocket.stop import wrong_usage
from hocket.tune.allocation import Hosts

MOST = 4  # ranks without -n: more of one node say little more


def fit(hosts: Hosts | None, ranks: str | None, file: Path, measured: Path | None, seed: int, always: bool) -> None:
    """Writes the model of this machine. `measured`: of what hocket-fit printed, instead of a job now."""
    whole.look(file)
    if hosts is None:
        found = run.read(measured)
    else:
        number = how_many(ranks, hosts.nodes)
        output.progress(f"{number} ranks measure for {run.SECONDS} s", always)
        found = run.measure(hosts, number, run.SECONDS, seed)
    machine = Machine(Measured(found), file.stem)
    document = machine.document()
    write(document, file)
    view.show(machine, document)
    warn_of(found)
    if machine.cast.is_asked_for() and (missing := machine.cast.missing()):
        output.aside.print(f"no multicast was measured: {missing}")
    if missing := machine.shared.missing():
        output.aside.print(f"no {machine.shared.lacks()} was measured: {missing}")


def how_many(ranks: str | None, nodes: int) -> int:
    """In all."""
    if ranks is None:
        return min(max(2, cores()), MOST) * nodes
    if not ranks.isdecimal() or not 2 <= int(ranks) * nodes <= 1_000_000:
        raise wrong_usage(f"'{ranks}': --machine-only takes one number of ranks, at least 2 on one node")
    return int(ranks) * nodes


def warn_of(found: dict) -> None:
    """Of what makes the numbers those of something else."""
    if found["ranks"] > found["cores"] * found["nodes"]:
        output.aside.print(f"{found['ranks']} ranks on {found['cores']} cores measure the scheduler as well")
    elif os.getloadavg()[0] > 2 * cores():
        output.aside.print(f"this machine was busy (load {os.getloadavg()[0]:.1f}): measure again when it is not")


def write(document: dict, file: Path) -> None:
    judge = ["explain", "barrier", "--nodes", "1", "--ppn", "2", "--machine"]
    whole.write(file, json.dumps(document, indent=1) + "\n", lambda part: tool.ask([*judge, str(part.absolute())]))
    output.progress(f"{file}: hocket simulate --machine {file.absolute()}, HOCKET_MACHINE={file.absolute()}", True)
