# SPDX-License-Identifier: BSD-3-Clause
"""One job of hocket-fit, or what such a job printed before."""

from pathlib import Path

from hocket import documents, find
from hocket.bench import launch
from hocket.stop import wrong_usage
from hocket.tune.allocation import Hosts

SCHEMA = "hocket-fit-1"
SECONDS = 30  # of measuring; starting and the eager limit come on top
STARTING = 120  # seconds more that a job may take before it counts as stuck


def measure(hosts: Hosts, ranks: int, seconds: float, seed: int) -> dict:
    words = ["--seconds", str(max(1, round(seconds))), "--seed", str(seed)]
    command = hosts.command(ranks, [find.program(f"hocket-fit-{hosts.library.abi}"), *words])
    limit = 4 * seconds + STARTING
    environment = hosts.environment(ranks, {})
    environment.pop("LD_PRELOAD", None)  # the library's own messages, whatever the user runs
    ended = launch.run(command, environment, limit)
    return launch.read(ended.stdout, ended.returncode, command)


def read(path: Path) -> dict:
    """What hocket-fit printed; launchers may have added lines of their own."""
    lines = [line for line in documents.text_of(path).splitlines() if line.startswith("{")]
    try:
        document = documents.parse(lines[0]) if len(lines) == 1 else {}
    except ValueError as problem:
        raise wrong_usage(f"--measured {path} cannot be read: {problem}") from problem
    if document.get("schema") != SCHEMA:
        raise wrong_usage(f"--measured {path} is no {SCHEMA} as hocket-fit prints it")
    documents.held("fit", f"--measured {path}", document)
    return document
