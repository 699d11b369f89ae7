# SPDX-License-Identifier: BSD-3-Clause
"""One place for what goes where: documents and tables to standard output, everything else to standard error."""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Column, Table

UNBOUNDED = 100_000  # columns


def opened(**how) -> Console:
    """Pipes and logs of batch jobs have no width: what is cut is lost there, what is broken cannot be given back."""
    found = Console(**how)
    if not found.file.isatty() and "COLUMNS" not in os.environ:
        found.width = UNBOUNDED
    return found


console = opened()
aside = opened(stderr=True, highlight=False)


def document(content: dict | list) -> None:
    print(json.dumps(content, indent=1, ensure_ascii=False))


def show(table: Table, spare: Sequence[str] = (), least: int = 16, **how) -> None:
    """Numbers are never cut, and of words `least` columns stay together, though a row be wider than the terminal.
    Before it is, columns of these titles go, one after another."""
    for column in table.columns:
        column.no_wrap = column.no_wrap or column.justify == "right"
        column.min_width = widest(column) if column.no_wrap else min(widest(column), least)
    gone = []
    for title in spare:
        if needed(table) > console.width:
            kept = [column for column in table.columns if column.header != title]
            table.columns = [replace(column, _index=i) for i, column in enumerate(kept)]
            gone.append(title)
    if needed(table) > console.width:
        table.width = needed(table)
    console.print(table, crop=False, **how)
    if gone:
        console.print(f"in a wider terminal also: {', '.join(gone)}", style="dim", soft_wrap=True)


def unbounded(what: RenderableType) -> int:
    return Measurement.get(console, console.options.update(width=UNBOUNDED), what).maximum


def widest(column: Column) -> int:
    return min(column.max_width or UNBOUNDED, max(unbounded(cell) for cell in (column.header, *column.cells)))


def needed(table: Table) -> int:
    """Where every column has its least width."""
    return unbounded(table) - sum(widest(column) - column.min_width for column in table.columns)


def progress(message: str, always: bool = False) -> None:
    if always or sys.stderr.isatty():
        aside.print(message, style="dim", markup=False)
