# SPDX-License-Identifier: BSD-3-Clause
"""hocket bench"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from hocket import mpi, output, whole
from hocket.bench import guidelines, machine, merge, plan, styles, view
from hocket.bench.conditions import FORMS, GRAPHS, STARTS, Conditions, one_of
from hocket.bench.launch import measure
from hocket.stop import wrong_usage

EXAMPLE = "Example: [b]hocket bench gather gatherv -n 8 -m 1K:1M --compare native,auto,knomial:k=4[/b]"
COLLECTIVES = f"Collectives to measure: {', '.join(plan.MEASURED)}. A wait is none: it takes a known time."
COUNTS = f"How the blocks of v-forms, w-forms and reduce_scatter differ: {', '.join(plan.DISTRIBUTIONS)}."
ROUNDS = "Rounds in which the variants take turns (20; at most 1000 with --until or --seconds)."
COMMUNICATORS = "Of each variant, one a round in turn: where the library puts the memory of one is part of every time."
UNTIL = "Leave a size when the 95 % intervals of its medians are within this part of them: 5%."
SKEW = "How ranks arrive: late:US, ramp:US or random:US; counted from the last one."
GUIDELINES = "Is any native collective slower than others that do the same? All collectives where none is named."
STYLES = ("compare", "osu", "imb")


def register(app: typer.Typer) -> None:
    app.command("bench", epilog=EXAMPLE)(bench)


def bench(
    collectives: list[str] = typer.Argument(None, help=COLLECTIVES),
    ranks: int = typer.Option(None, "-n", help="Ranks; as many as there are cores, at least 2, without.", min=1),
    message: str = typer.Option(
        None, "-m", help="Sizes MIN:MAX in bytes, of the message (1:4M), a block or the mean block (1:1M)."
    ),
    counts: str = typer.Option(None, help=COUNTS),
    iterations: int = typer.Option(10, "-i", help="Calls measured per round and variant.", min=1),
    warmup: int = typer.Option(2, "-x", help="Calls before them that are not.", min=0),
    rounds: int = typer.Option(None, "-r", help=ROUNDS, min=1),
    until: str = typer.Option(None, help=UNTIL),
    seconds: int = typer.Option(
        None, help="No further round of a job after so long, nor sizes that it leaves no time for.", min=1
    ),
    communicators: int = typer.Option(6, help=COMMUNICATORS, min=1),
    start: str = typer.Option("auto", help=f"Of a call: {', '.join(STARTS)}."),
    form: str = typer.Option("blocking", help=f"{', '.join(FORMS)}; a nonblocking one with its overlap."),
    buffers: str = typer.Option("same", help="same, or rotating: data that no cache holds any more."),
    device: str = typer.Option("host", "-d", help="Where the data of reductions lie: host, or cuda."),
    skew: str = typer.Option(None, help=SKEW),
    graph: str = typer.Option(None, help=f"Neighbors of neighbor_ collectives (cartesian): {', '.join(GRAPHS)}."),
    compare: str = typer.Option(None, help="Algorithms, separated by commas (native,auto)."),
    variant: list[str] = typer.Option(None, help="NAME:VAR=VALUE,... settings of the native library, in own jobs."),
    launches: int = typer.Option(None, help="How often to start each kind of job (1; 3 with --variant).", min=1),
    prefix: Path = typer.Option(None, "--mpi", metavar="PREFIX", help="The MPI in this prefix."),
    seed: int = typer.Option(1, help="Of the order, the bootstrap, --counts, --skew and --graph.", min=0),
    guided: bool = typer.Option(False, "--guidelines", help=GUIDELINES),
    full: bool = typer.Option(False, "-f", help="Also average, least and greatest times and the root's own."),
    tails: bool = typer.Option(False, "-z", help="Also the percentiles 50, 90, 95 and 99 of the calls."),
    style: str = typer.Option("compare", help="Of the text: compare, osu (its columns, by variant) or imb (so too)."),
    as_json: bool = typer.Option(False, "--json", help="Print the document as JSON."),
    as_lines: bool = typer.Option(False, "--jsonl", help="Print a line of JSON for each point, a document by itself."),
    file: Path = typer.Option(None, "-o", help="Write the document to a file as well."),
    progress: bool = typer.Option(False, help="Report progress even where there is no terminal."),
) -> None:
    """Times algorithms and the native collective against each other, interleaved in one job per collective."""
    refuse_together(as_json and as_lines, "--json and --jsonl: one of them")
    other = compare or variant or as_lines or style != "compare"
    refuse_together(guided and other, "--guidelines: no --compare, --variant, --jsonl or --style beside it")
    asked = plan.collectives(guidelines.named(collectives, guided))
    one_of("--style", style, STYLES)
    plan.check_counts(counts, asked)
    under = Conditions(
        iterations, warmup, rounds, communicators, start, form, buffers, skew, until, seconds, graph, seed, device
    )
    under.check(asked)
    ranks = ranks or max(2, mpi.cores())
    planned = [
        guidelines.jobs(launches, seed, name, ranks, counts)
        if guided
        else plan.jobs(plan.compared(compare, name), variant or [], launches, seed, name)
        for name in asked
    ]
    data = [plan.data_options(name, message, counts, seed) for name in asked]
    if file:
        whole.look(file)
    library = mpi.choose(prefix)
    quiet, found = as_json or as_lines, []
    with kept(file, found):
        for name, jobs, words in zip(asked, planned, data, strict=True):
            options = [*words, *under.words(name)]
            place = {"machine": machine.description(library, ranks)}
            found.append(merge.merge(jobs, measure(library, ranks, jobs, options, progress), seed) | place)
            if not quiet and not guided:
                print("\n".join(text(found[-1], style, full, tails)))
    report(guidelines.judge(found, seed) if guided else merge.in_one(found), found, guided, as_json, as_lines, file)


@contextmanager
def kept(file: Path | None, found: list[dict]) -> Iterator[None]:
    """What was measured before something fails, or Ctrl-C, is in the file."""
    try:
        yield
    except BaseException:
        if file and found:
            whole.write(file, json.dumps(merge.in_one(found), indent=1) + "\n")
            output.progress(f"{file} has the collectives that were finished", True)
        raise


def refuse_together(both: bool, message: str) -> None:
    if both:
        raise wrong_usage(message)


def text(document: dict, style: str, full: bool, tails: bool) -> list[str]:
    if style == "osu":
        return styles.osu(document, full, tails)
    return styles.imb(document) if style == "imb" else view.text_lines(document, full, tails)


def report(document: dict, found: list[dict], guided: bool, as_json: bool, as_lines: bool, file: Path | None) -> None:
    if file:
        whole.write(file, json.dumps(document, indent=1) + "\n")
    if as_json:
        output.document(document)
    elif as_lines:
        print("\n".join(json.dumps(line, ensure_ascii=False) for one in found for line in merge.points(one)))
    elif guided:
        guidelines.show(document)
