# SPDX-License-Identifier: BSD-3-Clause
"""python -m hocket.gallery -o DIR"""

import sys
from pathlib import Path

import typer

from hocket import find, standalone
from hocket.gallery import aurora, efa, gigabit, pages
from hocket.output import aside, console


def gallery(
    output: Path = typer.Option(Path("build/gallery"), "-o", help="Folder of index.html."),
    full_ring: bool = typer.Option(False, "--full-ring", help="Simulate the ring with noise too: some minutes more."),
) -> None:
    """Writes one page for each published data set: published beside reproduced."""
    find.program("hocket-tool")
    documents = aurora.simulate_all(full_ring, tell)
    index = pages.write(output, documents, efa.simulate_all(tell), gigabit.simulate_all(tell))
    console.print(f"The gallery: {index.absolute()}", soft_wrap=True)


def tell(text: str) -> None:
    aside.print(f"gallery: {text}", markup=False, soft_wrap=True)


sys.exit(standalone.run("gallery", gallery))
