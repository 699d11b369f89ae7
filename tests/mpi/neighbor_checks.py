# SPDX-License-Identifier: BSD-3-Clause
"""Neighborhood collectives on real MPI libraries: every algorithm of the catalogue on topologies of every kind."""

from rooted_checks import specs

COLLECTIVES = [f"neighbor_{c}" for c in ("allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw")]
PROGRAMS = {"neighbors": ["neighbors.c", "neighbor_graph.c"]}
# Ranks that go round the nodes, and nodes of one rank and of several.
LAYOUTS = {1: [""], 2: ["1,1"], 3: ["2,1"], 5: ["2,1,2"], 8: ["cyclic:4x2", "3,1,4"]}


def trusted(bench) -> bool:
    """Open MPI's own nonblocking ones and Intel MPI's own blocking ones mix up two links between the same ranks of a
    grid, also without Hocket. Nothing can be compared with them."""
    return bench.library.name != "impi" and not (bench.mode and bench.library.name.startswith("ompi"))


def algorithms(bench, ranks: int, long: bool, limit: int) -> None:
    """Not every topology has the routes that an algorithm needs: with 8 ranks some has each of them."""
    variables = {"HOCKET_VERIFY": "1"} if long and trusted(bench) else {}
    asked = [f"{c}={spec}" for c in COLLECTIVES for spec in specs(bench, c, values=False)]
    asked += [f"{c}=locality-aware:segment=64" for c in COLLECTIVES]
    if not trusted(bench):
        asked = [one for one in asked if not one.endswith("native")]
    told = {2: ["direct"], 3: ["direct", "locality-aware"], 5: ["direct", "locality-aware"]}
    everywhere = ["direct", "combining", "locality-aware"]
    for layout in LAYOUTS[ranks]:
        if layout:
            variables["HOCKET_NODES"] = layout
        names = [] if ranks == 1 else told.get(ranks, everywhere)
        bench.expect_ok(
            f"neighbors {layout}".rstrip(),
            ranks,
            bench.under_hocket("neighbors", *asked),
            [f": {name} [info key hocket_neighbor_{c}]" for name in names for c in ("allgather", "alltoallv")],
            limit,
            **variables,
        )


def check(bench) -> None:
    """Combined messages need a grid of some size, which the ranks of the quick tests do not make."""
    algorithms(bench, 8, False, 120)
