# SPDX-License-Identifier: BSD-3-Clause
"""hocket list"""

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from hocket import output, tool
from hocket.output import console

WIDEST = 40  # of what is longer than a name
EXAMPLE = "Example: [b]hocket list bcast[/b]"


def register(app: typer.Typer) -> None:
    app.command("list", epilog=EXAMPLE)(list_algorithms)


def list_algorithms(
    collective: str = typer.Argument(None, help="Only this collective, such as bcast."),
    as_json: bool = typer.Option(False, "--json", help="Print the catalogue as JSON."),
) -> None:
    """The catalogue: every algorithm with its names, parameters and declared cost."""
    text, _ = tool.ask(["list", *([collective] if collective else [])])
    if as_json:
        print(text, end="")
        return
    output.show(table_of(tool.read(text)))
    console.print("rounds: p ranks, ns segments; k, f and blocks are the parameters", style="dim")


def parameter(name: str, about: dict) -> str:
    values = ", ".join(map(str, about.get("values", [])))
    return f"{name}={about['default']}" + (f" ({values})" if values else "")


def table_of(entries: list[dict]) -> Table:
    table = Table(header_style="bold", pad_edge=False, box=SIMPLE_HEAD, show_lines=False)
    table.add_column("algorithm", no_wrap=True)
    for title in ("parameters (values tried)", "rounds", "also known as"):
        table.add_column(title, overflow="fold", max_width=WIDEST)
    last = ""
    for entry in entries:
        if entry["collective"] != last:
            table.add_row(f"[dim]{entry['collective']}[/dim]")
        last = entry["collective"]
        table.add_row(
            f"[bold]{entry['algorithm']}[/bold]",
            "\n".join(parameter(name, about) for name, about in entry["parameters"].items()),
            str(entry["cost"]["rounds"]),
            ", ".join(entry["aliases"]),
        )
    return table
