# SPDX-License-Identifier: BSD-3-Clause
"""Our simulator beside SimGrid SMPI: the same schedule under the same parameters ends at the same time.

docs/simulation.md says where the two models must differ; these cases are taken from where they mean the same.
"""

import json
import shutil
from pathlib import Path

import pytest
import smpi
from hocket import find, tool
from hocket.stop import Stop

MACHINE = json.loads(Path(__file__).with_name("machine.json").read_text())
TOLERANCE = 0.02


def without_overhead(flow: float, interface: float = 0, **more) -> dict:
    """MACHINE without processor time, with these GB/s for a message and (0: no limit) through an interface."""
    levels = [{**level, "overhead_us": [[0, 0]]} for level in MACHINE["levels"]]
    levels[1] = {**levels[1], "flow_GBps": flow}
    return {**MACHINE, "levels": levels, "nic": {"count": 1, "in_GBps": interface, "out_GBps": interface}, **more}


MACHINES = {
    # Every flow has its cap and there is room for all: who sends when, overheads, latencies.
    "flows": MACHINE,
    "no-overhead": without_overhead(3.3),
    # The interface is the limit. Messages wait for their receivers, so a sender has one after the other under way.
    "handshake": without_overhead(3.3, 3.3, eager_limit=0),
    # The same, and all are under way at once.
    "interface": without_overhead(3.3, 3.3),
}

CASES = [
    ("knomial", "flows", 16, 1, "64K"),
    ("chain:segment=8K", "handshake", 8, 1, "64K"),
]
LONG = [
    ("knomial", "flows", 256, 1, "64K"),
    ("knomial", "flows", 64, 4, "1K"),
    ("knomial:k=4", "flows", 37, 3, "100K"),
    ("knomial", "flows", 128, 1, "8"),
    ("flat", "flows", 64, 1, "1K"),
    ("flat", "interface", 64, 1, "64K"),
    ("kary:k=3", "flows", 100, 1, "32K"),
    ("kary:k=2", "flows", 32, 8, "32K"),
    ("chain:segment=16K", "handshake", 64, 1, "256K"),
    ("then(scatter=knomial,allgather=recursive-doubling)", "flows", 64, 1, "256K"),
    ("then(scatter=knomial,allgather=ring)", "flows", 48, 1, "192K"),
    ("levels(across=knomial,inside=knomial)", "flows", 32, 8, "64K"),
    ("circulant", "no-overhead", 61, 1, "64K"),
    ("split-binary", "flows", 64, 1, "64K"),
    ("double-tree", "flows", 64, 1, "64K"),
    ("bine", "flows", 64, 1, "64K"),
]


@pytest.fixture(scope="session")
def player(tmp_path_factory):
    for program in ("smpirun", "smpicc"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed: sudo apt-get install libsimgrid-dev")
    try:
        find.program("hocket-tool")
    except Stop as missing:
        pytest.skip(str(missing))
    return smpi.compile_player(tmp_path_factory.mktemp("player"))


def ours(machine: dict, nodes: int, ppn: int, algorithm: str, size: str, folder: Path) -> float:
    file = folder / "machine.json"
    file.write_text(json.dumps(machine))
    place = ["--machine", str(file), "--nodes", str(nodes), "--ppn", str(ppn), "--bytes", size]
    answer = json.loads(tool.ask(["simulate", "bcast", *place, "--algorithm", algorithm])[0])
    return answer["results"][0]["time_us"]


def theirs(player: Path, machine: dict, nodes: int, ppn: int, algorithm: str, size: str, folder: Path) -> float:
    place = ["--ranks", str(nodes * ppn), "--nodes", f"{nodes}x{ppn}", "--bytes", size]
    schedule = tool.ask(["record", "bcast", "--algorithm", algorithm, *place])[0]
    return smpi.last_end(player, folder, machine, nodes, ppn, schedule)


def name_of(case) -> str:
    algorithm, machine, nodes, ppn, size = case
    return f"{algorithm}-{machine}-{nodes}x{ppn}-{size}"


@pytest.mark.parametrize("case", [*CASES, *(pytest.param(case, marks=pytest.mark.long) for case in LONG)], ids=name_of)
def test_both_say_when_the_last_rank_ends(case, player, tmp_path):
    algorithm, machine, nodes, ppn, size = case
    here = ours(MACHINES[machine], nodes, ppn, algorithm, size, tmp_path)
    there = theirs(player, MACHINES[machine], nodes, ppn, algorithm, size, tmp_path)
    print(f"{name_of(case)}: {here:.2f} us, SMPI {there:.2f} us, {here / there - 1:+.2%}")
    assert here == pytest.approx(there, rel=TOLERANCE)


def test_a_machine_that_differs_is_seen(player, tmp_path):
    """The comparison must be able to fail: 9 % less per flow is well outside."""
    slower = without_overhead(3.0, 3.3, eager_limit=0)
    here = ours(slower, 4, 1, "chain:segment=8K", "32K", tmp_path)
    there = theirs(player, MACHINES["handshake"], 4, 1, "chain:segment=8K", "32K", tmp_path)
    assert here != pytest.approx(there, rel=TOLERANCE)
