# SPDX-License-Identifier: BSD-3-Clause
"""Finds and ends processes by the namespace that they live in, never by name."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from hocket.stop import Stop

SPARED = b"HOCKET_LAB_EXEC=1"  # in the environment of what `hocket lab exec` started
PATIENCE = 10  # seconds for killed processes to be gone


def started(pid: int | str) -> int | None:
    """When, in clock ticks since boot; None of a process that is gone or only waits to be reaped."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return None
    return None if words[0] in "ZX" else int(words[19])


def namespace(pid: int | str) -> str:
    try:
        return str(Path(f"/proc/{pid}/ns/pid").readlink())
    except OSError:
        return ""


def running(holders: list[int]) -> Iterator[int]:
    """All that lives in the process namespaces of these holders, without them and without zombies."""
    ours = {namespace(pid) for pid in holders} - {""}
    for pid in (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()):
        if pid not in holders and namespace(pid) in ours and started(pid):
            yield pid


def spared(pid: int) -> bool:
    try:
        return SPARED in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def wait_until(done: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            raise Stop(f"{what} after {PATIENCE} s")
        time.sleep(0.01)


def end_jobs(holders: list[int]) -> None:
    """Again and again, for a process may fork while others are being found."""

    def none_left() -> bool:
        left = [pid for pid in running(holders) if not spared(pid)]
        for pid in left:
            kill(pid)
        return not left

    wait_until(none_left, "processes of the job are still there")
