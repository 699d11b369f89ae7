# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune"""

import re
from pathlib import Path

import typer

from hocket import mpi, output, sizes, tool
from hocket.bench import plan
from hocket.commands import tune_native
from hocket.fit import command as fit
from hocket.profile import document as document_of
from hocket.stop import Stop, wrong_usage
from hocket.tune import allocation, document, from_profile, job_script, merge, view
from hocket.tune.campaign import Campaign
from hocket.tune.counts import with_between
from hocket.tune.journal import journal_at
from hocket.tune.native.library import Forced
from hocket.tune.places import Place
from hocket.tune.progress import following, tell_kept

EXAMPLE = "Example: [b]hocket tune bcast allreduce -n 2,4,8 --budget 3m -o table.json[/b]"
COLLECTIVES = f"Collectives: {', '.join(plan.AMONG_ALL)}; bcast, allreduce and alltoall without. With --merge: tables."
UNITS = {"s": 1, "m": 60, "h": 3600}


def register(app: typer.Typer) -> None:
    app.command("tune", epilog=EXAMPLE)(tune)


def tune(
    what: list[str] = typer.Argument(None, metavar="COLLECTIVE...", help=COLLECTIVES),
    ranks: str = typer.Option(None, "-n", help="Numbers of ranks, separated by commas; one for each core without."),
    exact: bool = typer.Option(False, help="Only these numbers; without, also one between powers of two."),
    message: str = typer.Option(None, "-m", help="Sizes MIN:MAX in bytes (8:4M; of blocks, 4M for all of a rank)."),
    profile: Path = typer.Option(None, help="Only what this program calls, by the time it spends there."),
    budget: str = typer.Option("10m", help="How long to measure: 90s, 10m, 2h."),
    file: Path = typer.Option(None, "-o", help="table.json (measurements beside it), native.json or machine.json."),
    restart: bool = typer.Option(False, help="Forget the measurements of an interrupted run."),
    machine_only: bool = typer.Option(
        False, "--machine-only", help="Fit a machine model, in about a minute; no table."
    ),
    measured: Path = typer.Option(None, help="With --machine-only: what hocket-fit printed, instead of a job now."),
    merging: bool = typer.Option(False, "--merge", help="Join tables; of each place the newest rules."),
    native: bool = typer.Option(False, help="The MPI library's own algorithms, each forced by its variables."),
    commutative: bool = typer.Option(False, help="With --native, Open MPI: every operator of the programs commutes."),
    variant: list[str] = typer.Option(
        None, help="With --native: NAME:VAR=VALUE,... settings of the library, measured beside it and never exported."
    ),
    machine: str = typer.Option(
        None, help="The model (shared-memory, with -N standard) that rules out what is not worth measuring."
    ),
    nodes: int = typer.Option(1, "-N", help="Over so many nodes of the batch job in which this runs.", min=1),
    ppn: str = typer.Option(None, help="With -N: numbers of ranks on each node, separated by commas."),
    script: str = typer.Option(
        None, "--job-script", metavar="SYSTEM", help="Print a job script for slurm, pbs or flux that does this."
    ),
    time: str = typer.Option(None, help="With --job-script: of the batch job; without, by the budget."),
    prefix: Path = typer.Option(None, "--mpi", metavar="PREFIX", help="The MPI in this prefix."),
    seed: int = typer.Option(1, help="Of the order of measurements.", min=0),
    progress: bool = typer.Option(False, help="Report progress even where there is no terminal."),
) -> None:
    """Measures on this machine what is worth it and writes a tuning table; goes on where it was interrupted.

    Use it by [b]HOCKET_TABLE=table.json[/b]; a table of --native is for [b]hocket export[/b]."""
    if measured and not machine_only:
        raise wrong_usage("--measured belongs to --machine-only")
    if variant and not native:
        raise wrong_usage("--variant belongs to --native; hocket bench --variant compares settings by themselves")
    settings = plan.parse_variants(variant or [])
    per_node = on_each_node(nodes, ranks, ppn)
    if profile and (what or per_node or exact or message or nodes > 1):
        raise wrong_usage(
            "--profile says which collectives, ranks of one node and sizes: leave out names, -n, -N, --exact, -m"
        )
    if script is not None:
        given = {"-n": ranks, "-N": nodes if nodes > 1 else None, "--ppn": ppn, "-m": message, "--profile": profile}
        given |= {"--budget": budget, "-o": file, "--machine": machine, "--mpi": prefix, "--seed": seed}
        given_or_not = {
            "--exact": exact,
            "--machine-only": machine_only,
            "--native": native,
            "--commutative": commutative,
        }
        flags = [word for word, on in given_or_not.items() if on]
        beside = [word for text in variant or [] for word in ("--variant", text)]
        plan.collectives(
            what or ["bcast"], plan.AMONG_ALL
        )  # a wrong name is better found before the queue than behind it
        most = max(numbers(need_ranks(per_node, profile)))
        return submit(script, nodes, most, time, budget, [*(what or []), *flags, *beside, *words_of(given)], restart)
    if time:
        raise wrong_usage("--time belongs to --job-script")
    if machine_only:
        only_with_machine(what, profile, exact, message, merging)
        hosts = None if measured else allocation.here(mpi.choose(prefix), nodes)
        return fit.fit(hosts, per_node, file or Path("machine.json"), measured, seed, progress)
    file = file or Path("native.json" if native else "table.json")
    if merging:
        return write(file, merge.merge(merge.read_all(what or [])))
    limits = sizes.parse_range(message) if message else None
    places, message = of_profile(profile) if profile else (everywhere(what, per_node, exact, nodes), message)
    seconds, library = parse_budget(budget), mpi.choose(prefix)
    if native:
        if nodes > 1:
            raise wrong_usage("--native measures one node: leave out -N and --ppn")
        forced = Forced(library, commutative, settings)
        return tune_native.tune(forced, places, seconds, limits, message, file, restart, seed, progress)
    hosts, machine = allocation.here(library, nodes), machine or ("shared-memory" if nodes == 1 else "standard")
    asked = {"mpi": f"{library.name} {library.version}", "sizes": message, "machine": machine, "seed": seed}
    with journal_at(file, asked | ({"nodes": nodes} if nodes > 1 else {}), restart) as journal:
        campaign = Campaign(library, places, journal, seconds, limits, machine, seed, hosts=hosts)
        measure(campaign, file, progress)


