# SPDX-License-Identifier: BSD-3-Clause
"""A profile as a table: where the time goes, most of it first."""

from rich import box
from rich.table import Table

from hocket import output, sizes
from hocket.output import console
from hocket.profile.document import Row, rows

MOST = 20  # rows
LEGEND = "one call: from the last rank's arrival on; waiting: the share before it; late: the last rank, in the median"


def show(document: dict) -> None:
    wall, spent = document["wall_us"], document["collective_us"]
    place = f"{document['ranks']} ranks on {document['nodes']} node{'s' if document['nodes'] > 1 else ''}"
    console.print(f"[bold]{seconds(wall)}[/bold] on {place}, in collectives {share(spent['mean'], wall)}", end="")
    console.print(f" of a rank's time (of the busiest rank's {share(spent['max'], wall)})", soft_wrap=True)
    found = rows(document)
    table = Table(header_style="bold", pad_edge=False, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for title in ("collective", "bytes", "ranks"):
        table.add_column(title, no_wrap=True)
    for title in ("calls", "time", "share", "one call", "waiting", "late"):
        table.add_column(title, justify="right", no_wrap=True)
    for one in found[:MOST]:
        table.add_row(*cells(one, wall))
    output.show(table, ("late", "waiting"))
    console.print(LEGEND, style="dim", soft_wrap=True)
    for one in found[:MOST]:
        if set(one.algorithms) != {"native"}:
            console.print(f"{one.name} {extent(one)}: {', '.join(one.algorithms)}", markup=False, soft_wrap=True)
    if len(found) > MOST:
        rest = sum(one.time for one in found[MOST:])
        console.print(f"and {len(found) - MOST} more kinds of calls, {share(rest, wall)} of the time", style="dim")


def cells(one: Row, wall: float) -> list[str]:
    ranks = f"{one.ranks} on {one.nodes}" if one.nodes > 1 else str(one.ranks)
    timed = [seconds(one.time), share(one.time, wall), seconds(one.one_call)]
    waits = ["" if one.wait is None else f"{one.wait:.0%}", seconds(one.late)]
    return [one.name, extent(one), ranks, f"{one.calls:.6g}", *timed, *waits]


def extent(one: Row) -> str:
    if one.bytes is None:
        return f"~{sizes.show(round(one.mean_bytes))}" if one.mean_bytes else "various"
    low, high = one.bytes
    return sizes.show(low) if high - low <= 1 else f"{sizes.show(low)}-{sizes.show(high)}"


def share(part: float, whole: float) -> str:
    if whole <= 0:
        return "-"
    return f"{part / whole:.0%}" if part >= 0.095 * whole else f"{part / whole:.1%}"


def seconds(us: float | None) -> str:
    if us is None:
        return ""
    for unit, factor in (("s", 1e6), ("ms", 1e3)):
        if us >= factor:
            return f"{us / factor:.3g} {unit}"
    return f"{us:.3g} us" if us >= 1 or us == 0 else f"{us * 1000:.0f} ns"
