# SPDX-License-Identifier: BSD-3-Clause
"""data/native-rules for barriers, allgathers, reductions, scans and alltoalls: what each library lets one see."""

import native_rules_alltoall
import native_rules_called
import native_rules_decisions
import native_rules_results
from native_rules_rooted import VERSIONS

APART = [(7, 7), (8, 4), (8, 1)]  # MPICH: messages alone, compositions, shared memory
EXCHANGED = [(7, 1), (8, 1), (9, 1), (12, 4)]  # MPICH: Bruck from 9 ranks on


def check(bench, judge, places: list[tuple[int, int]]) -> None:
    """The entry for native_rules.py: (ranks, nodes) each."""
    family, version = VERSIONS[bench.library.name]
    if family == "mpich":
        see(bench, judge, "sums", APART, lambda r, n: native_rules_results.compare(bench, family, version, r, n))
        see(
            bench,
            judge,
            "alltoalls",
            EXCHANGED,
            lambda r, n: native_rules_alltoall.compare(bench, family, version, r, n),
        )
        return
    what = f"{bench.library.name} fixed decisions"
    if missing := native_rules_decisions.why_not(bench):
        bench.report.say("skipped", what, missing)
    else:
        judge(bench, what, lambda: native_rules_decisions.compare(bench, family, version))
    if missing := native_rules_called.why_not():
        bench.report.say("skipped", f"{bench.library.name} algorithms called", missing)
        return
    what = f"{bench.library.name} settings of reductions and alltoalls"
    judge(bench, what, lambda: native_rules_called.compare_settings(bench, family, version))
    see(
        bench,
        judge,
        "algorithms called",
        places,
        lambda r, n: native_rules_called.compare(bench, family, version, r, n),
    )


def see(bench, judge, what: str, places: list[tuple[int, int]], compare) -> None:
    for ranks, nodes in places:
        place = f"{bench.library.name} -n {ranks} {what}" + f", {nodes} nodes" * (nodes > 1)
        judge(bench, place, lambda r=ranks, n=nodes: compare(r, n))
