# SPDX-License-Identifier: BSD-3-Clause
"""hocket check"""

import typer
from rich.table import Table

from hocket import output, tool
from hocket.output import console
from hocket.stop import FAILED, wrong_usage

EXAMPLE = "Example: [b]hocket check bcast --algorithm knomial:k=4 --ranks 1-64[/b]"
SHOWN = 20
COLUMNS = ("collective", "algorithm", "ranks", "root", "layout", "bytes", "counts", "mode")


def register(app: typer.Typer) -> None:
    app.command("check", epilog=EXAMPLE)(check)


def check(
    collectives: list[str] = typer.Argument(None, help="Collectives to check; all without any."),
    algorithm: str = typer.Option(None, help="Only this SPEC, such as knomial:k=4."),
    ranks: str = typer.Option(None, help="Numbers of ranks, such as 1-64."),
    roots: str = typer.Option(None, help="Roots, such as 0,3."),
    layouts: str = typer.Option(None, help="Placements: one, regular, uneven, cyclic, sockets, apart (with commas)."),
    sizes: str = typer.Option(None, "--bytes", help="Sizes, such as 0,64,8K; of a block where ranks have blocks."),
    counts: str = typer.Option(None, help="How blocks differ, where they may: equal, random, zipf, ..."),
    orders: str = typer.Option(None, help="Orders of completion: fifo, seed:N, clock, lossy:N (commas between)."),
    seed: int = typer.Option(None, help="Of whatever is left to chance."),
    exhaustive: bool = typer.Option(False, help="All orders of completion (few ranks)."),
    as_json: bool = typer.Option(False, "--json", help="Print the result as JSON."),
) -> None:
    """Runs every algorithm on virtual ranks against the definition of the collective."""
    options = {
        "--algorithm": algorithm,
        "--ranks": ranks,
        "--roots": roots,
        "--layouts": layouts,
        "--bytes": sizes,
        "--counts": counts,
        "--orders": orders,
        "--seed": seed,
    }
    given = [str(word) for name, value in options.items() if value is not None for word in (name, value)]
    text, status = tool.ask(["check", *(collectives or []), *given, *(["--exhaustive"] if exhaustive else [])])
    found = tool.read(text)
    if as_json:
        print(text, end="")
    elif found["failures"]:
        show(found["failures"])
    if not found["checks"]:
        raise wrong_usage("nothing was checked: all that was asked for is skipped")
    raise typer.Exit(FAILED if status else 0)


def show(failures: list[dict]) -> None:
    """How many there are of how many checks, hocket-tool itself says."""
    table = Table(header_style="bold", pad_edge=False)
    for title in (*COLUMNS, "what"):
        table.add_column(title, overflow="fold")
    for f in failures[:SHOWN]:
        table.add_row(*(str(f.get(key, "")) for key in COLUMNS), f"{f['kind']}: {f['detail']}")
    output.show(table)
    if len(failures) > SHOWN:
        console.print(f"... and {len(failures) - SHOWN} more (--json prints all)")
    console.print("again: " + failures[0]["reproduce"], markup=False, soft_wrap=True)
