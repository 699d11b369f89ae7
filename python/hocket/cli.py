# SPDX-License-Identifier: BSD-3-Clause
"""hocket: what it can do."""

import typer

from hocket import __version__
from hocket.commands import (
    bench,
    check,
    doctor,
    draw,
    explain,
    export,
    lab,
    listing,
    profile,
    record,
    report,
    simulate,
    tune,
)
from hocket.standalone import status_of

app = typer.Typer(
    name="hocket",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"hocket {__version__}")
        raise typer.Exit


@app.callback()
def hocket(
    version: bool = typer.Option(False, "--version", callback=show_version, is_eager=True, help="Print the version."),
) -> None:
    """Better MPI collectives under unmodified programs: [b]mpiexec -n 64 hocket-run ./app[/b]"""


for module in (listing, check, explain, record, draw, simulate, bench, profile, tune, report, export, lab, doctor):
    module.register(app)


def main(arguments: list[str] | None = None) -> int:
    return status_of("hocket", app, arguments)
