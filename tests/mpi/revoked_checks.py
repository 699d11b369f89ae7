# SPDX-License-Identifier: BSD-3-Clause
"""Communicators that one rank revokes while others wait in a collective there: they hear of it, and do not hang."""

import copy
import dataclasses

import guard_checks

# With alltoall and iallreduce some launches end in Open MPI's "Send error after request freed".
CASES = ["barrier", "bcast", "allreduce", "ibarrier", "ibcast"]


def check(bench) -> None:
    # MPICH's MPIX_Comm_revoke is an assertion that fails, with and without Hocket.
    if bench.library.name != "ompi5":
        return
    tolerant = copy.copy(bench)
    tolerant.library = dataclasses.replace(bench.library, mpiexec=[*bench.library.mpiexec, "--with-ft", "ulfm"])
    tolerant.programs = {"revoked": bench.library.build("revoked", ["revoked.c"], bench.into)}
    program = tolerant.under_hocket("revoked", *CASES)
    told = [f"hocket: {case} " for case in CASES]
    for memory in ("0", "1"):
        tolerant.expect_ok(
            f"revoked communicators HOCKET_SHM={memory}", 4, program, told, 60, HOCKET_SHM=memory, **guard_checks.FORCED
        )
    tolerant.expect_ok("revoked communicators, nothing forced", 4, program, [], 60)
