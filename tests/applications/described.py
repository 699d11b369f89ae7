# SPDX-License-Identifier: BSD-3-Clause
"""The applications: what starts each, and which of its words are results. Times and speeds are not."""

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEBIAN = Path("/usr/lib/x86_64-linux-gnu")
EXAMPLES = Path("/usr/share/lammps/examples")


@dataclass
class Application:
    name: str
    library: str  # as tests/mpi-env.sh has it
    package: str  # that brings it
    needs: Path | str  # a file, or a program in PATH
    command: Callable[[Path, "object"], list[str]]  # of a folder of its own, and the library
    results: Callable[[str], list[str]]  # words out of what it has written
    output: str = ""  # a file in its folder; empty: standard output
    ranks: int = 4
    digits: int = 0  # of numbers that have to agree; 0: all that are printed
    variables: Callable[["object"], dict[str, str]] = lambda library: {}

    def is_there(self) -> bool:
        return self.needs.exists() if isinstance(self.needs, Path) else bool(shutil.which(self.needs))


def verdicts(text: str) -> list[str]:
    """What each test says of itself, and how many there were."""
    ends = re.findall(r"PASSED|FAILED|\d+ tests .*", text)
    return [word for end in ends for word in end.split()]


def hpcc(folder: Path, library) -> list[str]:
    text = Path("/usr/share/doc/hpcc/examples/_hpccinf.txt").read_text()
    (folder / "hpccinf.txt").write_text(re.sub(r"^1000 ", "400  ", text, count=1, flags=re.MULTILINE))
    return ["hpcc"]


def hpcc_results(text: str) -> list[str]:
    """Of the summary everything that is neither a time nor a speed; checks and errors of all parts."""
    measured = re.compile(r"time|Time|flops|GUPs|STREAM|GB|usec|Tick|HPL_RnormI|maxErr|M_OPENMP|omp_get")
    summary = [line for line in text.splitlines() if re.match(r"\w+=", line) and not measured.search(line)]
    return summary + re.findall(r"PASSED|FAILED|Found \d+ errors in \d+ locations \(\w+\)", text)


def lammps(script: Path, *more: str):
    def command(folder: Path, library) -> list[str]:
        for file in script.parent.iterdir():
            if file.is_file():
                shutil.copy(file, folder)
        return ["lmp", "-in", script.name, "-log", "none", *more]

    return command


def lammps_results(text: str) -> list[str]:
    """The tables of thermodynamic output, neighbour counts and the like."""
    timed = re.compile(r"Loop time|Performance|CPU use|Total wall time|CPU =|^\s*\w+\s*\|")
    return [word for line in text.splitlines() if not timed.search(line) for word in line.split()]


def scalapack(test: str, data: str):
    """Its own tests, with the processor grids of their data that four ranks can make."""

    def command(folder: Path, library) -> list[str]:
        tests = DEBIAN / "scalapack" / {"ompi4": "openmpi-tests", "mpich4": "mpich-tests"}[library.name]
        shutil.copy((tests / test).parent / data, folder / Path(data).name)
        return [str(tests / test)]

    return command


def compiled(source: str, *flags: str):
    def command(folder: Path, library) -> list[str]:
        target = folder / source.removesuffix(".c")
        line = [library.mpicc, "-O2", "-o", str(target), str(HERE / source), *flags]
        subprocess.run(line, check=True, env=library.environment())
        return [str(target)]

    return command


def of_mpi4py(library) -> dict[str, str]:
    folder = Path(library.mpicc).parent.parent / "lib"
    return {"MPI4PY_LIBMPI": str(folder / {"mpich": "libmpi.so.12", "ompi5": "libmpi.so.40"}[library.name])}


def module(name: str) -> Path:
    """Its file, or one that is not there."""
    found = importlib.util.find_spec(name)
    return Path(found.origin if found else name)


def script(name: str):
    return lambda folder, library: [sys.executable, str(HERE / name)]


APPLICATIONS = [
    Application("HPC Challenge", "ompi4", "hpcc", "hpcc", hpcc, hpcc_results, output="hpccoutf.txt"),
    Application(
        "LAMMPS, melt", "ompi4", "lammps lammps-examples", "lmp", lammps(EXAMPLES / "melt/in.melt"), lammps_results
    ),
    Application(
        "LAMMPS, peptide",
        "ompi4",
        "lammps lammps-examples",
        "lmp",
        lammps(EXAMPLES / "peptide/in.peptide"),
        lammps_results,
    ),
    Application(
        "FFTW, 3D transform",
        "ompi4",
        "libfftw3-mpi-dev",
        Path("/usr/include/fftw3-mpi.h"),
        compiled("transform.c", "-lfftw3_mpi", "-lfftw3", "-lm"),
        str.split,
    ),
    *[
        Application(
            f"ScaLAPACK, {what}",
            library,
            "scalapack-mpi-test",
            DEBIAN / "scalapack",
            scalapack(test, data),
            verdicts,
            ranks=2 if library == "mpich4" else 4,  # MPICH 4.0 has no throttle: more wait for each other's processors
        )
        for library in ("ompi4", "mpich4")
        for what, test, data in (
            ("LU", "xdlu", "LU.dat"),
            ("QR", "xdqr", "QR.dat"),
            ("PBLAS 3", "PBLAS/dpb3tst", "PDBLAS3TST.dat"),
        )
    ],
    *[
        Application(
            "mpi4py, conjugate gradients",
            library,
            "mpi4py (from PyPI)",
            module("mpi4py"),
            script("gradients.py"),
            str.split,
            variables=of_mpi4py,
        )
        for library in ("mpich", "ompi5")
    ],
]
