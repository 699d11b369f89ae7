# SPDX-License-Identifier: BSD-3-Clause
"""A program linked with a static MPI and libhocket-link-mpich.a: nothing is preloaded, and Hocket's collectives run."""

import subprocess
import time
from pathlib import Path

import guard_checks
import libraries


def output_of(*command: str) -> list[str]:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def archive(bench) -> Path:
    return bench.hocket_run.parent.parent / "lib" / "libhocket-link-mpich.a"


def link(bench) -> Path | None:
    """Nothing where the distribution has no static library."""
    static = Path(output_of("gcc", "-print-file-name=libmpich.a")[0])
    if not static.is_absolute():
        return None
    target = bench.into / bench.library.name / "stress-linked"
    target.parent.mkdir(parents=True, exist_ok=True)
    needed = [word for word in output_of("pkg-config", "--libs", "mpich") if word != "-lmpich"]
    command = ["gcc", "-O2", "-w", *output_of("pkg-config", "--cflags", "mpich"), "-o", str(target)]
    command += [str(libraries.HERE / "stress.c"), str(archive(bench)), str(static), *needed, "-lstdc++", "-ldl", "-lm"]
    subprocess.run(command, check=True)
    return target


def functions_of_mpi_4_1(bench) -> None:
    """The library's own, where it has them: no door of ours may stand before what could be missing behind it."""
    start = time.monotonic()
    asked = {"MPI_Waitsome", "MPI_Request_get_status_any", "MPI_Request_get_status_some"}
    doors = asked & set(output_of("nm", "--defined-only", str(archive(bench))))
    wrong = "" if doors == {"MPI_Waitsome"} else f"of {sorted(asked)} there are {sorted(doors)}"
    bench.report.judge(f"{bench.library.name} linked statically, doors", wrong, "", time.monotonic() - start)


def check(bench) -> None:
    program = link(bench)
    if not program:
        return bench.report.say("skipped", f"{bench.library.name} linked statically", "no libmpich.a")
    functions_of_mpi_4_1(bench)
    told = [f"hocket: {c} " for c in ("bcast", "allreduce", "gather", "alltoallv", "scan")]
    forced = guard_checks.FORCED | {"HOCKET_ALLTOALLV": "pairwise"}
    bench.expect_ok("linked statically", 3, [str(program), "3000", "11"], told, 60, **forced)
    bench.expect_end("linked statically, misspelt", 2, [str(program)], r"HOCKET_BCAST.*chain", HOCKET_BCAST="chian")
    return None
