# SPDX-License-Identifier: BSD-3-Clause
"""hocket explain"""

from pathlib import Path

import typer
from rich.table import Table

from hocket import tool
from hocket.output import console

EXAMPLE = "Example: [b]hocket explain bcast --bytes 1221360 --nodes 512 --ppn 12[/b]"


def register(app: typer.Typer) -> None:
    app.command("explain", epilog=EXAMPLE)(explain)


def explain(
    collective: str = typer.Argument(help="Such as bcast."),
    bytes: str = typer.Option(help="Size of the message; K, M and G are allowed."),
    nodes: int = typer.Option(help="Number of nodes.", min=1),
    ppn: int = typer.Option(help="Processes per node.", min=1),
    machine: str = typer.Option(None, help="Machine model: a name, or a file."),
    table: Path = typer.Option(None, help="Tuning table."),
    as_json: bool = typer.Option(False, "--json", help="Print the answer as JSON."),
) -> None:
    """Which algorithm would run, which rule says so, and what the others would cost."""
    place = ["--bytes", bytes, "--nodes", str(nodes), "--ppn", str(ppn)]
    options = {"--machine": machine, "--table": table}
    given = [word for name, value in options.items() if value is not None for word in (name, str(value))]
    text, _ = tool.ask(["explain", collective, *place, *given])
    if as_json:
        print(text, end="")
        return
    show(tool.read(text))


def show(answer: dict) -> None:
    chosen = answer["chosen"]
    console.print(f"[bold]{chosen['algorithm']}[/bold]", soft_wrap=True)
    console.print(f"because: {chosen['reason']}", markup=False, soft_wrap=True)
    console.print(candidates(answer["candidates"]))
    for excluded in answer["excluded"]:
        console.print(f"not {excluded['algorithm']}: {excluded['why']}", markup=False, style="dim", soft_wrap=True)


def candidates(rows: list[dict]) -> Table:
    table = Table(header_style="bold", pad_edge=False)
    table.add_column("algorithm", overflow="fold")
    for title in ("predicted us", "lower bound us", "efficiency"):
        table.add_column(title, justify="right")
    for row in rows:
        table.add_row(row["algorithm"], f"{row['time_us']:.2f}", f"{row['bound_us']:.2f}", f"{row['efficiency']:.0%}")
    return table
