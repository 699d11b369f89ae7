#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""run.py quick|long [--build DIR]: the test programs on real MPI libraries, under hocket-run.

quick: the two libraries from PyPI at 2, 3 and 5 ranks. long: every library that is there at 1, 2, 3, 5 and 8 ranks,
with HOCKET_VERIFY=1, and programs in Python and Fortran. One launch per (library, ranks) goes through all algorithms;
every launch has a time limit. One line a launch, and at the end "N passed, N failed, N skipped".
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import alltoall_checks
import api_checks
import device_checks
import endure_checks
import fortran_checks
import guard_checks
import libraries
import linked_checks
import multicast_checks
import native_rules
import neighbor_checks
import node_checks
import nonblocking_checks
import profile_checks
import reduction_checks
import revoked_checks
import rooted_checks

SPECS = [
    "flat",
    "flat:window=2",
    "chain",
    "chain:segment=8K",
    "kary",
    "kary:k=3:segment=8K",
    "knomial",
    "knomial:k=4:segment=16K",
    "then(scatter=knomial,allgather=ring)",
    "then(scatter=knomial,allgather=recursive-doubling)",
    "then(scatter=knomial,allgather=circulant)",
    "then(scatter=knomial,allgather=ring:skip=1)",
    "then(scatter=knomial,allgather=k-ring:k=2)",
    "then(scatter=knomial,allgather=bruck)",
    "circulant",
    "kary-contiguous:segment=8K",
    "bine",
    "split-binary:segment=4K",
    "double-tree:segment=4K",
    "levels(across=knomial,inside=flat)",
    "levels(across=chain,socket=flat,numa=flat,inside=knomial)",
    "lanes(across=chain,inside=then(scatter=knomial,allgather=circulant))",
    "lanes(across=knomial,inside=then(scatter=knomial,allgather=ring)):leaders=1:segment=8K",
    "levels(across=circulant,inside=chain):segment=16K",
    "levels(across=native,inside=knomial):segment=32K",
    "native",
    "native-nonblocking",
]
SET_LATER = ["kary:k=5", "flat:window=7"]  # by MPI_Comm_set_info
LAYOUTS = {1: "", 2: "1,1", 3: "2,1", 5: "2,1,2", 8: "cyclic:4x2"}
PROGRAMS = {
    "bcast_types": ["bcast_types.c", "shapes.c"],
    **{
        name: [f"{name}.c"]
        for name in ("errors", "sessions", "threads", "lifetime", "overhead", "killed", "large", "regressions")
    },
    **rooted_checks.PROGRAMS,
    **reduction_checks.PROGRAMS,
    **alltoall_checks.PROGRAMS,
    **guard_checks.PROGRAMS,
    **node_checks.PROGRAMS,
    **multicast_checks.PROGRAMS,
    **nonblocking_checks.PROGRAMS,
    **neighbor_checks.PROGRAMS,
    **api_checks.PROGRAMS,
    **profile_checks.PROGRAMS,
    **device_checks.PROGRAMS,
}


# Programs that are built for each form of collectives.
IN_MODES = ["bcast_types", "rooted", "allgathers", "reductions", "alltoalls", "neighbors"]


class Report:
    def __init__(self) -> None:
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}

    def say(self, verdict: str, what: str, more: str = "") -> None:
        self.counts[verdict] += 1
        print(f"{verdict:8} {what:46} {more}".rstrip(), flush=True)

    def judge(self, what: str, wrong: str, output: str, seconds: float) -> None:
        last = (output.strip().splitlines() or [""])[-1][:100]
        self.say("failed" if wrong else "passed", what, f"{seconds:5.1f} s  {wrong or last}")
        if wrong:
            print("\n".join(f"    {line}" for line in output.splitlines()[-40:]), flush=True)


