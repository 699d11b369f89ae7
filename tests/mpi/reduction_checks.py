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
    **{f"reduction_{what}": [f"reduction_{what}.c"] for what in ("errors", "edges", "threads", "large")},
    "reproducible": ["reproducible.c"],
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


def trusted(bench, program: str) -> bool:
    """Open MPI 5's own allgatherv hangs where ranks' types differ, as there: each rank chooses by its own type. Intel
    MPI's own allgather ends with a truncated message then."""
    return program != "allgathers" or not bench.library.name.startswith(("ompi", "impi"))


def algorithms(bench, ranks: int, long: bool, limit: int) -> None:
    """Where an algorithm cannot do with the ranks or an operator, another one runs, so not all are told of."""
    for program, collectives in (("allgathers", GATHERS), ("reductions", REDUCTIONS)):
        asked = [f"{c}={spec}" for c in collectives for spec in specs(bench, c, long)]
        variables = {"HOCKET_VERIFY": "1"} if long and trusted(bench, program) else {}
        if not trusted(bench, program):
            asked = [one for one in asked if "native" not in one]
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


def one_bit_pattern(bench) -> None:
    """Each algorithm has its own, in every run."""
    for spec in ("recursive-doubling", "then(reduce_scatter=ring,allgather=ring)", "levels"):
        variables = {"HOCKET_ALLREDUCE": spec, "HOCKET_NODES": "3,4"}
        bench.expect_ok(f"one bit pattern, {named('=' + spec)}", 7, bench.under_hocket("reproducible"), **variables)


def reproducible(bench, ranks: int, layouts: tuple[str, ...]) -> None:
    """One bit pattern for all layouts, sizes and algorithms; what brackets otherwise gives way."""
    start, found = time.monotonic(), {}
    asked = [{"HOCKET_NODES": nodes} for nodes in layouts]
    asked += [{"HOCKET_ALLREDUCE": spec} for spec in ("then(reduce_scatter=ring,allgather=ring)", "native")]
    for variables in asked:
        program = bench.under_hocket("reproducible", "independent")
        status, output = bench.run(ranks, program, HOCKET_REPRODUCIBLE="1", **variables)
        found.setdefault(
            output if status else next(line for line in output.splitlines() if line[:2] == "ok"), variables
        )
    wrong = "" if len(found) == 1 and next(iter(found)).startswith("ok") else f"bits differ: {found}"
    what = f"{bench.library.name} -n {ranks} reproducible, {len(asked)} ways"
    bench.report.judge(what, wrong, next(iter(found)), time.monotonic() - start)


def never_committed(bench) -> None:
    program = bench.under_hocket("reduction_errors", "inside")
    for spec in ("recursive-doubling", "then(reduce_scatter=ring,allgather=ring)"):
        told = ["allreduce 16 bytes on 2 ranks", f": {spec} ["]
        bench.expect_ok(f"a type never committed, {named('=' + spec)}", 2, program, told, 30, HOCKET_ALLREDUCE=spec)


def large(bench) -> None:
    """Scans by algorithms that need little memory beside the vectors."""
    chains = {"HOCKET_SCAN": "chain:segment=1M", "HOCKET_EXSCAN": "chain:segment=1M"}
    for allreduce in ("recursive-doubling", "then(reduce_scatter=ring,allgather=ring)"):
        variables = ONE_OF_EACH | chains | {"HOCKET_ALLREDUCE": allreduce}
        what = f"reductions, over 2 GiB, {named('=' + allreduce)}"
        bench.expect_ok(what, 2, bench.under_hocket("reduction_large"), [], 600, **variables)


def edges(bench) -> None:
    for spec in ("recursive-doubling", "exchange"):
        variables = {"HOCKET_EXSCAN": "recursive-doubling", "HOCKET_ALLREDUCE": spec, "HOCKET_VERIFY": "1"}
        told = ["allreduce 777 bytes on", f": {spec}"]
        bench.expect_ok(f"edges, {spec}", 5, bench.under_hocket("reduction_edges"), told, **variables)


def check(bench) -> None:
    refusals(bench)
    edges(bench)
    never_committed(bench)
    program = bench.under_hocket("reduction_threads")
    bench.expect_ok("reductions, two threads", 3, program, [], **ONE_OF_EACH)
    one_bit_pattern(bench)
    reproducible(bench, 7, ("7x1", "1x7", "3,4", "cyclic:3,4"))
    reproducible(bench, 8, ("cyclic:4x2", "4x2"))
