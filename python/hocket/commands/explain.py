# SPDX-License-Identifier: BSD-3-Clause
"""hocket explain"""

from pathlib import Path

import typer
from rich.table import Table

from hocket import output, sizes, tool
from hocket.commands.simulate import BYTES, COLLECTIVE, PLACEMENT, RANKS
from hocket.output import console

EXAMPLE = "Example: [b]hocket explain bcast --bytes 1221360 --nodes 512 --ppn 12[/b]"


def register(app: typer.Typer) -> None:
    app.command("explain", epilog=EXAMPLE)(explain)


def explain(
    collective: str = COLLECTIVE,
    bytes: str = typer.Option(None, help=BYTES),
    nodes: int = typer.Option(help="Number of nodes.", min=1),
    ppn: int = typer.Option(help="Processes per node.", min=1),
    ranks: int = RANKS,
    placement: str = typer.Option(None, help=PLACEMENT),
    machine: str = typer.Option(None, help="Machine model: a name, or a file."),
    table: Path = typer.Option(None, help="Tuning table."),
    native: str = typer.Option(None, help="What this MPI library would run, such as mpich-5.0 or ompi-5.0."),
    crowded: bool = typer.Option(False, "--crowded", help="On one node: the ranks outnumber its processors."),
    shm: bool = typer.Option(False, "--shm", help="Messages inside nodes go through memory that their ranks share."),
    no_single_copy: bool = typer.Option(False, "--no-single-copy", help="With --shm: long ones are copied twice."),
    as_json: bool = typer.Option(False, "--json", help="Print the answer as JSON."),
) -> None:
    """Which algorithm would run, which rule says so, and what the others would cost."""
    place = [*sizes.words(collective, bytes), "--nodes", str(nodes), "--ppn", str(ppn)]
    options = {"--ranks": ranks, "--placement": placement, "--machine": machine, "--table": table, "--native": native}
    given = [word for name, value in options.items() if value is not None for word in (name, str(value))]
    flags = {"--crowded": crowded, "--shm": shm, "--no-single-copy": no_single_copy}
    given += [name for name, is_given in flags.items() if is_given]
    text, _ = tool.ask(["explain", collective, *place, *given])
    if as_json:
        print(text, end="")
        return
    show(tool.read(text))


def show(answer: dict) -> None:
    chosen = answer["chosen"]
    console.print(f"[bold]{chosen['algorithm']}[/bold]", soft_wrap=True)
    console.print(f"because: {chosen['reason']}", markup=False, soft_wrap=True)
    if "any_size" in chosen:
        console.print(chosen["any_size"], markup=False, soft_wrap=True)
    output.show(candidates(answer["candidates"]), ("lower bound us", "efficiency"), least=24)
    if "native" in answer:
        show_native(answer["native"])
    for excluded in answer["excluded"]:
        console.print(f"not {excluded['algorithm']}: {excluded['why']}", markup=False, style="dim", soft_wrap=True)


def show_native(native: dict) -> None:
    for line in native_lines(native):
        console.print(line, markup=False, soft_wrap=True)


def native_lines(native: dict) -> list[str]:
    """What the MPI library would run, its time against the best, and what it has to be told."""
    lines = [f"{native['library']} would run {native['algorithm']} (rule: {native['rule']})"]
    if "time_us" not in native:
        return [*lines, "  its time is not known: nothing in the catalogue sends the same messages"]
    lines.append(
        f"  predicted {native['time_us']:.0f} us, {native['factor']:.1f} x the best; priced as {native['spec']}"
    )
    if "differs" in native:
        lines.append(f"  which is not quite the same: {native['differs']}")
    if "mend" not in native:
        return [*lines, "  no setting of its own is predicted to be faster"]
    mend = native["mend"]
    settings = " ".join(f"{name}={value}" for name, value in mend["settings"].items())
    lines.append(f"  without Hocket, set {settings}")
    lines.append(f"  for {mend['algorithm']}: predicted {mend['time_us']:.0f} us")
    return lines


def candidates(rows: list[dict]) -> Table:
    table = Table(header_style="bold", pad_edge=False)
    table.add_column("algorithm", overflow="fold")
    any_size = bool(rows) and "typical_us" in rows[0]
    titles = ("predicted us", "lower bound us", "efficiency", *(("mean over sizes us",) if any_size else ()))
    for title in titles:
        table.add_column(title, justify="right")
    for row in rows:
        cells = [f"{row['time_us']:.2f}", f"{row['bound_us']:.2f}", f"{row['efficiency']:.0%}"]
        table.add_row(row["algorithm"], *cells, *([f"{row['typical_us']:.2f}"] if any_size else []))
    return table
