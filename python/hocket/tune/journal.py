# SPDX-License-Identifier: BSD-3-Clause
"""Every finished measurement, one line each, on disk before the next begins: a kill at any moment loses at most one."""

import fcntl
import json
import os
from pathlib import Path
from typing import IO

from hocket.stop import wrong_usage

SCHEMA = "hocket-samples-1"


class Journal:
    def __init__(self, path: Path, asked: dict, restart: bool):
        self.path, self.lines = path, []
        self.file: IO[str] = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as busy:
            raise wrong_usage(f"{path} is in use by another hocket tune") from busy
        kept, end = ([], 0) if restart else complete_lines(path)
        self.file.truncate(end)  # ends what a kill cut short
        if kept:
            same_question(path, kept[0], asked)
            self.lines = kept[1:]
        else:
            self.write({"schema": SCHEMA, "asked": asked})

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def write(self, line: dict) -> None:
        self.file.write(json.dumps(line, separators=(",", ":")) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def add(self, line: dict) -> None:
        self.lines.append(line)
        self.write(line)

    def documents(self, collective: str, ranks: int) -> list[dict]:
        here = [line for line in self.lines if (line["collective"], line["ranks"]) == (collective, ranks)]
        return [line["document"] for line in here]

    @property
    def spent(self) -> float:
        """Seconds of measuring so far."""
        return sum(line["seconds"] for line in self.lines)


def journal_at(table: Path, asked: dict, restart: bool) -> Journal:
    """Beside the table."""
    if not table.absolute().parent.is_dir():
        raise wrong_usage(f"-o {table}: there is no such folder")
    return Journal(table.with_suffix(".samples.jsonl"), asked, restart)


def complete_lines(path: Path) -> tuple[list[dict], int]:
    """And where they end in the file."""
    found, end = [], 0
    for text in path.read_bytes().splitlines(keepends=True):
        try:
            found.append(json.loads(text))
        except ValueError:
            break
        if not text.endswith(b"\n"):
            return found[:-1], end
        end += len(text)
    return found, end


def same_question(path: Path, heading: dict, asked: dict) -> None:
    if heading.get("schema") != SCHEMA:
        raise wrong_usage(f"{path} holds no measurements of this version; --restart begins anew")
    before = {"nodes": 1, "variants": {}} | heading["asked"]
    for key in asked:
        if before.get(key) != asked[key]:
            was = f"{path} was begun with {key} {before.get(key)}, now it is {asked[key]}"
            raise wrong_usage(f"{was}; ask the same again to go on, or --restart to begin anew")
