# SPDX-License-Identifier: BSD-3-Clause
"""The same program on 512 nodes x 12 ranks, simulated: each algorithm, and the choice, over message size."""

from collections.abc import Callable
from dataclasses import dataclass

from hocket.gallery.records import BYTES, NODES, PPN, RING, SPECS
from hocket.simulate import rows
from hocket.simulate.question import Question, simulate

MACHINE = "aurora"
SIZES = sorted([4**power for power in range(5, 13)] + [BYTES])  # 1K to 16M
REPEAT = 2  # roots in turn, as the program has them
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


@dataclass(frozen=True)
class Scale:
    sizes: list[Size]  # one broadcast each
    program: Size  # roots in turn, without a barrier


def heavy(spec: str, bytes: int) -> bool:
    """Millions of messages: given up when it has taken 4 times as long as the choice."""
    return spec == SPECS[RING] or (spec == SPECS["pipelined_tree"] and bytes > 4 << 20)


def questions(bytes: int, repeat: int) -> list[Question]:
    """The light ones, which run to their end, and the heavy ones. The choice is in both."""
    specs = ALGORITHMS.values()
    parts = [[spec for spec in specs if heavy(spec, bytes) == wanted] for wanted in (False, True)]
    place = ("bcast", MACHINE, NODES, PPN, str(bytes))
    turns = {"repeat": repeat, "rotate_root": True}
    return [Question(*place, (*part, "auto"), full=part is parts[0], **turns) for part in parts]


def merged(documents: list[dict]) -> dict:
    """One document with the rows of all; of the first where it is in several."""
    found = {row["algorithm"]: row for document in reversed(documents) for row in document["results"]}
    whole = documents[0] | {"results": list(found.values())}
    return whole | {"best": rows.by_time(whole)[0]["algorithm"]}


def size_of(document: dict) -> Size:
    found = {name: rows.answer_to(document, spec) for name, spec in ALGORITHMS.items()}
    chosen, best = (rows.row_of(document, document[key]) for key in ("auto", "best"))
    return Size(document["bytes"], found, chosen, best)


def simulate_one(bytes: int, repeat: int) -> Size:
    return size_of(merged([simulate(one) for one in questions(bytes, repeat)]))


def simulate_all(tell: Callable[[str], None]) -> Scale:
    place = f"on {NODES} x {PPN} ranks"
    sizes = []
    for bytes in SIZES:
        tell(f"simulating a broadcast of {bytes} bytes {place}")
        sizes.append(simulate_one(bytes, 1))
    tell(f"simulating {REPEAT} roots in turn with {BYTES} bytes {place}")
    return Scale(sizes, simulate_one(BYTES, REPEAT))
