# SPDX-License-Identifier: BSD-3-Clause
"""Begins and ends a lab."""

from pathlib import Path

from hocket.lab import network, processes, shaping, state
from hocket.lab.holder import TMPDIR, Wish, hold
from hocket.lab.state import Lab, Links
from hocket.stop import Stop, wrong_usage


def create(folder: Path, count: int, links: Links, memory: str = "1g") -> Lab:
    shaping.check_congestion(links.congestion)
    if state.read(folder):
        destroy_dead(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        state.trust(folder)
        names = folder / state.NAMES
        names.write_text(network.host_names(count))
    except OSError as problem:
        raise wrong_usage(f"a lab cannot be kept in {folder}: {problem.strerror}; name another by --dir") from problem
    lab = Lab(folder, links, hold(Wish("head", names, memory)))
    try:
        lab.save()  # from here on `destroy` finds it, whatever happens
        lab.hosts = [hold(Wish(f"h{i}", names, memory, lab.head.pid)) for i in range(count)]
        write_shell(lab)
        network.connect(lab)
        shaping.shape(lab, links)
        lab.save()
    except BaseException:
        destroy(folder)
        raise
    return lab


def destroy_dead(folder: Path) -> None:
    lab = state.read(folder)
    if lab and lab.head.alive():
        raise wrong_usage(f"a lab of {len(lab.hosts)} hosts is up in {folder}; hocket lab destroy ends it")
    destroy(folder)


def write_shell(lab: Lab) -> None:
    """What launchers call instead of ssh: shell [-options] HOST COMMAND..."""
    hosts = "".join(
        f"{h.name}|{network.address(i)}|{network.control(i)}) pid={h.pid_in_head} ;;\n" for i, h in enumerate(lab.hosts)
    )
    lab.shell().write_text(
        "#!/bin/sh\n"
        'while :; do case "$1" in -l|-p|-o|-i) shift 2 ;; -*) shift ;; *) break ;; esac; done\n'
        f"host=$1\nshift\ncase $host in\n{hosts}"
        '*) echo "hocket lab: unknown host $host" >&2; exit 255 ;;\nesac\n'
        f'exec nsenter -t "$pid" -n -u -i -m -p /usr/bin/env TMPDIR={TMPDIR} /bin/sh -c "$*"\n'
    )
    lab.shell().chmod(0o755)


def destroy(folder: Path) -> bool:
    """False where there was none. The head's end is the end of all process namespaces nested in its own."""
    lab = state.read(folder)
    if lab:
        if lab.head.alive():
            processes.kill(lab.head.pid)
        everyone = [lab.head, *lab.hosts]
        processes.wait_until(lambda: not any(h.alive() for h in everyone), "processes of the lab are still there")
    for name in (state.FILE, state.FILE + ".new", state.SHELL, state.NAMES, state.LOCK, state.MACHINE):
        (folder / name).unlink(missing_ok=True)
    try:
        folder.rmdir()
    except OSError as problem:
        if folder.exists() and not any(folder.iterdir()):
            raise Stop(f"{folder} cannot be removed: {problem.strerror}") from problem
    return lab is not None
