# SPDX-License-Identifier: BSD-3-Clause
"""hocket profile"""

import os
import subprocess
from pathlib import Path

import typer

from hocket import output
from hocket.profile import command, document, view
from hocket.stop import Stop, wrong_usage

EXAMPLE = "Example: [b]hocket profile -o app.profile.json -- mpiexec -n 4 ./app[/b]"


def register(app: typer.Typer) -> None:
    settings = {"ignore_unknown_options": True}
    app.command("profile", epilog=EXAMPLE, context_settings=settings)(profile)


def profile(
    words: list[str] = typer.Argument(metavar="-- COMMAND...", help="How the program is started."),
    file: Path = typer.Option("profile.json", "-o", help="The profile."),
    under: bool = typer.Option(False, "--under-hocket", help="With Hocket's choices, not the library's own."),
    as_json: bool = typer.Option(False, "--json", help="Print the profile as JSON."),
) -> None:
    """Runs an MPI program once and counts its collectives: how often, how large, how long, and who waits for whom.

    The program runs as without Hocket. [b]hocket tune --profile[/b] then tunes what matters to it."""
    found = run(list(words), file, under, as_json)
    if as_json:
        output.document(found)
    else:
        view.show(found)
    output.progress(f"{file}", True)


def run(words: list[str], file: Path, under: bool, quiet: bool) -> dict:
    """A profile of an earlier run stays until this one has ended well."""
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
