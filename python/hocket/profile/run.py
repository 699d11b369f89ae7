# SPDX-License-Identifier: BSD-3-Clause
"""One run of a program with its profile."""

import subprocess
from pathlib import Path

from hocket import output, whole
from hocket.profile import command, document
from hocket.stop import Stop, wrong_usage


def run(words: list[str], file: Path, under: bool, quiet: bool) -> dict:
    """A profile of an earlier run stays until this one has ended well."""
    if not words or words[0].startswith("-"):
        said = f"no option is called {words[0]}, and" if words else ""
        raise wrong_usage(f"{said} no program is named; write it behind -- as in: -- mpiexec -n 4 ./app".strip())
    whole.look(file)
    with whole.begun(file, folder=".") as part:  # where other hosts may see it
        new = part.absolute()
        options = ["--profile", str(new), *([] if under else ["--off", "all"])]
        status = start(command.with_hocket_run(words, options), quiet)
        if not new.is_file():
            raise Stop(f"no profile was made: {why_none(status)}")
        found = document.read(new)
        whole.put(new, file)
    if status:
        output.progress(f"the program ended with status {status}; its profile is there all the same", True)
    return found


def why_none(status: int) -> str:
    if status:
        return f"the program ended with status {status}"
    return "no MPI program under Hocket came to MPI_Finalize; ask hocket doctor"


def start(words: list[str], quiet: bool) -> int:
    """Its exit status, however long it runs. What it prints goes on; beside a document, to standard error."""
    try:
        return subprocess.run(words, stdout=2 if quiet else None, check=False).returncode
    except OSError as problem:
        raise wrong_usage(f"{words[0]} cannot be started: {problem.strerror}") from problem