class Bench:
    """One library, with the programs built for it, whose collectives are blocking or take the form of `mode`."""

    def __init__(self, library: libraries.Library, build: Path, report: Report, mode: str = "") -> None:
        self.library, self.report, self.mode = library, report, mode
        self.hocket_run = build / "bin" / "hocket-run"
        self.into = build / "tests" / "mpi"
        without = ["sessions"] if library.name == "ompi4" else []  # it has none
        names = IN_MODES if mode else [name for name in PROGRAMS if name not in without]
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as compilers:
            built = compilers.map(lambda name: library.build(name, PROGRAMS[name], self.into, mode), names)
            self.programs = dict(zip(names, built, strict=True))

    def name(self, ranks: int, what: str) -> str:
        return f"{self.library.name} -n {ranks} {self.mode and self.mode + ': '}{what}"

    def in_mode(self, mode: str) -> "Bench":
        return Bench(self.library, self.hocket_run.parent.parent, self.report, mode)

    def run(self, ranks: int, command: list[str], limit: int = 120, **variables: str) -> tuple[int, str]:
        """Exit status and output; -1 where the limit was passed, and the launcher is ended with all its children."""
        whole = [*self.library.mpiexec, "-n", str(ranks), *command]
        with tempfile.TemporaryFile("w+") as output:
            job = subprocess.Popen(
                whole,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env=self.library.environment() | variables,
            )
            try:
                status = job.wait(limit)
            except subprocess.TimeoutExpired:
                os.killpg(job.pid, 15)
                try:
                    job.wait(10)
                except subprocess.TimeoutExpired:
                    os.killpg(job.pid, 9)
                    job.wait()
                status = -1
            output.seek(0)
            return status, output.read()

    def under_hocket(self, program: str, *arguments: str) -> list[str]:
        return [str(self.hocket_run), "--", str(self.programs[program]), *arguments]

    def expect_ok(
        self,
        what: str,
        ranks: int,
        command: list[str],
        told: list[str] = (),
        limit: int = 120,
        attempts: int = 1,
        may_be_native: bool = False,
        may_hold: bool = False,
        untold: list[str] = (),
        **variables,
    ):
        """Passes if the program says ok, HOCKET_EXPLAIN told of everything in `told` and nothing in `untold`, and no
        rank holds anything of Hocket's in the end; a hang, or a launcher that was lost, may be tried again."""
        start = time.monotonic()
        for _ in range(attempts):
            with tempfile.NamedTemporaryFile("r") as explained:
                status, output = self.run(ranks, command, limit, HOCKET_EXPLAIN=explained.name, **variables)
                story = explained.read()
            if status not in (-1, -signal.SIGPIPE):
                break
        wrong = ""
        if status != 0:
            wrong = f"over {limit} s" if status == -1 else f"exit status {status}"
        elif not re.search(r"^ok\b", output, re.MULTILINE):
            wrong = "does not say ok"
        elif missing := [text for text in told if text not in story]:
            wrong = f"never ran: {missing[0]}"
        elif unwanted := [text for text in untold if text in story]:
            wrong = f"ran: {unwanted[0]}"
        elif not may_be_native and (
            left := re.search(r"^(?!.*across=native).*, but native here$", story, re.MULTILINE)
        ):
            wrong = f"left to the library: {left[0]}"
        elif not may_hold and (held := re.search(r"^.* still holds at the end of MPI: (?!nothing$).*$", story, re.M)):
            wrong = held[0]
        self.report.judge(self.name(ranks, what), wrong, output, time.monotonic() - start)

    def expect_end(self, what: str, ranks: int, command: list[str], message: str, **variables: str) -> None:
        """Passes if the job fails with exactly one line of Hocket's, which matches `message`."""
        start = time.monotonic()
        for _ in range(3):  # MPICH's own jobs do not end after MPI_Comm_call_errhandler in one of 150 launches
            status, output = self.run(ranks, command, 30, **variables)
            if status != -1:
                break
        lines = [line for line in output.splitlines() if "hocket:" in line]
        wrong = ""
        if status in (0, -1):
            wrong = "the job did not end" if status == -1 else "the job succeeded"
        elif len(lines) != 1 or not re.search(message, lines[0]):
            wrong = f"expected one line like {message}"
        self.report.judge(f"{self.library.name} -n {ranks} {what}", wrong, output, time.monotonic() - start)


