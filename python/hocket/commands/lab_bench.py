# SPDX-License-Identifier: BSD-3-Clause
"""hocket lab bench, and hocket lab sweep"""

from pathlib import Path

import typer
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from hocket import output, sizes, whole
from hocket.lab import experiment, job, jumps, launch, needs, result, state, sweep
from hocket.lab.experiment import Experiment, Instead
from hocket.lab.measure import measure
from hocket.pages import words
from hocket.stop import FAILED, Stop, wrong_usage

EXAMPLE = "Example: [b]hocket lab bench bench/lab/alltoall-22x1.toml --queue 16k -o alltoall.json[/b]"
SWEEP_EXAMPLE = "Example: [b]hocket lab sweep bench/lab/native-sweep.toml -o native-sweep[/b]"
FILE = typer.Argument(help="The experiment; bench/lab of the sources has some.")
LAUNCHES = typer.Option(None, help="Of each size and algorithm, instead of what the file says.", min=1)
SIZES = typer.Option(None, "--sizes", help="Instead of those of the file, such as 1K,64K.")
HOSTS = typer.Option(None, help="Instead of those of the file.", min=2)
RATE = typer.Option(None, help="Of each link, instead of what the file says, such as 10mbit.")
QUEUE = typer.Option(None, help="Bytes at each port of the switch, instead of what the file says, such as 16k.")
FOLDER = typer.Option(state.FOLDER, "--dir", help="Where the lab is kept.", show_default=False)
PROGRESS = typer.Option(False, "--progress", help="Report progress even where there is no terminal.")


def bench(
    file: Path = FILE,
    into: Path = typer.Option(..., "-o", help="The document; pictures of the same name but .svg stand beside it."),
    launches: int = LAUNCHES,
    size: str = SIZES,
    hosts: int = HOSTS,
    rate: str = RATE,
    queue: str = QUEUE,
    folder: Path = FOLDER,
    progress: bool = PROGRESS,
) -> None:
    """Measures an experiment on a lab of its own, and ends the lab."""
    asked = experiment.read(file, instead(launches, size, hosts, rate, queue))
    if into.suffix == ".svg":
        raise wrong_usage(f"-o {into} is the document, in JSON; pictures of the same name but .svg stand beside it")
    (document,) = carry_out({into: asked}, folder, progress)
    show(document)
    judge([document], into)


def sweep_all(
    file: Path = FILE,
    into: Path = typer.Option(..., "-o", help="Folder for the documents, one for each collective, and pictures."),
    launches: int = LAUNCHES,
    size: str = SIZES,
    hosts: int = HOSTS,
    rate: str = RATE,
    queue: str = QUEUE,
    folder: Path = FOLDER,
    progress: bool = PROGRESS,
) -> None:
    """Measures several collectives on one lab: in which does the time per byte jump?"""
    asked = sweep.read(file, instead(launches, size, hosts, rate, queue))
    try:
        into.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise wrong_usage(f"-o {into} cannot be a folder: {problem.strerror}") from problem
    documents = carry_out({into / f"{e.collective}.json": e for e in asked}, folder, progress)
    print(jumps.markdown(documents), end="")
    judge(documents, into)


def instead(launches: int | None, size: str | None, hosts: int | None, rate: str | None, queue: str | None) -> Instead:
    return Instead(launches, size.split(",") if size else None, hosts, rate, queue)


def carry_out(asked: dict[Path, Experiment], folder: Path, progress: bool) -> list[dict]:
    for document in asked:
        whole.look(document, "its pictures stand")
    needs.check()
    library = launch.library(next(iter(asked.values())).place().mpi)
    with job.ended_by_signals():
        return measure(asked, library, folder, lambda text: output.progress(text, progress))


def judge(documents: list[dict], into: Path) -> None:
    bad, launched = sum(map(result.failed, documents)), sum(len(document["launched"]) for document in documents)
    if bad:
        raise Stop(f"{bad} of {launched} launches failed; {into} says how", FAILED)


def show(document: dict) -> None:
    table = Table(header_style="bold", pad_edge=False, padding=(0, 1, 0, 0), box=SIMPLE_HEAD)
    table.add_column("bytes", justify="right", no_wrap=True)
    table.add_column(document["collective"], overflow="fold")
    for title in ("ms [95 %]", "/floor", "/native", "rise", "drops", "time-outs"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in document["summary"]:
        time, over = "failed", ["", "", ""]
        if middle := row.get("time_us"):
            value, low, high = (words.digits(middle[key] / 1000) for key in ("value", "low", "high"))
            native = row.get("over_native", {}).get("value")
            time = f"{value} \\[{low}, {high}]"
            over = [f"{factor:.2f}" if factor else "" for factor in (row["over_floor"], native, row.get("rise"))]
        counts = [f"{row['mean_switch_drops']:g}", f"{row['with_timeouts']} of {row['launches']}"]
        table.add_row(sizes.show(row["bytes"]), escape(row["algorithm"]), time, *over, *counts)
    output.show(table, ("rise", "/floor"), highlight=False)
