# SPDX-License-Identifier: BSD-3-Clause
"""Gather, gatherv, scatter and scatterv on real MPI libraries: every algorithm of the catalogue, in the long tests with
each value that it declares, and tests named after faults that other implementations have had."""

import json
import subprocess
import time

COLLECTIVES = ["gather", "gatherv", "scatter", "scatterv"]
PROGRAMS = {
    "rooted": ["rooted.c", "rooted_area.c", "rooted_case.c", "shapes.c"],
    **{name: [f"{name}.c"] for name in ("rooted_errors", "rooted_regressions", "rooted_threads", "rooted_large")},
}
# Uneven, cyclic, and a node for each.
LAYOUTS = {
    1: [],
    2: ["1,1"],
    3: ["2,1"],
    4: ["1,3", "cyclic:2x2"],
    5: ["2,1,2"],
    6: ["2,1,3"],
    7: ["1,4,2"],
    8: ["3,1,4", "cyclic:4x2"],
}


def specs(bench, collective: str, values: bool) -> list[str]:
    tool = bench.hocket_run.parent / "hocket-tool"
    listed = subprocess.run([tool, "list", collective], capture_output=True, text=True, check=True).stdout
    found = []
    for entry in json.loads(listed):
        name = entry["algorithm"]
        found.append(name)
        for parameter, about in entry["parameters"].items() if values else []:
            form = f"{name}({parameter}=%s)" if about["type"] == "algorithm" else f"{name}:{parameter}=%s"
            found += [form % value for value in about["values"] if value != about["default"]]
    return found


def broken(bench, ranks: int) -> list[str]:
    """Intel MPI 2021.18's own binomial gather overwrites memory of the heap from 6 ranks on, also without Hocket."""
    return ["gather=native"] if bench.library.name == "impi" and ranks > 5 else []


def algorithms(bench, ranks: int, long: bool, limit: int) -> None:
    variables = {"HOCKET_VERIFY": "1"} if long else {}
    asked = [f"{c}={spec}" for c in COLLECTIVES for spec in specs(bench, c, long)]
    asked = [one for one in asked if one not in broken(bench, ranks)]
    for layout in [""] + LAYOUTS[ranks] if long else LAYOUTS[ranks]:
        told = [f": {one.split('=')[1].split(':')[0].split('(')[0]}" for one in asked] if ranks > 1 else []
        if layout:
            variables["HOCKET_NODES"] = layout
        what = f"rooted collectives {layout}".rstrip()
        bench.expect_ok(what, ranks, bench.under_hocket("rooted", *asked), told, limit, **variables)


def forced(spec: str, irregular: str = "") -> dict[str, str]:
    return {f"HOCKET_{c.upper()}": (irregular or spec) if c.endswith("v") else spec for c in COLLECTIVES}


def regressions(bench) -> None:
    def run(what: str, case: str, ranks: int, variables: dict[str, str]) -> None:
        bench.expect_ok(what, ranks, bench.under_hocket("rooted_regressions", case), [], 60, **variables)

    for irregular in ("levels", "hybrid"):
        by_node = forced("knomial", irregular) | {"HOCKET_NODES": "cyclic:4x2"}
        uneven = forced("knomial", irregular) | {"HOCKET_NODES": "3,1,4"}
        run(f"ompi 14197 balanced, not by core, {irregular}", "by-node", 8, by_node)
        run(f"ompi 12439 types with gaps, {irregular}", "gaps", 8, uneven)
        run(f"ompi 11664 reordered blocks, {irregular}", "reordered", 8, by_node)
    run("empty blocks hung", "empty", 3, forced("flat"))
    run("empty blocks hung in a tree", "empty", 3, forced("knomial"))


def refusals(bench) -> None:
    start = time.monotonic()
    native = bench.run(3, [str(bench.programs["rooted_errors"])])
    under = bench.run(3, bench.under_hocket("rooted_errors"), **forced("knomial"))
    wrong = "" if native == under and native[0] == 0 and "communicator ok" in under[1] else f"natively: {native[1]}"
    what = f"{bench.library.name} -n 3 refusals of gather and scatter"
    bench.report.judge(what, wrong, under[1], time.monotonic() - start)


def disagreements(bench) -> None:
    for collective, text in (("gatherv", "sends 400 bytes, but the root expects"), ("scatterv", "receives 400 bytes")):
        program = bench.under_hocket("rooted_errors", collective)
        message = f"rank 1 {text}"
        for spec in ("knomial", "levels"):
            variables = forced("knomial", spec) | {"HOCKET_NODES": "1,2"}
            bench.expect_end(f"{collective} disagreement, {spec}", 3, program, message, **variables)
        bench.expect_end(f"{collective} verified", 3, program, message, HOCKET_VERIFY="1", **forced("flat"))


def large(bench) -> None:
    program = bench.under_hocket("rooted_large")
    for spec in ("flat", "knomial", "hybrid"):
        bench.expect_ok(f"rooted, over 2 GiB, {spec}", 2, program, [], 600, **forced("knomial", spec))


def check(bench) -> None:
    refusals(bench)
    disagreements(bench)
    regressions(bench)
    for spec in ("flat", "knomial"):
        bench.expect_ok(f"rooted, two threads, {spec}", 3, bench.under_hocket("rooted_threads"), [], **forced(spec))
