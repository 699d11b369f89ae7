# SPDX-License-Identifier: BSD-3-Clause
"""Nonblocking collectives on real MPI: what programs do while some are under way, and many of them at random."""

import os
import re
import time

import guard_checks

PROGRAMS = {"in_flight": ["in_flight.c"], "persistent": ["persistent.c"]}
CASES = [
    "freed-at-once",
    "freed-communicator",
    "many-at-once",
    "beside-a-receive",
    "beside-a-probe",
    "beside-collectives",
    "by-another-thread",
    "asked",
    "beside-null",
    "asked-beside-null",
    "truncated",
]
PERSISTENT_CASES = [
    "again",
    "any-order",
    "all-at-once",
    "freed-at-once",
    "freed-communicator",
    "many",
    "inactive",
    "left",
    "at-the-end",
]
# What MPICH's own persistent collectives fail at.
HEARD_CASES = ["heard-once", "told-of-none"]
FORCED = guard_checks.FORCED | {
    "HOCKET_ALLTOALL": "timetable",
    "HOCKET_ALLTOALLV": "pairwise",
    "HOCKET_ALLTOALLW": "pairwise",
}
# Where the library calls nothing of Hocket's from its progress, such collectives stay its own.
CARRIES = ("mpich", "ompi5", "ompi4")


def told_of(bench, collectives: list[str]) -> list[str]:
    if bench.library.name not in CARRIES:
        return []
    return [f"i{c} " if c in ("gatherv", "scatterv") else f"hocket: i{c}" for c in collectives]


def left_one(bench) -> list[str]:
    """By the case of that name; nothing else."""
    if bench.library.name not in CARRIES:
        return []
    return [f"rank {i} still holds at the end of MPI: 1 persistent request never freed\n" for i in range(4)]


def mixed(bench, calls: int, seed: int, in_flight: int, ranks: int = 5, **variables: str) -> None:
    """Blocking ones through shared memory hung: a probe that found what was not awaited yet moved nothing else."""
    program = bench.under_hocket("stress", str(calls), str(seed), str(in_flight))
    what = " ".join([f"mixed collectives, {in_flight} in flight, seed {seed}", *variables])
    told = told_of(bench, ["allreduce", "scatterv", "alltoallw", "reduce_scatter"])
    if told:
        told.append("rank 0 still holds at the end of MPI: nothing\n")
    bench.expect_ok(what, ranks, program, told, 120, **FORCED, **variables)


def as_natively(bench) -> None:
    """The same program, drawn from the same seed, with and without Hocket: one sum of all that every rank has got."""
    arguments = ("4000", "9", "16")
    start = time.monotonic()
    runs = [
        bench.run(4, [str(bench.programs["stress"]), *arguments]),
        bench.run(4, bench.under_hocket("stress", *arguments), **FORCED),
    ]
    ends = [re.search(r"^ok: .* checksum \w+$", output, re.MULTILINE) for _, output in runs]
    same = all(ends) and ends[0][0] == ends[1][0] and all(status == 0 for status, _ in runs)
    output = "\n".join(output for _, output in runs)
    bench.report.judge(
        bench.name(4, "mixed collectives as natively"),
        "" if same else "another end than natively",
        output,
        time.monotonic() - start,
    )


def leaks_are_seen(bench) -> None:
    """What run.py asserts of every program would be true of one whose requests nobody counts."""
    if bench.library.name not in CARRIES:
        return
    told = [" never waited for", "1 persistent request never freed"]
    program = bench.under_hocket("stress", "200", "6", "8", "leak")
    bench.expect_ok("leaked requests are counted", 3, program, told, may_hold=True, **FORCED)


def left_to_the_library(bench) -> None:
    """By a setting, and where no algorithm has been asked for."""
    program = bench.under_hocket("stress", "1000", "3", "20")
    told = ["iallreduce", "native [HOCKET_NONBLOCKING]"]
    bench.expect_ok(
        "mixed collectives, HOCKET_NONBLOCKING=native", 3, program, told, HOCKET_NONBLOCKING="native", **FORCED
    )
    bench.expect_ok("mixed collectives, nothing forced", 3, program, [])


