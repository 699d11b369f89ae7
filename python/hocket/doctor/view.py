# SPDX-License-Identifier: BSD-3-Clause
from rich.markup import escape
from rich.table import Table

from hocket import output
from hocket.output import console

LOOKS = {"ok": "green", "hint": "yellow", "off": "yellow", "missing": "red", "broken": "bold red"}


def show(document: dict) -> None:
    console.print(f"hocket {document['version']} on {document['host']}, {document['system']}", highlight=False)
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", overflow="fold")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for f in document["findings"]:
        advice = f"\n[dim]{escape(f['advice'])}[/dim]" if f["advice"] else ""
        table.add_row(escape(f["name"]), f"[{LOOKS[f['state']]}]{f['state']}[/]", escape(f["detail"]) + advice)
    output.show(table)
