# SPDX-License-Identifier: BSD-3-Clause
"""What stands around every collective on real MPI libraries: mistakes that one rank alone can see, HOCKET_DRY, and
results that HOCKET_VERIFY has to find wrong."""

import re
import tempfile
import time

import reduction_checks
import rooted_checks

PROGRAMS = {name: [f"{name}.c"] for name in ("mistakes_alone", "every", "overlapping", "uncommitted")}
MOVED = ["bcast", *rooted_checks.COLLECTIVES, "allgather", "allgatherv"]
COLLECTIVES = ["barrier", *MOVED, *reduction_checks.REDUCTIONS]
FORCED = rooted_checks.forced("knomial") | reduction_checks.ONE_OF_EACH | {"HOCKET_BCAST": "knomial"}


def mistakes_alone(bench) -> None:
    """A rank that waited for the others before its library could refuse the call hung."""
    start = time.monotonic()
    native = bench.run(2, [str(bench.programs["mistakes_alone"])], 60)
    under = bench.run(2, bench.under_hocket("mistakes_alone"), 60, **FORCED)
    wrong = "" if native == under and native[0] == 0 else f"natively: {native[1]}"
    what = f"{bench.library.name} -n 2 mistakes of one rank hung"
    text = f"{under[1].count('class')} refused" if not wrong else under[1]
    bench.report.judge(what, wrong, text, time.monotonic() - start)


def every(bench) -> None:
    """Every collective once, by an algorithm of Hocket's, checked; and dry, where that algorithm is named and native
    runs."""
    start = time.monotonic()
    bench.expect_ok("every collective, verified", 3, bench.under_hocket("every"), [], HOCKET_VERIFY="1", **FORCED)
    with tempfile.NamedTemporaryFile("r") as explained:
        variables = FORCED | {"HOCKET_DRY": "1", "HOCKET_EXPLAIN": explained.name}
        status, output = bench.run(3, bench.under_hocket("every"), **variables)
        story = explained.read()
    silent = [c for c in COLLECTIVES if not re.search(rf"^hocket: {c} .*, dry: native runs$", story, re.MULTILINE)]
    wrong = f"exit status {status}" if status else f"not told of: {silent}" if silent else ""
    bench.report.judge(f"{bench.library.name} -n 3 every collective, dry", wrong, output, time.monotonic() - start)


def dry_bits(bench) -> None:
    """A dry run has the bits of the library's own sums, which the algorithm that it names does not have."""
    start = time.monotonic()
    own = {"HOCKET_ALLREDUCE": "then(reduce_scatter=circulant,allgather=circulant)"}
    ways = [
        bench.run(7, [str(bench.programs["reproducible"])]),
        bench.run(7, bench.under_hocket("reproducible"), HOCKET_DRY="1", **own),
        bench.run(7, bench.under_hocket("reproducible"), **own),
    ]
    native, dry, forced = (next((line for line in out.splitlines() if line[:2] == "ok"), out) for _, out in ways)
    what = f"{bench.library.name} -n 7 dry runs are native"
    if "another run has other bits" in native:
        return bench.report.say("skipped", what, "the library's own sums differ from run to run")
    wrong = "" if native == dry != forced and native[:2] == forced[:2] == "ok" else f"{native}, dry {dry}, own {forced}"
    return bench.report.judge(what, wrong, dry, time.monotonic() - start)


def wrong_results(bench) -> None:
    """The exscan is a chain: what a rank passes on is then made of its own operand."""
    forced = FORCED | {"HOCKET_EXSCAN": "chain"}
    for collective in [*MOVED, *reduction_checks.REDUCTIONS, "allreduce_of_bytes"]:
        spec = forced[f"HOCKET_{collective.removesuffix('_of_bytes').upper()}"]
        found = "wrong data" if collective in MOVED else "a wrong result"
        program = bench.under_hocket("overlapping", collective)
        message = rf"HOCKET_VERIFY: {re.escape(spec)}.* brought rank \d+ {found}"
        bench.expect_end(f"{collective}, wrong result", 3, program, message, HOCKET_VERIFY="1", **forced)


def uncommitted(bench) -> None:
    """Where leaves waited for a root that had failed to pack."""
    forced = FORCED | {"HOCKET_BCAST": "chain", "HOCKET_ALLTOALL": "pairwise", "HOCKET_ALLTOALLW": "pairwise"}
    told = ["bcast 8 bytes on 3 ranks", ": chain ["]
    bench.expect_ok("types never committed", 3, bench.under_hocket("uncommitted"), told, 60, **forced)


def check(bench) -> None:
    mistakes_alone(bench)
    uncommitted(bench)
    every(bench)
    dry_bits(bench)
    wrong_results(bench)