def algorithms(bench: Bench, ranks: int, long: bool, limit: int) -> None:
    # After MPI_Comm_set_info the ranks agree at their next blocking collective, and this form has none.
    specs = SPECS if bench.mode else SPECS + SET_LATER
    told = [f": {spec} [info key hocket_bcast]" for spec in specs] if ranks > 1 else []
    variables = {"HOCKET_VERIFY": "1"} if long else {}
    if LAYOUTS[ranks]:
        variables["HOCKET_NODES"] = LAYOUTS[ranks]
    bench.expect_ok("all algorithms", ranks, bench.under_hocket("bcast_types", *SPECS), told, limit, **variables)


def unchanged_errors(bench: Bench) -> None:
    start = time.monotonic()
    native = bench.run(3, [str(bench.programs["errors"])])
    under = bench.run(3, bench.under_hocket("errors"), HOCKET_BCAST="chain")
    wrong = "" if native == under and native[0] == 0 and "communicator ok" in under[1] else f"natively: {native[1]}"
    bench.report.judge(f"{bench.library.name} -n 3 errors are the library's", wrong, under[1], time.monotonic() - start)


def mistakes(bench: Bench) -> None:
    program = bench.under_hocket("bcast_types")
    bench.expect_end("misspelt algorithm", 2, program, r"HOCKET_BCAST.*knomial", HOCKET_BCAST="knomail:k=4")
    bench.expect_end("missing table", 2, program, r"HOCKET_TABLE", HOCKET_TABLE="/nowhere/table.json")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as damaged:
        damaged.write('{"schema": "hocket-table-1",\n "rules": [{"collective": "bcast", "algor')
        damaged.flush()
        said = rf"HOCKET_TABLE.*{re.escape(damaged.name)}.*line 2, column 42"
        bench.expect_end("table cut short", 2, program, said, HOCKET_TABLE=damaged.name)
    bench.expect_end("wrong layout", 2, program, r"HOCKET_NODES", HOCKET_NODES="3x5")
    bench.expect_end(
        "misspelt info key", 2, bench.under_hocket("bcast_types", "chian"), r"info key hocket_bcast.*chain"
    )
    # Every rank takes its own setting from what the launcher says about it.
    rank = "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}"
    own = ["sh", "-c", f'test {rank} != 1 || HOCKET_BCAST=chain; export HOCKET_BCAST; exec "$@"', "sh", *program]
    bench.expect_end(
        "ranks that differ", 3, own, r"HOCKET_BCAST is 'flat' on rank 0 and 'chain' on rank 1", HOCKET_BCAST="flat"
    )


def regressions(bench: Bench) -> None:
    """Each named after the fault that it once showed."""

    def run(what: str, case: str, told: list[str], **variables: str) -> None:
        # Intel MPI can neither spawn here nor make so many communicators.
        natively, _ = (
            bench.run(2, [str(bench.programs["regressions"]), case], 20) if case in ("spawned", "budget") else (0, "")
        )
        if natively != 0:
            return bench.report.say("skipped", f"{bench.library.name} -n 2 {what}", "fails without Hocket too")
        return bench.expect_ok(what, 2, bench.under_hocket("regressions", case), told, 60, **variables)

    rules = [
        {"collective": "bcast", "bytes": [0, 1024], "algorithm": "native"},
        {"collective": "bcast", "bytes": [1024, 1 << 40], "algorithm": "chain"},
    ]
    run("empty signatures hung", "empty", [], HOCKET_BCAST="chain")
    run("large-count types aborted", "large", [": chain"], HOCKET_BCAST="chain")
    run("spawned ranks without Hocket hung", "spawned", [])
    with tempfile.NamedTemporaryFile("w", suffix=".json") as table:
        json.dump({"schema": "hocket-table-1", "rules": rules}, table)
        table.flush()
        run("budget was asked too early", "budget", [": chain"], HOCKET_TABLE=table.name)
    off = [
        *bench.under_hocket("regressions", "empty"),
        ":",
        "-n",
        "1",
        str(bench.hocket_run),
        "--off",
        "all",
        str(bench.programs["regressions"]),
        "empty",
    ]
    bench.expect_end("off on one rank hung", 1, off, "HOCKET_OFF is")


