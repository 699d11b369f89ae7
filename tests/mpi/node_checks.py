# SPDX-License-Identifier: BSD-3-Clause
"""Messages inside a node on real MPI libraries: through shared memory, in one copy or two, or through the library."""

import guard_checks

PROGRAMS = {"stress": ["stress.c"]}
FORCED = guard_checks.FORCED | {"HOCKET_ALLTOALL": "timetable"}
CALLS = 3000
WAYS = {
    "in one copy": {"HOCKET_SHM": "1"},
    "in two copies": {"HOCKET_SHM": "1", "HOCKET_SINGLE_COPY": "off"},
    "by the library": {},
    "on two nodes": {"HOCKET_SHM": "1", "HOCKET_NODES": "2,3"},
}
TOLD = {
    "in one copy": "through shared memory, long ones in ",  # two where a container forbids more
    "in two copies": "through shared memory, long ones in two",
    "on two nodes": "through shared memory, long ones in ",
}


def check(bench) -> None:
    for seed, (way, variables) in enumerate(WAYS.items(), start=1):
        program = bench.under_hocket("stress", str(CALLS), str(seed))
        told = [TOLD[way]] if way in TOLD else []
        bench.expect_ok(f"mixed collectives {way}, seed {seed}", 5, program, told, 300, **FORCED, **variables)
