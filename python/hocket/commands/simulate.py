# SPDX-License-Identifier: BSD-3-Clause
"""hocket simulate"""

import sys
from pathlib import Path

import typer

from hocket import sizes, tool
from hocket.simulate import view
from hocket.simulate.question import Question, ask

EXAMPLE = "Example: [b]hocket simulate bcast --machine aurora --nodes 512 --ppn 12 --bytes 1221360[/b]"
PLACEMENT = "by-slot: neighbours share a node; by-node: ranks are dealt out to the nodes in turn."
BYTES = "Size, with K, M or G: of the vector, one block, the mean block, or all, as MPI counts; none for barrier."
COLLECTIVE = typer.Argument(help="Such as bcast or allreduce; hocket list has them all.")
RANKS = typer.Option(None, help="Fewer than nodes x processes: the last ones are left out.", min=1)
COUNTS = typer.Option(
    "equal", help="How blocks differ, where they may: equal, random, one-giant, all-giant, zipf, zeros."
)
COUNTS_SEED = typer.Option(1, help="Of --counts.", min=0)


def register(app: typer.Typer) -> None:
    app.command("simulate", epilog=EXAMPLE)(simulate)


def simulate(
    collective: str = COLLECTIVE,
    machine: str = typer.Option("standard", help="Machine model: a name, or a file."),
    nodes: int = typer.Option(help="Number of nodes.", min=1),
    ppn: int = typer.Option(help="Processes per node.", min=1),
    bytes: str = typer.Option(None, help=BYTES),
    ranks: int = RANKS,
    placement: str = typer.Option("by-slot", help=PLACEMENT),
    counts: str = COUNTS,
    counts_seed: int = COUNTS_SEED,
    algorithm: list[str] = typer.Option(None, help="SPECs, auto, or all (the default); may be repeated."),
    root: int = typer.Option(0, help="Rank of the (first) root, where there is one.", min=0),
    repeat: int = typer.Option(1, help="Collectives in turn, without a barrier between them.", min=1),
    rotate_root: bool = typer.Option(False, "--rotate-root", help="Each from the first rank of the next node."),
    noise_seeds: int = typer.Option(0, help="Also with the machine's noise, by this many seeds.", min=0),
    full: bool = typer.Option(False, "--full", help="Do not give up what passes 4 times the best."),
    grid: bool = typer.Option(False, "--grid", help="Every declared value of every parameter."),
    used_buffers: bool = typer.Option(False, "--used-buffers", help="Users' buffers are not fresh memory."),
    fresh_scratch: str = typer.Option(None, help="So many bytes of scratch at once are fresh memory each time."),
    shm: bool = typer.Option(False, "--shm", help="Messages inside nodes go through memory that their ranks share."),
    no_single_copy: bool = typer.Option(False, "--no-single-copy", help="With --shm: long ones are copied twice."),
    native: str = typer.Option(None, help="A row for what this MPI library would run, such as mpich-5.0."),
    trace: Path = typer.Option(None, help="Write the best one for Perfetto, with its critical path."),
    progress: bool = typer.Option(False, "--progress", help="Report progress even where there is no terminal."),
    as_json: bool = typer.Option(False, "--json", help="Print the document as JSON."),
) -> None:
    """Predicted times of algorithms on virtual ranks, under a machine model."""
    question = Question(
        collective=collective,
        machine=machine,
        nodes=nodes,
        ppn=ppn,
        bytes=bytes,
        algorithms=[spec for text in algorithm or [] for spec in sizes.split_specs(text)],
        root=root,
        repeat=repeat,
        rotate_root=rotate_root,
        noise_seeds=noise_seeds,
        full=full,
        grid=grid,
        native=native,
        trace=str(trace) if trace else None,
        ranks=ranks,
        placement=placement,
        counts=counts,
        seed=counts_seed,
        used_buffers=used_buffers,
        fresh_scratch=fresh_scratch,
        shm=shm,
        single_copy=not no_single_copy,
    )
    text = ask(question, progress or sys.stderr.isatty())
    if as_json:
        print(text, end="")
    else:
        view.show(tool.read(text))