def killed(bench: Bench) -> None:
    start = time.monotonic()
    launch = [*bench.library.mpiexec, "-n", "3", str(bench.hocket_run), "--bcast", "knomial:segment=64K"]
    command = [str(libraries.HERE / "killed.sh"), *launch, str(bench.programs["killed"])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=bench.library.environment())
    wrong = done.stdout.strip() if done.returncode else ""
    bench.report.judge(
        f"{bench.library.name} -n 3 killed rank", wrong, done.stdout + done.stderr, time.monotonic() - start
    )


def overhead(bench: Bench) -> None:
    start = time.monotonic()
    native = bench.run(2, [str(bench.programs["overhead"])])
    under = bench.run(2, bench.under_hocket("overhead"))
    numbers = [[float(x) for x in re.findall(r"\d+\.\d", text)] for _, text in (native, under)]
    wrong = "" if [len(n) for n in numbers] == [4, 4] else "no numbers"
    added = ", ".join(f"{b - a:+.1f}" for a, b in zip(*numbers, strict=False))
    text = f"added ns (one communicator, two in turn, empty, world of 2): {added}"
    bench.report.judge(f"{bench.library.name} -n 2 overhead", wrong, text, time.monotonic() - start)


def life(bench: Bench, cycles: int, live: int) -> None:
    program = bench.under_hocket("lifetime", str(cycles), str(live))
    bench.expect_ok("lifetime", 2, program, ["knomial"], 600)


def common(bench: Bench) -> None:
    unchanged_errors(bench)
    mistakes(bench)
    if bench.library.name != "ompi4":
        times = "1" if bench.library.name in ("ompi5", "impi") else "2"  # a second one ends badly there natively
        # MPICH itself stands still in about one of sixty such jobs, with and without Hocket.
        bench.expect_ok("sessions", 3, bench.under_hocket("sessions", times), ["circulant"], limit=20, attempts=3)
        both = bench.under_hocket("sessions", "1", "world")
        bench.expect_ok("sessions beside a world", 3, both, ["circulant"], limit=20, attempts=3)
        verified = bench.under_hocket("sessions")
        bench.expect_ok("sessions, verified", 3, verified, ["circulant"], limit=20, attempts=3, HOCKET_VERIFY="1")
    bench.expect_ok("two threads", 2, bench.under_hocket("threads"), ["knomial"])
    regressions(bench)
    rooted_checks.check(bench)
    reduction_checks.check(bench)
    alltoall_checks.check(bench)
    guard_checks.check(bench)
    node_checks.check(bench)
    multicast_checks.check(bench)
    nonblocking_checks.check(bench)
    neighbor_checks.check(bench)
    api_checks.check(bench)
    profile_checks.check(bench)
    device_checks.check(bench)
    killed(bench)
    overhead(bench)


def python_program(bench: Bench) -> None:
    what = f"{bench.library.name} -n 3 mpi4py"
    libmpi = Path(bench.library.mpicc).parent.parent / "lib"
    names = {"mpich": "libmpi.so.12", "impi": "libmpi.so.12", "ompi5": "libmpi.so.40"}
    try:
        import mpi4py  # noqa: F401
    except ImportError:
        return bench.report.say("skipped", what, "no mpi4py for this Python")
    if bench.library.name not in names:
        return bench.report.say("skipped", what, "mpi4py has no binary for it")
    program = [str(bench.hocket_run), "--bcast", "knomial", sys.executable, str(libraries.HERE / "bcast_mpi4py.py")]
    bench.expect_ok("mpi4py", 3, program, ["knomial"], MPI4PY_LIBMPI=str(libmpi / names[bench.library.name]))
    return None


