# SPDX-License-Identifier: BSD-3-Clause
"""hocket export"""

from pathlib import Path

import typer

from hocket import mpi, output, whole
from hocket.export import advice, classic, han, overlay, plan, ranges, trees
from hocket.natives import mpich, ompi, table
from hocket.stop import wrong_usage

EXAMPLE = "Example: [b]hocket export --format ompi5 native.json -o rules.conf[/b]"
TARGETS = {"ompi4": "Open MPI 4.1", "ompi5": "Open MPI 5.0", "ompi6": "Open MPI 6.0", "han": "Open MPI's HAN"}
TARGETS |= {"mpich": "MPICH"}
VERSIONS = {"ompi4": "4.1", "ompi5": "5.0", "ompi6": "6.0"}
FORMAT = f"What for: {', '.join(f'{name} ({what})' for name, what in TARGETS.items())}."
TREE = "MPICH's own selection tree to change: maint/tuning/coll/mpir/generic.json of its version."


def register(app: typer.Typer) -> None:
    app.command("export", epilog=EXAMPLE)(export)


def export(
    source: Path = typer.Argument(metavar="TABLE", help="A table of hocket tune --native, or one of hocket tune."),
    target: str = typer.Option(..., "--format", help=FORMAT),
    file: Path = typer.Option(..., "-o", help="The file to write."),
    version: str = typer.Option(None, "--library-version", help="Of the library that will read it, such as 5.0.7."),
    tree: Path = typer.Option(None, help=TREE),
    prefix: Path = typer.Option(None, "--mpi", metavar="PREFIX", help="The MPICH whose tree and version to take."),
    commutative: bool = typer.Option(False, help="Open MPI: every operator of the programs commutes."),
) -> None:
    """Writes a table as the tuning file of an MPI library, for jobs that cannot load Hocket.

    Rules that the library cannot follow are left out and named."""
    if target not in TARGETS:
        raise wrong_usage(f"--format '{target}' is unknown; valid: {', '.join(TARGETS)}")
    whole.look(file)
    if target != "mpich" and (tree or prefix):
        raise wrong_usage("--tree and --mpi belong to --format mpich")
    made, text = (
        for_mpich(source, version, tree, prefix)
        if target == "mpich"
        else for_ompi(target, source, version, commutative)
    )
    whole.write(file, text)
    tell(made, target, file)


def for_ompi(target: str, source: Path, version: str | None, commutative: bool) -> tuple[plan.Plan, str]:
    found = table.read(source, "openmpi", version or "", VERSIONS.get(target, "5.0"))
    least = version or fitting(target, found.version)
    check_version(target, least)
    if target == "han":
        made = plan.make(found, least, han.refusal(least), set(), False)
        plan.anything(made, str(source), TARGETS[target])
        if wrong := han.contradiction(made):
            raise wrong_usage(wrong)
        return made, han.write(made)
    has_requests = target == "ompi6" or classic.takes_requests(least)
    refuse = classic.refusal(least, not commutative, has_requests)
    made = plan.make(found, least, refuse, ompi.ANY_SIZE, target == "ompi6")
    plan.anything(made, str(source), TARGETS[target])
    return made, (ranges if target == "ompi6" else classic).write(made)


def fitting(target: str, origin: str) -> str:
    """The table's own version where it is one of the target's."""
    wanted = VERSIONS.get(target, "5.0")
    first = ("4.", "5.") if target == "han" else wanted[:2]
    return origin if origin.startswith(first) else wanted


def check_version(target: str, version: str) -> None:
    first = ompi.number(version)[:1]
    valid = {"ompi4": "4", "ompi5": "5", "ompi6": "6", "han": "4 or 5"}[target]
    if not first or str(first[0]) not in valid.split(" or "):
        raise wrong_usage(f"--library-version {version}: --format {target} is for version {valid}")


def for_mpich(source: Path, version: str | None, tree: Path | None, prefix: Path | None) -> tuple[plan.Plan, str]:
    if tree and prefix:
        raise wrong_usage("--tree and --mpi both name a tree: one of them")
    found_in = mpi.choose(prefix) if prefix else None
    if found_in and found_in.family != "mpich":
        raise wrong_usage(f"--mpi {prefix} is {found_in.name}, not MPICH")
    asked = version or (found_in.version if found_in else "")
    found = table.read(source, "mpich", asked, "5.0")
    least = found.version
    if not mpich.edition(least):
        raise wrong_usage(f"--library-version {least or '?'}: known are MPICH {', '.join(mpich.VERSIONS)}")
    base = trees.given(tree) if tree else trees.inside(found_in.prefix)[0] if found_in else trees.built(least)
    if names := trees.unknown(base, least):
        raise wrong_usage(f"the tree is not of MPICH {least}, which has no {', '.join(names)}")
    made = plan.make(found, least, overlay.refusal(least), mpich.ANY_SIZE, True)
    made.notes += overlay.notes(found)
    plan.anything(made, str(source), TARGETS["mpich"])
    return made, overlay.write(made, base)


def tell(made: plan.Plan, target: str, file: Path) -> None:
    for line in made.left_out:
        output.aside.print(f"left out: {line}", markup=False, soft_wrap=True)
    output.progress(f"{file}: {', '.join(made.collectives)} for {TARGETS[target]}", True)
    for line in advice.lines(target, made, file):
        output.aside.print(line, markup=False, soft_wrap=True)  # variables are there to be copied
