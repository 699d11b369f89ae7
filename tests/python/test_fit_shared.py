# SPDX-License-Identifier: BSD-3-Clause
"""The shared memory of a fitted machine: where one copy begins to be faster is found again, and what was not measured
is not in it."""

import json
import random
import subprocess
import sys
from math import inf
from pathlib import Path

import fit_documents
import pytest
import without_reading
from conftest import needs
from hocket import find, mpi
from hocket.doctor import single_copy
from hocket.fit import shared
from hocket.fit.document import Machine
from hocket.fit.level import Level
from hocket.fit.measured import Measured
from hocket.fit.shared import Sharing

pytestmark = pytest.mark.alone

NODE = Level(0.1, 1e-4, ((0, 0.5), (64 << 20, 2640)), 1.5, 8191)
KNOWN = Sharing(latency_us=0.1, overhead_us=0.05, per_byte_us=1e-4, call_us=0.6)
SIZES = fit_documents.SHARED_SIZES


def measured(known: Sharing = KNOWN, seed: int = 1, **shape: object) -> dict:
    plain = fit_documents.document({"node": fit_documents.Known(NODE)})
    return fit_documents.with_sharing(plain, known, seed=seed, **shape)


def rows(gain, seed: int, noise: float = 0.05) -> list[dict]:
    """One copy takes 1 / gain(bytes) of what two take; both are disturbed."""
    dice = random.Random(seed)
    two = {n: fit_documents.disturbed(1 + n * 2e-4, dice, noise) for n in SIZES}
    one = {n: fit_documents.disturbed((1 + n * 2e-4) / gain(n), dice, noise) for n in SIZES}
    return [{"bytes": n, "us": two[n], "single_us": one[n]} for n in SIZES]


@pytest.mark.parametrize("seed", range(20))
def test_a_crossing_is_found_again(seed):
    print("seed", seed)
    at = random.Random(seed).choice([n for n in SIZES if 1024 <= n <= 131072])
    found = shared.crossing(rows(lambda n: (n / (at * 1.09)) ** 0.3, seed), seed)
    low, mine, high = (SIZES.index(int(one)) for one in (found.low, found.bytes, found.high))
    assert abs(mine - SIZES.index(at)) <= 2 and low - 1 <= SIZES.index(at) <= high + 1 and high - low <= 8


@pytest.mark.parametrize("seed", range(5))
def test_one_size_out_of_line_decides_nothing(seed):
    print("seed", seed)
    measured_rows = rows(lambda n: 0.7 if n <= 8192 else 1.4, seed)
    for row in measured_rows:
        odd = {65536: "us", 1024: "single_us"}.get(row["bytes"])
        if odd:
            row[odd] = [us / 2 for us in row[odd]]
    assert shared.crossing(measured_rows, seed).bytes == 8192


@pytest.mark.parametrize("gain, bytes_", [(0.8, inf), (1.25, min(SIZES))])
def test_where_the_times_never_cross(gain, bytes_):
    """Below the least size nothing is known: once the limit was 0, and 8 bytes were read where they lie."""
    found = shared.crossing(rows(lambda n: gain, 3))
    assert (found.low, found.bytes, found.high) == (bytes_, bytes_, bytes_)


@pytest.mark.parametrize("seed", range(10))
def test_known_memory_is_found_again(seed, valid):
    print("seed", seed)
    dice = random.Random(seed)
    known = Sharing(
        dice.uniform(0.05, 0.3), dice.uniform(0.02, 0.1), 10 ** dice.uniform(-4.5, -3.5), dice.uniform(0.2, 1)
    )
    document = valid("machine", Machine(Measured(valid("fit", measured(known, seed))), "m").document())
    found = document["shared_memory"]
    wanted = (2 * known.latency_us + known.call_us) / known.per_byte_us  # there both ways take as long
    assert found["single_copy_from"] == pytest.approx(min(wanted, 32768), rel=0.4)  # near it little is lost
    assert found["copy_GBps"] == pytest.approx(1e-3 / known.per_byte_us, rel=0.05)
    assert found["overhead_us"] == pytest.approx(known.overhead_us, rel=0.15)
    assert found["single_copy_us"] == pytest.approx(known.call_us, abs=0.1)
    held = [e["error_percent"] for e in document["held_out"] if "Hocket's memory" in e["what"]]
    assert len(held) > 20 and max(map(abs, held)) < 10


