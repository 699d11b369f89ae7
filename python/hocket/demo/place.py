# SPDX-License-Identifier: BSD-3-Clause
"""Where this ran, in words."""

import os
import platform
from pathlib import Path

from hocket.mpi import cores


def processor() -> str:
    info = Path("/proc/cpuinfo")
    for line in info.read_text().splitlines() if info.is_file() else []:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def memory() -> str:
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return f"{pages * size / 1e9:.0f} GB of memory"


def describe() -> dict[str, str]:
    return {
        "processor": processor(),
        "cores this job may use": str(cores()),
        "memory": memory(),
        "system": f"{platform.system()} {platform.release()}",
        "load before": f"{os.getloadavg()[0]:.1f}",
    }
