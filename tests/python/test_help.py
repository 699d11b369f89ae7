# SPDX-License-Identifier: BSD-3-Clause
import pytest

COMMANDS = ["list", "check", "explain", "record", "draw", "bench", "doctor", "simulate", "lab", "export"]
LATER = ["profile", "report"]


@pytest.mark.parametrize("command", COMMANDS + LATER)
def test_help_shows_an_example(run, command):
    status, out, _ = run(command, "--help")
    assert status == 0
    assert f"hocket {command}" in out
    assert "Example" in out


def test_all_commands_are_listed(run):
    status, out, _ = run("--help")
    assert status == 0
    assert all(command in out for command in COMMANDS + LATER)


@pytest.mark.parametrize("command", LATER)
def test_a_command_of_a_later_version_is_refused(run, command):
    status, out, err = run(command, "bcast", "--nodes", "4")
    assert (status, out) == (2, "")
    assert "not part of this version yet" in err


def test_version(run):
    assert run("--version")[:2] == (0, "hocket 0.1.0\n")
