# SPDX-License-Identifier: BSD-3-Clause
"""What this machine allows, whatever the MPI."""

import ctypes
import os
import shutil
from pathlib import Path

from hocket.doctor import single_copy
from hocket.doctor.finding import Finding
from hocket.sizes import UNITS

AREA = "machine"
ENOUGH_SHM = 64 * UNITS["M"]
AUTOGROUP = Path("/proc/sys/kernel/sched_autogroup_enabled")


def findings() -> list[Finding]:
    return [cores(), autogroup(), load(), memory_nodes(), shared_memory(), copying(), hwloc()]


def cores() -> Finding:
    mine, all_here = len(os.sched_getaffinity(0)), os.cpu_count() or 1
    if mine < all_here:
        return Finding(AREA, "cores", "hint", f"this process may use {mine} of {all_here}", "see taskset -p")
    return Finding(AREA, "cores", "ok", f"{mine}; more ranks than that share cores, and times show the scheduler too")


def autogroup(setting: Path = AUTOGROUP) -> Finding:
    if not setting.is_file() or setting.read_text().strip() == "0":
        return Finding(AREA, "autogroup", "ok", "off: of ranks on one core those that wait give it to others")
    shares = "on: where no CPU cgroup says otherwise sessions share cores evenly, whether their ranks work or wait"
    advice = "MPICH, more ranks than cores: sysctl kernel.sched_autogroup_enabled=0"
    return Finding(AREA, "autogroup", "hint", shares, advice)


def load() -> Finding:
    busy = os.getloadavg()[0]
    if busy > 0.5 * len(os.sched_getaffinity(0)):
        return Finding(AREA, "load", "hint", f"{busy:.1f}: others are at work", "measure on a quiet machine")
    return Finding(AREA, "load", "ok", f"{busy:.1f}")


def memory_nodes() -> Finding:
    nodes = list(Path("/sys/devices/system/node").glob("node[0-9]*"))
    return Finding(AREA, "NUMA nodes", "ok", str(len(nodes) or 1))


def shared_memory() -> Finding:
    folder = Path("/dev/shm")
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return Finding(AREA, "/dev/shm", "off", "cannot be written: no shared memory", "mount a tmpfs there")
    free = shutil.disk_usage(folder).free
    text = f"{free / 1e9:.1f} GB free"
    if free < ENOUGH_SHM:
        return Finding(AREA, "/dev/shm", "hint", text, "containers: raise it, as in docker run --shm-size=1g")
    return Finding(AREA, "/dev/shm", "ok", text)


def copying() -> Finding:
    allowed = single_copy.allowed()
    scope = Path("/proc/sys/kernel/yama/ptrace_scope")
    setting = f" (ptrace_scope {scope.read_text().strip()})" if scope.is_file() else ""
    if allowed:
        return Finding(AREA, "single copy", "ok", f"one process can read another's memory, by CMA{setting}")
    allow = "sysctl kernel.yama.ptrace_scope=0; containers: --cap-add=SYS_PTRACE"
    advice = f"{allow}; else, as MPICH ends at long messages: MPIR_CVAR_CH4_CMA_ENABLE=0"
    return Finding(AREA, "single copy", "off", f"the kernel refuses process_vm_readv{setting}", advice)


def hwloc() -> Finding:
    for name in ("libhwloc.so.15", "libhwloc.so"):
        try:
            version = ctypes.CDLL(name).hwloc_get_api_version()
        except (OSError, AttributeError):
            continue
        return Finding(AREA, "hwloc", "ok", f"{name}, API {version >> 16}.{version >> 8 & 255}")
    return Finding(AREA, "hwloc", "off", "no libhwloc: the node is the only level", "apt-get install libhwloc15")
