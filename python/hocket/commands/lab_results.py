# SPDX-License-Identifier: BSD-3-Clause
"""hocket lab rates, and hocket lab jumps: several results of lab bench beside each other"""

from pathlib import Path

import typer

from hocket import documents
from hocket.commands.record import FILE, write
from hocket.lab import jumps
from hocket.lab import rates as picture
from hocket.stop import wrong_usage

RATES_EXAMPLE = "Example: [b]hocket lab rates 4.json 8.json 22.json -o rates.svg[/b]"
JUMPS_EXAMPLE = "Example: [b]hocket lab jumps native-sweep/*.json[/b]"
FILES = typer.Argument(help="Documents of lab bench or lab sweep.")


def rates(files: list[Path] = FILES, into: Path = FILE) -> None:
    """Rate of a host over the size as SVG, a panel for each result and a line for each algorithm."""
    write(picture.draw([read(file) for file in files]), into)


def all_jumps(files: list[Path] = FILES) -> None:
    """Where the time per byte rises most from one size to the next, as a table in Markdown."""
    print(jumps.markdown([read(file) for file in files]), end="")


def read(file: Path) -> dict:
    try:
        document = documents.parse(documents.text_of(file))
    except ValueError as problem:
        raise wrong_usage(f"{file} is not JSON: {problem}") from problem
    if not isinstance(document, dict) or document.get("schema") != "hocket-lab-1":
        raise wrong_usage(f"{file} is no document of hocket lab bench")
    return document
