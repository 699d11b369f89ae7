# SPDX-License-Identifier: BSD-3-Clause
"""hocket doctor"""

from pathlib import Path

import typer

from hocket import output
from hocket.doctor import examine, view
from hocket.stop import FAILED, MISSING

EXAMPLE = "Example: [b]hocket doctor --mpi /opt/mpich[/b]"


def register(app: typer.Typer) -> None:
    app.command("doctor", epilog=EXAMPLE)(doctor)


def doctor(
    mpi: Path = typer.Option(None, help="Look at the MPI in this prefix only."),
    launch: bool = typer.Option(True, help="Start a job of two ranks under hocket-run to see that it works."),
    as_json: bool = typer.Option(False, "--json", help="Print the findings as JSON."),
) -> None:
    """What works here and what does not."""
    findings = examine.document(mpi, launch)
    if as_json:
        output.document(findings)
    else:
        view.show(findings)
    states = {finding["state"] for finding in findings["findings"]}
    if states & {"broken", "missing"}:
        raise typer.Exit(FAILED if "broken" in states else MISSING)
