# SPDX-License-Identifier: BSD-3-Clause
"""Labs that are really made: jobs run on their hosts, and nothing is left of them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hocket.find import PACKAGE
from hocket.lab import processes

pytestmark = pytest.mark.alone


@pytest.fixture
def up(run, library, tmp_path):
    """A lab of two hosts: its folder, and a word to choose the library of a job."""
    folder, interfaces = tmp_path / "lab", interfaces_here()
    status, _, err = run("lab", "create", "-n", "2", "--rate", "50mbit", "--dir", folder)
    if status == 3:
        pytest.skip(err)
    assert status == 0, err
    lab = json.loads((folder / "state.json").read_text())
    spaces = {processes.namespace(holder["pid"]) for holder in [lab["head"], *lab["hosts"]]}
    assert len(spaces - {"", processes.namespace("self")}) == 3 <= len(inhabitants(spaces))
    try:
        yield folder
    finally:
        assert run("lab", "destroy", "--dir", folder)[0] == 0
    assert not folder.exists()
    assert not inhabitants(spaces)
    assert interfaces_here() == interfaces
    assert run("lab", "destroy", "--dir", folder)[0] == 0


def interfaces_here():
    return {path.name for path in Path("/sys/class/net").iterdir()}


def inhabitants(spaces):
    """Without those that are dead and wait for the system to reap them."""
    alive = [path.name for path in Path("/proc").glob("[0-9]*") if processes.started(path.name)]
    return [name for name in alive if processes.namespace(name) in spaces]


def test_a_real_job_on_two_hosts(run, library, up):
    place = ["--dir", up, "--mpi", library.prefix, "-m", "2", "--timeout", "60"]
    status, out, _ = run("lab", "run", *place, "--", "hostname")
    assert status == 0 and sorted(out.split()) == ["h0", "h0", "h1", "h1"]
    bench = ["hocket-run", f"hocket-bench-{library.abi}", "bcast", "-m", "64K:64K", "-i", "2", "-x", "1", "-r", "1"]
    status, out, err = run("lab", "run", *place, "--stats", "--", *bench, "--compare", "chain")
    assert status == 0 and json.loads(out)["hosts"] == ["h0", "h1"] and "switch_drops" in err
    found = json.loads(run("lab", "stats", "--json", "--dir", up)[1])
    assert set(found) == {"h0", "h1"} and found["h1"]["received_bytes"] > 5 * 65536
    assert run("lab", "run", *place, "--timeout", "2", "--", "sleep", "60")[0] == 124


def test_hosts_are_apart(run, up):
    where = ["--dir", up]
    status, out, _ = run("lab", "exec", *where, "h1", "--", "sh", "-c", "hostname; touch /dev/shm/mine; exit 5")
    assert (status, out) == (5, "h1\n")
    assert run("lab", "exec", *where, "h1", "--", "test", "-e", "/dev/shm/mine")[0] == 0
    assert run("lab", "exec", *where, "h0", "--", "test", "-e", "/dev/shm/mine")[0] == 1
    assert run("lab", "create", *where)[0] == 2
    assert run("lab", "shape", *where, "--rate", "20mbit")[:2] == (0, shaped("20mbit"))
    assert "rate 20Mbit" in run("lab", "exec", *where, "h0", "--", "tc", "qdisc", "show", "dev", "eth0")[1]


def shaped(rate):
    return f"now: 2 hosts, {rate}, queues of 64K, cubic, rto_min 200 ms\n"


@pytest.mark.parametrize("by, why", [("eth0", ""), ("eth7", "h0: no network interface"), ("only0", "h1: no network")])
def test_multicast_is_measured_between_hosts(run, library, up, tmp_path, monkeypatch, by, why):
    """As fast as the link, 1506 bytes for 1408 of data. What one host alone lacks is named with it."""
    for words in (
        "link add only0 type veth peer name only1",
        "address add 10.99.0.1/24 dev only0",
        "link set only0 up",
    ):
        assert run("lab", "exec", "--dir", up, "h0", "--", "ip", *words.split())[0] == 0
    monkeypatch.setenv("HOCKET_MULTICAST", by)
    fit = [f"hocket-fit-{library.abi}", "--seconds", "1"]
    status, out, _ = run("lab", "run", "--dir", up, "--mpi", library.prefix, "-m", "2", "--timeout", "60", "--", *fit)
    assert status == 0
    (tmp_path / "printed").write_text(out)
    status, _, err = run("tune", "--machine-only", "--measured", tmp_path / "printed", "-o", tmp_path / "m.json")
    assert status == 0 and ("no multicast was measured" in err) == bool(why) and why in " ".join(err.split())
    found = json.loads((tmp_path / "m.json").read_text()).get("multicast")
    assert (found is not None) == (not why)
    if found:
        assert found["GBps"] == pytest.approx(50e6 / 8 / 1e9 * 1408 / 1506, rel=0.15) and found["packet_us"] > 0


def test_multicast_that_a_switch_keeps_back(run, library, up, tmp_path, monkeypatch):
    """The test burst fails: one line says whom nobody heard, and broadcasts are right by other ways."""
    place = ["--dir", up, "--mpi", library.prefix, "--timeout", "60"]
    block = ["bridge", "link", "set", "dev", "p1", "mcast_flood", "off"]
    assert run("lab", "exec", "--dir", up, "head", "--", *block)[0] == 0
    monkeypatch.setenv("HOCKET_MULTICAST", "eth0")
    monkeypatch.setenv("HOCKET_VERIFY", "1")
    bench = ["hocket-run", "--explain", f"hocket-bench-{library.abi}", "bcast", "-m", "64K:64K", "-i", "2", "-x", "1"]
    status, _, err = run("lab", "run", *place, "--", *bench, "-r", "1", "--compare", "multicast")
    assert status == 0 and "no multicast between nodes: 1 of 2 nodes were not heard" in err
    status, out, _ = run("lab", "run", *place, "--", f"hocket-fit-{library.abi}", "--seconds", "1")
    said = json.loads(out)["multicast"]
    assert status == 0 and said["asked"] and not said["works"]
    assert said["mistake"] == "packets by eth0 do not come to 1 of 1 other nodes"


def test_destroy_in_the_middle_of_a_job(run, library, up):
    words = ["lab", "run", "--dir", up, "--mpi", library.prefix, "-m", "2", "--", "sh", "-c", "echo begun; sleep 100"]
    job = subprocess.Popen(
        [sys.executable, "-m", "hocket", *map(str, words)],
        cwd=PACKAGE.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with job:
        assert job.stdout.readline() == "begun\n"
        assert run("lab", "destroy", "--dir", up)[0] == 0
        assert job.wait(20) == 1
        assert "the lab was destroyed under the job" in job.stderr.read()
