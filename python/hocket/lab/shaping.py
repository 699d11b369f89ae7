# SPDX-License-Identifier: BSD-3-Clause
"""Rates and queues of the links: a token bucket with a first-in first-out queue at both ends of each."""

import re
from pathlib import Path

from hocket import sizes
from hocket.lab import programs
from hocket.lab.state import Lab, Links
from hocket.stop import wrong_usage

BUCKET = 3200  # bytes that may pass at once: two packets
HOST_QUEUE = 1 << 20  # bytes; a host waits for its own interface, as real ones do, and drops nothing
RATES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
LEAST_QUEUE = 4096  # bytes: below two packets nothing passes


def parse_rate(text: str) -> int:
    """bit/s"""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([kmg]?)bit", text.strip().lower())
    rate = int(float(found[1]) * RATES[found[2]]) if found else 0
    if not 10**5 <= rate <= 10**11:
        raise wrong_usage(f"rate '{text}' is not one from 100kbit to 100gbit, such as 50mbit")
    return rate


def parse_queue(text: str) -> int:
    queue = sizes.parse(text.upper(), "queue")
    if queue < LEAST_QUEUE:
        raise wrong_usage(f"queue '{text}' is below {LEAST_QUEUE} bytes, in which no two packets fit")
    return queue


def show_rate(rate: int) -> str:
    unit, size = next((u, s) for u, s in reversed(RATES.items()) if rate >= s)
    return f"{rate / size:g}{unit}bit"


def bucket(device: str, rate: int, queue: int) -> str:
    return f"qdisc replace dev {device} root tbf rate {rate}bit burst {BUCKET} limit {queue}"


def shape(lab: Lab, links: Links) -> None:
    """Also while a job runs."""
    programs.batch(lab.head, "tc", (bucket(f"p{i}", links.rate, links.queue) for i in range(len(lab.hosts))))
    for host in lab.hosts:
        programs.batch(host, "tc", [bucket("eth0", links.rate, HOST_QUEUE)])


def check_congestion(name: str) -> None:
    known = Path("/proc/sys/net/ipv4/tcp_available_congestion_control").read_text().split()
    if name not in known:
        raise wrong_usage(
            f"congestion control '{name}' is not loaded; valid: {', '.join(known)} (more: modprobe tcp_NAME)"
        )


def parse_links(rate: str, queue: str, rto_min: str, congestion: str) -> Links:
    time = re.fullmatch(r"(\d{1,6})ms", rto_min.strip())
    if not time or not 5 <= int(time[1]) <= 100_000:
        raise wrong_usage(f"rto_min '{rto_min}' is not a time from 5ms to 100000ms, such as 200ms")
    return Links(parse_rate(rate), parse_queue(queue), int(time[1]), congestion)
