# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune in batch jobs: the scripts that ask for them, and the launchers inside them."""

import json
import os
import re
import shlex
import stat
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import needs
from hocket.find import PACKAGE
from hocket.mpi import Mpi
from hocket.stop import Stop
from hocket.tune import allocation, candidates
from hocket.tune.allocation import Hosts
from hocket.tune.places import Place
from hocket.tune.rules import rules
from test_tune import crossing, document

pytestmark = pytest.mark.alone

MPICH = Mpi(Path("mpiexec"), "mpich", "5.0.0")
OPEN_MPI = Mpi(Path("mpirun"), "openmpi", "5.0.0")
HEADS = {
    "slurm": {"--nodes=4", "--ntasks-per-node=8", "--time=01:00:00"},
    "pbs": {"select=4:ncpus=8:mpiprocs=8", "walltime=01:00:00"},
    "flux": {"--nodes=4", "--time-limit=3600s"},
}


@pytest.mark.parametrize("system", HEADS)
def test_a_script_asks_for_nodes_and_runs_the_same_command(run, system, tmp_path):
    words = ["bcast", "allreduce", "-N", "4", "--ppn", "2,8", "--budget", "30m", "-o", "my table.json", "--exact"]
    status, text, _ = run("tune", *words, "--job-script", system, "--time", "1h")
    assert status == 0
    assert subprocess.run(["bash", "-n"], input=text, text=True, timeout=10, check=False).returncode == 0
    marks = {"slurm": "#SBATCH ", "pbs": "#PBS ", "flux": "#flux: "}[system]
    asked = {line.split()[-1] for line in text.splitlines() if line.startswith(marks)}
    assert HEADS[system] <= asked and text.startswith("#!/bin/bash\n")
    assert {line[: len(marks)] for line in text.splitlines()[1:] if re.match("# ?[A-Zf][A-Zl]", line)} == {marks}
    command = shlex.split(text.splitlines()[-1])
    assert command[0] == "exec" and Path(command[1]).name == "hocket" and command[2] == "tune"
    pairs = dict(pairwise(command))
    wanted = {"-N": "4", "--ppn": "2,8", "--budget": "30m", "-o": "my table.json"}
    assert wanted.items() <= pairs.items() and {"bcast", "allreduce", "--exact"} <= set(command)
    assert "--job-script" not in command and "--time" not in command


def test_a_script_is_run_where_it_was_submitted(run, tmp_path):
    """By bash itself, with a hocket that writes down what it is told."""
    fake = tmp_path / "bin" / "hocket"
    fake.parent.mkdir()
    fake.write_text('#!/bin/sh\npwd\nprintf "%s|" "$@"\n')
    fake.chmod(fake.stat().st_mode | stat.S_IEXEC)
    text = run("tune", "bcast", "-n", "2", "-o", "a b.json", "--job-script", "pbs")[1]
    text = re.sub(r"exec \S+", "exec hocket", text)
    there = {"PATH": f"{fake.parent}:{os.environ['PATH']}", "PBS_O_WORKDIR": str(tmp_path)}
    ended = subprocess.run(["bash"], input=text, env=there, capture_output=True, text=True, timeout=10, check=True)
    folder, said = ended.stdout.split("\n")
    assert folder == str(tmp_path) and said == "tune|bcast|-n|2|--budget|10m|-o|a b.json|--seed|1|"
    assert "walltime=00:25:00" in text


@pytest.mark.parametrize(
    "words, said",
    [
        (["--job-script", "lsf", "-n", "2"], "'lsf' is no system that is known; valid: slurm, pbs, flux"),
        (["bcas", "--job-script", "slurm", "-n", "2"], "cannot be measured in this version"),
        (["--job-script", "slurm"], "needs the ranks on each node"),
        (["--job-script", "slurm", "-N", "2", "--ppn", "2", "--time", "10m"], "not longer than the budget of 600 s"),
        (["--job-script", "slurm", "-n", "2", "--time", "noon"], "is not a time such as 30m"),
        (["--job-script", "slurm", "-N", "2", "--ppn", "2", "--profile", "p.json"], "leave out names, -n, -N"),
        (["--job-script", "slurm", "-n", "2", "--restart"], "would forget the measurements"),
    ],
)
def test_wrong_scripts(run, words, said):
    status, out, err = run("tune", *words)
    assert (status, out) == (2, "") and said in " ".join(err.split())


