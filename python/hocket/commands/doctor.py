# SPDX-License-Identifier: BSD-3-Clause
"""hocket doctor"""

from pathlib import Path

import typer

from hocket import output
from hocket.doctor import examine, program, program_view, view
from hocket.stop import FAILED, MISSING

EXAMPLE = "Examples: [b]hocket doctor --mpi /opt/mpich[/b], [b]hocket doctor -- mpiexec -n 4 ./app[/b]"


def register(app: typer.Typer) -> None:
    app.command("doctor", epilog=EXAMPLE, context_settings={"ignore_unknown_options": True})(doctor)


def doctor(
    words: list[str] = typer.Argument(None, metavar="-- COMMAND...", help="Runs this program once and looks at it."),
    mpi: Path = typer.Option(None, help="Look at the MPI in this prefix only."),
    launch: bool = typer.Option(True, help="Start a job of two ranks under hocket-run to see that it works."),
    as_json: bool = typer.Option(False, "--json", help="Print the findings as JSON."),
) -> None:
    """What works here and what does not; of a program, which collectives cost most and what mends them."""
    findings = examine.document(mpi, launch)
    if words:
        findings["program"] = program.examine(list(words), mpi)
    if as_json:
        output.document(findings)
    else:
        view.show(findings)
        if words:
            program_view.show(findings["program"])
    states = {finding["state"] for finding in findings["findings"]}
    if states & {"broken", "missing"}:
        raise typer.Exit(FAILED if "broken" in states else MISSING)
