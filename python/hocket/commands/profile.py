# SPDX-License-Identifier: BSD-3-Clause
"""hocket profile"""

from pathlib import Path

import typer

from hocket import output
from hocket.profile import run, view

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
    found = run.run(list(words), file, under, as_json)
    if as_json:
        output.document(found)
    else:
        view.show(found)
    output.progress(f"{file}", True)
