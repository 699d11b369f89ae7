# SPDX-License-Identifier: BSD-3-Clause
"""Reads documents: recognised by their schema, held to it, and never empty. Every complaint names the file."""

import re
from dataclasses import dataclass
from pathlib import Path

from hocket.documents import held, parse, text_of
from hocket.report import overlaps
from hocket.stop import Stop, wrong_usage
from hocket.tune.native.turns import compared, merged

FORCED = "native algorithms"  # in titles: measured by forcing them, launch by launch
READ = ("bench", "guidelines", "machine", "profile", "samples", "table")
VALID = f"valid: {', '.join(f'hocket-{name}-1' for name in READ)}"
CONTENTS = {"bench": "results", "guidelines": "guidelines", "profile": "calls", "table": "rules"}


@dataclass(frozen=True)
class Input:
    path: Path
    kind: str
    document: dict
    where: str  # the file; a line of it or a turn, where it has several documents
    jobs: int = 1


def read(path: Path) -> list[Input]:
    """A document may hold several measurements: each comes by itself."""
    text = text_of(path)
    try:
        documents = [(str(path), parse(text))]
    except ValueError as problem:
        if not text.lstrip().startswith('{"schema":"hocket-samples-'):
            raise wrong_usage(f"{path} is not JSON: {problem}; {VALID}") from problem
        documents = lines(path, text)
    kind = kind_of(path, documents[0][1])
    if kind == "samples":
        return samples(path, documents)
    held(kind, *documents[0])
    if kind == "table" and (pair := overlaps.find(documents[0][1]["rules"])):
        raise wrong_usage(f"{path}: rules {pair[0]} and {pair[1]} overlap and are equally specific")
    return [Input(path, kind, part, str(path)) for part in parts(path, kind, documents[0][1])]


def lines(path: Path, text: str) -> list[tuple[str, object]]:
    """Without a last line that a kill cut short."""
    found = []
    for number, line in enumerate(text[: text.rfind("\n") + 1].splitlines(), 1):
        try:
            found.append((f"{path}:{number}", parse(line)))
        except ValueError as problem:
            raise wrong_usage(f"{path}:{number} is not JSON: {problem}") from problem
    return found


def kind_of(path: Path, document: object) -> str:
    schema = document.get("schema") if isinstance(document, dict) else None
    match = re.fullmatch(r"hocket-([a-z-]+)-(\d{1,9})", schema) if isinstance(schema, str) else None
    if not match or match[1] not in READ or match[2] == "0":
        told = f"its schema is '{str(schema)[:60]}'" if schema is not None else "it names no schema"
        raise wrong_usage(f"{path} is nothing that hocket report reads: {told}; {VALID}")
    if int(match[2]) > 1:
        raise wrong_usage(f"{path} is newer than this Hocket: its schema is {schema}; valid: hocket-{match[1]}-1")
    return match[1]


def samples(path: Path, documents: list[tuple[str, object]]) -> list[Input]:
    for where, line in documents:
        held("samples", where, line)
        if "document" in line:
            held("bench", where, line["document"])
    settings = {name for _, line in documents for name in line.get("asked", {}).get("variants", {})}
    found, forced = [], {}
    for where, line in documents:
        if line.get("variant") in settings:
            continue  # no algorithm: never chosen
        if "variant" in line:
            forced.setdefault((line["collective"], line["ranks"]), []).append(line)
        elif "document" in line:
            found.append(Input(path, "bench", line["document"], where))
    found += [one for lines in forced.values() for one in turns(path, lines)]
    if not any(one.document["results"] for one in found):
        raise empty(path, "turn with the library as it is" if forced else "measurement")
    return found


def turns(path: Path, lines: list[dict]) -> list[Input]:
    """Of a place of hocket tune --native: each turn as one job of all algorithms."""
    found = []
    for some in compared(lines, sorted({line["turn"] for line in lines})):
        title = f"{some[0]['document']['collective']}, {FORCED}"
        job = some[0]["document"] | merged(some) | {"collective": title}
        found.append(Input(path, "bench", job, f"{path}, turn {some[0]['turn']}", len(some)))
    return found


def parts(path: Path, kind: str, document: dict) -> list[dict]:
    found = document.get("measurements", [document])
    if kind in CONTENTS and not any(part[CONTENTS[kind]] for part in found):
        raise empty(path, {"bench": "measurement", "table": "rule"}.get(kind, CONTENTS[kind].removesuffix("s")))
    return found


def empty(path: Path, what: str) -> Stop:
    return wrong_usage(f"{path} holds no {what}: there is nothing to report")
