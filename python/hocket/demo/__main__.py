# SPDX-License-Identifier: BSD-3-Clause
"""python -m hocket.demo --mpi PREFIX=PROGRAM ... -o DIR"""

import sys
from pathlib import Path

import typer
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from hocket import find, mpi, standalone
from hocket.demo import page, place, scale
from hocket.demo.outcome import Outcome, outcomes
from hocket.demo.run import Plan, Subject, run_all
from hocket.output import aside, console, show
from hocket.stop import FAILED, Stop, wrong_usage


def subject(text: str) -> Subject:
    prefix, _, program = text.partition("=")
    if not Path(program).is_file():
        raise wrong_usage(f"--mpi '{text}' is not PREFIX=PROGRAM")
    return Subject(mpi.choose(Path(prefix)), Path(program).absolute())


def demo(
    subjects: list[str] = typer.Option(..., "--mpi", metavar="PREFIX=PROGRAM", help="An MPI, and the program for it."),
    ranks: int = typer.Option(8, "-n", min=1),
    bytes: int = typer.Option(1221360, min=1, help="Of each broadcast."),
    rounds: int = typer.Option(5, min=1, help="Times that every leader broadcasts, per run."),
    repetitions: int = typer.Option(5, min=1, help="Runs of each case."),
    seed: int = typer.Option(1, min=0),
    budget: float = typer.Option(100, help="Seconds for all runs."),
    simulate: bool = typer.Option(True, help="Also simulate the program on many nodes."),
    output: Path = typer.Option(Path("build/demo"), "-o", help="Folder of report.html."),
) -> None:
    """Runs the program natively and under Hocket, compares all bytes, and writes a page."""
    find.program("hocket-run")
    find.program("hocket-tool")
    plan, here = Plan(ranks, bytes, rounds, repetitions, seed, budget), place.describe()
    under = [subject(text) for text in subjects]
    runs = run_all(under, plan, tell)
    wide = scale.simulate_all(tell) if simulate else None
    found = outcomes(under, runs, seed)
    output.mkdir(parents=True, exist_ok=True)
    report = output / "report.html"
    report.write_text(page.render(found, plan, here, wide), encoding="utf-8")
    show(table(found))
    failed = sum(bool(run.failure) for run in runs)
    console.print(f"{len(runs)} runs, {failed} failed. The page: {report.absolute()}", soft_wrap=True)
    if not all(outcome.good for outcome in found):
        raise Stop("some run failed or received other bytes than the native one", FAILED)


def tell(text: str) -> None:
    aside.print(f"demo: {text}", markup=False, soft_wrap=True)


def table(found: list[Outcome]) -> Table:
    shown = Table(header_style="bold", pad_edge=False, box=SIMPLE_HEAD)
    shown.add_column("case", overflow="fold")
    for title in ("ms a bcast", "/ native", "bytes"):
        shown.add_column(title, justify="right", no_wrap=True)
    last = ""
    for o in found:
        library = f"{o.subject.library.name} {o.subject.library.version}"
        if library != last:
            shown.add_row(f"[bold]{library}[/]")
        last = library
        time = f"{o.time.value:.2f}" if o.time else "-"
        ratio = f"{o.ratio.value:.2f} \\[{o.ratio.low:.2f}, {o.ratio.high:.2f}]" if o.ratio else ""
        shown.add_row(escape(o.case.title), time, ratio, "[green]identical[/]" if o.good else "[bold red]FAILED[/]")
    return shown


sys.exit(standalone.run("demo", demo))
