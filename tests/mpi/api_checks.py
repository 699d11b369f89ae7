# SPDX-License-Identifier: BSD-3-Clause
"""What programs may ask of Hocket: the functions of hocket.h, and algorithms out of plugins."""

import json
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

import libraries
import nonblocking_checks

PROGRAMS = {
    "api": ["api.c"],
    "large_counts": ["large_counts.c"],
    "adapted": ["adapted.c"],
    "older_hocket": ["older_hocket.c"],
}
EXAMPLE = libraries.ROOT / "examples" / "plugin" / "postal_bcast.cpp"


def build_plugin(bench) -> Path:
    """The example, by the flags that a user gets of pkg-config."""
    build = bench.hocket_run.parent.parent
    lines = (build / "hocket-plugin-uninstalled.pc").read_text().splitlines()
    flags = next(line for line in lines if line.startswith("Cflags: ")).split()[1:]
    made = bench.into / "postal_bcast.so"
    compiler = os.environ.get("CXX", "c++")
    subprocess.run([compiler, "-O2", *flags, "-shared", "-o", str(made), str(EXAMPLE)], check=True)
    return made


def alone(bench) -> None:
    status, output = bench.run(2, [str(bench.programs["api"])], 30)
    wrong = "" if status == 0 and "alone" in output else f"exit status {status}"
    bench.report.judge(bench.name(2, "hocket.h without Hocket"), wrong, output, 0)


def listening(bench) -> None:
    """No rank explains, so only the one that listens sees calls that the others leave to the library at once."""
    start = time.monotonic()
    status, output = bench.run(2, bench.under_hocket("api"), 60)
    wrong = "" if status == 0 and re.search(r"^ok\b", output, re.MULTILINE) else f"exit status {status}"
    bench.report.judge(bench.name(2, "hocket.h, one rank listens"), wrong, output, time.monotonic() - start)


def plugins(bench) -> None:
    made = str(build_plugin(bench))
    specs = ["postal:lambda=1", "postal", "postal:lambda=64", "levels(across=postal,inside=chain)", "native"]
    told = [f": {spec} [info key hocket_bcast]" for spec in specs]
    program = bench.under_hocket("bcast_types", *specs)
    bench.expect_ok("a plugin's algorithm", 5, program, told, HOCKET_PLUGIN=made, HOCKET_NODES="2,1,2")
    program = bench.under_hocket("bcast_types")
    bench.expect_end("missing plugin", 2, program, "HOCKET_PLUGIN: cannot read", HOCKET_PLUGIN="/nowhere/a.so")
    rank = "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}"
    own = ["sh", "-c", f'test {rank} != 1 || HOCKET_PLUGIN=; export HOCKET_PLUGIN; exec "$@"', "sh", *program]
    bench.expect_end("plugin on some ranks", 3, own, "HOCKET_PLUGIN is .*postal.* and .* on rank 1", HOCKET_PLUGIN=made)


def large_counts(bench) -> None:
    """Programs that found them by name ended in an error under Open MPI, which lacks them."""
    for ranks, variables in ((2, {}), (4, {}), (3, nonblocking_checks.FORCED)):
        bench.expect_ok("large counts by name", ranks, bench.under_hocket("large_counts"), **variables)


def explained(bench) -> None:
    """HOCKET_EXPLAIN=2: what else could have run, and in the end how often what did."""
    started = time.monotonic()
    status, output = bench.run(
        3, bench.under_hocket("profiled"), 60, HOCKET_EXPLAIN="2", HOCKET_BCAST="chain", HOCKET_NODES="2,1"
    )
    wrong = "" if status == 0 else f"exit status {status}"
    for line in (
        r"bcast 3000 bytes on 3 ranks, 2 nodes \(2,1\): chain \[HOCKET_BCAST\]; communicator 1; next .* its declared",
        r"alltoallv on 3 ranks.*not: xor needs a power of two",
        r"in all, calls of rank 0 that were chosen for: bcast 357 \(chain 357\)",
        r"in all, calls of rank 0 that were chosen for: ibcast 11 ",
    ):
        if not wrong and len(re.findall(line, output)) != 1:
            wrong = f"does not say once: {line}"
    bench.report.judge(bench.name(3, "explained in full"), wrong, output, time.monotonic() - started)


def adapted(bench) -> None:
    """A table that names a choice a hundred times too slow is corrected while the program runs."""
    rules = [{"collective": "bcast", "algorithm": "chain:segment=4"}]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as table:
        json.dump({"schema": "hocket-table-1", "rules": rules}, table)
        table.flush()
        for ranks, nodes in ((3, "2,1"), (5, "2,1,2")):
            variables = {"HOCKET_ADAPT": "1", "HOCKET_TABLE": table.name, "HOCKET_NODES": nodes}
            told = ["bcast 3000 bytes on a communicator of", "tried for 54 calls: chain:segment=4 ", "us, native "]
            bench.expect_ok("adapted", ranks, bench.under_hocket("adapted"), told, **variables)
            status, output = bench.run(ranks, bench.under_hocket("adapted"), HOCKET_EXPLAIN="1", **variables)
            on = re.search(r"bcast 3000 bytes .*tried for 54 calls.*; (\S+) runs on", output)
            wrong = "" if status == 0 and on and on[1] != "chain:segment=4" else "the slow one runs on"
            bench.report.judge(bench.name(ranks, "adapted to a faster one"), wrong, output, 0)
        bench.expect_ok("adapted and verified", 3, bench.under_hocket("adapted"), HOCKET_ADAPT="1", HOCKET_VERIFY="1")


def check(bench) -> None:
    adapted(bench)
    explained(bench)
    large_counts(bench)
    alone(bench)
    older = [str(bench.programs["older_hocket"])]
    # It makes no MPI call: one of 100 of MPICH's launchers still writes to it when it has ended.
    bench.expect_ok("hocket.h that is newer than Hocket", 1, older, attempts=3)
    for ranks in (1, 2, 5):
        bench.expect_ok("hocket.h", ranks, bench.under_hocket("api"))
    listening(bench)
    plugins(bench)
