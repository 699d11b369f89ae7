# SPDX-License-Identifier: BSD-3-Clause
"""hocket profile: where hocket-run goes in a command line, what is shown, and a run of a program."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hocket import find
from hocket.doctor import program, program_view
from hocket.profile import command, document, view
from hocket.stop import Stop

PROGRAM = Path(__file__).resolve().parents[1] / "mpi" / "profiled.c"


@pytest.fixture
def ours(monkeypatch):
    monkeypatch.setattr(command.find, "program", lambda name: Path("/opt") / name)
    return ["/opt/hocket-run", "--profile", "F", "--"]


@pytest.mark.parametrize(
    "text",
    [
        "mpiexec -n 4 | {program} -n 5",
        "mpirun -np 4 --map-by core --bind-to none | {program}",
        "srun --ntasks=4 -c 2 | {program} srun",
        "srun -H --job-name test -n 4 | {program}",
        "/usr/bin/mpiexec.hydra -genv NAME test -hosts a:2,b:2 -n 4 | {program}",
        "mpiexec -wdir test -n 1 | {program} x : -n 2 | {program} y",
        "flux run -n 4 | {program}",
        "| {program} alone",
    ],
)
def test_programs_are_found(ours, text):
    parts = [shlex.split(part.format(program=sys.executable)) for part in text.split("|")]
    expected = parts[0] + [word for part in parts[1:] for word in [*ours, *part]]
    assert command.with_hocket_run([word for part in parts for word in part], ["--profile", "F"]) == expected


@pytest.mark.parametrize(
    "words, said",
    [
        (["mpiexec", "-n", "4", "no-such-program"], "starts no program"),
        (["mpiexec", "-n", "4", "hocket-run", "app"], "hocket-run is in the command already"),
        (["mpiexec"], "starts no program"),
        (["srun", "--strange", "sh", "-n", "4", "cat"], "is sh the value of --strange or the program"),
    ],
)
def test_commands_that_cannot_be_profiled(ours, words, said):
    with pytest.raises(Stop, match=said) as refused:
        command.with_hocket_run(words, [])
    assert refused.value.status == 2


def a_profile():
    call = {
        "collective": "allreduce",
        "form": "blocking",
        "communicator": 0,
        "bytes": [8, 16],
        "calls": 1000.0,
        "mean_bytes": 8.0,
        "time_us": {"mean": 2500.0, "max": 3000.0, "one_call": 0.7},
        "wait_share": 0.4,
        "imbalance_us": {"median": 0.2, "p95": 1.0},
        "algorithms": {"native": 4000},
    }
    unknown = {"bytes": None, "wait_share": None, "imbalance_us": None, "mean_bytes": 10.5}
    other = {"collective": "alltoallv", "form": "nonblocking", "algorithms": {"bruck": 4}} | unknown
    return {
        "schema": "hocket-profile-1",
        "program": "app",
        "library": "MPI",
        "ranks": 4,
        "nodes": 2,
        "cores": 2,
        "hosts": ["a", "b"],
        "wall_us": 10000.0,
        "collective_us": {"mean": 3000.0, "max": 4000.0},
        "clock_error_us": 1.0,
        "communicators": [{"id": 0, "ranks": 4, "nodes": 2, "layout": "2x2", "many": 1}],
        "calls": [call, call | other | {"time_us": {"mean": 500.0, "max": 500.0, "one_call": None}}],
    }


def test_what_is_shown(valid, capsys):
    view.show(valid("profile", a_profile()))
    shown = capsys.readouterr().out
    for text in ("10 ms", "4 ranks on 2 nodes", "30%", "allreduce", "8-16", "2.5 ms", "25%", "700 ns", "40%", "200 ns"):
        assert text in shown
    assert "ialltoallv" in shown and "~10" in shown and "bruck" in shown


def test_rows_know_their_communicator():
    first, second = document.rows(a_profile())
    assert (first.ranks, first.nodes, first.bytes, first.late) == (4, 2, (8, 16), 0.2)
    assert (second.name, second.bytes, second.wait, second.late) == ("ialltoallv", None, None, None)


@pytest.mark.parametrize(
    "text, said",
    [("", "is not a JSON document"), ("[]", "is not a profile"), ('{"schema": "hocket-bench-1"}', "hocket-bench-1")],
)
def test_what_is_no_profile(tmp_path, text, said):
    file = tmp_path / "p.json"
    file.write_text(text)
    with pytest.raises(Stop, match=said) as refused:
        document.read(file)
    assert refused.value.status == 2 and str(file) in str(refused.value)


def test_the_doctor_names_the_library_as_explain_does():
    assert program.native_name("MPICH Version:      5.0.2\nMPICH ABI: 18:2:6") == "mpich-5.0"
    assert program.native_name("Open MPI v4.1.4, package: Debian") == "ompi-4.1"
    assert program.native_name("Intel(R) MPI Library 2021.18") is None


@pytest.mark.parametrize(
    "more, lines",
    [
        ({"ratio": {"value": 0.5, "low": 0.4, "high": 0.6}, "saved_us": 1200.0}, ["0.50 of", "[0.40, 0.60]", "1.2 ms"]),
        ({"ratio": {"value": 0.9, "low": 0.7, "high": 1.1}, "saved_us": 1.0}, ["no gain is shown"]),
        ({"why_not": "measured on 4 nodes only"}, ["measured on 4 nodes only"]),
        ({"why_not": "-", "without": {"settings": {"A": "1", "B": "x"}, "factor": 1.54}}, ["set A=1 B=x", "1.5 times"]),
        ({"why_not": "-", "native": "ring"}, ["it runs ring", "no setting"]),
    ],
)
def test_what_the_doctor_says(capsys, more, lines):
    one = {"collective": "bcast", "ranks": 4, "nodes": 1, "bytes": 8, "calls": 10.0, "time_us": 10.0, "wait_share": 0.2}
    program_view.show({"wall_us": 100.0, "collective_us": 10.0, "calls": [one | more]})
    shown = capsys.readouterr().out
    assert "bcast of 8 bytes among 4 ranks, 10 times: 10 us, 10% of the run, 20% of it waiting" in shown
    assert all(line in shown for line in lines)


def test_a_program_that_is_none_of_mpi(run, library, tmp_path):
    file = tmp_path / "p.json"
    file.write_text("an earlier one")
    status, out, err = run("profile", "-o", file, "--", "true")
    assert (status, out) == (1, "") and "no MPI program under Hocket came to MPI_Finalize" in err
    status, _, err = run("profile", "-o", file, "--", "sh", "-c", "exit 7")
    assert status == 1 and "status 7" in err
    assert file.read_text() == "an earlier one" and list(tmp_path.iterdir()) == [file]
    assert run("profile", "-o", tmp_path / "none" / "p.json", "--", "true")[0] == 2


@pytest.fixture
def profiled(library, tmp_path):
    """Built with the library's own compiler."""
    compiler = library.prefix / "bin" / "mpicc"
    if not shutil.which("cc") or not compiler.is_file():
        pytest.skip("no mpicc")
    made = tmp_path / "profiled"
    words = [str(compiler), "-o", str(made), str(PROGRAM)]
    subprocess.run(words, env=library.environment(1), check=True, timeout=60)
    return made


