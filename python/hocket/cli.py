# SPDX-License-Identifier: BSD-3-Clause
"""hocket: what it can do."""

import sys
from functools import cache
from importlib import import_module

import typer

from hocket import __version__
from hocket.standalone import status_of

# Commands by the modules of hocket.commands that hold them, in the order of the help. Only what is called is loaded.
ALIKE = "check explain record draw simulate bench profile tune report export lab doctor"
COMMANDS = {"list": "listing"} | {name: name for name in ALIKE.split()}


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"hocket {__version__}")
        raise typer.Exit


def hocket(
    version: bool = typer.Option(False, "--version", callback=show_version, is_eager=True, help="Print the version."),
) -> None:
    """Better MPI collectives under unmodified programs: [b]mpiexec -n 64 hocket-run ./app[/b]"""


@cache
def app(*commands: str) -> typer.Typer:
    made = typer.Typer(
        name="hocket",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    made.callback()(hocket)
    for name in commands:
        import_module(f"hocket.commands.{COMMANDS[name]}").register(made)
    return made


def main(arguments: list[str] | None = None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    called = words[:1] if words and words[0] in COMMANDS else COMMANDS
    return status_of("hocket", app(*called), arguments)
