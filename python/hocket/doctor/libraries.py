# SPDX-License-Identifier: BSD-3-Clause
"""The MPI libraries in sight, and a job of two ranks under hocket-run on each."""

import subprocess
import tempfile
import time
from pathlib import Path

from hocket import find, mpi
from hocket.doctor.finding import Finding
from hocket.stop import Stop

LIMIT = 60
WITHIN = ["-m", "8:8", "-i", "1", "-x", "0", "-r", "1"]


def findings(prefix: Path | None, launch: bool) -> list[Finding]:
    try:
        known = mpi.all_known(prefix)
    except Stop as stop:
        return [Finding("mpi", "mpiexec", "broken", str(stop))]
    if not known:
        return [Finding("mpi", "mpiexec", "missing", "no MPI on PATH", "tools/setup.sh, or hocket doctor --mpi PREFIX")]
    return [line for library in known for line in about(library, launch)]


def about(library: mpi.Mpi, launch: bool) -> list[Finding]:
    name = f"{library.name} {library.version}"
    lines = [Finding("mpi", name, "ok", f"{library.launcher}, ABI {library.abi}")]
    return [*lines, works(library, name)] if launch else lines


def works(library: mpi.Mpi, name: str) -> Finding:
    """Really starts a job: Hocket has to be loaded, to broadcast right and to say in its explanation that it ran."""
    what = f"{name}, 2 ranks under hocket-run"
    try:
        program = [find.program("hocket-run"), find.program(f"hocket-bench-{library.abi}"), *WITHIN]
    except Stop as stop:
        return Finding("mpi", what, "missing", str(stop))
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hocket-doctor-") as folder:
        said = Path(folder) / "explain"
        environment = library.environment(2, {"HOCKET_EXPLAIN": str(said), "HOCKET_VERIFY": "1"})
        command = library.command(2, [*program, "--compare", "knomial:k=2"])
        try:
            pipes = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
            ended = subprocess.run(command, env=environment, **pipes, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return Finding("mpi", what, "broken", f"did not end within {LIMIT} s: {' '.join(command)}")
        explained = any(file.stat().st_size for file in Path(folder).iterdir())
    if ended.returncode:
        last = (ended.stderr.strip() or ended.stdout.strip() or "no message").splitlines()[-1]
        return Finding("mpi", what, "broken", f"status {ended.returncode}: {last}")
    if not explained:
        return Finding("mpi", what, "broken", "the job ran, but HOCKET_EXPLAIN stayed empty: was Hocket loaded?")
    return Finding("mpi", what, "ok", f"loaded and right, {time.monotonic() - started:.1f} s")
