# SPDX-License-Identifier: BSD-3-Clause
"""A simulation as a table."""

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from hocket import output
from hocket.output import console
from hocket.pages.words import part
from hocket.simulate import rows
from hocket.simulate.rows import bounded, plain

SPARE = ("efficiency", "bound us", "root us", "avg us")
COLOURS = {"best": "green", "auto": "cyan"}


def show(document: dict) -> None:
    console.print(headline(document), markup=False, soft_wrap=True)
    output.show(table(document), SPARE, least=24)
    for line in notes(document):
        console.print(line, markup=False, style="dim", soft_wrap=True)


def headline(document: dict) -> str:
    nodes, ppn, results = document["nodes"], document["ppn"], document["results"]
    order = {"by-node": " (ranks by node)"}.get(document.get("placement"), "")
    of = f" of {size_of(document)}" if document["collective"] != "barrier" else ""
    ranks = document.get("ranks", nodes * ppn)
    words = f"{document['collective']}{of} on {ranks} ranks, {nodes} nodes x {ppn}{order},"
    words += f" of machine {document['machine']}"
    if shm := document.get("shm"):
        words += f", nodes with shared memory ({shm})"
    if document["repeat"] > 1:
        words += f"; mean of {document['repeat']} in turn"
        if document["rotate_root"]:
            words += ", the root moving from node to node"
    messages = [row["messages"] for row in results]
    between = f"{min(messages)} to {max(messages)}" if min(messages) < max(messages) else f"{messages[0]}"
    kinds = "algorithms" if len(results) > 1 else "algorithm"
    return f"{words}: {len(results)} {kinds}, each with {between} messages"


def size_of(document: dict) -> str:
    name, counts = document["collective"], document.get("counts", "equal")
    size = f"{document['bytes']} bytes"
    if name.startswith("alltoall"):
        size += " a pair"
    elif name.startswith(("gather", "scatter")) or name in ("allgather", "reduce_scatter_block"):
        size += " a rank"
    if counts == "equal":
        return size
    kind = "in all" if name in ("allgatherv", "reduce_scatter") else "on average"
    return f"{size} {kind} ({counts}, seed {document['seed']})"


def table(document: dict) -> Table:
    noisy = any("time_noisy_us" in row for row in document["results"])
    shown = Table(header_style="bold", pad_edge=False, box=SIMPLE_HEAD)
    shown.add_column("")
    shown.add_column("algorithm", overflow="fold")
    more = ("noisy us", "noisy p95") if noisy else ()
    for title in ("us", "/ best", "avg us", "root us", "bound us", "efficiency", *more):
        shown.add_column(title, justify="right", no_wrap=True)
    best = rows.best_time(document)
    for row in rows.by_time(document):
        marks = " ".join(f"[{COLOURS[mark]}]{mark}[/]" for mark in rows.marks(document, row))
        share = f"{'< ' if row['abandoned'] else ''}{part(rows.efficiency(row))}"
        factor = bounded(row, f"{row['time_us'] / best:.2f}") if best > 0 else ""
        cells = [time_of(row), factor, *others(row), plain(row["bound_us"]), share]
        shown.add_row(marks, escape(row["algorithm"]), *cells, *(noise_of(row) if noisy else []))
    return shown


def time_of(row: dict) -> str:
    return bounded(row, plain(row["time_us"])) + (" ~" if row["extrapolated"] else "")


def others(row: dict) -> list[str]:
    """The mean over the ranks and the root's own time; of a run that was given up neither is known."""
    return ["", ""] if row["abandoned"] else [plain(row["avg_us"]), plain(row["root_us"])]


def noise_of(row: dict) -> list[str]:
    noisy = row.get("time_noisy_us")
    return [plain(noisy["median"]), plain(noisy["p95"])] if noisy else ["", ""]


def notes(document: dict) -> list[str]:
    """What the signs in the table mean, where they occur."""
    results, lines = document["results"], ["us: the last of all ranks, from a common start, without noise"]
    if document["repeat"] > 1:
        lines = ["us: the last of all ranks, per collective, without noise"]
    lines[0] += "; avg: mean over the ranks; root: the root's own, or rank 0's"
    if any("time_noisy_us" in row for row in results):
        lines.append("noisy: median and 95th percentile over the seeds, with the machine's noise")
    if any(row["abandoned"] for row in results):
        lines.append(">: given up at 4 times the best; --full runs it to its end")
    if any(row["extrapolated"] for row in results):
        lines.append("~: two roots were run and scaled")
    return lines
