# SPDX-License-Identifier: BSD-3-Clause
"""Alltoall, alltoallv and alltoallw on real MPI libraries: every algorithm of the catalogue, in the long tests with
each value that it declares, and tests named after what goes wrong easily."""

import time

from rooted_checks import LAYOUTS, specs

COLLECTIVES = ["alltoall", "alltoallv", "alltoallw"]
PROGRAMS = {
    "alltoalls": ["alltoalls.c", "alltoall_case.c", "alltoall_side.c", "rooted_area.c", "shapes.c"],
    **{
        name: [f"{name}.c"]
        for name in ("alltoall_errors", "alltoall_regressions", "alltoall_threads", "alltoall_large")
    },
}


def named(spec: str) -> str:
    return spec.split("=", 1)[1].split(":")[0].split("(")[0]


def algorithms(bench, ranks: int, long: bool, limit: int) -> None:
    """Where an algorithm cannot do with the ranks, another one runs, so not all are told of."""
    variables = {"HOCKET_VERIFY": "1"} if long else {}
    asked = [f"{c}={spec}" for c in COLLECTIVES for spec in specs(bench, c, long)]
    if bench.mode and bench.library.name.startswith("ompi"):
        asked.remove("alltoallw=native")  # with 2 ranks Open MPI 5's own MPI_Ialltoallw never ends, also without Hocket
    if bench.mode and bench.library.name == "ompi4":
        asked.remove("alltoallv=native")  # with 2 ranks Open MPI 4.1's own MPI_Ialltoallv never ends either
    if bench.mode == "persistent" and bench.library.name == "ompi4":
        # MPIX_Alltoallw_init of its own never ends, and is what runs where one of ours cannot.
        asked = [one for one in asked if not one.startswith("alltoallw") or "pairwise" in one]
    for layout in [""] + LAYOUTS[ranks] if long else LAYOUTS[ranks]:
        told = [f": {named(one)}" for one in asked] if ranks in (2, 8) else []
        if layout:
            variables["HOCKET_NODES"] = layout
        what = f"alltoalls {layout}".rstrip()
        bench.expect_ok(what, ranks, bench.under_hocket("alltoalls", *asked), told, limit, **variables)


def entries(bench) -> dict[str, list[str]]:
    """Every algorithm of ours of each collective, as it stands."""
    return {c: [s for s in specs(bench, c, values=False) if s != "native"] for c in COLLECTIVES}


def forced(bench) -> list[dict[str, str]]:
    """Each algorithm once, all three collectives at a time."""
    by = entries(bench)
    turns = max(len(all_of) for all_of in by.values())
    return [{f"HOCKET_{c.upper()}": of[i % len(of)] for c, of in by.items()} for i in range(turns)]


def regressions(bench) -> None:
    cases = ("giant-receiver", "back-to-back", "bottom", "addresses", "null-types", "empty", "in-place-gaps")
    program = bench.under_hocket("alltoall_regressions", *cases)
    for variables in forced(bench):
        for ranks, nodes in [(5, "2,1,2")]:
            what = f"alltoalls that go wrong easily, {variables['HOCKET_ALLTOALLV']}"
            bench.expect_ok(what, ranks, program, [], 120, **variables, HOCKET_NODES=nodes)


def refusals(bench) -> None:
    """A call that its rank's library refuses at once waits for nobody."""
    start = time.monotonic()
    native = bench.run(3, [str(bench.programs["alltoall_errors"])])
    under = bench.run(3, bench.under_hocket("alltoall_errors"), 60, **forced(bench)[0])
    wrong = "" if native == under and native[0] == 0 and "handled 1" in under[1] else f"natively: {native[1]}"
    what = f"{bench.library.name} -n 3 refusals of alltoalls"
    bench.report.judge(what, wrong, under[1], time.monotonic() - start)


def disagreements(bench) -> None:
    """The job ends, whoever finds it first; where it is verified, with one line that says what differs."""
    for collective in COLLECTIVES:
        for whom in ("other", "self"):
            program = bench.under_hocket("alltoall_errors", collective, whom)
            start = time.monotonic()
            status, output = bench.run(3, program, 30, **forced(bench)[0])
            wrong = {0: "the job succeeded", -1: "the job did not end"}.get(status, "")
            what = f"{bench.library.name} -n 3 {collective}, sizes differ for {whom}"
            bench.report.judge(what, wrong, output, time.monotonic() - start)
    for collective in ("alltoallv", "alltoallw"):
        program = bench.under_hocket("alltoall_errors", collective, "other")
        message = "rank 1 sends 400 bytes to rank 0, which expects 396"
        bench.expect_end(f"{collective} verified", 3, program, message, HOCKET_VERIFY="1", **forced(bench)[0])
    for collective in COLLECTIVES:
        program = bench.under_hocket("alltoall_errors", collective, "overlap")
        message = "HOCKET_VERIFY: .* brought rank . wrong data from rank"
        bench.expect_end(f"{collective}, wrong data", 3, program, message, HOCKET_VERIFY="1", **forced(bench)[0])


def large(bench) -> None:
    forms = ["plain", "gaps", "types"] + (["bytes"] if not bench.library.name.startswith("ompi") else [])
    for form in forms:
        program = bench.under_hocket("alltoall_large", form)
        bench.expect_ok(f"alltoalls, over 2 GiB, {form}", 2, program, [], 600, **forced(bench)[0])


def check(bench) -> None:
    refusals(bench)
    disagreements(bench)
    regressions(bench)
    for variables in forced(bench):
        what = f"alltoalls, two threads, {variables['HOCKET_ALLTOALLV']}"
        bench.expect_ok(what, 3, bench.under_hocket("alltoall_threads"), [], **variables)
