# SPDX-License-Identifier: BSD-3-Clause
"""The rate at which TCP moves data between two hosts of a lab."""

import subprocess
import sys
from pathlib import Path

from hocket.lab import network, programs
from hocket.lab.state import Lab
from hocket.stop import Stop

PORT = 5001
LEAST, MOST = 1 << 18, 1 << 28  # bytes of a transfer


def measure(lab: Lab, repetitions: int = 3) -> float:
    """Bytes a second from h0 to h1: the best of several transfers of half a second, for it serves as a bound."""
    size = min(max(LEAST, lab.links.rate // 16), MOST)
    return max(transfer(lab, size) for _ in range(repetitions))


def transfer(lab: Lab, size: int) -> float:
    with subprocess.Popen(end(lab, 1, "receive"), stdout=subprocess.PIPE, text=True) as receiver:
        if receiver.stdout.readline() == "ready\n":
            programs.run(end(lab, 0, "send", str(size)))
        told = receiver.stdout.readline()
    if not told:
        raise Stop("the rate of the network could not be measured: a transfer between two hosts failed")
    return float(told)


def end(lab: Lab, host: int, verb: str, *more: str) -> list[str]:
    program = [sys.executable, "-I", str(Path(__file__).with_name("transfer.py").resolve())]
    return programs.inside(lab.hosts[host], [*program, verb, network.address(1), str(PORT), *more])
