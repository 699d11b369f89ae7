# SPDX-License-Identifier: BSD-3-Clause
"""Every finished measurement, one line each, on disk before the next begins: a kill at any moment loses at most one."""

import fcntl
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from hocket import whole
from hocket.stop import Stop, wrong_usage
from hocket.tune import lines
from hocket.tune.places import Place


class Journal:
    def __init__(self, path: Path, asked: dict, restart: bool):
        self.path = path
        self.file = opened(path)
        try:
            self.lines, end = lines.read(path, asked, restart)
            if end:
                self.file.truncate(end)  # ends what a kill cut short
            else:
                self.file.truncate(0)
                self.write({"schema": lines.SCHEMA, "asked": asked})
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with suppress(OSError):  # of a full disk, which was told: all lines that count are there
            self.file.close()

    def write(self, line: dict) -> None:
        try:
            self.file.write(json.dumps(line, separators=(",", ":")) + "\n")
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as problem:
            raise Stop(f"{self.path} cannot be written: {problem.strerror}") from problem

    def add(self, line: dict) -> None:
        self.write(line)
        self.lines.append(line)

    def documents(self, place: Place) -> list[dict]:
        return [line["document"] for line in self.of(place)]

    def of(self, place: Place) -> list[dict]:
        return [line for line in self.lines if (line["collective"], line["ranks"]) == (place.collective, place.ranks)]

    def places(self, asked: list[Place]) -> list[Place]:
        """Those asked for, and what was measured for others: it stays in the table."""
        nodes = asked[0].nodes  # of all lines, by the heading
        there = [Place(line["collective"], line["ranks"], nodes=nodes) for line in self.lines]
        return list(dict.fromkeys([*asked, *there]))

    def spent(self, places: list[Place]) -> float:
        """Seconds of measuring so far."""
        return sum(line["seconds"] for place in places for line in self.of(place))


def opened(path: Path) -> IO[str]:
    if path.exists() and not path.is_file():
        raise wrong_usage(f"{path} is in the way: hocket tune keeps its measurements there, and it is no regular file")
    try:
        file = path.open("a+", encoding="utf-8")
    except OSError as problem:
        raise wrong_usage(f"{path} cannot be written: {problem.strerror}") from problem
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as busy:
        file.close()
        raise wrong_usage(f"{path} is in use by another hocket tune") from busy
    return file


def journal_at(table: Path, asked: dict, restart: bool) -> Journal:
    """Beside the table."""
    whole.look(table, "measurements stand")
    return Journal(table.with_suffix(".samples.jsonl"), asked, restart)
