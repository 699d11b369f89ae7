# SPDX-License-Identifier: BSD-3-Clause
"""Tables of any length: the first rows as HTML, all of them as data for the page's script, which shows them alike."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from markupsafe import Markup

from hocket.sizes import show

FIRST = 100  # rows that can be read without a script
LEAST, MOST = 6, 36  # letters of a column

Value = str | int | float | bool | None


def fixed(value: float, digits: int) -> str:
    """As JavaScript's toFixed rounds: of the exact value, halves away from zero."""
    if abs(value) >= 1e21:
        return f"{value:g}"
    text = str(Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))
    return text.replace("-", "−")


FORMATS: dict[str, Callable[[Value], str]] = {
    "text": str,
    "bytes": lambda value: show(int(value)),
    "count": lambda value: str(int(value)),
    "us": lambda value: fixed(value, 2),
    "ratio": lambda value: fixed(value, 3),
    "share": lambda value: fixed(100 * value, 1) + " %",
}


@dataclass(frozen=True)
class Column:
    title: str
    kind: str = "text"  # one of FORMATS
    csv: str = ""  # the title in a file, where it is another

    @property
    def is_text(self) -> bool:
        return self.kind == "text"


@dataclass(frozen=True)
class Data:
    """Rows under columns, with a name for files and an id for the page."""

    name: str
    caption: str
    columns: list[Column]
    rows: list[tuple[Value, ...]]
    sorted_by: int | None = None  # the column by which rows come, greatest first

    @property
    def id(self) -> str:
        return self.name.replace(" ", "-")

    def first(self) -> list[list[str]]:
        return [list(map(cell, self.columns, row)) for row in self.rows[:FIRST]]

    def widths(self) -> list[int]:
        """Letters of each column's longest text."""
        longest = [len(column.title) + 3 for column in self.columns]
        for i, column in enumerate(self.columns):
            values = {row[i] for row in self.rows} - {None}
            if column.kind in ("count", "us", "ratio", "share") and values:
                values = {min(values), max(values)}
            longest[i] = max([longest[i], LEAST, *(len(cell(column, value)) + 2 for value in values)])
        return [min(width, MOST) for width in longest]

    def json(self) -> Markup:
        columns = [self.packed(i, column) for i, column in enumerate(self.columns)]
        content = {"name": self.name, "rows": len(self.rows), "sorted": self.sorted_by, "columns": columns}
        return embedded(content)

    def packed(self, i: int, column: Column) -> dict:
        """Text as numbers of distinct words: a hundred thousand rows have few of them."""
        values = [row[i] for row in self.rows]
        about = {"title": column.title, "csv": column.csv or column.title, "kind": column.kind}
        if not column.is_text:
            return about | {"values": values}
        words = {word: code for code, word in enumerate(sorted({value or "" for value in values}))}
        return about | {"words": list(words), "values": [words[value or ""] for value in values]}


def cell(column: Column, value: Value) -> str:
    return "" if value is None else FORMATS[column.kind](value)


def embedded(content: object) -> Markup:
    """JSON that no text in it can end: inside a script element only < matters."""
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))
