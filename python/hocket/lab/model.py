# SPDX-License-Identifier: BSD-3-Clause
"""A lab as a machine model: HOCKET_MACHINE = "lab" in an experiment."""

import json
import os
from dataclasses import replace
from pathlib import Path

from hocket.lab.experiment import Experiment
from hocket.lab.state import MACHINE, Lab, Links

WORD = "lab"
# Bytes and microseconds, by family of the library: what leaves without a round trip, headers apart, and what the round
# trip of a longer one takes. Open MPI's: 64 KB between all pairs of 22 hosts took 34 ms a pair more than twice 32 KB.
RENDEZVOUS = {"mpich": (16384, 400), "openmpi": (65000, 34_000)}
PACKET, SEGMENT = 1408, 1448  # bytes of data in what goes over a link at once: of multicast, of TCP


def of(links: Links, goodput: float, ranks: int, family: str = "mpich") -> dict:
    """goodput: bytes a second of TCP between two hosts. ranks: of all hosts together."""
    rate = goodput / 1e9
    eager, round_trip = RENDEZVOUS[family]
    crowd = max(1.0, ranks / len(os.sched_getaffinity(0)))  # on one processor: whoever works makes the others wait
    return {
        "schema": "hocket-machine-1",
        "name": "lab",
        "levels": [
            {"name": "node", "latency_us": 6 * crowd, "flow_GBps": 2, "overhead_us": [[0, 3 * crowd]]},
            {"name": "network", "latency_us": 150, "flow_GBps": rate, "overhead_us": [[0, 25 * crowd]]},
        ],
        "nic": {"count": 1, "in_GBps": rate, "out_GBps": rate},
        "multicast": {"GBps": rate * PACKET / SEGMENT, "packet_us": 10 * crowd},
        "memory_GBps": 4,
        "copy_GBps": 2,
        "reduce_GBps": {"any": 1},
        "eager_limit": eager,
        "rendezvous_us": round_trip,
        "switch": {"buffer": links.queue, "on_full": "drop", "rto_us": links.rto_min * 1000},
        "source": {
            "nic": "what TCP moved between two hosts",
            "multicast": "as TCP, with shorter packets; packet_us is assumed",
            "levels": "assumed; the overhead between hosts is what alltoalls of 8 and 64 bytes show that 22 ranks have "
            "on two processors, in proportion to the ranks on one; latency inside hosts is the least that a round of "
            "messages there waits for turns on the processor: broadcasts of 64 KB to 8 hosts of 4 ranks take 0.2 to "
            "0.7 ms longer with each",
            "switch": "the queue and the least retransmission time-out of the lab",
        },
    }


def written(e: Experiment, lab: Lab, goodput: float, family: str) -> Experiment:
    """The same experiment with the name of a file in place of the word."""
    if e.environment.get("HOCKET_MACHINE") != WORD:
        return e
    file: Path = lab.folder / MACHINE
    made = of(lab.links, goodput, e.place().hosts * e.place().ranks, family)
    file.write_text(json.dumps(made, indent=1) + "\n")
    return replace(e, environment=e.environment | {"HOCKET_MACHINE": str(file)})