def inside(monkeypatch, **variables: str) -> None:
    for variable in [*allocation.SYSTEMS.values(), "SLURM_JOB_NUM_NODES"]:
        monkeypatch.delenv(variable, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


def test_slurm_and_flux_start_jobs_on_all_nodes(monkeypatch):
    inside(monkeypatch, SLURM_JOB_ID="7", SLURM_JOB_NUM_NODES="2")
    words = allocation.here(MPICH, 2).command(8, ["bench", "bcast"])
    assert words == ["srun", "-N", "2", "-n", "8", "--ntasks-per-node", "4", "bench", "bcast"]
    with pytest.raises(Stop, match="holds 2 nodes"):
        allocation.here(MPICH, 3)
    inside(monkeypatch, FLUX_JOB_ID="f7")
    assert allocation.here(OPEN_MPI, 2).command(8, ["bench"]) == ["flux", "run", "-N", "2", "-n", "8", "bench"]


def test_mpiexec_under_pbs_is_told_the_hosts(monkeypatch, tmp_path):
    (tmp_path / "nodes").write_text("n1\nn1\nn2\nn2\nn3\nn3\n")
    inside(monkeypatch, PBS_NODEFILE=str(tmp_path / "nodes"), HOCKET_SHM="1")
    assert allocation.here(MPICH, 2).command(8, ["b"]) == ["mpiexec", "-hosts", "n1:4,n2:4", "-n", "8", "b"]
    words = allocation.here(OPEN_MPI, 3).command(6, ["b"])
    assert words[:5] == ["mpirun", "--host", "n1:2,n2:2,n3:2", "--map-by", "ppr:2:node"]
    assert words[words.index("HOCKET_SHM") - 1] == "-x" and words[-3:] == ["-n", "6", "b"]
    with pytest.raises(Stop, match="this pbs job holds 3 nodes"):
        allocation.here(MPICH, 4)
    inside(monkeypatch, PBS_NODEFILE=str(tmp_path / "gone"))
    with pytest.raises(Stop, match="cannot be read"):
        allocation.here(MPICH, 2)


def test_one_node_needs_no_batch_job(monkeypatch):
    inside(monkeypatch)
    assert allocation.here(MPICH, 1) == Hosts(MPICH)


def test_a_launcher_that_left_all_on_one_node_is_found_out():
    with pytest.raises(Stop, match=r"ran on 1 nodes \(n1\), not on 2"):
        Hosts(MPICH, 2, "slurm").check({"hosts": ["n1"]})


def test_rules_of_several_nodes_say_so():
    found = rules(Place("allreduce", 8, nodes=2), [document(crossing([8, 64, 512], 64))], [4])
    assert all(rule["nodes"] == [2, 3] and rule["ppn"] == [4, 5] for rule in found)
    (of_six,) = {
        (*r["nodes"], *r["ppn"]) for r in rules(Place("bcast", 18, nodes=6), [document(crossing([8, 64], 64))], [3])
    }
    assert of_six == (5, 8, 3, 4)


def test_on_several_nodes_algorithms_that_tell_them_apart_take_part():
    needs("hocket-tool")
    found = candidates.pool(Place("allreduce", 64, nodes=8), (8, 1 << 20), "standard")
    assert any(spec.startswith(candidates.ACROSS_NODES) for spec in found) and "shm" not in found


def test_a_campaign_over_two_hosts_of_a_lab(tmp_path, library, run, valid):
    """srun is one of ours, that starts the job in a lab: two hosts as far as MPI can see."""
    lab = tmp_path / "lab"
    if run("lab", "create", "-n", "2", "--rate", "200mbit", "--dir", lab)[0] == 3:
        pytest.skip("no lab here")
    srun = tmp_path / "srun"
    start = f"lab run --dir {lab} --mpi {library.prefix} -m 1 --"
    srun.write_text(f'#!/bin/sh\nshift 6\nexec {sys.executable} -m hocket {start} "$@"\n')
    srun.chmod(srun.stat().st_mode | stat.S_IEXEC)
    there = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "SLURM_JOB_ID": "1", "SLURM_JOB_NUM_NODES": "2"}
    there["PYTHONPATH"] = str(PACKAGE.parent)
    words = ["bcast", "-N", "2", "--ppn", "1", "-m", "8:4K", "--budget", "10s", "--mpi", str(library.prefix)]
    try:
        tune = [sys.executable, "-m", "hocket", "tune", *words, "-o", str(tmp_path / "t.json")]
        ended = subprocess.run(tune, env=os.environ | there, capture_output=True, text=True, timeout=110, check=False)
    finally:
        run("lab", "destroy", "--dir", lab)
    assert ended.returncode == 0, ended.stderr
    lines = [valid("samples", json.loads(text)) for text in (tmp_path / "t.samples.jsonl").read_text().splitlines()]
    assert lines[0]["asked"]["nodes"] == 2 and lines[1]["document"]["hosts"] == ["h0", "h1"]
    table = valid("table", json.loads((tmp_path / "t.json").read_text()))
    assert table["rules"] and all(rule["nodes"] == [2, 3] for rule in table["rules"])
