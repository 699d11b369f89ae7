# SPDX-License-Identifier: BSD-3-Clause
"""Counters and jobs as people read them."""

from rich.box import SIMPLE_HEAD
from rich.table import Table

from hocket import output, sizes
from hocket.lab import counters, shaping
from hocket.lab.counters import Counts
from hocket.lab.job import Ended
from hocket.lab.state import Lab

COLUMNS = {
    "bytes in": "received_bytes",
    "bytes out": "sent_bytes",
    "switch drops": "switch_drops",
    "host drops": "host_drops",
    "resent": "retransmitted_segments",
    "time-outs": "timeouts",
}


def links(lab: Lab) -> str:
    of = lab.links
    queue, tcp = sizes.show(of.queue), f"{of.congestion}, rto_min {of.rto_min} ms"
    return f"{len(lab.hosts)} hosts, {shaping.show_rate(of.rate)}, queues of {queue}, {tcp}"


def show(by_host: dict[str, Counts]) -> None:
    table = Table(header_style="bold", pad_edge=False, box=SIMPLE_HEAD)
    table.add_column("host")
    for title in COLUMNS:
        table.add_column(title, justify="right")
    for host, counts in (by_host | {"all": counters.total(by_host)}).items():
        table.add_row(host, *(str(counts[name]) for name in COLUMNS.values()))
    output.show(table)


def job(ended: Ended) -> str:
    all_of_it = counters.total(ended.counts)
    kept = ("received_bytes", "switch_drops", "host_drops", "retransmitted_segments", "timeouts")
    return f"{ended.seconds:.2f} s; " + ", ".join(f"{name} {all_of_it[name]}" for name in kept)
