# SPDX-License-Identifier: BSD-3-Clause
"""Multicast on real MPI libraries: between nodes that are pretended, over the loopback, with faults made here."""

PROGRAMS = {
    "multicast": ["multicast.c"],
    "multicast_left": ["multicast_left.c"],
    "multicast_wrong": ["multicast_wrong.c"],
    "multicast_asleep": ["multicast_asleep.c"],
}
ON = {"HOCKET_MULTICAST": "lo"}
TOLD = "multicast between"
LEVELS = "levels(across=multicast,inside=knomial):segment=32K"
# One rank a node; and several, so that leaders multicast.
ALONE = {
    "HOCKET_BARRIER": "multicast",
    "HOCKET_SCATTER": "multicast",
    "HOCKET_ALLGATHER": "multicast:senders=2",
    "HOCKET_ALLGATHERV": "multicast:senders=3",
    "HOCKET_ALLREDUCE": "rooted(reduce=knomial,bcast=multicast)",
}
LED = {
    "HOCKET_BARRIER": "levels(across=multicast)",
    "HOCKET_ALLREDUCE": "levels(across=rooted(reduce=knomial,bcast=multicast))",
}
FAULTS = {
    "no faults": "",
    "losses": "drop=10,seed=1",
    "all faults": "drop=20,duplicate=10,reorder=20,corrupt=5,seed=2",
    "blocked in the middle": "after=400",
}


def check(bench) -> None:
    for what, faults in FAULTS.items():
        program = bench.under_hocket("multicast", "60", "7")
        variables = ON | {"HOCKET_BCAST": "multicast", "HOCKET_NODES": "1,1,1,1,1", "HOCKET_MULTICAST_FAULTS": faults}
        bench.expect_ok(f"multicast, {what}", 5, program, [TOLD, ": multicast"], 60, HOCKET_VERIFY="1", **variables)
    program = bench.under_hocket("multicast", "60", "8")
    variables = ON | {"HOCKET_BCAST": LEVELS, "HOCKET_NODES": "2,1,2", "HOCKET_MULTICAST_FAULTS": "drop=5,seed=3"}
    bench.expect_ok("multicast between leaders", 5, program, [TOLD, "across=multicast"], 60, **variables)
    by_itself(bench)
    others(bench)
    left(bench)
    asleep(bench)
    wrong(bench)
    refused(bench)


def by_itself(bench) -> None:
    """Where the machine's model says that it pays: tried before it is counted on, and done without where it fails."""
    if bench.library.name not in ("mpich", "ompi5", "ompi4"):
        return  # Hocket knows no rules of it, so it is never left
    program = bench.under_hocket("multicast", "60", "9")
    on = {"HOCKET_NODES": "1,1,1,1,1", "HOCKET_MACHINE": "gigabit"}
    chosen = [TOLD, ": multicast [under gigabit"]
    bench.expect_ok("multicast, chosen by itself", 5, program, chosen, 60, HOCKET_VERIFY="1", **ON, **on)
    led = ON | on | {"HOCKET_NODES": "2,1,2"}
    words = [TOLD, ": levels(across=multicast,"]
    if bench.library.name == "mpich":  # what others run on such nodes has no price
        bench.expect_ok("multicast, chosen between leaders", 5, program, words, 60, **led)
    words = ["multicast runs only where it is named: the machine aurora does not"]
    elsewhere = ON | on | {"HOCKET_MACHINE": "aurora"}
    bench.expect_ok("no model of multicast", 5, program, words, 60, untold=["multicast ["], **elsewhere)
    nowhere = on | {"HOCKET_MULTICAST": "nowhere0"}
    bench.expect_ok("no multicast, none chosen", 5, program, ["[under gigabit"], 60, untold=["multicast ["], **nowhere)


