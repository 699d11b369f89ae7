# SPDX-License-Identifier: BSD-3-Clause
import pytest
from hocket import find


@pytest.mark.parametrize(
    "words, named",
    [
        (["bogus"], "bogus"),
        (["list", "--bogus"], "--bogus"),
        (["explain", "bcast", "--nodes", "2", "--ppn", "2"], "--bytes"),
        (["explain", "bcast", "--bytes", "1", "--nodes", "0", "--ppn", "2"], "--nodes"),
        (["bench", "alltoallx"], "alltoallx"),
        (["bench", "bcast", "-m", "4K:1K"], "4K:1K"),
        (["bench", "bcast", "-m", "1Q"], "1Q"),
        (["bench", "bcast", "--compare", ","], "--compare"),
        (["bench", "bcast", "--variant", "ring"], "ring"),
        (["bench", "bcast", "--variant", "auto:X=1"], "auto"),
        (["bench", "bcast", "--variant", "x:HOCKET_BCAST=ring"], "--compare"),
        (["bench", "bcast", "--variant", "x:A=1", "--variant", "x:A=2"], "same name"),
        (["bench", "bcast", "-i", "0"], "-i"),
    ],
)
def test_wrong_usage_is_status_2_and_names_the_part(run, words, named):
    status, out, err = run(*words)
    assert status == 2
    assert out == ""
    assert named in err


def test_a_missing_program_is_status_3_and_says_what_brings_it(run, monkeypatch, tmp_path):
    monkeypatch.setattr(find, "homes", lambda: [tmp_path])
    monkeypatch.setenv("PATH", str(tmp_path))
    status, out, err = run("list")
    assert (status, out) == (3, "")
    assert "hocket-tool" in err and "make" in err


def test_a_missing_mpi_is_status_3(run, tmp_path):
    status, _, err = run("bench", "bcast", "--mpi", tmp_path)
    assert status == 3
    assert "mpiexec" in err


@pytest.mark.parametrize(
    "words, named",
    [
        (["list", "foo"], "foo"),
        (["check", "bcast", "--algorithm", "knomail"], "knomial"),
        (["check", "bcast", "--ranks", "x"], "x"),
        (["explain", "bcast", "--bytes", "1Q", "--nodes", "1", "--ppn", "1"], "1Q"),
        (["explain", "bcast", "--bytes", "1", "--nodes", "1", "--ppn", "1", "--table", "/none"], "/none"),
    ],
)
def test_the_tool_s_own_refusals_pass_through(run, built, words, named):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert named in err


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_check_of_nothing_is_no_success(run, built, more):
    status, out, err = run("check", "bcast", "--algorithm", "native", "--ranks", "1-4", *more)
    assert status == 2 and ('"checks": 0' in out) == bool(more)
    assert "the library's own" in err and "nothing was checked" in err
