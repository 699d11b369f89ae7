# SPDX-License-Identifier: BSD-3-Clause
"""Messages inside a node on real MPI libraries: through shared memory, in one copy or two, or through the library."""

import os
import re
import time

import guard_checks
import nonblocking_checks

PROGRAMS = {"stress": ["stress.c"], "in_flight": ["in_flight.c"], "repeated": ["repeated.c"]}
FORCED = guard_checks.FORCED | {"HOCKET_ALLTOALL": "timetable"}
CALLS = 3000
WAYS = {
    "in one copy": {"HOCKET_SHM": "1"},
    "in two copies": {"HOCKET_SHM": "1", "HOCKET_SINGLE_COPY": "off"},
    "by the library": {"HOCKET_SHM": "0"},
    "by the library, then in memory": {},
    "on two nodes": {"HOCKET_SHM": "1", "HOCKET_NODES": "2,3"},
}
TOLD = {
    "in one copy": "through shared memory, long ones in ",  # two where a container forbids more
    "in two copies": "through shared memory, long ones in two",
    "by the library, then in memory": "through shared memory, long ones in ",
    "on two nodes": "through shared memory, long ones in ",
}

HEARD = "rank 0 heard "  # only said of some
DEALT = " of them parts of deals"
BY_TABLE = "of the table for ranks that share memory"
BY_MODEL = "under efa-100g with shared memory"
# For one rank alone, and to what holds without it.
TUNED = {"mpich": "MPIR_CVAR_ALLREDUCE_SHORT_MSG_SIZE=2048", "ompi5": "OMPI_MCA_coll_tuned_use_dynamic_rules=0"}
LOCAL_RANKS = {"mpich": "MPI_LOCALNRANKS=1000", "ompi5": "OMPI_COMM_WORLD_LOCAL_SIZE=1000"}
ON_RANK_1 = '[ "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" != 1 ] || export "$0"; exec "$@"'


def by_table(bench) -> None:
    """Nothing is forced: at once, once that is worth it, and where one rank's library has been told what to choose."""
    told = [BY_TABLE] if bench.library.name in TUNED else []
    program = bench.under_hocket("stress", str(CALLS), "11")
    bench.expect_ok("mixed collectives by the table", 5, program, told, 300, HOCKET_SHM="1")
    bench.expect_ok("mixed collectives by the table, in time", 5, program, told, 300)
    if told:
        program = ["sh", "-c", ON_RANK_1, TUNED[bench.library.name], *program]
        bench.expect_ok("mixed collectives, one rank's library tuned", 5, program, [], 300, HOCKET_SHM="1")


def one_word_for_all(bench) -> None:
    """A rank knows of more ranks than the others: the first one's word holds, or they would choose differently."""
    if bench.library.name not in LOCAL_RANKS or len(os.sched_getaffinity(0)) < 2:
        return
    program = bench.under_hocket("stress", str(CALLS), "12")
    for rank, told, untold in (0, [BY_TABLE + " and processors"], []), (1, [BY_TABLE], [" and processors"]):
        words = ["sh", "-c", ON_RANK_1.replace("!= 1", f"!= {rank}"), LOCAL_RANKS[bench.library.name], *program]
        what = f"mixed collectives, rank {rank} knows of a crowd"
        bench.expect_ok(what, 2, words, told, 300, untold=untold, HOCKET_SHM="1")


def chosen_on_nodes(bench) -> None:
    """Choices on several nodes count on the memory of each, unless the first rank of one says that it has a crowd."""
    if bench.library.name not in LOCAL_RANKS or len(os.sched_getaffinity(0)) < 2:
        return
    at_once, crowd = {"HOCKET_SHM": "1"}, LOCAL_RANKS[bench.library.name]
    two_on_each = crowd.replace("1000", "2")
    for what, nodes, on_rank, variables, told in (
        ("2x2", "2x2", "none", at_once, True),
        ("two, one and one", "2,1,1", "none", at_once, True),
        ("2x2, in time", "2x2", "none", {}, True),
        ("2x2, in two copies", "2x2", "none", at_once | {"HOCKET_SINGLE_COPY": "off"}, True),
        ("2x2, a crowd on the second", "2x2", "2", at_once, False),
    ):
        program = bench.under_hocket("stress", str(CALLS), "13")
        words = ["env", two_on_each, "sh", "-c", ON_RANK_1.replace("!= 1", f"!= {on_rank}"), crowd, *program]
        said = {"told": [BY_MODEL] if told else [], "untold": [] if told else [BY_MODEL]}
        variables = variables | {"HOCKET_NODES": nodes, "HOCKET_MACHINE": "efa-100g"}
        bench.expect_ok(f"mixed collectives on nodes of {what}", 4, words, limit=300, **said, **variables)