def test_what_it_says_of_the_threshold():
    document = Machine(Measured(measured()), "m").document()
    assert document["shared_memory"]["single_copy_from"] == 7168 and document["shared_memory"]["tell_limit"] == 7168
    said = document["source"]["shared_memory.single_copy_from"]
    assert said.startswith("measured") and "5120 B where it was sent before" in said
    assert {e["parameter"] for e in document["fitted"]} == {"levels.node", "shared_memory"}


def test_a_cell_ends_before_the_times_cross():
    found = Machine(Measured(measured(Sharing(0.1, 0.05, 1e-5, 0.6))), "m").document()
    assert found["shared_memory"]["single_copy_from"] == 32768
    assert "where Hocket's cells end; 65536 B by time" in found["source"]["shared_memory.single_copy_from"]


def test_one_copy_begins_no_earlier_than_was_measured(valid):
    """Once 0 bytes were, and nothing was told."""
    found = valid("machine", Machine(Measured(measured(Sharing(0.001, 0.05, 1e-3, 0.001))), "m").document())
    numbers = found["shared_memory"]
    assert numbers["single_copy_from"] == numbers["tell_limit"] == 1024
    assert "1024 B is the shortest" in found["source"]["shared_memory.single_copy_from"]


def test_where_two_copies_always_gain_the_model_still_reads_what_no_cell_holds(valid):
    """Once it had no limit then, and the model copied twice what the library reads."""
    found = valid("machine", Machine(Measured(measured(Sharing(0.1, 0.05, 1e-5, 20))), "m").document())
    numbers = found["shared_memory"]
    assert numbers["single_copy_from"] == 32768 and numbers["single_copy_us"] == pytest.approx(20, rel=0.1)
    said = found["source"]["shared_memory.single_copy_from"]
    assert said.startswith("where Hocket's cells end") and "gain in two copies up to 256 KiB" in said


def test_who_may_not_read_has_no_threshold(valid):
    content = measured(
        single_copy=False, mistake="processes may not read one another's memory: Operation not permitted"
    )
    document = valid("machine", Machine(Measured(valid("fit", content)), "m").document())
    found = document["shared_memory"]
    assert found.keys() == {"latency_us", "overhead_us", "copy_GBps", "tell_limit"} and found["tell_limit"] == 8192
    assert found["copy_GBps"] == pytest.approx(10, rel=0.05)
    assert document["source"]["shared_memory.single_copy_from"].startswith("not measured: processes may not read")


@pytest.mark.parametrize(
    "shape, said",
    [
        ({"works": False, "single_copy": False, "mistake": "ranks share processors"}, "ranks share processors"),
        (None, "this hocket-fit measured none"),
    ],
)
def test_without_shared_memory_it_is_left_out(run, tmp_path, built, shape, said):
    content = fit_documents.document({"node": fit_documents.Known(NODE)})
    if shape:
        content["shared_memory"] = fit_documents.SHAPE | shape
    (tmp_path / "printed").write_text(json.dumps(content))
    status, _, err = run("tune", "--machine-only", "--measured", tmp_path / "printed", "-o", tmp_path / "m.json")
    document = json.loads((tmp_path / "m.json").read_text())
    assert status == 0 and f"no shared memory was measured: {said}" in " ".join(err.split())
    assert "shared_memory" not in document and document["source"]["shared_memory"] == f"not measured: {said}"
    words = ["--machine", tmp_path / "m.json", "--nodes", "1", "--ppn", "2", "--bytes", "64K", "--shm"]
    status, _, err = run("simulate", "bcast", *words)
    assert status == 2 and 'has no "shared_memory"' in err


