# SPDX-License-Identifier: BSD-3-Clause
"""What was found, in a few lines."""

from statistics import median

from rich.table import Table

from hocket import output
from hocket.fit.document import Machine
from hocket.output import console

SHOWN = ("memory_GBps", "copy_GBps", "eager_limit", "rendezvous_us", "fresh_buffer_us_per_MB")


def show(machine: Machine, document: dict) -> None:
    table = Table(header_style="bold", pad_edge=False)
    for title in ("field", "value", "from"):
        table.add_column(title, overflow="fold")
    for field, value in values(document):
        table.add_row(field, value, said(document["source"], field))
    output.show(table)
    console.print(errors("fitted", machine.errors(held_out=False)), highlight=False)
    console.print(errors("held out", machine.errors(held_out=True)), highlight=False)
    if machine.shared.document:
        console.print(errors("shared memory, held out", machine.shared_errors(held_out=True)), highlight=False)


def values(document: dict) -> list[tuple[str, str]]:
    found = []
    for one in document["levels"]:
        name = f"levels.{one['name']}"
        found += [(f"{name}.{key}", f"{one[key]:g}") for key in ("latency_us", "flow_GBps")]
        points = ", ".join(f"{size:g} B: {us:g}" for size, us in one["overhead_us"])
        found.append((f"{name}.overhead_us", points))
    if "nic" in document:
        found.append(("nic", f"{document['nic']['out_GBps']:g} GB/s"))
    found += [(key, f"{document[key]:g}") for key in SHOWN if key in document]
    for part in ("multicast", "shared_memory"):
        found += [(f"{part}.{key}", f"{value:g}") for key, value in document.get(part, {}).items()]
    speeds = document["reduce_GBps"]
    return [*found, ("reduce_GBps", ", ".join(f"{name}: {speed:g}" for name, speed in speeds.items()))]


def said(source: dict[str, str], field: str) -> str:
    return source.get(field) or source.get(field.rpartition(".")[0], "")


def errors(what: str, found: list[float]) -> str:
    apart = sorted(map(abs, found))
    worst = f"at most {apart[-1]:.0%}"
    return f"{len(apart)} times of messages, {what}: error {median(apart):.1%} in the median, {worst}"
