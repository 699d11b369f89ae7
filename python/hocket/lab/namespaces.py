# SPDX-License-Identifier: BSD-3-Clause
"""The system calls behind a host that Python offers only from 3.12 on, or not at all."""

import ctypes
import os
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_MOUNTS, NEW_NAMES, NEW_IPC, NEW_PROCESSES, NEW_NETWORK = 0x20000, 0x4000000, 0x8000000, 0x20000000, 0x40000000
BIND, RECURSIVE, PRIVATE = 0x1000, 0x4000, 0x40000


def checked(result: int, what: str) -> None:
    if result:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def unshare() -> None:
    """New namespaces of all five kinds. That of processes begins with the next child."""
    checked(LIBC.unshare(NEW_MOUNTS | NEW_NAMES | NEW_IPC | NEW_PROCESSES | NEW_NETWORK), "unshare")


def join_processes_of(pid: int) -> None:
    """Children will be in the process namespace of `pid`."""
    with Path(f"/proc/{pid}/ns/pid").open() as namespace:
        checked(LIBC.setns(namespace.fileno(), NEW_PROCESSES), "setns")


def mount(source: str, target: str, kind: str, flags: int = 0, data: str = "") -> None:
    texts = source.encode(), target.encode(), kind.encode()
    checked(LIBC.mount(*texts, ctypes.c_ulong(flags), data.encode()), f"mount {target}")


def keep_mounts_private() -> None:
    mount("none", "/", "none", RECURSIVE | PRIVATE)