def both_ends(bench) -> None:
    """With a processor for each rank long messages are copied by both of their ends."""
    program = bench.under_hocket("stress", str(CALLS), "6")
    forced = FORCED | {"HOCKET_ALLGATHER": "shm", "HOCKET_BCAST": "flat"}
    bench.expect_ok(
        "mixed collectives by both ends, seed 6", 2, program, [TOLD["in one copy"]], **forced, HOCKET_SHM="1"
    )


def told_inside(bench) -> None:
    """Several nets of one operation tell the ranks of a node."""
    tells = {
        "HOCKET_BARRIER": "levels(across=dissemination,inside=flat,release=shm)",
        "HOCKET_BCAST": "levels(across=knomial,inside=shm):segment=1K",
        "HOCKET_ALLREDUCE": "levels(across=exchange,inside=knomial,release=shm)",
        "HOCKET_ALLGATHER": "levels(across=ring,inside=flat,release=shm)",
        "HOCKET_SCAN": "levels(across=recursive-doubling,inside=recursive-doubling,release=shm)",
    }
    program = bench.under_hocket("stress", str(CALLS), "7")
    for nodes in ("2,3", "5"):
        variables = FORCED | tells | {"HOCKET_SHM": "1", "HOCKET_NODES": nodes}
        bench.expect_ok(
            f"nodes of {nodes} ranks are told, seed 7", 5, program, [TOLD["on two nodes"]], 300, **variables
        )


DEALS = ("ALLTOALL", "ALLTOALLV", "ALLTOALLW", "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK", "SCATTER", "SCATTERV")


