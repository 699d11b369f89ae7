# SPDX-License-Identifier: BSD-3-Clause
"""Multicast on real MPI libraries: between nodes that are pretended, over the loopback, with faults made here."""

PROGRAMS = {"multicast": ["multicast.c"]}
ON = {"HOCKET_MULTICAST": "lo"}
TOLD = "multicast between"
LEVELS = "levels(across=multicast,inside=knomial):segment=32K"
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
    refused(bench)


def refused(bench) -> None:
    program = bench.under_hocket("multicast", "5", "1")
    forced = {"HOCKET_BCAST": "multicast", "HOCKET_NODES": "1,1"}
    bench.expect_end("wrong interface", 2, program, "HOCKET_MULTICAST=a/b: valid", HOCKET_MULTICAST="a/b", **forced)
    faults = {"HOCKET_MULTICAST_FAULTS": "drop=many"}
    bench.expect_end(
        "wrong faults", 2, program, 'HOCKET_MULTICAST_FAULTS: "drop=many": valid', **forced, **ON, **faults
    )
    bench.expect_ok("no such interface", 2, program, [": multicast"], 30, HOCKET_MULTICAST="nowhere0", **forced)
