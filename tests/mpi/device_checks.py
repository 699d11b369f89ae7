# SPDX-License-Identifier: BSD-3-Clause
"""Collectives on memory of devices, with the test double of a driver: no GPU is needed, and none is shown to work. The
double's memory cannot be touched by the host, so a buffer that was not staged ends the program."""

import json
import re
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import alltoall_checks
import libraries
import neighbor_checks
import reduction_checks
import rooted_checks

REAL = False
DEVICE_PROGRAMS = ["errors", "apart", "trials", "reset", "streams", "groups"]
PROGRAMS = {name: [f"{name}.c"] for name in ("on_devices", *(f"device_{name}" for name in DEVICE_PROGRAMS))}
REDUCTIONS = reduction_checks.PROGRAMS["reductions"]
# One of Hocket's for each, whatever the size: none is left to the library.
OWN = {
    "HOCKET_BCAST": "knomial",
    "HOCKET_GATHER": "knomial",
    "HOCKET_GATHERV": "knomial",
    "HOCKET_SCATTER": "knomial",
    "HOCKET_SCATTERV": "knomial",
    **reduction_checks.ONE_OF_EACH,
}


def everything(bench, mode: str, **variables: str) -> None:
    """Each collective once. Natively it would end in a segmentation fault."""
    program = bench.library.build("every", ["every.c"], bench.into, mode)
    said = [f" {name}={value}" for name, value in variables.items() if name not in OWN]
    own = ", own algorithms" if OWN.items() <= variables.items() else ""
    what = f"every collective, {mode}{own}" + "".join(said)
    command = [str(bench.hocket_run), "--", str(program)]
    bench.expect_ok(what, 3, command, ["staged through host memory"], 60, **driver(bench), **variables)


def driver(bench) -> dict[str, str]:
    """Where the loader finds it; tests/gpu/on_device.py has it find a GPU's."""
    return {} if REAL else {"LD_LIBRARY_PATH": str(bench.into.parent / "double")}


def has_driver(bench) -> bool:
    return REAL or (bench.into.parent / "double").is_dir()


def check(bench) -> None:
    if not has_driver(bench):
        return bench.report.say("skipped", f"{bench.library.name} memory of devices", "no test double was built")
    everything(bench, "device")
    everything(bench, "device", **OWN)
    everything(bench, "device", HOCKET_DEVICE="native", **OWN)
    everything(bench, "device", HOCKET_SHM="1", HOCKET_VERIFY="1", **OWN)
    everything(bench, "device_nonblocking", **OWN)
    if bench.library.name != "ompi4":  # it has MPIX names instead
        everything(bench, "device_persistent", **OWN)
    for own in ({}, OWN):
        leaks = ["many"] if own and bench.library.name == "mpich" else []
        command = bench.under_hocket("device_errors", *leaks)
        bench.expect_ok("wrong uses of device memory", 2, command, **driver(bench), **own)
    kernels(bench)
    streams(bench)
    aware(bench)
    return None


def streams(bench) -> None:
    """In the order of a stream, by kernels and staged."""
    told = {
        "HOCKET_DEVICE=kernel": ON_DEVICE,
        "HOCKET_DEVICE=auto": "are faster than the host for sums",
        "not told where": "are faster than the host for sums",
        "HOCKET_DEVICE=host": "staged through host memory",
    }
    for ranks in (1, 2, 3):
        for how, text in told.items():
            name, _, value = how.partition("=")
            untold = [ON_DEVICE, "are faster than the host"] if value == "host" else []
            variables = driver(bench) | ({name: value} if value else {})
            command = bench.under_hocket("device_streams")
            bench.expect_ok(f"reductions on streams {how}", ranks, command, [text], untold=untold, **variables)


# A library of such a name is taken for the MPI library.
IN_FRONT = {"mpich": "libmpi.so.12-in-front", "ompi5": "libmpi.so.40-in-front"}


def built_aware(bench, name: str) -> Path:
    front = bench.into / bench.library.name / name
    flags = ["-shared", "-fPIC", "-Wl,--no-as-needed"]
    command = [bench.library.mpicc, *flags, "-o", str(front), str(libraries.HERE / "device_aware_front.c")]
    subprocess.run(command, check=True, env=bench.library.environment())
    return bench.library.build("device_aware", ["device_aware.c", str(front)], bench.into)


