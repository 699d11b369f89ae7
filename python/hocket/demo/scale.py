# SPDX-License-Identifier: BSD-3-Clause
"""The same program on 512 nodes x 12 ranks, simulated: each algorithm, and the choice, over message size."""

from collections.abc import Callable
from dataclasses import dataclass

from hocket.gallery.records import BYTES, NODES, PPN, RING, SPECS
from hocket.simulate import rows
from hocket.simulate.question import Question, simulate

MACHINE = "aurora"
SIZES = sorted([4**power for power in range(5, 13)] + [BYTES])  # 1K to 16M
REPEAT = 2  # roots in turn, for the size of the program; one for the others
RING_LEFT_OUT = (4 << 20,)  # tens of millions of messages, and given up at the end of them
# Beside the published ones: others that are chosen or nearly so at some size, with their parameters chosen by size.
OTHERS = {
    "circulant": "circulant:blocks=auto",
    "lanes": "lanes(across=circulant:blocks=auto,inside=then(scatter=knomial,allgather=bruck))",
}
ALGORITHMS = {name.replace("_", " "): spec for name, spec in SPECS.items()} | OTHERS


@dataclass(frozen=True)
class Size:
    """What was simulated for one message size; rows as in the document."""

    bytes: int
    rows: dict[str, dict]  # by the names of ALGORITHMS
    chosen: dict
    best: dict


def asked_for(bytes: int) -> dict[str, str]:
    """By name."""
    return {n: spec for n, spec in ALGORITHMS.items() if spec != SPECS[RING] or bytes not in RING_LEFT_OUT}


def question(bytes: int) -> Question:
    specs = (*asked_for(bytes).values(), "auto")
    repeat = REPEAT if bytes == BYTES else 1
    return Question("bcast", MACHINE, NODES, PPN, str(bytes), specs, repeat=repeat, rotate_root=True)


def size_of(document: dict) -> Size:
    found = {name: rows.answer_to(document, spec) for name, spec in asked_for(document["bytes"]).items()}
    chosen, best = (rows.row_of(document, document[key]) for key in ("auto", "best"))
    return Size(document["bytes"], found, chosen, best)


def simulate_all(tell: Callable[[str], None]) -> list[Size]:
    found = []
    for bytes in SIZES:
        tell(f"simulating {bytes} bytes on {NODES} x {PPN} ranks")
        found.append(size_of(simulate(question(bytes))))
    return found