def on_each_node(nodes: int, ranks: str | None, ppn: str | None) -> str | None:
    """One list of numbers of ranks: over several nodes --ppn says it, on one -n."""
    if nodes > 1 and ranks:
        raise wrong_usage(f"-N {nodes} takes --ppn, the ranks on each node, not -n")
    if nodes == 1 and ppn:
        raise wrong_usage("--ppn belongs to -N of several nodes; -n says how many ranks on one")
    return ppn if nodes > 1 else ranks


def need_ranks(per_node: str | None, profile: Path | None) -> str:
    """The login node's cores are not those of the job."""
    if profile:
        return str(max(place.ranks for place in of_profile(profile)[0]))
    if not per_node:
        raise wrong_usage("--job-script needs the ranks on each node: -n on one, --ppn with -N")
    return per_node


def words_of(given: dict[str, object]) -> list[str]:
    return [word for name, value in given.items() if value is not None for word in (name, str(value))]


def submit(system: str, nodes: int, ppn: int, time: str | None, budget: str, words: list[str], restart: bool) -> None:
    if restart:
        raise wrong_usage("--restart would forget the measurements each time the script is submitted: leave it out")
    seconds = job_script.time_for(time, parse_budget(budget))
    print(job_script.script(job_script.known(system), job_script.Request(nodes, ppn, seconds), words), end="")


def only_with_machine(*others: object) -> None:
    if any(others):
        words = "collectives, --profile, --exact, -m and --merge"
        raise wrong_usage(f"--machine-only fits a machine model and tunes nothing: leave out {words}")


def everywhere(what: list[str] | None, per_node: str | None, exact: bool, nodes: int) -> list[Place]:
    counts = numbers(per_node) if exact else with_between(numbers(per_node))
    collectives = plan.collectives(what or ["bcast", "allreduce", "alltoall"], plan.AMONG_ALL)
    return [Place(c, n * nodes, nodes=nodes) for c in collectives for n in counts]


def of_profile(file: Path) -> tuple[list[Place], str]:
    """With what stands for its sizes in the journal."""
    seen = document_of.read(file)
    places, left = from_profile.places(seen)
    for line in left:
        output.progress(f"left out: {line}", True)
    return places, from_profile.identity(seen)


def measure(campaign: Campaign, file: Path, always: bool) -> None:
    tell_kept(campaign.journal, campaign.places)
    try:
        with following(campaign, always) as tell:
            campaign.run(tell)
    finally:
        finish(campaign, file)
    for place, left in campaign.unreached().items():
        told = ", ".join(sizes.show(size) for size in left)
        output.progress(f"{place}: the budget left no time for {told}; rules of smaller sizes hold there", True)
    if campaign.failed:
        raise Stop("\n".join(f"{place} was left out: {why}" for place, why in campaign.failed.items()))


def finish(campaign: Campaign, file: Path) -> None:
    """Also after an interruption: what was measured is worth a table."""
    if not campaign.measured():
        return
    write(file, document.table(campaign))
    view.show(campaign)
    left = campaign.steps_left()
    if left:
        output.progress(f"{left} measurements are left: the same command with a larger --budget goes on", True)


def write(file: Path, table: dict) -> None:
    judge = ["explain", "barrier", "--nodes", "1", "--ppn", "2", "--table"]
    document.save(file, table, lambda part: tool.ask([*judge, str(part)]))
    output.progress(f"{file}: {len(table['rules'])} rules", True)


def numbers(text: str | None) -> list[int]:
    words = text.split(",") if text else [str(max(2, mpi.cores()))]
    if not all(re.fullmatch(r"[1-9]\d{0,5}", word) for word in words):
        raise wrong_usage(f"-n or --ppn '{text}' is not a list of numbers such as 2,4,8")
    return sorted({int(word) for word in words})


def parse_budget(text: str) -> float:
    match = re.fullmatch(r"(\d{1,6})([smh]?)", text)
    if not match or int(match[1]) == 0:
        raise wrong_usage(f"--budget '{text}' is not a time such as 90s, 10m or 2h")
    return int(match[1]) * UNITS[match[2] or "s"]
