# SPDX-License-Identifier: BSD-3-Clause
"""Barrier, allgathers and reductions on real MPI libraries: every algorithm of the catalogue, in the long tests with
each value that it declares."""

import time

from rooted_checks import LAYOUTS, specs

GATHERS = ["allgather", "allgatherv", "barrier"]
REDUCTIONS = ["reduce", "allreduce", "reduce_scatter_block", "reduce_scatter", "scan", "exscan"]
PROGRAMS = {
    "reductions": ["reductions.c", "reduction_case.c", "reduction_kinds.c", "reduction_users.c"],
    "allgathers": ["allgathers.c", "rooted_area.c", "shapes.c"],
    "reduction_errors": ["reduction_errors.c"],
}
ONE_OF_EACH = {
    "HOCKET_BARRIER": "dissemination",
    "HOCKET_ALLGATHER": "ring",
    "HOCKET_ALLGATHERV": "ring",
    "HOCKET_REDUCE": "knomial",
    "HOCKET_ALLREDUCE": "recursive-doubling",
    "HOCKET_REDUCE_SCATTER_BLOCK": "pairwise",
    "HOCKET_REDUCE_SCATTER": "pairwise",
    "HOCKET_SCAN": "recursive-doubling",
    "HOCKET_EXSCAN": "recursive-doubling",
}


def named(spec: str) -> str:
    return spec.split("=", 1)[1].split(":")[0].split("(")[0]


def algorithms(bench, ranks: int, long: bool, limit: int) -> None:
    """Where an algorithm cannot do with the ranks or an operator, another one runs, so not all are told of."""
    variables = {"HOCKET_VERIFY": "1"} if long else {}
    for program, collectives in (("allgathers", GATHERS), ("reductions", REDUCTIONS)):
        asked = [f"{c}={spec}" for c in collectives for spec in specs(bench, c, long)]
        for layout in [""] + LAYOUTS[ranks] if long else LAYOUTS[ranks]:
            told = [f": {named(one)}" for one in asked] if ranks in (2, 8) else []
            if layout:
                variables["HOCKET_NODES"] = layout
            what = f"{program} {layout}".rstrip()
            step = ["1" if long else "8"] if program == "reductions" else []
            bench.expect_ok(what, ranks, bench.under_hocket(program, *step, *asked), told, limit, **variables)


def refusals(bench) -> None:
    start = time.monotonic()
    native = bench.run(3, [str(bench.programs["reduction_errors"])])
    under = bench.run(3, bench.under_hocket("reduction_errors"), **ONE_OF_EACH)
    wrong = "" if native == under and native[0] == 0 and "communicator ok" in under[1] else f"natively: {native[1]}"
    what = f"{bench.library.name} -n 3 refusals of reductions"
    bench.report.judge(what, wrong, under[1], time.monotonic() - start)


def check(bench) -> None:
    refusals(bench)
    program = bench.under_hocket("reduction_errors")
    bench.expect_end("reproducible", 2, program, "HOCKET_REPRODUCIBLE=1", HOCKET_REPRODUCIBLE="1")
