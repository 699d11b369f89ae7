# SPDX-License-Identifier: BSD-3-Clause
"""`hocket bench --variant` in real launches: a setting of the library holds in its own ones only."""

import json
import re
import subprocess
from types import SimpleNamespace

import pytest
from conftest import needs
from hocket import find, mpi
from hocket.bench import launch

USED = re.compile(r"Using (\w+) btl for send to")


@pytest.fixture
def said(monkeypatch):
    """What Open MPI says of each launch: the setting that it was given, and the transports over which it sends."""
    launches = []

    def listening(words, **more):
        ended = subprocess.run(words, stderr=subprocess.PIPE, **more)
        launches.append((more["env"].get("OMPI_MCA_btl"), {*USED.findall(ended.stderr)} - {"self"}))
        return ended

    heard = SimpleNamespace(
        run=listening, DEVNULL=subprocess.DEVNULL, PIPE=subprocess.PIPE, TimeoutExpired=subprocess.TimeoutExpired
    )
    monkeypatch.setattr(launch, "subprocess", heard)
    monkeypatch.setenv("OMPI_MCA_btl_base_verbose", "100")
    monkeypatch.delenv("OMPI_MCA_btl", raising=False)
    return launches


def test_a_transport_is_used_in_its_own_launches_only(run, valid, said):
    needs("hocket-bench-ompi")
    prefixes = [p for p in find.default_prefixes() if mpi.choose(p).family == "openmpi"]
    if not prefixes:
        pytest.skip("no Open MPI of the sources")
    words = ["-n", "2", "-m", "8:8", "-i", "2", "-x", "1", "-r", "2", "--compare", "native", "--launches", "2"]
    words += ["--mpi", prefixes[0], "--variant", "tcp:OMPI_MCA_btl=self,tcp"]
    status, out, err = run("bench", "bcast", *words, "--json")
    assert status == 0, err
    found = valid("bench", json.loads(out))
    environments = {variant["name"]: variant["environment"] for variant in found["variants"]}
    assert environments == {"native": {}, "native'": {}, "tcp": {"OMPI_MCA_btl": "self,tcp"}}
    assert {row["variant"]: len(row["rounds_us"]) for row in found["results"]} == dict.fromkeys(environments, 2)
    assert all(row["verified"] for row in found["results"]) and found["launches"] == 2
    transports = {setting: [used for given, used in said if given == setting] for setting, _ in said}
    assert transports == {None: [{"sm"}] * 2, "self,tcp": [{"tcp"}] * 2}
