# SPDX-License-Identifier: BSD-3-Clause
"""Command lines that start an MPI job over the hosts of a lab."""

import os
from dataclasses import dataclass
from pathlib import Path

from hocket import find, mpi
from hocket.lab.state import Lab
from hocket.mpi import CROWDED, Mpi
from hocket.stop import Stop, missing, wrong_usage

# MPI talks over eth0, the launcher over the unshaped network.
WIRES = {"MPIR_CVAR_CH4_NETMOD": "ofi", "FI_PROVIDER": "tcp", "FI_TCP_IFACE": "eth0"}
CONTROL = "control"


@dataclass(frozen=True)
class Layout:
    hosts: list[str]
    ranks: int  # on each host

    @property
    def size(self) -> int:
        return len(self.hosts) * self.ranks

    def slots(self) -> str:
        return ",".join(f"{host}:{self.ranks}" for host in self.hosts)


def layout(lab: Lab, ranks: int) -> Layout:
    return Layout([host.name for host in lab.hosts], ranks)


def library(wanted: str) -> Mpi:
    """mpich or openmpi: the first one known of that family; else a prefix."""
    if wanted not in ("mpich", "openmpi"):
        return supported(mpi.choose(Path(wanted)))
    known = [found for found in mpi.all_known(None) if found.family == wanted]
    if not known:
        raise missing(f"an MPI library of the family '{wanted}'", "tools/setup.sh, or name its prefix by --mpi PREFIX")
    return supported(known[0])


def supported(found: Mpi) -> Mpi:
    if found.family == "intel" or (found.family == "openmpi" and found.version.startswith("4")):
        raise wrong_usage(f"{found.name} {found.version} cannot be started in a lab; MPICH and Open MPI 5 can")
    return found


def environment(library: Mpi, calm: bool) -> dict[str, str]:
    """calm: ranks that wait give way, for all hosts share the cores of one machine. What the user has set stays."""
    settled = library.environment(ranks=0)
    if calm:
        settled = CROWDED[library.family] | settled
    return settled | {"PATH": search_path()}


def search_path() -> str:
    """Our own programs need no path before them."""
    usual = os.environ.get("PATH", os.defpath)
    try:
        return f"{find.program('hocket-run').parent}:{usual}"
    except Stop:
        return usual


def words(library: Mpi, shell: Path, place: Layout, program: list[str]) -> list[str]:
    """To be run in the head."""
    launcher = str(library.launcher)
    if library.family == "mpich":
        return [launcher, *hydra(shell, place), "-n", str(place.size), *program]
    return [launcher, *prrte(shell, place), "-n", str(place.size), *program]


def hydra(shell: Path, place: Layout) -> list[str]:
    settings = [word for name, value in WIRES.items() for word in ("-genv", name, value)]
    start = ["-launcher", "ssh", "-launcher-exec", str(shell), "-iface", CONTROL, "-disable-hostname-propagation"]
    return [*start, "-hosts", place.slots(), "-bind-to", "none", *settings]


def prrte(shell: Path, place: Layout) -> list[str]:
    start = ["--prtemca", "plm_ssh_agent", str(shell), "--prtemca", "plm_ssh_no_tree_spawn", "1"]
    map_by = ["--map-by", f"ppr:{place.ranks}:node:oversubscribe", "--bind-to", "none", "--host", place.slots()]
    transport = ["--mca", "pml", "ob1", "--mca", "btl", "self,sm,tcp", "--mca", "btl_tcp_if_include", "eth0"]
    return [*start, *map_by, *transport]
