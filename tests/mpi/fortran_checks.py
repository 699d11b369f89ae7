# SPDX-License-Identifier: BSD-3-Clause
"""Programs in Fortran: one text through mpif.h, use mpi and use mpi_f08, in every form that the library has."""

import guard_checks
import nonblocking_checks

BINDINGS = {1: "mpif.h", 2: "use mpi", 3: "use mpi_f08"}
FORMS = ["blocking", "nonblocking", "persistent"]
ALGORITHMS = nonblocking_checks.FORCED | {
    "HOCKET_NEIGHBOR_ALLGATHER": "direct",
    "HOCKET_NEIGHBOR_ALLTOALL": "direct",
}


def told_of(bench, form: str) -> list[str]:
    """What has to run: Open MPI's Fortran wraps the requests of collectives that take lists, which stay native."""
    if form == "blocking":
        return [f"hocket: {c} " for c in [*guard_checks.COLLECTIVES, "neighbor_allgather", "neighbor_alltoall"]]
    if bench.library.name != "ompi4":
        return []
    return [f"hocket: i{c} " for c in ("barrier", "bcast", "gather", "scatter", "allgather", "allreduce", "scan")]


def check(bench) -> None:
    if not bench.library.mpifort:
        return
    descriptors = "1" if bench.library.name == "mpich4" else "0"
    for binding, name in BINDINGS.items():
        for number, form in enumerate(FORMS):
            flags = [f"-DBINDING={binding}", f"-DFORM={number}", f"-DDESCRIPTORS={int(binding == 3) and descriptors}"]
            if form == "persistent" and bench.library.name == "ompi4":
                flags.append("-DEXTENDED")
            # Nothing carries operations of Hocket's on in MPICH 4.0.
            native = form != "blocking" and bench.library.name == "mpich4"
            target = f"fortran-{binding}-{number}"
            program = str(bench.library.build_fortran(target, ["collectives.F90", "compose.F90"], bench.into, flags))
            for ranks in (1, 2, 3, 5):
                what = f"Fortran, {name}, {form}"
                status, output = bench.run(ranks, [program], 60)
                if status != 0:
                    bench.report.say("skipped", bench.name(ranks, what), "fails without Hocket too: " + output[-60:])
                    continue
                told = told_of(bench, form) if ranks > 2 else []
                command = [str(bench.hocket_run), "--", program]
                bench.expect_ok(what, ranks, command, told, 60, may_be_native=native, HOCKET_VERIFY="1", **ALGORITHMS)
            bench.expect_ok(f"Fortran, {name}, {form}, nothing forced", 3, command, [], 60)