def aware(bench) -> None:
    """Under a library that says that it reads memory of devices kernels are only for who asks for them."""
    if bench.library.name not in IN_FRONT:
        return
    program = built_aware(bench, IN_FRONT[bench.library.name])
    own = {"allreduce": "recursive-doubling", "reduce": "knomial"}  # a variable would keep `auto` from kernels as well
    rules = [{"collective": name, "algorithm": algorithm} for name, algorithm in own.items()]
    staged = [f"{name}: buffers in memory of devices are staged" for name in own]
    auto = "are faster than the host"
    with tempfile.NamedTemporaryFile("w", suffix=".json") as table:
        json.dump({"schema": "hocket-table-1", "rules": rules}, table)
        table.flush()
        for ranks in (2, 3):
            for how, told, untold in (("staged", staged, [ON_DEVICE, auto]), ("kernel", [ON_DEVICE], [auto])):
                asked = {"HOCKET_DEVICE": "kernel"} if how == "kernel" else {}
                variables = driver(bench) | {"HOCKET_TABLE": table.name} | asked
                command = [str(bench.hocket_run), "--", str(program), how]
                what = f"a library that reads memory of devices, {how}"
                bench.expect_ok(what, ranks, command, told, untold=untold, **variables)


# Forced by variables, which kernels take the place of; an algorithm that a communicator names would stay.
BY_KERNELS = {"HOCKET_DEVICE": "kernel", **reduction_checks.ONE_OF_EACH}
REDUCED = ["allreduce=", "reduce=", "reduce_scatter_block=", "reduce_scatter=", "scan=", "exscan="]
ON_DEVICE = "reduced by kernels of the device where all buffers lie"


def reductions_by_kernels(bench, ranks: int, told: list[str], step: str = "1", **variables: str) -> None:
    """Every operator on every type, bit for bit as MPI_Reduce_local has it."""
    program = bench.library.build("reductions", REDUCTIONS, bench.into, "device_kernels")
    command = [str(bench.hocket_run), "--", str(program), step, *REDUCED]
    said = "".join(f" {name}={value}" for name, value in variables.items())
    bench.expect_ok(f"reductions by kernels{said}", ranks, command, told, **driver(bench), **BY_KERNELS, **variables)


def each_told(how: str, *but: str) -> list[str]:
    return [f"hocket: {name[:-1]}: {how}" for name in REDUCED if name[:-1] not in but]


def kernels(bench) -> None:
    some = "8" if REAL else "1"  # a kernel that is compiled when first wanted takes a second
    for ranks in (1, 2, 3, 4):
        reductions_by_kernels(bench, ranks, each_told(ON_DEVICE), some)
    in_groups = "reduced by kernels of 2 groups of ranks"
    reductions_by_kernels(bench, 4, each_told(in_groups), some, HOCKET_NODES="1,3")
    reductions_by_kernels(bench, 5, each_told(in_groups.replace("2", "3")), some, HOCKET_NODES="2,1,2")
    apart = "no kernel of a device: ranks of one device do not follow one another"
    again = "ranks are not asked for kernels again on this communicator"
    prefixes = [f"hocket: {name}: {why}" for name in ("scan", "exscan") for why in (apart, again)]
    told = [*each_told(in_groups, "scan", "exscan"), *prefixes]
    reductions_by_kernels(bench, 4, told, some, HOCKET_NODES="cyclic:2x2")
    if bench.library.name == "mpich":
        reductions_by_kernels(bench, 18, each_told(ON_DEVICE), step="16")  # more operands than a kernel takes
    if not REAL:
        told = ["the double does not compile; buffers are staged instead", "not tried again on this communicator"]
        reductions_by_kernels(bench, 2, told, COMPILER_DOUBLE="fails")
        ends_that_are_heard(bench)
        trials(bench)
        for ranks, nodes in ((4, "1,3"), (5, "2,1,2")):
            command = bench.under_hocket("device_groups")
            variables = driver(bench) | {"HOCKET_DEVICE": "kernel", "HOCKET_NODES": nodes}
            bench.expect_ok(f"each step of groups fails HOCKET_NODES={nodes}", ranks, command, **variables)
    for ranks in (1, 2, 3):
        leaks = ["many"] if ranks == 2 and bench.library.name == "mpich" else []
        command = bench.under_hocket("on_devices", *leaks)
        bench.expect_ok("sums on devices", ranks, command, [ON_DEVICE], **driver(bench), HOCKET_DEVICE="kernel")
        command = bench.under_hocket("device_reset")
        bench.expect_ok("devices that are reset", ranks, command, [ON_DEVICE], **driver(bench), HOCKET_DEVICE="kernel")
    for how in ("kernel", "auto"):
        command = bench.under_hocket("device_apart")
        what = f"ranks without a driver HOCKET_DEVICE={how}"
        bench.expect_ok(what, 3, command, ["no kernel of a device, for rank 1"], **driver(bench), HOCKET_DEVICE=how)


