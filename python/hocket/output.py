# SPDX-License-Identifier: BSD-3-Clause
"""One place for what goes where: documents and tables to standard output, everything else to standard error."""

import json
import sys

from rich.console import Console

console = Console()
aside = Console(stderr=True, highlight=False)


def document(content: dict | list) -> None:
    print(json.dumps(content, indent=1, ensure_ascii=False))


def progress(message: str, always: bool = False) -> None:
    if always or sys.stderr.isatty():
        aside.print(message, style="dim", markup=False)
