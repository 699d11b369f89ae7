# SPDX-License-Identifier: BSD-3-Clause
"""How a command ends: failures become a message and an exit status. And programs of one command, for python -m."""

from collections.abc import Callable

import typer

from hocket.output import aside
from hocket.stop import Stop


def run(name: str, command: Callable[..., None], arguments: list[str] | None = None) -> int:
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(command)
    return status_of(name, app, arguments)


def status_of(name: str, app: typer.Typer, arguments: list[str] | None) -> int:
    """Runs it; the one place where a failure becomes a message and an exit status."""
    try:
        app(arguments)
    except Stop as stop:
        if str(stop):
            aside.print(f"{name}: {stop}", markup=False, soft_wrap=True)
        return stop.status
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    return 0