def ends_that_are_heard(bench) -> None:
    """On a double whose kernels are over at once: by their own word, where others are waited for by the driver."""
    reductions_by_kernels(bench, 3, each_told(ON_DEVICE), "2", DRIVER_DOUBLE="at-once")
    for program in ("device_reset", "device_streams"):
        variables = driver(bench) | {"HOCKET_DEVICE": "kernel", "DRIVER_DOUBLE": "at-once"}
        bench.expect_ok(f"{program} DRIVER_DOUBLE=at-once", 2, bench.under_hocket(program), [ON_DEVICE], **variables)


# What each case of device_trials.c is warned of, in one line.
TRIALS = {
    "wrong_kernel": "left wrong data on rank 0",
    "wrong_kernel_where_nothing_is_aligned": "left wrong data on rank 0",
    "memory_of_somebody_else": "left wrong data on rank 0",
    "kernel_that_fails": "failed: CUDA_ERROR_LAUNCH_FAILED",
    "wrong_blocks": "left wrong data on rank 0",
    "wrong_prefixes": "left wrong data on rank 1",
    "each_kernel": "hocket_maximum_i32, tried out before its first use, left wrong data on rank 0",
    "once": "",
    "mapping_in_the_way": "",
}


def trials(bench) -> None:
    for case, warning in TRIALS.items():
        for ranks, nodes in ((1, ""), (2, ""), (4, "2x2" if case == "wrong_prefixes" else "cyclic:2x2")):
            others = ("memory_of_somebody_else", "wrong_prefixes")
            if (nodes and case == "mapping_in_the_way") or (ranks == 1 and case in others):
                continue
            trial(bench, ranks, case, warning, HOCKET_DEVICE="kernel", **({"HOCKET_NODES": nodes} if nodes else {}))


def trial(bench, ranks: int, case: str, warning: str, **variables: str) -> None:
    """Every sum is right, and what is not to be relied on is told of once."""
    start = time.monotonic()
    status, output = bench.run(ranks, bench.under_hocket("device_trials", case), 60, **driver(bench), **variables)
    lines = [line for line in output.splitlines() if "hocket:" in line]
    wrong = f"exit status {status}" if status else "" if re.search("^ok$", output, re.M) else "does not say ok"
    if not wrong and [warning in line for line in lines] != [True] * bool(warning):
        wrong = f"expected one line with '{warning}'" if warning else f"a warning: {lines[0]}"
    bench.report.judge(bench.name(ranks, f"device trials {case}"), wrong, output, time.monotonic() - start)


def algorithms(bench, ranks: int, all_of_them: bool, limit: int) -> None:
    """Every datatype and algorithm of the other programs, with buffers on devices."""
    if not has_driver(bench):
        return
    on_device = bench.in_mode("device")
    on_device.library = replace(bench.library, settings=bench.library.settings | driver(bench))
    more = [alltoall_checks, neighbor_checks, rooted_checks] if all_of_them else []
    for checks in [reduction_checks, *more]:
        checks.algorithms(on_device, ranks, False, limit)
