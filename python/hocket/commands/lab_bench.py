# SPDX-License-Identifier: BSD-3-Clause
"""hocket lab bench"""

import json
import os
from pathlib import Path

import typer
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from hocket import output, sizes
from hocket.lab import campaign, experiment, goodput, job, launch, life, needs, picture, result, state
from hocket.mpi import Mpi, cores
from hocket.pages import words
from hocket.stop import FAILED, Stop, wrong_usage

EXAMPLE = "Example: [b]hocket lab bench bench/lab/bcast-1m.toml -o bcast.json[/b]"


def bench(
    file: Path = typer.Argument(help="The experiment; bench/lab of the sources has some."),
    into: Path = typer.Option(..., "-o", help="The document; a picture of the same name but .svg stands beside it."),
    launches: int = typer.Option(None, help="Of each size and algorithm, instead of what the file says.", min=1),
    folder: Path = typer.Option(state.FOLDER, "--dir", help="Where the lab is kept.", show_default=False),
    progress: bool = typer.Option(False, help="Report progress even where there is no terminal."),
) -> None:
    """Measures an experiment on a lab of its own, and ends the lab."""
    asked = experiment.read(file, launches)
    if into.suffix == ".svg" or not into.absolute().parent.is_dir():
        raise wrong_usage(f"-o {into} is not a file for JSON in a folder that is there")
    needs.check()
    library = launch.library(asked.place().mpi)
    with job.ended_by_signals():
        document = measure(asked, library, folder, into, lambda text: output.progress(text, progress))
    show(document)
    if bad := result.failed(document):
        raise Stop(f"{bad} of {len(document['launched'])} launches failed; {into} says how", FAILED)


def measure(asked: experiment.Experiment, library: Mpi, folder: Path, into: Path, tell) -> dict:
    place, where, launched, document = asked.place(), result.here(), [], {}
    if os.getloadavg()[0] > cores() and os.nice(0) > -10:
        advice = "the processor, not the network, may decide; nice -n -20 hocket lab bench ... helps"
        output.aside.print(f"hocket lab: load {where['load before']} on {cores()} cores: {advice}", soft_wrap=True)
    lab = life.create(folder, place.hosts, place.links())
    try:
        rate = goodput.measure(lab)
        tell(f"seed {asked.seed}; TCP moves {rate * 8 / 1e6:.1f} Mbit/s between two hosts")
        for done in campaign.run(lab, library, asked, tell):
            launched += done
            document = result.document(asked, library, where, rate, launched)
            result.write(into, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
            result.write(into.with_suffix(".svg"), picture.draw(document))
    finally:
        life.destroy(folder)
    return document


def show(document: dict) -> None:
    table = Table(header_style="bold", pad_edge=False, box=SIMPLE_HEAD)
    table.add_column(document["collective"], justify="right")
    table.add_column("algorithm", overflow="fold")
    for title in ("ms [95 %]", "/ floor", "drops", "time-outs in"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in document["summary"]:
        time, over = "failed", ""
        if middle := row.get("time_us"):
            value, low, high = (words.digits(middle[key] / 1000) for key in ("value", "low", "high"))
            time, over = f"{value} \\[{low}, {high}]", f"{row['over_floor']:.2f}"
        counts = [f"{row['mean_switch_drops']:g}", f"{row['with_timeouts']} of {row['launches']}"]
        table.add_row(sizes.show(row["bytes"]), escape(row["algorithm"]), time, over, *counts)
    output.console.print(table, highlight=False)
