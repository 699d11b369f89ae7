# SPDX-License-Identifier: BSD-3-Clause
"""HOCKET_PROFILE on real MPI libraries: what a program of known calls is said to have called."""

import json
import tempfile
import time
from pathlib import Path

PROGRAMS = {"profiled": ["profiled.c"]}
LAYOUTS = {1: "1", 2: "1,1", 3: "2,1", 5: "2,1,2"}
LATE = 3000  # microseconds


def rows_of(document: dict) -> dict:
    """By collective, form, ranks of the communicator and bytes."""
    sizes = {one["id"]: one["ranks"] for one in document["communicators"]}
    return {
        (row["collective"], row["form"], sizes[row["communicator"]], tuple(row["bytes"] or ())): row
        for row in document["calls"]
    }


def wrong_with(document: dict, ranks: int, nodes: int) -> str:
    rows, world = rows_of(document), ranks
    expected = {
        ("barrier", "blocking", world, (0, 1)): 40,
        ("allreduce", "blocking", world, (8, 16)): 1000,
        ("bcast", "blocking", world, (2048, 4096)): 50,
        ("bcast", "blocking", world, (0, 1)): 7,
        ("bcast", "blocking", world, (4, 8)): 300,
        ("bcast", "nonblocking", world, (4, 8)): 11,
        ("alltoallv", "blocking", world, ()): 1,
        ("gatherv", "blocking", world, ()): 1,
    }
    for key, calls in expected.items():
        if key not in rows:
            return f"nothing of {key}"
        if rows[key]["calls"] != calls:
            return f"{rows[key]['calls']} calls of {key}, not {calls}"
    total = 4 * ranks * (ranks + 1) // 2
    found = [key[3] for key in rows if key[0] == "allgatherv"]
    if len(found) != 1 or not found[0][0] <= total < found[0][1]:
        return f"allgatherv of {total} bytes is in {found}"
    mean = rows["alltoallv", "blocking", world, ()]["mean_bytes"]
    if abs(mean - 4 * (ranks + 1) / 2) > 0.01:
        return f"the mean block of alltoallv is {mean}"
    barrier = rows["barrier", "blocking", world, (0, 1)]
    if ranks > 1:
        if not LATE <= barrier["imbalance_us"]["median"] < 100 * LATE:
            return f"the last rank came {barrier['imbalance_us']} late"
        if not 0.1 < barrier["wait_share"] <= 1:  # where others use the processors, barriers themselves take long
            return f"{barrier['wait_share']} of barriers was waiting"
    halves = [one for one in document["communicators"] if one["ranks"] == (ranks + 1) // 2]
    if ranks > 2 and not halves:
        return "the halves of the world are not there"
    sum_of_rows = sum(row["time_us"]["mean"] for row in document["calls"])
    if abs(sum_of_rows - document["collective_us"]["mean"]) > 0.01 * sum_of_rows + 1:
        return f"rows of {sum_of_rows} us, in all {document['collective_us']}"
    if document["wall_us"] < document["collective_us"]["max"]:
        return "more time in collectives than there was"
    if (document["ranks"], document["nodes"]) != (ranks, nodes):
        return f"{document['ranks']} ranks on {document['nodes']} nodes"
    return ""


def profile(bench, ranks: int, what: str, own: str, **variables: str) -> None:
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "profile.json"
        nodes = LAYOUTS[ranks]
        status, output = bench.run(
            ranks, bench.under_hocket("profiled"), 60, HOCKET_PROFILE=str(file), HOCKET_NODES=nodes, **variables
        )
        wrong = "" if status == 0 else f"exit status {status}"
        if not wrong and (left := [path.name for path in Path(folder).iterdir()]) != [file.name]:
            wrong = f"made {left}"
        if not wrong:
            document = json.loads(file.read_text())
            wrong = wrong_with(document, ranks, len(nodes.split(",")))
            names = {name for row in document["calls"] for name in row["algorithms"]}
            if not wrong and own and ranks > 1 and own not in names:
                wrong = f"never {own}: {names}"
            if not wrong and not own and names != {"native"}:
                wrong = f"natively: {names}"
    bench.report.judge(bench.name(ranks, what), wrong, output, time.monotonic() - start)


def adapted(bench) -> None:
    """What ran is told as it ran, whatever changes on the way: memory from the 200th call on, and other algorithms."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "profile.json"
        status, output = bench.run(3, bench.under_hocket("profiled"), 60, HOCKET_PROFILE=str(file), HOCKET_ADAPT="1")
        wrong = "" if status == 0 else f"exit status {status}"
        for row in json.loads(file.read_text())["calls"] if not wrong else []:
            ranks = 3 if row["mean_bytes"] != 4 or row["collective"] != "allgather" else None
            if ranks and row["form"] == "blocking" and sum(row["algorithms"].values()) != ranks * row["calls"]:
                wrong = f"{row['algorithms']} are not {row['calls']} calls of {ranks} ranks"
    bench.report.judge(bench.name(3, "profile of what adapts"), wrong, output, time.monotonic() - start)


def on_some_ranks(bench) -> None:
    program = bench.under_hocket("profiled")
    rank = "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}"
    own = ["sh", "-c", f'test {rank} != 1 || unset HOCKET_PROFILE; exec "$@"', "sh", *program]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "profile.json"
        said = r"HOCKET_PROFILE is not set on all ranks"
        bench.expect_end("profile of some ranks", 3, own, said, HOCKET_PROFILE=str(file))
        said = r"HOCKET_PROFILE: cannot write .*: it is no regular file"
        bench.expect_end("profile into a folder", 2, program, said, HOCKET_PROFILE=folder)


def check(bench) -> None:
    for ranks in (1, 2, 3, 5):
        profile(bench, ranks, "profile", "knomial:k=3", HOCKET_BCAST="knomial:k=3")
    profile(bench, 3, "profile, native", "", HOCKET_OFF="all")
    adapted(bench)
    on_some_ranks(bench)
    profile(bench, 3, "profile, explained and verified", "chain", HOCKET_BCAST="chain", HOCKET_VERIFY="1")
    bench.expect_end(
        "profile into no folder",
        2,
        bench.under_hocket("profiled"),
        r"HOCKET_PROFILE: cannot write .*/nowhere/p.json.*No such file",
        HOCKET_PROFILE="/nowhere/p.json",
    )
