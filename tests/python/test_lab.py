# SPDX-License-Identifier: BSD-3-Clause
"""The lab without a lab: texts, refusals, command lines, counters."""

from pathlib import Path

import pytest
from hocket.commands import lab as command
from hocket.lab import counters, launch, needs, network, shaping
from hocket.mpi import CROWDED, Mpi
from hocket.stop import Stop

MPICH, OPENMPI = Mpi(Path("mpiexec"), "mpich", "5.0.2"), Mpi(Path("mpirun"), "openmpi", "5.0.11")


@pytest.mark.parametrize("text, rate", [("50mbit", 50_000_000), ("1.5gbit", 1_500_000_000), ("800kbit", 800_000)])
def test_rates(text, rate):
    assert shaping.parse_rate(text) == rate
    assert shaping.show_rate(rate) == text


@pytest.mark.parametrize(
    "words, named",
    [
        (["create", "--rate", "50"], "50mbit"),
        (["create", "--rate", "1kbit"], "100kbit"),
        (["create", "--queue", "1k"], "4096"),
        (["create", "--queue", "x"], "64K"),
        (["create", "--rto-min", "1s"], "200ms"),
        (["create", "-n", "1"], "-n"),
        (["create", "--delay-us", "100"], "--delay-us"),
        (["shape"], "--rate"),
        (["run", "--"], "program"),
        (["bench", "/none.toml", "-o", "x.json"], "/none.toml"),
    ],
)
def test_wrong_usage(run, words, named):
    status, out, err = run("lab", *words)
    assert (status, out) == (2, "")
    assert named in err


def test_what_is_missing_is_named_with_what_brings_it(run, monkeypatch, tmp_path):
    monkeypatch.setattr(needs, "effective", lambda: 0)
    status, _, err = run("lab", "create", "--dir", tmp_path / "lab")
    assert status == 3 and "CAP_NET_ADMIN" in err and "This brings it:" in err
    monkeypatch.setattr(needs.programs, "find", lambda name: None if name == "tc" else name)
    status, _, err = run("lab", "create", "--dir", tmp_path / "lab")
    assert status == 3 and "tc is missing" in err and "apt-get install iproute2" in err


def test_a_folder_of_others_is_not_trusted(run, monkeypatch, tmp_path):
    monkeypatch.setattr(needs, "check", lambda: None)
    folder = tmp_path / "lab"
    folder.mkdir()
    (folder / "state.json").write_text("{}")
    folder.chmod(0o777)
    status, _, err = run("lab", "destroy", "--dir", folder)
    assert status == 2 and "--dir" in err
    assert (folder / "state.json").exists()


def test_without_a_lab(run, monkeypatch, tmp_path):
    monkeypatch.setattr(needs, "check", lambda: None)
    assert run("lab", "destroy", "--dir", tmp_path / "none")[0] == 0
    status, _, err = run("lab", "stats", "--dir", tmp_path / "none")
    assert status == 2 and "hocket lab create" in err


PLACE = launch.Layout(["h0", "h1", "h2"], 4)


def test_the_command_line_of_mpich():
    words = launch.words(MPICH, Path("shell"), PLACE, ["hocket-run", "./app", "-x"])
    assert words[words.index("-hosts") + 1] == "h0:4,h1:4,h2:4"
    assert words[words.index("-launcher-exec") + 1] == "shell"
    assert words[-5:] == ["-n", "12", "hocket-run", "./app", "-x"]


def test_the_command_line_of_open_mpi():
    words = launch.words(OPENMPI, Path("shell"), PLACE, ["./app"])
    assert words[words.index("--host") + 1] == "h0:4,h1:4,h2:4"
    assert words[words.index("plm_ssh_agent") + 1] == "shell"
    assert "ppr:4:node:oversubscribe" in words
    assert "prte_if_include" not in words  # its daemons crash under it
    assert words[-3:] == ["-n", "12", "./app"]


@pytest.mark.parametrize("library", [MPICH, OPENMPI])
def test_calm_is_the_library_s_own_way_to_give_way(library, monkeypatch):
    names = CROWDED[library.family]
    for name in names:
        monkeypatch.delenv(name, raising=False)
    assert names.items() <= launch.environment(library, calm=True).items()
    assert not names.keys() & launch.environment(library, calm=False).keys()
    first = next(iter(names))
    monkeypatch.setenv(first, "mine")
    assert launch.environment(library, calm=True)[first] == "mine"


def test_variables_of_hocket_reach_the_job(monkeypatch):
    monkeypatch.setenv("HOCKET_BCAST", "chain")
    assert launch.environment(MPICH, calm=True)["HOCKET_BCAST"] == "chain"


@pytest.mark.parametrize("library", [Mpi(Path("m"), "openmpi", "4.1.4"), Mpi(Path("m"), "intel", "2021.18")])
def test_a_library_that_cannot_be_started_is_refused(library):
    with pytest.raises(Stop, match="MPICH and Open MPI 5 can"):
        launch.supported(library)


def test_the_program_begins_after_the_dashes():
    assert command.given(["--", "ip", "--", "x"]) == ["ip", "--", "x"]
    assert command.given(["ip", "-s"]) == ["ip", "-s"]
    with pytest.raises(Stop):
        command.given(["--"])


def test_addresses_are_distinct_up_to_the_most_hosts():
    every = [f(i) for i in range(network.MOST) for f in (network.address, network.control, network.hardware)]
    assert len(set(every)) == 3 * network.MOST
    assert all(int(word) < 254 for i in range(network.MOST) for word in network.address(i).split("."))


SNMP = "Ip: Forwarding OutSegs\nIp: 1 7\nTcp: OutSegs RetransSegs\nTcp: 100 4\n"
NETSTAT = "TcpExt: TCPTimeouts TCPFastRetrans\nTcpExt: 2 3\nIpExt: TCPTimeouts\nIpExt: 9\n"


def test_tcp_counters(tmp_path):
    (tmp_path / "snmp").write_text(SNMP)
    (tmp_path / "netstat").write_text(NETSTAT)
    expected = {"sent_segments": 100, "retransmitted_segments": 4, "timeouts": 2, "fast_retransmits": 3}
    assert counters.tcp(tmp_path) == expected


def test_queues_name_their_device_only_where_all_are_asked_for():
    assert counters.queues('[{"dev":"p0","root":true,"drops":1},{"dev":"p0","drops":9}]')["p0"]["drops"] == 1
    assert counters.queues('[{"root":true,"drops":2}]', "eth0")["eth0"]["drops"] == 2


def test_counts_of_one_job():
    before, after = {"h0": {"timeouts": 1}, "h1": {"timeouts": 0}}, {"h0": {"timeouts": 4}, "h1": {"timeouts": 2}}
    of_job = counters.since(before, after)
    assert of_job == {"h0": {"timeouts": 3}, "h1": {"timeouts": 2}}
    assert counters.total(of_job) == {"timeouts": 5}
