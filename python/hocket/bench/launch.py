# SPDX-License-Identifier: BSD-3-Clause
"""Starts the jobs one after the other."""

import json
import os
import subprocess

from hocket import find
from hocket.bench import plan
from hocket.bench.plan import Job
from hocket.mpi import Mpi
from hocket.output import progress
from hocket.stop import FAILED, Stop

LIMIT = 3600  # seconds: longer than any sensible measurement, shorter than a night


def measure(library: Mpi, ranks: int, jobs: list[Job], options: list[str], always: bool) -> list[dict]:
    documents = []
    for i, job in enumerate(jobs):
        what = f"with {job.variant}" if job.variant else ", ".join(job.compare)
        place = f"{library.name} {library.version}, {job.ranks or ranks} ranks"
        progress(f"[{i + 1}/{len(jobs)}] {place}, {job.collective}: {what}", always)
        documents.append(start(library, ranks, job, options))
    return documents


def start(library: Mpi, ranks: int, job: Job, options: list[str]) -> dict:
    bench = find.program(f"hocket-bench-{library.abi}")
    program = [bench, job.collective, *options, "--compare", ",".join(job.compare), "--seed", str(job.seed)]
    if job.guided:
        program.append("--guidelines")
    if job.compare != ("native",) and job.collective != plan.WAIT:
        program = [find.program("hocket-run"), *program]
    ranks = job.ranks or ranks
    command = library.command(ranks, program)
    # What a program has after its first calls on a communicator.
    shared = {"HOCKET_SHM": os.environ.get("HOCKET_SHM", "1")}
    environment = library.environment(ranks, shared | job.environment)
    ended = run(command, environment, LIMIT)
    return read(ended.stdout, ended.returncode, command)


def run(words: list[str], environment: dict[str, str], limit: float) -> subprocess.CompletedProcess:
    """With nothing to read: launchers would take what belongs to the shell's loop."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "text": True}
    try:
        return subprocess.run(words, env=environment, **pipes, timeout=limit, check=False)
    except subprocess.TimeoutExpired as late:
        raise Stop(f"the job did not end within {limit:.0f} s: {' '.join(words)}") from late


def read(text: str, status: int, command: list[str]) -> dict:
    """The document is the one line that begins with a brace: launchers may add lines of their own."""
    lines = [line for line in text.splitlines() if line.startswith("{")]
    if status or len(lines) != 1:
        raise Stop(f"the job ended with status {status}: {' '.join(command)}", status if status in (2, 3) else FAILED)
    return json.loads(lines[0])
