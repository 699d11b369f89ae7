# SPDX-License-Identifier: BSD-3-Clause
"""The options of hocket-run."""

import json
import subprocess

import pytest
from hocket import find


def collectives() -> list[str]:
    listed = subprocess.run([find.program("hocket-tool"), "list"], check=True, stdout=subprocess.PIPE, timeout=60)
    return list(dict.fromkeys(entry["collective"] for entry in json.loads(listed.stdout)))


def environment(*options: str) -> dict[str, str]:
    """What a program started with these options finds."""
    command = [find.program("hocket-run"), *options, "--", "env"]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout
    return dict(line.split("=", 1) for line in told.splitlines() if "=" in line)


def test_every_collective_has_an_option():
    specs = {name: f"flat:window={i + 1}" for i, name in enumerate(collectives())}
    assert len(specs) >= 17
    found = environment(*(word for name, spec in specs.items() for word in (f"--{name}", spec)))
    assert {name: found.get(f"HOCKET_{name.upper()}") for name in specs} == specs


@pytest.mark.parametrize(
    ("option", "variable", "value"),
    [
        ("--explain", "HOCKET_EXPLAIN", "1"),
        ("--explain=2", "HOCKET_EXPLAIN", "2"),
        ("--reproducible", "HOCKET_REPRODUCIBLE", "1"),
        ("--machine=gigabit", "HOCKET_MACHINE", "gigabit"),
    ],
)
def test_an_option_is_a_variable(option, variable, value):
    assert environment(option)[variable] == value


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--reduce-scatter", "ring"], "no such option: --reduce-scatter"),
        (["--reproducible=1"], "no value is wanted for --reproducible"),
        (["--allreduce"], "a value is missing after --allreduce"),
    ],
)
def test_wrong_options_are_named(words, what):
    told = subprocess.run([find.program("hocket-run"), *words], stderr=subprocess.PIPE, text=True, timeout=60)
    assert told.returncode == 2 and what in told.stderr
