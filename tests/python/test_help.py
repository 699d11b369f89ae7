# SPDX-License-Identifier: BSD-3-Clause
import pytest

COMMANDS = [
    "list",
    "check",
    "explain",
    "record",
    "draw",
    "bench",
    "profile",
    "tune",
    "report",
    "export",
    "doctor",
    "simulate",
    "lab",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(run, command):
    status, out, _ = run(command, "--help")
    assert status == 0
    assert f"hocket {command}" in out
    assert "Example" in out


def test_all_commands_are_listed(run):
    status, out, _ = run("--help")
    assert status == 0
    assert all(command in out for command in COMMANDS)


def test_version(run):
    assert run("--version")[:2] == (0, "hocket 0.1.0\n")
