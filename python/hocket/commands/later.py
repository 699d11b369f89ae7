# SPDX-License-Identifier: BSD-3-Clause
"""Commands that a later version brings: refused clearly, so that no script takes silence for success."""

import typer

from hocket.stop import wrong_usage

PURPOSES = {
    "profile": ("profile an application's collectives", "hocket profile -- mpiexec -n 4 ./app"),
    "report": ("a page with plots from measurements", "hocket report bench.json -o report.html"),
}


def register(app: typer.Typer) -> None:
    for name, (purpose, example) in PURPOSES.items():
        settings = {"ignore_unknown_options": True, "allow_extra_args": True}
        app.command(
            name,
            context_settings=settings,
            help=f"[dim]Not part of this version yet:[/dim] {purpose}.",
            epilog=f"Example, of a later version: [b]{example}[/b]",
        )(refusal(name))


def refusal(name: str):
    def refuse() -> None:
        raise wrong_usage(f"'{name}' is not part of this version yet")

    return refuse
