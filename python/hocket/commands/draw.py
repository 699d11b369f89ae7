# SPDX-License-Identifier: BSD-3-Clause
"""hocket draw"""

from pathlib import Path

import typer

from hocket import tool
from hocket.commands.record import FILE, write
from hocket.commands.simulate import BYTES, COLLECTIVE, COUNTS, COUNTS_SEED

EXAMPLE = "Example: [b]hocket draw bcast --algorithm knomial:k=4 --ranks 16 --nodes 4x4 -o bcast.svg[/b]"
VIEW = "space-time; or timetable: rounds across, ranks down, in each cell the partner in the colour of its node."


def register(app: typer.Typer) -> None:
    app.command("draw", epilog=EXAMPLE)(draw)


def draw(
    collective: str = COLLECTIVE,
    algorithm: str = typer.Option(help="SPEC, such as knomial:k=4."),
    ranks: int = typer.Option(help="Number of ranks.", min=1),
    nodes: str = typer.Option(None, help="Who shares a node: 4x2, 3,1,4 or cyclic:4x2; one node without."),
    bytes: str = typer.Option(None, help=f"{BYTES} 64K without."),
    machine: str = typer.Option(None, help="Machine model: a name, or a file; aurora without."),
    root: int = typer.Option(0, help="The root's rank, where there is one.", min=0),
    counts: str = COUNTS,
    counts_seed: int = COUNTS_SEED,
    view: str = typer.Option("space-time", help=VIEW),
    file: Path = FILE,
) -> None:
    """A picture of a schedule as SVG: who sends when, and the critical path; or who meets whom in which round."""
    place = ["--algorithm", algorithm, "--ranks", str(ranks), "--root", str(root), "--view", view]
    place += ["--counts", counts, "--counts-seed", str(counts_seed)]
    options = {"--bytes": bytes, "--nodes": nodes, "--machine": machine}
    given = [word for name, value in options.items() if value is not None for word in (name, value)]
    text, _ = tool.ask(["draw", collective, *place, *given])
    write(text, file)
