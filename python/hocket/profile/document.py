# SPDX-License-Identifier: BSD-3-Clause
"""Documents of schema hocket-profile-1, and what they say together."""

import json
from dataclasses import dataclass
from pathlib import Path

from hocket import documents
from hocket.stop import wrong_usage

SCHEMA = "hocket-profile-1"


@dataclass(frozen=True)
class Row:
    """Calls of one kind: of one collective and form, on communicators alike, with sizes of one class."""

    collective: str
    form: str
    ranks: int
    nodes: int
    many: int
    bytes: tuple[int, int] | None  # [low, high); None: no rank knows
    calls: float
    mean_bytes: float
    time: float  # microseconds of a rank, in the mean over the job's ranks
    one_call: float | None
    wait: float | None
    late: float | None  # microseconds, median
    algorithms: dict[str, int]

    @property
    def name(self) -> str:
        prefix = {"nonblocking": "i", "persistent": ""}.get(self.form, "")
        return prefix + self.collective + ("_init" if self.form == "persistent" else "")


def read(file: Path) -> dict:
    try:
        document = documents.parse(documents.text_of(file))
    except ValueError as problem:
        raise wrong_usage(f"{file} is not a JSON document: {problem}") from problem
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema != SCHEMA:
        raise wrong_usage(f'{file} is not a profile: its schema is {json.dumps(schema)}, expected "{SCHEMA}"')
    documents.held("profile", str(file), document)
    known = {one["id"] for one in document["communicators"]}
    for call in document["calls"]:
        if call["communicator"] not in known:
            raise wrong_usage(f"{file}: communicator {call['communicator']} of a call is not among the communicators")
    return document


def rows(document: dict) -> list[Row]:
    """Most time first."""
    where = {one["id"]: one for one in document["communicators"]}
    return [row(one, where[one["communicator"]]) for one in document["calls"]]


def row(call: dict, where: dict) -> Row:
    time = call["time_us"]
    return Row(
        call["collective"],
        call["form"],
        where["ranks"],
        where["nodes"],
        where["many"],
        tuple(call["bytes"]) if call["bytes"] else None,
        call["calls"],
        call["mean_bytes"],
        time["mean"],
        time["one_call"],
        call["wait_share"],
        call["imbalance_us"]["median"] if call["imbalance_us"] else None,
        call["algorithms"],
    )
