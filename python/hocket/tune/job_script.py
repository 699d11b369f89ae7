# SPDX-License-Identifier: BSD-3-Clause
"""A script for a batch system that runs the same hocket tune on the nodes that it is given."""

import re
import shlex
import shutil
from dataclasses import dataclass

from hocket.stop import wrong_usage
from hocket.tune.allocation import SYSTEMS

STARTING = 600  # seconds beyond the budget: each job starts, and the last one may end late
UNITS = {"s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True)
class Request:
    nodes: int
    ppn: int
    seconds: int

    @property
    def clock(self) -> str:
        return f"{self.seconds // 3600:02}:{self.seconds // 60 % 60:02}:{self.seconds % 60:02}"


def known(system: str) -> str:
    if system not in SYSTEMS:
        raise wrong_usage(f"--job-script '{system}' is no system that is known; valid: {', '.join(SYSTEMS)}")
    return system


def time_for(text: str | None, budget: float) -> int:
    """Seconds of the batch job."""
    if text is None:
        return round(1.5 * budget) + STARTING
    match = re.fullmatch(r"(\d{1,6})([smh]?)", text)
    if not match:
        raise wrong_usage(f"--time '{text}' is not a time such as 30m or 2h")
    seconds = int(match[1]) * UNITS[match[2] or "s"]
    if seconds <= budget:
        raise wrong_usage(f"--time {text} is not longer than the budget of {budget:.0f} s, and jobs have to be started")
    return seconds


def script(system: str, asked: Request, words: list[str]) -> str:
    """`words`: those of hocket tune, without --job-script."""
    lines = [
        "#!/bin/bash",
        *map(str, HEADS[system](asked)),
        "# Interrupted or out of time? Submit it again: it goes on.",
    ]
    command = shlex.join([shutil.which("hocket") or "hocket", "tune", *words])
    return "\n".join([*lines, "set -eu", f'cd "{FOLDERS[system]}"', f"exec {command}"]) + "\n"


def slurm(asked: Request) -> list[str]:
    size = [f"#SBATCH --nodes={asked.nodes}", f"#SBATCH --ntasks-per-node={asked.ppn}", "#SBATCH --exclusive"]
    return ["#SBATCH --job-name=hocket-tune", *size, f"#SBATCH --time={asked.clock}"]


def pbs(asked: Request) -> list[str]:
    size = f"#PBS -l select={asked.nodes}:ncpus={asked.ppn}:mpiprocs={asked.ppn}"
    return ["#PBS -N hocket-tune", size, "#PBS -l place=scatter:excl", f"#PBS -l walltime={asked.clock}"]


def flux(asked: Request) -> list[str]:
    size = [f"#flux: --nodes={asked.nodes}", "#flux: --exclusive"]
    return ["#flux: --job-name=hocket-tune", *size, f"#flux: --time-limit={asked.seconds}s"]


HEADS = {"slurm": slurm, "pbs": pbs, "flux": flux}
# Where it was submitted. Flux starts there by itself.
FOLDERS = {"slurm": "$SLURM_SUBMIT_DIR", "pbs": "$PBS_O_WORKDIR", "flux": "$PWD"}
