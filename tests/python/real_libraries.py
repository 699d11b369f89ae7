# SPDX-License-Identifier: BSD-3-Clause
"""Programs under an MPI library with an exported file, by the variables that the command printed."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

MPI_TESTS = Path(__file__).resolve().parents[1] / "mpi"
sys.path.append(str(MPI_TESTS))

import libraries  # noqa: E402
import native_rules_force  # noqa: E402


class Real:
    """One library; `nodes` are those that it is made to see on this machine."""

    def __init__(self, name: str, folder: Path) -> None:
        self.library, self.folder = libraries.find(name), folder
        if self.library.missing:
            pytest.skip(self.library.missing)

    def build(self, program: str) -> Path:
        return self.library.build(program, [f"{program}.c"], self.folder)

    def run(self, ranks: int, words: list, variables: dict[str, str], nodes: int = 1, limit: int = 60):
        """Exit status and output; a job that does not end is ended with all its children, and fails."""
        bench, more = native_rules_force.spread(self, ranks, nodes) if nodes > 1 else (self, {})
        command = [*bench.library.mpiexec, "-n", str(ranks), *map(str, words)]
        environment = self.library.environment() | more | variables
        with tempfile.TemporaryFile("w+") as output:
            job = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True, env=environment,
            )  # fmt: skip
            try:
                status = job.wait(limit)
            except subprocess.TimeoutExpired:
                os.killpg(job.pid, signal.SIGKILL)
                job.wait()
                pytest.fail(f"over {limit} s: {command} under {variables}")
            output.seek(0)
            return status, output.read()


def exported(run, folder: Path, target: str, rules: list[dict], provenance: dict, *words) -> dict[str, str]:
    """Writes a file of the rules; the variables by which it is used, as they were printed."""
    source, file = folder / f"{target}.json", folder / f"{target}.rules"
    document = {"schema": "hocket-native-table-1", "provenance": provenance, "rules": rules}
    source.write_text(json.dumps(document))
    status, _, err = run("export", "--format", target, source, "-o", file, *words)
    assert status == 0, err
    assert "left out" not in err, err
    lines = [line.partition("#")[0] for line in err.splitlines() if line.startswith("  export ")]
    found = dict(word.split("=", 1) for line in lines for word in line.split()[1:])
    assert any(value == str(file) for value in found.values()), err
    return found


def names_called(output: str, prefix: str = "ompi_coll_base_") -> dict[tuple[int, str, int], list[str]]:
    """By rank, collective and bytes: the algorithms that native_rules_called.c was seen to call."""
    found: dict[tuple[int, str, int], list[str]] = {}
    now: dict[str, tuple[int, str, int] | None] = {}
    for line in output.splitlines():
        process, _, text = line.partition(" ")
        if not re.fullmatch(r"@\d+", process):
            continue
        if text.startswith(prefix):
            if (call := now.get(process)) and "_intra_" in text.replace("block_basic", "block_intra_basic"):
                name = text.removeprefix(prefix).replace("block_basic", "block_intra_basic")
                found.setdefault(call, []).append(name)
            continue
        words = text.split()
        now[process] = (int(words[0]), words[1], int(words[3])) if len(words) == 4 else None
    return found