@pytest.mark.parametrize("more, algorithm", [([], "native"), (["--under-hocket"], "chain")])
def test_a_program_is_profiled(run, valid, monkeypatch, library, profiled, tmp_path, more, algorithm):
    monkeypatch.setenv("HOCKET_BCAST", "chain")
    for name, value in library.environment(3).items():
        monkeypatch.setenv(name, value)
    file = tmp_path / "p.json"
    status, out, _ = run("profile", "--json", *more, "-o", file, "--", *library.command(3, [profiled]))
    assert status == 0
    found = valid("profile", json.loads(out))
    assert found == json.loads(file.read_text())
    bcasts = [one for one in found["calls"] if one["collective"] == "bcast" and one["form"] == "blocking"]
    assert sum(one["calls"] for one in bcasts) == 357
    assert all(set(one["algorithms"]) == {algorithm} for one in bcasts if one["bytes"] != [0, 1])
    assert find.program("hocket-run").name not in found["program"] and "profiled" in found["program"]


def test_the_doctor_looks_at_a_program(run, valid, monkeypatch, library, profiled):
    for name, value in library.environment(3).items():
        monkeypatch.setenv(name, value)
    status, out, _ = run(
        "doctor", "--no-launch", "--json", "--mpi", library.prefix, "--", *library.command(3, [profiled])
    )
    assert status == 0
    found = valid("doctor", json.loads(out))["program"]
    assert len(found["calls"]) == 3
    assert all(call["ranks"] == 3 and call["native"] and call["ratio"]["value"] > 0 for call in found["calls"])
    assert {call["collective"] for call in found["calls"]} & {"allreduce", "barrier", "bcast"}
