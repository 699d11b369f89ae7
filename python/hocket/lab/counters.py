# SPDX-License-Identifier: BSD-3-Clause
"""What the links and the TCP of each host have counted since the lab was made."""

import json
from collections.abc import Iterator
from pathlib import Path

from hocket.lab import programs
from hocket.lab.state import Lab

Counts = dict[str, int]
# Ours, and the kernel's name in /proc/net/snmp and /proc/net/netstat.
TCP = {
    "sent_segments": "OutSegs",
    "retransmitted_segments": "RetransSegs",
    "timeouts": "TCPTimeouts",
    "fast_retransmits": "TCPFastRetrans",
}
PORT = {"received_bytes": "bytes", "received_packets": "packets", "switch_drops": "drops"}
INTERFACE = {"sent_bytes": "bytes", "sent_packets": "packets", "host_drops": "drops"}


def read(lab: Lab) -> dict[str, Counts]:
    """By host. switch_drops: packets for it that found the queue of its port full."""
    ports = queues(programs.in_network(lab.head, ["tc", "-s", "-j", "qdisc", "show"]))
    found = {}
    for i, host in enumerate(lab.hosts):
        own = queues(programs.in_network(host, ["tc", "-s", "-j", "qdisc", "show", "dev", "eth0"]), "eth0")
        counts = {name: ports[f"p{i}"][theirs] for name, theirs in PORT.items()}
        counts |= {name: own["eth0"][theirs] for name, theirs in INTERFACE.items()}
        found[host.name] = counts | tcp(Path(f"/proc/{host.pid}/net"))
    return found


def queues(text: str, device: str = "") -> dict[str, Counts]:
    """device: the one that was asked for; tc then leaves its name out."""
    return {queue.get("dev", device): queue for queue in json.loads(text) if queue.get("root")}


def tcp(folder: Path) -> Counts:
    known = {name: value for file in ("snmp", "netstat") for name, value in pairs((folder / file).read_text())}
    return {ours: known.get(theirs, 0) for ours, theirs in TCP.items()}


def pairs(text: str) -> Iterator[tuple[str, int]]:
    """Lines come in pairs: a protocol's names, then its values."""
    lines = text.splitlines()
    for names, values in zip(lines[::2], lines[1::2], strict=True):
        if names.startswith(("Tcp:", "TcpExt:")):
            yield from zip(names.split()[1:], map(int, values.split()[1:]), strict=True)


def since(before: dict[str, Counts], after: dict[str, Counts]) -> dict[str, Counts]:
    return {host: {name: n - before[host][name] for name, n in counts.items()} for host, counts in after.items()}


def total(by_host: dict[str, Counts]) -> Counts:
    names = next(iter(by_host.values()))
    return {name: sum(counts[name] for counts in by_host.values()) for name in names}