def dealt_inside(bench) -> None:
    """Deals beside messages and tells of other collectives; and of each collective alone, so that all are heard."""
    variables = FORCED | {f"HOCKET_{c}": "shm" for c in (*DEALS, "SCAN", "EXSCAN")}
    variables |= {"HOCKET_BCAST": "then(scatter=shm,allgather=shm)", "HOCKET_SHM": "1"}
    variables |= {"HOCKET_ALLREDUCE": "then(reduce_scatter=shm,allgather=shm)"}
    for seed, ranks in enumerate((2, 5, 8), start=8):
        program = bench.under_hocket("stress", str(CALLS), str(seed))
        bench.expect_ok(f"deals, seed {seed}", ranks, program, [TOLD["in one copy"], DEALT], 300, **variables)
    others = FORCED | {f"HOCKET_{c}": "flat" for c in DEALS} | {"HOCKET_SHM": "1"}
    for seed, name in enumerate(DEALS, start=20):
        program = bench.under_hocket("stress", str(CALLS // 3), str(seed))
        alone = others | {f"HOCKET_{name}": "shm"}
        bench.expect_ok(f"deals of {name.lower()} alone, seed {seed}", 3, program, [DEALT], 300, **alone)


def scans_told(bench) -> None:
    """Nothing else tells: the scans have to."""
    others = FORCED | {f"HOCKET_{c}": "flat" for c in DEALS} | {"HOCKET_SHM": "1"}
    for seed, name in enumerate(("SCAN", "EXSCAN"), start=30):
        program = bench.under_hocket("stress", str(CALLS // 3), str(seed))
        alone = others | {f"HOCKET_{name}": "shm"}
        bench.expect_ok(f"{name.lower()} alone is told, seed {seed}", 3, program, [HEARD], 300, **alone)


LATER = ("BARRIER", "BCAST", "ALLREDUCE", "ALLGATHER", "SCAN", "EXSCAN", *DEALS)


def told_meanwhile(bench) -> None:
    """Nonblocking and persistent ones alone tell: more than have memory to themselves at once, too."""
    if bench.library.name not in nonblocking_checks.CARRIES:
        return
    flat = {f"HOCKET_{c}": "flat" for c in DEALS} | {"HOCKET_BARRIER": "dissemination", "HOCKET_ALLGATHER": "ring"}
    forced = FORCED | flat | {f"HOCKET_I{c}": "shm" for c in LATER} | {"HOCKET_SHM": "1"}
    for seed, (ranks, in_flight, more) in enumerate(
        (
            (2, 16, {}),
            (3, 250, {}),
            (5, 8, {"HOCKET_SINGLE_COPY": "off"}),
            (5, 16, {"HOCKET_NODES": "2,3"}),
            (4, 16, {"HOCKET_PROGRESS": "thread"}),
        ),
        start=40,
    ):
        program = bench.under_hocket("stress", str(CALLS), str(seed), str(in_flight))
        what = " ".join([f"told meanwhile, {in_flight} in flight, seed {seed}", *more])
        bench.expect_ok(what, ranks, program, [HEARD], 300, **(forced | more))


def measured_meanwhile(bench) -> None:
    """Nothing is forced: what was measured chooses persistent ones from the first on."""
    if bench.library.name not in ("mpich", "ompi5"):
        return
    for what, form, calls, variables in (
        ("persistent ones", r"i\w+", CALLS, {}),
        ("persistent ones at once", r"i\w+", CALLS, {"HOCKET_SHM": "1"}),
        ("persistent ones before the 200th call", r"i\w+", 60, {}),
        ("persistent ones after blocking ones", r"i(allgather|scan|alltoall)", 200, {}),
    ):
        start = time.monotonic()
        program = bench.under_hocket("stress", str(calls), "50", "16")
        status, output = bench.run(3, program, HOCKET_EXPLAIN="1", **variables)
        table = r"the table for persistent collectives of ranks that share"
        chosen = re.search(rf"^hocket: {form} .*\[rule \d+ of {table}", output, re.MULTILINE)
        wrong = "" if status == 0 and "ok: " in output else f"status {status}"
        wrong = wrong or ("" if chosen else "the table chose none")
        bench.report.judge(bench.name(3, f"by the table, {what}"), wrong, output, time.monotonic() - start)


def explained_by_one(bench) -> None:
    """All ranks count nonblocking calls alike, whoever else is told of them."""
    if bench.library.name not in ("mpich", "ompi5"):
        return
    program = bench.under_hocket("in_flight", "unasked")
    start = time.monotonic()
    status, output = bench.run(3, ["sh", "-c", ON_RANK_1, "HOCKET_EXPLAIN=1", *program], HOCKET_SHM="1")
    wrong = "" if status == 0 and "ok" in output else f"status {status}"
    bench.report.judge(
        bench.name(3, "nobody asked for them, one rank explains"), wrong, output, time.monotonic() - start
    )


def used_up(bench) -> None:
    """Where a process may share no more, further ones go by messages, and that is said. MPICH has no communicators left
    for the last ones."""
    if bench.library.name not in nonblocking_checks.CARRIES:
        return
    program = bench.under_hocket("persistent", "used-up")
    told = ["some communicators have no memory that ranks share: communicators of this process have half"]
    forced = {"HOCKET_IALLREDUCE": "shm", "HOCKET_SHM": "1"}
    bench.expect_ok("persistent ones use up what may be shared", 3, program, told, may_be_native=True, **forced)


def repeated(bench) -> None:
    """Calls like the one before, which nobody judges anew, and persistent ones that are started again: by the table, by
    tells, by messages and between nodes."""
    tells = {
        f"HOCKET_{c}": "shm" for c in ("BARRIER", "BCAST", "ALLGATHER", "ALLREDUCE", "ALLTOALL", "SCATTER", "SCAN")
    }
    messages = FORCED | {"HOCKET_SHM": "0"}
    for seed, (what, variables) in enumerate(
        (
            ("by the table", {"HOCKET_SHM": "1"}),
            ("by tells", tells | {"HOCKET_SHM": "1"}),
            ("by messages", messages),
            ("on nodes", messages | {"HOCKET_NODES": "2,3"}),
        ),
        start=60,
    ):
        for ranks in (5,) if "HOCKET_NODES" in variables else (2, 3, 5):
            program = bench.under_hocket("repeated", str(4 * CALLS), str(seed))
            bench.expect_ok(f"repeated calls {what}, seed {seed}", ranks, program, [], 300, **variables)
        ranks = 5 if "HOCKET_NODES" in variables else 2 + seed % 2
        program = bench.under_hocket("repeated", str(CALLS), str(seed), "persistent")
        bench.expect_ok(f"persistent ones started again {what}, seed {seed}", ranks, program, [], 300, **variables)


def check(bench) -> None:
    by_table(bench)
    repeated(bench)
    explained_by_one(bench)
    told_meanwhile(bench)
    measured_meanwhile(bench)
    used_up(bench)
    one_word_for_all(bench)
    chosen_on_nodes(bench)
    both_ends(bench)
    told_inside(bench)
    dealt_inside(bench)
    scans_told(bench)
    for seed, (way, variables) in enumerate(WAYS.items(), start=1):
        program = bench.under_hocket("stress", str(CALLS), str(seed))
        told = [TOLD[way]] if way in TOLD else []
        bench.expect_ok(f"mixed collectives {way}, seed {seed}", 5, program, told, 300, **FORCED, **variables)
