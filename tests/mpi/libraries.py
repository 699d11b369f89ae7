# SPDX-License-Identifier: BSD-3-Clause
"""The MPI libraries that tests run on, as tests/mpi-env.sh describes them, and programs built for each."""

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@dataclass
class Library:
    name: str
    settings: dict[str, str] = field(default_factory=dict)
    mpiexec: list[str] = field(default_factory=list)
    mpicc: str = ""
    mpifort: str = ""  # where there is one
    missing: str = ""  # why it cannot be used

    def environment(self) -> dict[str, str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("HOCKET_")}
        return clean | self.settings

    def build(self, program: str, sources: list[str], into: Path, mode: str = "") -> Path:
        """`mode` names the header before its sources that turns every collective into another form of it."""
        target = into / self.name / f"{program}{mode and '-'}{mode}"
        target.parent.mkdir(parents=True, exist_ok=True)
        paths = [str(HERE / s) for s in sources]
        flags = [
            "-O2",
            "-Wall",
            "-Wno-stringop-overflow",  # MPICH 4.0 declares lists of statuses as arrays, and MPI_STATUSES_IGNORE is none
            "-pthread",
            f"-I{ROOT / 'include'}",
            *(["-include", str(HERE / f"{mode}.h")] if mode else []),
        ]
        subprocess.run([self.mpicc, *flags, "-o", str(target), *paths, "-ldl"], check=True, env=self.environment())
        return target

    def build_fortran(self, program: str, sources: list[str], into: Path, flags: list[str]) -> Path:
        """Sources of every binding and form, whose argument lists no single interface knows."""
        target = into / self.name / program
        target.parent.mkdir(parents=True, exist_ok=True)
        lenient = ["-cpp", "-w", "-ffree-line-length-none", "-fallow-argument-mismatch"]
        paths = [str(HERE / "fortran" / s) for s in sources]
        command = [self.mpifort, "-O1", *lenient, *flags, f"-J{target.parent}", "-o", str(target), *paths]
        subprocess.run(command, check=True, env=self.environment())
        return target


def find(name: str) -> Library:
    asked = subprocess.run([ROOT / "tests/mpi-env.sh", name], capture_output=True, text=True, check=False)
    library = Library(name)
    if asked.returncode != 0:
        library.missing = asked.stderr.strip() or "not there"
        return library
    for line in asked.stdout.splitlines():
        key, _, value = line.partition("=")
        if key == "MPIEXEC":
            library.mpiexec = value.split()
        elif key == "MPICC":
            library.mpicc = value
        elif key == "MPIFORT":
            library.mpifort = value if shutil.which(value) else ""
        elif key != "MPICXX":
            library.settings[key] = value
    if not shutil.which(library.mpicc):
        library.missing = f"no {library.mpicc}"
    return library
