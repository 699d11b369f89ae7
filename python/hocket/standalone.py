# SPDX-License-Identifier: BSD-3-Clause
"""How a command ends: failures become a message and an exit status. And programs of one command, for python -m."""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress

import typer

from hocket.output import aside
from hocket.stop import FAILED, Stop

UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)  # files have names in their errors


def run(name: str, command: Callable[..., None], arguments: list[str] | None = None) -> int:
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(command)
    return status_of(name, app, arguments)


def status_of(name: str, app: typer.Typer, arguments: list[str] | None) -> int:
    """Runs it; the one place where a failure becomes a message and an exit status."""
    try:
        status = ended(name, app, arguments)
        if sys.stdout:
            sys.stdout.flush()  # what does not arrive is a failure, too
    except OSError as problem:
        return failed(name, problem)
    return status


def ended(name: str, app: typer.Typer, arguments: list[str] | None) -> int:
    try:
        app(arguments)
    except Stop as stop:
        if str(stop):
            aside.print(f"{name}: {stop}", markup=False, soft_wrap=True)
        return stop.status
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    return 0


def failed(name: str, problem: OSError) -> int:
    """An error of the system that no command has named: a full disk behind standard output, as a rule."""
    lost = not can_print() or (problem.filename is None and problem.errno in UNWRITTEN)
    where = "standard output cannot be written" if lost else problem.filename
    said = ": ".join(str(part) for part in (name, where, problem.strerror or problem) if part)
    with suppress(OSError):
        if problem.errno != errno.EPIPE:  # who no longer reads knows
            aside.print(said, markup=False, soft_wrap=True)
    return FAILED


def can_print() -> bool:
    """Otherwise nothing more is tried at the end of the program."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True