def others(bench) -> None:
    for what in ("no faults", "all faults"):
        faults = ON | {"HOCKET_MULTICAST_FAULTS": FAULTS[what], "HOCKET_VERIFY": "1"}
        for nodes, forced in (("1,1,1,1,1", ALONE), ("2,1,2", LED)):
            words = [TOLD, *(f"[{key}]" for key in forced)]
            name = f"every collective by multicast, nodes {nodes}, {what}"
            bench.expect_ok(name, 5, bench.under_hocket("every"), words, 60, HOCKET_NODES=nodes, **forced, **faults)
    faults = {"HOCKET_MULTICAST_FAULTS": FAULTS["losses"], "HOCKET_NODES": "1,1,1,1"}
    program = bench.under_hocket("rooted", "3", "scatter=multicast")
    bench.expect_ok("scatters by multicast, losses", 4, program, [], 60, **ON, **faults)
    program = bench.under_hocket("allgathers", "3", "allgather=multicast", "allgatherv=multicast:senders=4")
    bench.expect_ok("allgathers by multicast, losses", 4, program, [], 60, **ON, **faults)
    # Senders answer each other in letters that no library takes before they are read.
    faults |= {"HOCKET_MULTICAST_FAULTS": FAULTS["all faults"], "OMPI_MCA_btl_sm_eager_limit": "256"}
    for progress in ("hook", "off"):
        name = f"allgathers by multicast, all faults, long letters, progress {progress}"
        bench.expect_ok(name, 4, program, [], 60, HOCKET_PROGRESS=progress, **ON, **faults)


def left(bench) -> None:
    """Roots that are away when others lack what they sent."""
    for progress in ("hook", "off"):
        faults = {"HOCKET_MULTICAST_FAULTS": "drop=15,seed=4", "HOCKET_PROGRESS": progress}
        variables = ON | faults | {"HOCKET_BCAST": "multicast", "HOCKET_NODES": "1,1,1,1,1,1,1"}
        program = bench.under_hocket("multicast_left", "40")
        bench.expect_ok(f"multicast, roots that are away, progress {progress}", 7, program, [TOLD], 60, **variables)


def asleep(bench) -> None:
    """Roots that are away, and outside of MPI."""
    faults = {"HOCKET_MULTICAST_FAULTS": "drop=50,seed=6", "HOCKET_PROGRESS": "thread"}
    variables = ON | faults | {"HOCKET_BCAST": "multicast", "HOCKET_NODES": "1,1,1,1,1"}
    program = bench.under_hocket("multicast_asleep", "2")
    bench.expect_ok("multicast, roots that sleep, a thread", 5, program, [TOLD], 60, **variables)


def wrong(bench) -> None:
    """Whoever lacks a packet below a rank that has failed, or waits for it in a later call, hears of it. Communicators
    on which something was wrong are kept."""
    for progress in ("hook", "off"):
        for drop in (0, 10, 30):
            faults = {"HOCKET_MULTICAST_FAULTS": f"drop={drop},seed=5", "HOCKET_PROGRESS": progress}
            forced = {"HOCKET_BCAST": "multicast", "HOCKET_BARRIER": "dissemination", "HOCKET_NODES": "1,1,1,1,1,1,1"}
            what = f"multicast, another length, progress {progress}, {drop} % lost"
            program = bench.under_hocket("multicast_wrong", "4" if progress == "hook" else "3")
            bench.expect_ok(what, 7, program, [TOLD], 60, may_hold=True, **ON, **faults, **forced)


def refused(bench) -> None:
    program = bench.under_hocket("multicast", "5", "1")
    forced = {"HOCKET_BCAST": "multicast", "HOCKET_NODES": "1,1"}
    bench.expect_end("wrong interface", 2, program, "HOCKET_MULTICAST=a/b: valid", HOCKET_MULTICAST="a/b", **forced)
    faults = {"HOCKET_MULTICAST_FAULTS": "drop=many"}
    bench.expect_end(
        "wrong faults", 2, program, 'HOCKET_MULTICAST_FAULTS: "drop=many": valid', **forced, **ON, **faults
    )
    bench.expect_ok("no such interface", 2, program, [": multicast"], 30, HOCKET_MULTICAST="nowhere0", **forced)