BY_TABLE = "of the table for nonblocking collectives of ranks that share memory"


def unasked(bench) -> None:
    """Inside a node, where nothing is forced: once there are many, at once, and not where somebody says otherwise."""
    measured = bench.library.name in ("mpich", "ompi5")
    program = bench.under_hocket("in_flight", "unasked")
    for ranks in (2, 3):
        told = [f"{BY_TABLE}]" if ranks == 2 and len(os.sched_getaffinity(0)) > 1 else BY_TABLE] if measured else []
        bench.expect_ok("nonblocking ones that nobody asked for", ranks, program, told)
        bench.expect_ok("the same at once", ranks, program, told, HOCKET_SHM="1")
        start = time.monotonic()
        status, output = bench.run(ranks, program, HOCKET_SHM="1")
        wrong = "" if status == 0 and "ok" in output else f"status {status}"
        bench.report.judge(bench.name(ranks, "the same unwatched"), wrong, output, time.monotonic() - start)
    for name, value in (("SHM", "0"), ("NONBLOCKING", "native"), ("OFF", "iallreduce"), ("NODES", "2,1")):
        variable = {f"HOCKET_{name}": value}
        what = f"nobody asked for them, HOCKET_{name}={value}"
        bench.expect_ok(what, 3, program, [], untold=[BY_TABLE], **variable)


def gaps_in_progress(bench) -> None:
    """A block copied inside of the library's progress by a message to oneself waited for that progress for ever."""
    for program, asked in (
        ("rooted", ["scatter=knomial", "scatterv=flat", "gather=knomial", "gatherv=flat"]),
        ("allgathers", ["allgather=ring", "allgatherv=ring"]),
        ("alltoalls", ["alltoall=pairwise", "alltoallv=pairwise"]),
    ):
        command = bench.under_hocket(program, *asked)
        bench.expect_ok(f"{program}, a thread", 3, command, [], 60, HOCKET_PROGRESS="thread")


def by_a_thread(bench) -> None:
    """Each broadcast goes through ranks that make no MPI call."""
    if bench.library.name not in ("mpich", "ompi5"):
        return
    cases = [*PERSISTENT_CASES, *HEARD_CASES, "without-calls"]
    told = told_of(bench, ["bcast", "allreduce"])
    variables = FORCED | {"HOCKET_PROGRESS": "thread"}
    told += left_one(bench)
    program = bench.under_hocket("persistent", *cases)
    bench.expect_ok("persistent ones, a thread", 4, program, told, may_hold=True, **variables)
    mixed(bench, 2000, 3, 16, ranks=3, HOCKET_PROGRESS="thread")
    gaps_in_progress(bench.in_mode("nonblocking"))
    program = bench.under_hocket("stress", "500", "4", "16")
    told = ["iallreduce", "native [HOCKET_PROGRESS]"]
    bench.expect_ok("HOCKET_PROGRESS=off", 3, program, told, **FORCED, HOCKET_PROGRESS="off")


def check(bench) -> None:
    told = told_of(bench, ["bcast", "allreduce"])
    program = bench.under_hocket("persistent", "again", "many", "any-order", "by-turns", "at-the-end")
    bench.expect_ok("persistent ones, nothing forced", 3, program, [])
    bench.expect_ok("while some are in flight", 4, bench.under_hocket("in_flight", *CASES), told, **FORCED)
    cases = [*PERSISTENT_CASES, *(HEARD_CASES if bench.library.name in CARRIES else [])]
    program = bench.under_hocket("persistent", *cases)
    bench.expect_ok("persistent ones", 4, program, [*told, *left_one(bench)], may_hold=True, **FORCED)
    mixed(bench, 3000, 1, 8)
    mixed(bench, 3000, 2, 250, ranks=3)
    mixed(bench, 5000, 5, 16, ranks=4, HOCKET_SHM="1")
    as_natively(bench)
    leaks_are_seen(bench)
    left_to_the_library(bench)
    unasked(bench)
    by_a_thread(bench)
