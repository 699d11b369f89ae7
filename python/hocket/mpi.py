# SPDX-License-Identifier: BSD-3-Clause
"""An MPI installation: its launcher, its family and version, and what it needs where ranks outnumber cores."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from hocket import find
from hocket.stop import Stop, missing

# Ranks that outnumber the cores must give way while they wait. tests/mpi-env.sh says the same to the tests.
CROWDED = {
    "mpich": {"MPIR_CVAR_CH4_PROGRESS_THROTTLE": "1", "MPIR_CVAR_CH4_PROGRESS_THROTTLE_NO_PROGRESS_COUNT": "16"},
    "intel": {"I_MPI_PIN": "0"},
    "openmpi": {"OMPI_MCA_mpi_yield_when_idle": "1", "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"},
}


def cores() -> int:
    return len(os.sched_getaffinity(0))


@dataclass
class Mpi:
    launcher: Path
    family: str  # mpich, intel or openmpi
    version: str
    prefix: Path | None = None
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def abi(self) -> str:
        """The suffix of the library and of hocket-bench that fit."""
        return "ompi" if self.family == "openmpi" else "mpich"

    @property
    def name(self) -> str:
        return {"mpich": "MPICH", "intel": "Intel MPI", "openmpi": "Open MPI"}[self.family]

    def environment(self, ranks: int, more: dict[str, str] | None = None) -> dict[str, str]:
        """That of the launcher: what the user has set stays, unless it is asked for here by name."""
        own = dict(CROWDED[self.family]) if ranks > cores() else {}
        if self.family == "openmpi" and os.geteuid() == 0:
            own |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        if self.prefix:
            own["LD_LIBRARY_PATH"] = f"{self.prefix / 'lib'}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
        settled = own | self.extra | {k: v for k, v in os.environ.items() if k != "LD_LIBRARY_PATH" or not self.prefix}
        return settled | (more or {})

    def command(self, ranks: int, program: list[str | Path]) -> list[str]:
        """Settings travel in the environment, which every launcher here forwards on one node."""
        crowded = []
        if ranks > cores() and self.family == "openmpi":
            crowded = ["--bind-to", "none"] + (["--oversubscribe"] if self.version.startswith("4") else [])
        return [str(self.launcher), *crowded, "-n", str(ranks), *map(str, program)]


def family_of(banner: str) -> tuple[str, str] | None:
    """Family and version from what `mpiexec --version` prints."""
    for pattern, family in (
        (r"Intel\(R\) MPI Library.*?Version ([\d.]+)", "intel"),
        (r"HYDRA.*?Version:\s+([\w.]+)", "mpich"),
        (r"(?:Open MPI\)|OpenRTE\)|prterun.*?)\s*v?([\d.]+)", "openmpi"),
    ):
        found = re.search(pattern, banner, re.DOTALL)
        if found:
            return family, found[1]
    return None


def at(launcher: Path, prefix: Path | None = None) -> Mpi:
    try:
        words, nothing = [launcher, "--version"], subprocess.DEVNULL
        ended = subprocess.run(words, stdin=nothing, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Stop(f"{launcher} --version does not answer: {problem}") from problem
    known = family_of(ended.stdout + ended.stderr)
    if not known:
        raise Stop(f"{launcher} belongs to no MPI that Hocket knows (MPICH, Intel MPI, Open MPI)")
    extra = {"I_MPI_ROOT": str(prefix), "I_MPI_FABRICS": "shm"} if known[0] == "intel" and prefix else {}
    return Mpi(launcher, *known, prefix, extra)


def choose(prefix: Path | None) -> Mpi:
    """The MPI in `prefix`; else the one on PATH; else the first that the sources bring."""
    if prefix:
        for name in ("mpiexec", "mpiexec.hydra", "mpirun"):
            if (prefix / "bin" / name).is_file():
                return at((prefix / "bin" / name).absolute(), prefix.absolute())
        raise missing(f"mpiexec in {prefix / 'bin'}", "--mpi PREFIX, the folder above an MPI's bin/")
    on_path = shutil.which("mpiexec")
    if on_path:
        return at(Path(on_path))
    for brought in find.default_prefixes():
        return choose(brought)
    raise missing("an MPI library", "tools/setup.sh, or name one by --mpi PREFIX")


def all_known(prefix: Path | None) -> list[Mpi]:
    """Every MPI that can be seen from here, each launcher once."""
    if prefix:
        return [choose(prefix)]
    seen: dict[Path, Mpi] = {}
    on_path = shutil.which("mpiexec")
    if on_path:
        seen[Path(on_path).resolve()] = at(Path(on_path))
    for brought in find.default_prefixes():
        found = choose(brought)
        seen.setdefault(found.launcher.resolve(), found)
    return list(seen.values())
