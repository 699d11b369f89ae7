# SPDX-License-Identifier: BSD-3-Clause
"""`hocket bench -d cuda`: reductions of memory of a device, here that of the test double of a driver."""

import json
import os

import pytest
from hocket import find
from hocket.bench.conditions import Conditions
from hocket.stop import Stop

SMALL = ["-n", "2", "--json", "-i", "2", "-x", "1", "-r", "2"]


@pytest.fixture
def double(library, monkeypatch):
    """Where the loader looks first."""
    folder = find.program("hocket-run").parent.parent / "tests" / "double"
    if not folder.is_dir():
        pytest.skip("no test double was built")
    monkeypatch.setenv("LD_LIBRARY_PATH", f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}")
    return library


@pytest.mark.parametrize(
    "collective, how",
    [("allreduce", "auto"), ("allreduce", "kernel"), ("reduce", "kernel"), ("reduce_scatter", "auto")],
)
def test_data_lie_on_a_device(run, valid, double, monkeypatch, collective, how):
    monkeypatch.setenv("HOCKET_DEVICE", how)
    status, out, err = run("bench", collective, "-d", "cuda", "-m", "4:4K", "--mpi", double.prefix, *SMALL)
    assert status == 0, err
    found = valid("bench", json.loads(out))
    assert found["memory"] == {"kind": "cuda", "device": "test double of the CUDA driver, no GPU"}
    assert all(row["verified"] for row in found["results"])


def test_what_is_no_reduction_is_refused(run, double):
    status, _, err = run("bench", "bcast", "-d", "cuda", "-m", "8", "--mpi", double.prefix, *SMALL)
    assert status == 2 and "-d cuda is for reductions only" in err


def test_without_a_driver_it_says_so(run, library):
    status, _, err = run("bench", "allreduce", "-d", "cuda", "-m", "8", "--mpi", library.prefix, *SMALL)
    if status == 0:
        pytest.skip("there is a driver here")
    assert status == 3
    assert [line for line in err.splitlines() if "libcuda.so.1" in line and "-d cuda" in line][1:] == []
    assert "libcuda.so.1" in err


def test_a_library_that_reads_no_devices_gets_none(run, double):
    """Without Hocket, which native alone does not need, it crashed."""
    words = ["-d", "cuda", "-m", "8", "--compare", "native", "--mpi", double.prefix]
    status, _, err = run("bench", "allreduce", *words, *SMALL)
    said = [line for line in err.splitlines() if line.startswith("hocket-bench:")]
    assert status == 3 and len(said) == 1, err
    assert "does not say that it reads memory of devices" in said[0] and "hocket-run" in said[0]


def test_kinds_of_devices_are_named():
    with pytest.raises(Stop, match="host, cuda"):
        Conditions(device="gpu").check(["allreduce"])
    assert "-d" not in Conditions().words("allreduce")
