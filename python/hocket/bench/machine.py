# SPDX-License-Identifier: BSD-3-Clause
"""Where a measurement was made: what somebody else needs to know before comparing with it."""

import os
import platform
from datetime import datetime, timezone
from pathlib import Path

from hocket import __version__
from hocket.mpi import Mpi

CPU = Path("/sys/devices/system/cpu/cpu0")
MATTERS = ("MPIR_", "MPICH_", "OMPI_", "PRTE_", "PMIX_", "I_MPI_", "UCX_", "FI_", "HOCKET_")


def description(library: Mpi, ranks: int) -> dict:
    environment = library.environment(ranks)
    return {
        "host": platform.node(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cpu": cpu(),
        "cores": os.cpu_count() or 1,
        "usable_cores": len(os.sched_getaffinity(0)),
        "numa_nodes": len(list(Path("/sys/devices/system/node").glob("node[0-9]*"))) or 1,
        "caches": caches(),
        "memory_GB": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        "governor": said(CPU / "cpufreq/scaling_governor"),
        "load": round(os.getloadavg()[0], 2),
        "mpi": f"{library.name} {library.version}",
        "environment": {k: v for k, v in sorted(environment.items()) if k.startswith(MATTERS)},
        "hocket": __version__,
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }


def said(file: Path) -> str:
    """What a file of the kernel's says; "unknown" where there is none."""
    try:
        return file.read_text().strip() or "unknown"
    except OSError:
        return "unknown"


def cpu() -> str:
    for line in said(Path("/proc/cpuinfo")).splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def caches() -> dict[str, str]:
    """Sizes by level and kind: {"L1 data": "32K"}."""
    found = {}
    for index in sorted((CPU / "cache").glob("index[0-9]*")):
        kind = said(index / "type").lower()
        name = f"L{said(index / 'level')}" + ("" if kind == "unified" else f" {kind}")
        found[name] = said(index / "size")
    return found
