# SPDX-License-Identifier: BSD-3-Clause
"""How commands end whose output does not arrive, and what they leave to others on standard input."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import needs
from hocket import find, standalone

SCHEDULE = ["bcast", "--algorithm", "knomial", "--ranks", "4", "--bytes", "64"]


def hocket(*words, more=None, **how):
    here = os.environ | {"PYTHONPATH": str(find.PACKAGE.parent)} | (more or {})
    return subprocess.run([sys.executable, *map(str, words)], env=here, text=True, check=False, timeout=60, **how)


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words",
    [
        ["list", "bcast"],
        ["list", "--json"],
        ["draw", *SCHEDULE],
        ["record", *SCHEDULE],
        ["--version"],
        ["list", "--help"],
    ],
)
def test_a_full_disk_behind_standard_output_is_one_line(built, words, unbuffered):
    more = {"PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        ended = hocket("-m", "hocket", *words, more=more, stdout=full, stderr=subprocess.PIPE)
    assert ended.stderr == "hocket: standard output cannot be written: No space left on device\n"
    assert ended.returncode == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_who_no_longer_reads_is_told_nothing(built, unbuffered):
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "wb") as nobody:
        for words in (["list", "--json"], ["--version"]):
            more = {"PYTHONUNBUFFERED": unbuffered}
            ended = hocket("-m", "hocket", *words, more=more, stdout=nobody, stderr=subprocess.PIPE)
            assert (ended.returncode, ended.stderr) == (1, "")


def test_an_error_of_the_system_is_named(capfd):
    def opens() -> None:
        Path("/no/such/file").read_text()

    assert standalone.run("this", opens, []) == 1
    assert capfd.readouterr() == ("", "this: /no/such/file: No such file or directory\n")


GREEDY = """#!/bin/sh
cat >> {read}
echo 'mpirun (Open MPI) 5.0.11'
"""


@pytest.mark.parametrize(
    "words",
    [
        ["doctor"],
        ["bench", "bcast", "-n", "2", "-m", "8:8"],
        ["tune", "barrier", "-n", "2", "-o", "t.json"],
        ["tune", "--machine-only", "-n", "2", "-o", "m.json"],
    ],
)
def test_no_launcher_reads_what_belongs_to_the_shell(tmp_path, words):
    """A loop `while read` ended after its first line."""
    needs("hocket-run")
    needs("hocket-bench-ompi")
    launcher, read = tmp_path / "bin" / "mpiexec", tmp_path / "read"
    launcher.parent.mkdir()
    launcher.write_text(GREEDY.format(read=read))
    launcher.chmod(0o755)
    hocket("-m", "hocket", *words, "--mpi", tmp_path, cwd=tmp_path, input="a line\n", capture_output=True)
    assert read.read_text() == ""
