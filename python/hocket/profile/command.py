# SPDX-License-Identifier: BSD-3-Clause
"""hocket-run into the command line of a launcher, before the program that it starts."""

import os
import shutil
from pathlib import Path

from hocket import find
from hocket.stop import wrong_usage

LAUNCHERS = {"mpiexec", "mpirun", "mpiexec.hydra", "orterun", "prterun", "prun", "srun", "aprun", "flux", "jsrun"}
# How many words belong to an option. Of others the value is found out: it is no program, unless it happens to be one.
VALUES = {
    **dict.fromkeys(["-n", "-np", "-c", "-N", "-ppn", "-H", "-host", "-hosts", "-hostfile", "-machinefile", "-f"], 1),
    **dict.fromkeys(["--host", "--hostfile", "--map-by", "--rank-by", "--bind-to", "-bind-to", "-map-by", "-x"], 1),
    **dict.fromkeys(["-wdir", "-wd", "--wdir", "--chdir", "-D", "-p", "-t", "-A", "-J", "-w", "-o", "-e", "-i"], 1),
    **dict.fromkeys(["-launcher", "-launcher-exec", "-iface", "-genvlist", "-envlist", "-prefix", "--prefix"], 1),
    **dict.fromkeys(["-env", "-genv", "--mca", "-mca", "--prtemca", "--pmixmca", "--gmca"], 2),
}
OF_SRUN = {
    **dict.fromkeys(
        ["-n", "-c", "-N", "-p", "-t", "-A", "-J", "-w", "-x", "-o", "-e", "-i", "-D", "-q", "-G", "-C"], 1
    ),
    **dict.fromkeys(["--job-name", "--partition", "--time", "--account", "--nodelist", "--exclude", "--chdir"], 1),
    **dict.fromkeys(["--mpi", "--qos", "--ntasks", "--nodes", "--cpus-per-task", "--ntasks-per-node", "--output"], 1),
    **dict.fromkeys(["-m", "--distribution", "--cpu-bind"], 1),
}


def name_of(word: str) -> str:
    return Path(word).name


def is_program(word: str) -> bool:
    return shutil.which(word) is not None or (os.sep in word and os.access(word, os.X_OK) and Path(word).is_file())


def with_hocket_run(words: list[str], options: list[str]) -> list[str]:
    """Every program that the launcher starts, or the one that is started without any."""
    ours = [str(find.program("hocket-run")), *options, "--"]
    if any(name_of(word) == "hocket-run" for word in words):
        raise wrong_usage("hocket-run is in the command already: give that one --profile FILE, or leave it out")
    if name_of(words[0]) not in LAUNCHERS:
        return [*ours, *words]
    at = places(words)
    if not at:
        raise wrong_usage(f"'{' '.join(words)}' starts no program that can be found; put hocket-run before it yourself")
    found = list(words)
    for place in reversed(at):
        found[place:place] = ours
    return found


def places(words: list[str]) -> list[int]:
    """Where programs are: the first in each part of the command, parts being separated by colons."""
    found, at, looking = [], 1, True
    values = OF_SRUN if name_of(words[0]) == "srun" else VALUES
    if name_of(words[0]) == "flux":
        at += 1  # flux run
    while at < len(words):
        word = words[at]
        if word == ":":
            looking = True
        elif looking and word.startswith("-"):
            refuse_doubt(words, at, values)
            at += values.get(word, 0)
        elif looking and is_program(word):
            found.append(at)
            looking = False
        at += 1
    return found


def refuse_doubt(words: list[str], at: int, values: dict[str, int]) -> None:
    """An option that is not known, with what may be its value or the program: a guess could profile the wrong one."""
    option, after, rest = words[at], words[at + 1 : at + 2], words[at + 2 :]
    if option in values or "=" in option or not after or not is_program(after[0]):
        return
    if any(is_program(word) for word in rest):
        raise wrong_usage(f"is {after[0]} the value of {option} or the program? Put hocket-run before it yourself")
