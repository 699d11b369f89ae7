# SPDX-License-Identifier: BSD-3-Clause
"""Runs the tools that shape networks, inside the namespaces of a host."""

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from hocket.lab.holder import TMPDIR, Holder
from hocket.stop import Stop


def find(name: str) -> str | None:
    """The tools of the system are often outside the PATH of a user."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def run(words: list[str], text: str | None = None) -> str:
    ended = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise Stop(f"{' '.join(words)} failed: {(ended.stderr or ended.stdout).strip()}")
    return ended.stdout


def in_network(of: Holder, words: list[str], text: str | None = None) -> str:
    """With the network of a host, and all else as here."""
    return run(["nsenter", "-t", str(of.pid), "-n", find(words[0]) or words[0], *words[1:]], text)


def batch(of: Holder, tool: str, lines: Iterable[str]) -> None:
    in_network(of, [tool, "-batch", "-"], "".join(line + "\n" for line in lines))


def inside(of: Holder, words: list[str]) -> list[str]:
    """The command that runs `words` as a process of a host, in the same folder as here."""
    enter = ["nsenter", "-t", str(of.pid), "-n", "-u", "-i", "-m", "-p"]
    return [*enter, "env", "-C", str(Path.cwd()), f"TMPDIR={TMPDIR}", *words]
