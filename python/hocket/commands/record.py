# SPDX-License-Identifier: BSD-3-Clause
"""hocket record"""

from pathlib import Path

import typer

from hocket import sizes, tool, whole
from hocket.commands.simulate import BYTES, COLLECTIVE, COUNTS, COUNTS_SEED

EXAMPLE = "Example: [b]hocket record bcast --algorithm knomial:k=4 --ranks 16 --bytes 8K --format goal[/b]"
FILE = typer.Option(None, "-o", help="Write to this file instead of standard output.")


def register(app: typer.Typer) -> None:
    app.command("record", epilog=EXAMPLE)(record)


def record(
    collective: str = COLLECTIVE,
    algorithm: str = typer.Option(help="SPEC, such as knomial:k=4."),
    ranks: int = typer.Option(help="Number of ranks.", min=1),
    bytes: str = typer.Option(None, help=BYTES),
    nodes: str = typer.Option(None, help="Who shares a node: 4x2, 3,1,4 or cyclic:4x2; one node without."),
    root: int = typer.Option(0, help="The root's rank, where there is one.", min=0),
    counts: str = COUNTS,
    counts_seed: int = COUNTS_SEED,
    form: str = typer.Option(
        "text", "--format", help="text, goal (the language of LogGOPSim), or msccl (XML for GPUs)."
    ),
    file: Path = FILE,
) -> None:
    """Writes down what every rank does in a collective, and in which order it must."""
    place = ["--algorithm", algorithm, "--ranks", str(ranks), "--root", str(root), "--format", form]
    place += [*sizes.words(collective, bytes), "--counts", counts, "--counts-seed", str(counts_seed)]
    text, _ = tool.ask(["record", collective, *place, *(["--nodes", nodes] if nodes is not None else [])])
    write(text, file)


def write(text: str, file: Path | None) -> None:
    """To standard output without a file."""
    if file is None:
        print(text, end="")
    else:
        whole.write(file, text)
