# SPDX-License-Identifier: BSD-3-Clause
"""hocket lab"""

import subprocess
from dataclasses import replace
from pathlib import Path

import typer

from hocket import output
from hocket.commands import lab_bench, lab_results
from hocket.commands.lab_bench import FOLDER
from hocket.lab import counters, job, launch, life, needs, network, programs, shaping, state, view
from hocket.lab.processes import SPARED
from hocket.stop import Stop, wrong_usage

EXAMPLE = "Example: [b]hocket lab create -n 8 --rate 50mbit && hocket lab run -m 4 -- hocket-run ./app[/b]"
LATE = 124  # the status that the command timeout has, too
RATE = "Of each link, such as 50mbit."
QUEUE = "Bytes at each port of the switch, such as 64k."
PROGRAM = {"allow_interspersed_args": False}

lab = typer.Typer(no_args_is_help=True, epilog=EXAMPLE)


def register(app: typer.Typer) -> None:
    app.add_typer(lab, name="lab", help="One machine as several hosts with slow links, to see contention.")


@lab.callback()
def check() -> None:
    """One machine as several hosts with slow links, to see contention. Needs the superuser."""


@lab.command(epilog="Example: [b]hocket lab create -n 8 --rate 50mbit --queue 64k[/b]")
def create(
    hosts: int = typer.Option(8, "-n", help="Hosts.", min=2, max=network.MOST),
    rate: str = typer.Option("50mbit", help=RATE),
    queue: str = typer.Option("64k", help=QUEUE),
    rto_min: str = typer.Option("200ms", help="The least retransmission time-out of TCP."),
    cc: str = typer.Option("cubic", help="Congestion control of TCP."),
    folder: Path = FOLDER,
) -> None:
    """Makes hosts h0, h1, ... and the switch between them."""
    links = shaping.parse_links(rate, queue, rto_min, cc)
    needs.check()
    output.console.print(f"up: {view.links(life.create(folder, hosts, links))}", highlight=False)


def given(words: list[str]) -> list[str]:
    """A command without the -- that may stand before it."""
    words = words[1:] if words[0] == "--" else words
    if not words:
        raise wrong_usage("no command after --")
    return words


@lab.command(context_settings=PROGRAM, epilog="Example: [b]hocket lab run -m 4 --stats -- hocket-run ./app[/b]")
def run(
    program: list[str] = typer.Argument(help="Program and its words, after --."),
    ranks: int = typer.Option(1, "-m", help="Ranks on each host.", min=1),
    library: str = typer.Option("mpich", "--mpi", help="mpich, openmpi, or the prefix of an MPI."),
    timeout: float = typer.Option(300, help="Seconds after which the job is ended, with status 124.", min=1),
    calm: bool = typer.Option(True, help="Ranks that wait give way; without it they keep a core busy."),
    stats: bool = typer.Option(False, help="What the job cost the network, on standard error."),
    folder: Path = FOLDER,
) -> None:
    """Runs an MPI program on all hosts."""
    needs.check()
    up, found = state.need(folder), launch.library(library)
    words = launch.words(found, up.shell(), launch.layout(up, ranks), given(program))
    ended = job.run(up, job.Job(words, launch.environment(found, calm), timeout))
    if stats:
        output.aside.print(f"hocket lab: {view.job(ended)}", highlight=False, soft_wrap=True)
    if ended.status is None:
        raise Stop(f"the job did not end within {timeout:g} s and was ended", LATE)
    raise typer.Exit(ended.status)


@lab.command(epilog="Example: [b]hocket lab shape --rate 20mbit --queue 256k[/b]")
def shape(
    rate: str = typer.Option(None, help=RATE),
    queue: str = typer.Option(None, help=QUEUE),
    folder: Path = FOLDER,
) -> None:
    """Other rates or queues for the lab that is up, even under a job."""
    if rate is None and queue is None:
        raise wrong_usage("nothing to change; give --rate, --queue or both")
    new = {"rate": shaping.parse_rate(rate)} if rate else {}
    new |= {"queue": shaping.parse_queue(queue)} if queue else {}
    needs.check()
    up = state.need(folder)
    up.links = replace(up.links, **new)
    shaping.shape(up, up.links)
    up.save()
    output.console.print(f"now: {view.links(up)}", highlight=False)


@lab.command(epilog="Example: [b]hocket lab stats --json[/b]")
def stats(as_json: bool = typer.Option(False, "--json", help="As JSON."), folder: Path = FOLDER) -> None:
    """Bytes, drops, retransmissions and time-outs of each host since the lab was made."""
    needs.check()
    found = counters.read(state.need(folder))
    if as_json:
        output.document(found)
    else:
        view.show(found)


@lab.command("exec", context_settings=PROGRAM, epilog="Example: [b]hocket lab exec h3 -- ip addr[/b]")
def execute(
    host: str = typer.Argument(help="h0, h1, ... or head."),
    command: list[str] = typer.Argument(help="Command and its words, after --."),
    folder: Path = FOLDER,
) -> None:
    """Runs a command on one host."""
    needs.check()
    words = programs.inside(state.need(folder).find(host), ["env", SPARED.decode(), *given(command)])
    raise typer.Exit(subprocess.run(words, check=False).returncode)


@lab.command(epilog="Example: [b]hocket lab destroy[/b]")
def destroy(folder: Path = FOLDER) -> None:
    """Ends all hosts and whatever runs on them."""
    needs.check()
    output.console.print("gone" if life.destroy(folder) else f"there was no lab in {folder}", highlight=False)


lab.command("bench", epilog=lab_bench.EXAMPLE)(lab_bench.bench)
lab.command("sweep", epilog=lab_bench.SWEEP_EXAMPLE)(lab_bench.sweep_all)
lab.command("rates", epilog=lab_results.RATES_EXAMPLE)(lab_results.rates)
lab.command("jumps", epilog=lab_results.JUMPS_EXAMPLE)(lab_results.all_jumps)
