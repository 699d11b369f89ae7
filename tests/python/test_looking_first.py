# SPDX-License-Identifier: BSD-3-Clause
"""Commands that take long find out before they begin that nothing can be written."""

import json
import os
import subprocess
import threading
from pathlib import Path

import pytest
from hocket import mpi
from hocket.lab import needs
from hocket.profile import run as profile_run
from test_profile import a_profile

LAB = Path(__file__).resolve().parents[2] / "bench" / "lab" / "alltoall-22x1.toml"


@pytest.fixture
def nothing_starts(monkeypatch):
    def begins(*_, **__):
        raise AssertionError("it began")

    monkeypatch.setattr(mpi, "choose", lambda _: mpi.Mpi("mpiexec", "mpich", "5.0.2"))
    monkeypatch.setattr(subprocess, "run", begins)
    monkeypatch.setattr(needs, "check", begins)


@pytest.mark.parametrize("where", ["a folder", "below a file", "nowhere"])
@pytest.mark.parametrize(
    "text",
    [
        "bench bcast -n 2 -o FILE",
        "bench bcast -n 2 --guidelines -o FILE",
        "tune bcast -n 2 -o FILE",
        "tune --native bcast -n 2 -o FILE",
        "tune --machine-only -n 2 -o FILE",
        "lab bench LAB -o FILE",
        "profile -o FILE -- true",
    ],
)
def test_what_cannot_be_written_is_told_before_the_work(run, nothing_starts, tmp_path, text, where):
    (tmp_path / "file").touch()
    file = tmp_path / {"a folder": "", "below a file": "file/t.json", "nowhere": "none/t.json"}[where]
    status, out, err = run(*({"FILE": file, "LAB": LAB}.get(word, word) for word in text.split()))
    assert (status, out) == (2, "") and f"-o {file} cannot be written: " in " ".join(err.split())
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


@pytest.fixture
def profiled(monkeypatch):
    """Without a job: words of the command in which the program writes its profile at once."""

    def start(words, quiet):
        Path(words[words.index("--profile") + 1]).write_text(json.dumps(a_profile()))
        return 0

    monkeypatch.setattr(profile_run.command, "with_hocket_run", lambda words, options: [*options, *words])
    monkeypatch.setattr(profile_run, "start", start)


def test_a_profile_follows_links(run, profiled, tmp_path):
    goal, link = tmp_path / "real.json", tmp_path / "link.json"
    goal.write_text("an earlier one")
    link.symlink_to(goal)
    assert run("profile", "-o", link, "--", "true")[0] == 0
    assert link.is_symlink() and json.loads(goal.read_text()) == a_profile()
    assert sorted(tmp_path.iterdir()) == [link, goal]


def test_a_profile_goes_into_a_pipe(run, profiled, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    assert run("profile", "-o", pipe, "--", "true")[0] == 0
    reader.join(10)
    assert json.loads(read[0]) == a_profile() and list(tmp_path.iterdir()) == [pipe]
