# SPDX-License-Identifier: BSD-3-Clause
"""hocket report"""

from pathlib import Path

import typer

from hocket import output, whole
from hocket.report import load, page
from hocket.stop import wrong_usage

EXAMPLE = "Example: [b]hocket report table.json table.samples.jsonl -o report.html[/b]"
INPUT = (
    "Documents of hocket bench, tune and profile, and machine models: "
    "hocket-bench-1, -table-1, -samples-1, -profile-1, -guidelines-1, -machine-1."
)


def register(app: typer.Typer) -> None:
    app.command("report", epilog=EXAMPLE)(report)


def report(
    documents: list[Path] = typer.Argument(metavar="INPUT", help=INPUT),
    file: Path = typer.Option("report.html", "-o", help="The page: one file that needs nothing else."),
    progress: bool = typer.Option(False, help="Report progress even where there is no terminal."),
) -> None:
    """A page with plots, winner maps and sortable tables from measurements, tables, profiles and machine models."""
    whole.look(file)
    if any(path.exists() and file.exists() and path.samefile(file) for path in documents):
        raise wrong_usage(f"-o {file} is an input as well, which would be lost")
    inputs = []
    for path in dict.fromkeys(documents):
        output.progress(f"reading {path}", progress)
        inputs += load.read(path)
    text = page.render(inputs)
    whole.write(file, text)
    output.progress(f"{file}: {len(text.encode()) / 1e6:.1f} MB", progress)
