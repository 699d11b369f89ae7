# SPDX-License-Identifier: BSD-3-Clause
"""One run of a program with its profile."""

import os
import subprocess
from pathlib import Path

from hocket.profile import command, document
from hocket.stop import Stop, wrong_usage


def run(words: list[str], file: Path, under: bool, quiet: bool) -> dict:
    """A profile of an earlier run stays until this one has ended well."""
    if not words:
        raise wrong_usage("no program is named: hocket profile -- mpiexec -n 4 ./app")
    if not file.absolute().parent.is_dir():
        raise wrong_usage(f"-o {file}: there is no such folder")
    new = file.absolute().with_name(f".{file.name}.{os.getpid()}")
    options = ["--profile", str(new), *([] if under else ["--off", "all"])]
    try:
        start(command.with_hocket_run(words, options), quiet)
        if not new.is_file():
            raise Stop("no profile was made: no MPI program under Hocket came to MPI_Finalize; ask hocket doctor")
        found = document.read(new)
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
    return found


def start(words: list[str], quiet: bool) -> None:
    """What the program prints goes where it would; beside a document, to standard error."""
    try:
        ended = subprocess.run(words, stdout=2 if quiet else None, check=False)
    except OSError as problem:
        raise wrong_usage(f"{words[0]} cannot be started: {problem.strerror}") from problem
    if ended.returncode:
        raise Stop(f"the program ended with status {ended.returncode}, so there is no profile: {' '.join(words)}")
