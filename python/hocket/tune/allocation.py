# SPDX-License-Identifier: BSD-3-Clause
"""Where jobs run: on this node, or over the nodes of the batch job in which we are."""

import os
from dataclasses import dataclass
from pathlib import Path

from hocket.mpi import Mpi
from hocket.stop import Stop, wrong_usage

SYSTEMS = {"slurm": "SLURM_JOB_ID", "pbs": "PBS_NODEFILE", "flux": "FLUX_JOB_ID"}  # what is set inside


@dataclass(frozen=True)
class Hosts:
    library: Mpi
    nodes: int = 1
    system: str = ""  # one of SYSTEMS; empty: this node

    def command(self, ranks: int, program: list[str | Path]) -> list[str]:
        words, ppn = list(map(str, program)), str(ranks // self.nodes)
        match self.system:
            case "slurm":
                return ["srun", "-N", str(self.nodes), "-n", str(ranks), "--ntasks-per-node", ppn, *words]
            case "flux":
                return ["flux", "run", "-N", str(self.nodes), "-n", str(ranks), *words]
            case "pbs":
                return [str(self.library.launcher), *self.host_words(int(ppn)), "-n", str(ranks), *words]
        return self.library.command(ranks, program)

    def host_words(self, ppn: int) -> list[str]:
        """MPI launchers that know nothing of the batch system are told."""
        slots = ",".join(f"{host}:{ppn}" for host in pbs_hosts()[: self.nodes])
        if self.library.family != "openmpi":
            return ["-hosts", slots]
        forwarded = [word for name in sorted(os.environ) if name.startswith("HOCKET_") for word in ("-x", name)]
        return ["--host", slots, "--map-by", f"ppr:{ppn}:node", *forwarded]

    def environment(self, ranks: int, more: dict[str, str]) -> dict[str, str]:
        return self.library.environment(ranks // self.nodes, more)

    def check(self, document: dict) -> dict:
        """Of hocket-bench: a launcher that left all ranks on one node has measured something else."""
        if self.nodes > 1 and len(document["hosts"]) != self.nodes:
            there = ", ".join(document["hosts"])
            raise Stop(f"the job ran on {len(document['hosts'])} nodes ({there}), not on {self.nodes}")
        return document


def here(library: Mpi, nodes: int) -> Hosts:
    """Where a job over so many nodes can be started from."""
    if nodes == 1:
        return Hosts(library)
    found = next((name for name, variable in SYSTEMS.items() if os.environ.get(variable)), None)
    if not found:
        systems = ", ".join(SYSTEMS)
        raise wrong_usage(f"-N {nodes} needs a batch job of one of {systems}; --job-script writes one")
    held = nodes_held(found)
    if held is not None and held < nodes:
        raise wrong_usage(f"-N {nodes}: this {found} job holds {held} nodes")
    return Hosts(library, nodes, found)


def nodes_held(system: str) -> int | None:
    """None: the system's launcher will tell."""
    if system == "pbs":
        return len(pbs_hosts())
    text = os.environ.get("SLURM_JOB_NUM_NODES", "") if system == "slurm" else ""
    return int(text) if text.isdecimal() else None


def pbs_hosts() -> list[str]:
    """Each once; the file names a host for each of its slots."""
    path = os.environ["PBS_NODEFILE"]
    try:
        return list(dict.fromkeys(Path(path).read_text().split()))
    except OSError as problem:
        raise Stop(f"PBS_NODEFILE={path} cannot be read: {problem.strerror}") from problem