def large_messages(bench: Bench) -> None:
    free = int(re.search(r"MemAvailable:\s+(\d+)", Path("/proc/meminfo").read_text())[1]) >> 20
    if free < 18:
        bench.report.say("skipped", f"{bench.library.name} -n 2 over 2 GiB", f"{free} GiB free, 18 needed")
        return
    spec = "chain:segment=1M"
    plain = ["plain"] if bench.library.name == "impi" else []
    bench.expect_ok("over 2 GiB", 2, bench.under_hocket("large", spec, *plain), [spec], 600)
    rooted_checks.large(bench)
    reduction_checks.large(bench)
    alltoall_checks.large(bench)


def all_algorithms(bench: Bench, ranks: int, long: bool, limit: int) -> None:
    algorithms(bench, ranks, long, limit)
    rooted_checks.algorithms(bench, ranks, long, limit)
    reduction_checks.algorithms(bench, ranks, long, limit)
    alltoall_checks.algorithms(bench, ranks, long, limit)
    neighbor_checks.algorithms(bench, ranks, long, limit)


def quick(bench: Bench) -> None:
    for ranks in (2, 3, 5):
        all_algorithms(bench, ranks, long=False, limit=180)
    common(bench)
    life(bench, 500, 200)
    for mode, ranks in (("nonblocking", 2), ("nonblocking", 5), ("persistent", 3)):
        all_algorithms(bench.in_mode(mode), ranks, long=False, limit=180)


def old_mpich(bench: Bench) -> None:
    """For its Fortran and its static library.

    Its own reductions, sessions and neighborhoods fail in the programs that are left out.
    """
    for ranks in (2, 3):
        algorithms(bench, ranks, long=False, limit=600)
        rooted_checks.algorithms(bench, ranks, long=False, limit=600)
        alltoall_checks.algorithms(bench, ranks, long=False, limit=600)
    linked_checks.check(bench)
    fortran_checks.check(bench)


def long(bench: Bench) -> None:
    if bench.library.name == "mpich4":
        return old_mpich(bench)
    modes = [] if bench.library.name == "impi" else ["nonblocking", "persistent"]  # there all are its own
    for ranks in (1, 2, 3, 5, 8):
        all_algorithms(bench, ranks, long=True, limit=1200)
        for mode in modes:
            all_algorithms(bench.in_mode(mode), ranks, long=True, limit=1200)
    if bench.library.name in ("mpich", "ompi5"):
        device_checks.algorithms(bench, 3, all_of_them=True, limit=1200)
    common(bench)
    revoked_checks.check(bench)
    life(bench, 10000, 5000)
    python_program(bench)
    fortran_checks.check(bench)
    large_messages(bench)
    endure_checks.check(bench)
    if bench.library.name in ("mpich", "ompi5", "ompi4"):
        native_rules.check(bench, [(8, 1), (7, 1), (8, 4), (8, 2)])
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", choices=["quick", "long"])
    parser.add_argument("--build", type=Path, default=libraries.ROOT / "build" / "release")
    parser.add_argument("--only", help="one library: mpich, ompi5, mpich4, ompi4, impi, abi")
    asked = parser.parse_args()
    names = ["mpich", "ompi5"] if asked.size == "quick" else ["mpich", "ompi5", "mpich4", "ompi4", "impi", "abi"]
    report = Report()
    for name in [asked.only] if asked.only else names:
        library = libraries.find(name)
        if library.missing:
            report.say("skipped", name, library.missing)
        else:
            (quick if asked.size == "quick" else long)(Bench(library, asked.build.resolve(), report))
    print(", ".join(f"{n} {verdict}" for verdict, n in report.counts.items()))
    return 1 if report.counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
