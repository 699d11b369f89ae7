# SPDX-License-Identifier: BSD-3-Clause
"""hocket bench"""

import json
from pathlib import Path

import typer

from hocket import mpi, output
from hocket.bench import merge, plan, view
from hocket.bench.launch import measure

EXAMPLE = "Example: [b]hocket bench gather gatherv -n 8 -m 1K:1M --compare native,auto,knomial:k=4[/b]"
COLLECTIVES = f"Collectives to measure: {', '.join(plan.MEASURED)}."
COUNTS = f"How the blocks of v-forms, of alltoallw and of reduce_scatter differ: {', '.join(plan.DISTRIBUTIONS)}."


def register(app: typer.Typer) -> None:
    app.command("bench", epilog=EXAMPLE)(bench)


def bench(
    collectives: list[str] = typer.Argument(help=COLLECTIVES),
    ranks: int = typer.Option(None, "-n", help="Ranks; as many as there are cores, at least 2, without.", min=1),
    message: str = typer.Option(
        None, "-m", help="Sizes MIN:MAX in bytes, of the message (1:4M), a block or the mean block (1:1M)."
    ),
    counts: str = typer.Option(None, help=COUNTS),
    iterations: int = typer.Option(10, "-i", help="Calls measured per round and variant.", min=1),
    warmup: int = typer.Option(2, "-x", help="Calls before them that are not.", min=0),
    rounds: int = typer.Option(20, "-r", help="Rounds in which the variants take turns.", min=1),
    communicators: int = typer.Option(
        6,
        help="Of each variant, one a round in turn: where the library puts the memory of one is part of every time.",
        min=1,
    ),
    compare: str = typer.Option(None, help="Algorithms, separated by commas (native,auto)."),
    variant: list[str] = typer.Option(None, help="NAME:VAR=VALUE,... settings of the native library, in own jobs."),
    launches: int = typer.Option(None, help="How often to start each kind of job (1; 3 with --variant).", min=1),
    prefix: Path = typer.Option(None, "--mpi", metavar="PREFIX", help="The MPI in this prefix."),
    seed: int = typer.Option(1, help="Of the shuffled order, of the bootstrap and of --counts.", min=0),
    full: bool = typer.Option(False, "-f", help="Also average, least and greatest times and the root's own."),
    as_json: bool = typer.Option(False, "--json", help="Print the document as JSON."),
    file: Path = typer.Option(None, "-o", help="Write the document to a file as well."),
    progress: bool = typer.Option(False, help="Report progress even where there is no terminal."),
) -> None:
    """Times algorithms and the native collective against each other, interleaved in one job per collective."""
    asked = plan.collectives(collectives)
    plan.check_counts(counts, asked)
    planned = [plan.jobs(plan.compared(compare, name), variant or [], launches, seed, name) for name in asked]
    data = [plan.data_options(name, message, counts, seed) for name in asked]
    library = mpi.choose(prefix)
    ranks = ranks or max(2, mpi.cores())
    calls = ["-i", str(iterations), "-x", str(warmup), "-r", str(rounds), "--communicators", str(communicators)]
    found = []
    for jobs, words in zip(planned, data, strict=True):
        found.append(merge.merge(jobs, measure(library, ranks, jobs, [*words, *calls], progress), seed))
        if not as_json:
            view.show(found[-1], full)
    document = merge.in_one(found)
    if file:
        file.write_text(json.dumps(document, indent=1) + "\n")
    if as_json:
        output.document(document)