# MPICH ends with an error where its own reads are refused, unless it is told.
WITHOUT_READING = {"MPIR_CVAR_CH4_CMA_ENABLE": "0"}


def two_ranks(library, program: list, **variables: str) -> subprocess.CompletedProcess:
    environment = library.environment(2) | variables
    command = library.command(2, program)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


def launched(library, *before: str, **variables: str) -> dict:
    needs(f"hocket-fit-{library.abi}")
    program = find.program(f"hocket-fit-{library.abi}")
    ended = two_ranks(library, [*before, program, "--seconds", "1"], **variables)
    if ended.returncode == without_reading.NOT_HERE:
        pytest.skip("no filters of system calls here")
    assert ended.returncode == 0, ended.stderr
    return json.loads(next(line for line in ended.stdout.splitlines() if line.startswith("{")))


def test_two_ranks_of_this_machine(library, run, valid, tmp_path):
    """Where both have a processor it is found, and the simulator takes it."""
    content = valid("fit", launched(library))
    if mpi.cores() < 2:
        assert content["shared_memory"]["mistake"] == "ranks share processors"
        return
    assert content["shared_memory"]["works"]
    (tmp_path / "printed").write_text(json.dumps(content))
    words = ["--machine-only", "--measured", tmp_path / "printed", "-o", tmp_path / "m.json"]
    status, out, err = run("tune", *words)
    assert status == 0 and "shared memory, held out: error" in out, err
    found = valid("machine", json.loads((tmp_path / "m.json").read_text()))["shared_memory"]
    assert 0 < found["latency_us"] + 2 * found["overhead_us"] < 100 and 0.1 < found["copy_GBps"] < 1000
    at = ["--nodes", "1", "--ppn", "2", "--bytes", "64K", "--algorithm", "flat", "--shm", "--json"]
    status, out, err = run("simulate", "bcast", "--machine", tmp_path / "m.json", *at)
    assert status == 0 and valid("simulate", json.loads(out))["machine"] == "m", err


def test_where_the_kernel_refuses_it_says_so(library, valid):
    if mpi.cores() < 2:
        pytest.skip("ranks share processors: nothing is tried")
    refused = [sys.executable, str(Path(__file__).with_name("without_reading.py"))]
    content = valid("fit", launched(library, *refused, **WITHOUT_READING))
    said = content["shared_memory"]
    assert said["works"] and not said["single_copy"]
    assert said["mistake"] == "processes may not read one another's memory: Operation not permitted"
    assert not [row for row in content["measured"] if "single_us" in row]
    document = Machine(Measured(content), "m").document()
    assert "single_copy_from" not in document["shared_memory"]


def test_the_library_takes_the_threshold(library, tmp_path):
    """Without shared memory a machine leaves Hocket's own; one that has it decides, from a slot to a cell."""
    if mpi.cores() < 2 or not single_copy.allowed():
        pytest.skip("ranks share processors, or may not read one another")
    program = [find.program("hocket-run"), find.program(f"hocket-bench-{library.abi}"), "bcast", "--sizes", "64"]
    for name, shared_memory, bytes_ in [
        ("plain", {}, 16384),
        ("mine", {"single_copy_from": 4096}, 4096),
        ("far", {}, 32768),
        ("everything", {"single_copy_from": 0}, 48),
    ]:
        document = {"schema": "hocket-machine-1", "name": name, "levels": [{"name": "node"}, {"name": "network"}]}
        if name != "plain":
            document["shared_memory"] = {"copy_GBps": 10} | shared_memory
        (tmp_path / "m.json").write_text(json.dumps(document))
        variables = {"HOCKET_SHM": "1", "HOCKET_EXPLAIN": "1", "HOCKET_MACHINE": str(tmp_path / "m.json")}
        ended = two_ranks(library, [*program, "-r", "1"], **variables)
        assert ended.returncode == 0 and f"long ones in one copy (over {bytes_} bytes)" in ended.stderr, ended.stderr
