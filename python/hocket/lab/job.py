# SPDX-License-Identifier: BSD-3-Clause
"""Runs one MPI job in a lab, within a time limit, and leaves none of its processes behind."""

import fcntl
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hocket.lab import counters, processes, programs, state
from hocket.lab.counters import Counts
from hocket.lab.state import Lab
from hocket.stop import Stop, wrong_usage


@dataclass(frozen=True)
class Job:
    words: list[str]
    environment: dict[str, str]
    limit: float  # seconds
    capture: bool = False


@dataclass
class Ended:
    status: int | None  # None: not within the limit
    seconds: float
    counts: dict[str, Counts]  # by host, of this job alone
    out: str = ""
    complaints: str = ""


@contextmanager
def alone(lab: Lab) -> Iterator[None]:
    """Two jobs at a time would count each other's packets, and end each other."""
    with (lab.folder / state.LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as held:
            raise wrong_usage("a job is running in this lab; one runs at a time") from held
        yield


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """A request to end is an exception, so that whoever has something to tidy does so."""

    def leave(number: int, _) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run(lab: Lab, job: Job) -> Ended:
    with alone(lab), ended_by_signals():
        processes.end_jobs(lab.holders())  # of a run that was killed
        before, begin = counters.read(lab), time.monotonic()
        status, out, complaints = within_limit(lab, job)
        seconds = time.monotonic() - begin
        if not lab.head.alive():
            raise Stop("the lab was destroyed under the job")
        return Ended(status, seconds, counters.since(before, counters.read(lab)), out, complaints)


def within_limit(lab: Lab, job: Job) -> tuple[int | None, str, str]:
    pipe = subprocess.PIPE if job.capture else None
    # A session of its own: an interrupt from the keyboard is for us, and we end the job.
    options = {"stdin": subprocess.DEVNULL, "stdout": pipe, "stderr": pipe, "text": True, "start_new_session": True}
    process = subprocess.Popen(programs.inside(lab.head, job.words), env=job.environment, **options)
    try:
        out, complaints = process.communicate(timeout=job.limit)
        return process.returncode, out or "", complaints or ""
    except subprocess.TimeoutExpired:
        processes.end_jobs(lab.holders())
        out, complaints = process.communicate()
        return None, out or "", complaints or ""
    finally:
        processes.end_jobs(lab.holders())
        process.wait()
        tidy_memory(lab)


def tidy_memory(lab: Lab) -> None:
    """A job that was killed leaves its shared memory, and all jobs their temporary files."""
    for holder in (lab.head, *lab.hosts):
        try:
            there = Path("/proc", str(holder.pid), "root", "dev", "shm")
            memory = os.open(there, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            continue
        if holder.alive():  # asked now: what was opened cannot be that of a later process with the same id
            empty(Path(f"/proc/self/fd/{memory}"))
        os.close(memory)


def empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)
    (folder / "tmp").mkdir(mode=0o1777, exist_ok=True)
