# SPDX-License-Identifier: BSD-3-Clause
"""What a table keeps where there is little room."""

import os
import subprocess
import sys

import pytest
from hocket import output
from rich.table import Table

SPEC = "levels(across=knomial:k=4:segment=64K,inside=knomial)"
PLACE = ("--nodes", "4", "--ppn", "2", "--bytes", "1K")
TIMES = ("us", "noisy us", "noisy p95")


def in_a_pipe(*words):
    """In a process of its own: whether there is a terminal is found out when it begins."""
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
    command = [sys.executable, "-m", "hocket", *words]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment, check=True).stdout


@pytest.fixture
def columns(monkeypatch):
    return lambda count: monkeypatch.setattr(output.console, "width", count)


def test_where_there_is_no_terminal_nothing_is_cut_or_broken(built):
    shown = in_a_pipe("simulate", "bcast", *PLACE, "--noise-seeds", "3", "--algorithm", SPEC)
    assert f" {SPEC} " in shown and "…" not in shown and "efficiency" in shown


@pytest.mark.parametrize("count", [40, 60, 80])
def test_simulate_keeps_names_and_times_in_a_narrow_terminal(run, built, columns, count):
    columns(count)
    status, shown, _ = run("simulate", "bcast", *PLACE, "--noise-seeds", "3", "--algorithm", "knomial")
    assert status == 0 and "…" not in shown
    title, row = (next(line for line in shown.splitlines() if word in line) for word in ("noisy p95", " knomial "))
    assert all(name in title for name in TIMES) and "efficiency" not in title
    assert row.count("6.807") == 3 and len(row) <= max(count, 60)


@pytest.mark.parametrize("count", [40, 80])
def test_a_name_stays_readable(run, built, columns, count):
    columns(count)
    for command in ("explain", "simulate"):
        shown = run(command, "bcast", *PLACE)[1]
        assert "…" not in shown and "levels(across=" in shown
    assert "native-nonblocking " in run("list", "bcast")[1]


def test_columns_go_in_their_order_and_only_where_they_must(capsys, columns):
    def shown(count):
        columns(count)
        table = Table("name", "first", "second", pad_edge=False)
        table.add_row("x" * 30, "1" * 10, "2" * 10)
        output.show(table, ("second", "first"))
        return capsys.readouterr().out

    assert "also" not in shown(50)
    assert "also: second\n" in shown(35)
    assert "also: second, first\n" in shown(20)
