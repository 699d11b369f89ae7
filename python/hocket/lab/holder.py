# SPDX-License-Identifier: BSD-3-Clause
"""The sleeping process that holds the namespaces of one host."""

import os
import signal
import socket
from dataclasses import dataclass
from errno import EACCES, ENOSYS, EPERM
from pathlib import Path

from hocket.lab import namespaces
from hocket.lab.processes import started
from hocket.stop import FAILED, MISSING, Stop

# Process ids repeat across hosts: files that carry one in their names must not meet in one folder.
TMPDIR = "/dev/shm/tmp"


@dataclass(frozen=True)
class Holder:
    name: str
    pid: int
    pid_in_head: int  # as processes of the head see it
    start: int  # with the pid, this names one process for good

    def alive(self) -> bool:
        return started(self.pid) == self.start


@dataclass(frozen=True)
class Wish:
    name: str
    hosts_file: Path
    memory: str  # size of /dev/shm, as mount takes it
    head: int | None = None  # the process in whose process namespace the new one is nested


def hold(wish: Wish) -> Holder:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        sleep_forever(wish, writer)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return judge(wish.name, told)


def judge(name: str, told: str) -> Holder:
    word, _, rest = told.partition(" ")
    if word == "ok":
        pid, pid_in_head = map(int, rest.split())
        return Holder(name, pid, pid_in_head, started(pid) or 0)
    code, _, problem = rest.partition(" ")
    forbidden = code in map(str, (EPERM, EACCES, ENOSYS))
    what = f"host {name} cannot be made: {problem or 'its process ended'}"
    advice = ". Namespaces are not permitted here; in a container: docker run --privileged" if forbidden else ""
    raise Stop(what + advice, MISSING if forbidden else FAILED)


def sleep_forever(wish: Wish, writer: int) -> None:
    """Never returns: this is a forked process, and the caller's code is not for it."""
    try:
        pid_in_head = descend(wish.head)
        if pid_in_head:
            pid = Path("/proc/self").readlink()  # as the caller sees it: /proc is still the old one
            furnish(wish)
            os.write(writer, f"ok {pid} {pid_in_head}".encode())
            os.execvp("sleep", [f"hocket-lab-{wish.name}", "infinity"])
    except OSError as problem:
        os.write(writer, f"failed {problem.errno or 0} {problem.strerror}".encode())
    finally:
        os._exit(0)


def descend(head: int | None) -> int:
    """Enters the namespaces. Entering or making one of processes counts only for the next child, so this returns in up
    to three generations: in the last with its process id one level up, in the others with 0."""
    os.setsid()
    if head:
        namespaces.join_processes_of(head)
        child = os.fork()
        if child:
            os.waitpid(child, 0)
            return 0
    namespaces.unshare()
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.write(writer, str(child).encode())
        return 0
    return int(os.read(reader, 20))


def furnish(wish: Wish) -> None:
    namespaces.keep_mounts_private()
    namespaces.mount("proc", "/proc", "proc")
    namespaces.mount("tmpfs", "/dev/shm", "tmpfs", data=f"size={wish.memory}")
    Path(TMPDIR).mkdir(mode=0o1777)
    namespaces.mount(str(wish.hosts_file), "/etc/hosts", "none", namespaces.BIND)
    socket.sethostname(wish.name)
    nowhere = os.open("/dev/null", os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # stays so after exec: orphans are reaped
