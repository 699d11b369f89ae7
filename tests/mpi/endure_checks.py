# SPDX-License-Identifier: BSD-3-Clause
"""What takes long to go wrong where ranks share memory: a million calls, ranks that are killed, no room in /dev/shm."""

import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import node_checks

CALLS, KILLS, SEED = 1_000_000, 100, 5
TINY = 'mount -t tmpfs -o size=1m tmpfs /dev/shm && exec "$@"'


def check(bench) -> None:
    for seed, ranks, way in ((31, 8, "in one copy"), (32, 8, "in two copies"), (33, 2, "in one copy")):
        program = bench.under_hocket("stress", str(CALLS), str(seed))
        what = f"a million mixed collectives {way}, seed {seed}"
        bench.expect_ok(what, ranks, program, [node_checks.TOLD[way]], 1200, **node_checks.WAYS[way])
    kills(bench)
    without_room(bench)


def kills(bench) -> None:
    """One rank of each job, at a random moment. The next job is whole again."""
    start, order = time.monotonic(), random.Random(SEED)
    before, wrong = traces(), ""
    for number in range(KILLS):
        wrong = wrong or killed_once(bench, order.uniform(0.2, 1.2), order)
        if not wrong and number % 10 == 9:
            status, output = bench.run(4, bench.under_hocket("stress", "500", str(number)), HOCKET_SHM="1")
            wrong = f"after kill {number + 1}: {output[-200:]}" if status or "ok:" not in output else ""
    left = sorted(traces() - before)
    wrong = wrong or (f"left behind: {', '.join(left)}" if left else "")
    what = bench.name(4, f"{KILLS} killed ranks, seed {SEED}")
    bench.report.judge(what, wrong, f"{KILLS} jobs ended", time.monotonic() - start)


def killed_once(bench, after: float, order: random.Random) -> str:
    command = [*bench.library.mpiexec, "-n", "4", *bench.under_hocket("stress", "100000000", "1")]
    environment = bench.library.environment() | {"HOCKET_SHM": "1"}
    job = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=environment
    )
    try:
        ranks = started(str(bench.programs["stress"]), 4)
        time.sleep(after)
        if ranks:
            os.kill(order.choice(ranks), signal.SIGKILL)
        status = job.wait(60)
    except subprocess.TimeoutExpired:
        return f"a job went on for 60 s after a rank of it was killed {after:.2f} s from its start"
    finally:
        end(job)
    if not ranks or status == 0:
        return "no rank was there to be killed" if not ranks else "a job ended as if nothing had happened"
    return "" if gone(str(bench.programs["stress"])) else "ranks of a job that has ended are still there"


def end(job: subprocess.Popen) -> None:
    if job.poll() is None:
        os.killpg(job.pid, signal.SIGKILL)
        job.wait()


def of_program(path: str) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if str((entry / "exe").readlink()) == path:
                found.append(int(entry.name))
        except OSError:
            continue
    return sorted(found)


def started(path: str, ranks: int) -> list[int]:
    for _ in range(300):
        found = of_program(path)
        if len(found) == ranks:
            return found
        time.sleep(0.1)
    return []


def gone(path: str) -> bool:
    for _ in range(50):
        if not of_program(path):
            return True
        time.sleep(0.1)
    return False


def traces() -> set[str]:
    """What has Hocket's name in memory that outlives a process; the libraries' own files are theirs."""
    return {entry.name for entry in Path("/dev/shm").iterdir() if "hocket" in entry.name}


def without_room(bench) -> None:
    """Hocket's memory has no name and is not of /dev/shm, so that what does not fit there does not concern it."""
    what = "mixed collectives, 1 MiB of /dev/shm"
    if os.geteuid() != 0 or not shutil.which("unshare"):
        return bench.report.say("skipped", bench.name(4, what), "needs root and unshare")
    inside = ["unshare", "-m", "sh", "-c", TINY, "sh"]
    library = bench.library.mpiexec
    bench.library.mpiexec = [*inside, *library]
    try:
        natively, _ = bench.run(4, [str(bench.programs["stress"]), "300", "7"], 60)
        if natively != 0:
            return bench.report.say("skipped", bench.name(4, what), "fails without Hocket too")
        told = [node_checks.TOLD["in one copy"]]
        bench.expect_ok(what, 4, bench.under_hocket("stress", "3000", "7"), told, HOCKET_SHM="1")
    finally:
        bench.library.mpiexec = library
    return None
