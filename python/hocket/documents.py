# SPDX-License-Identifier: BSD-3-Clause
"""JSON documents out of files, held to their schemas. Every complaint names the file."""

import json
from functools import cache
from pathlib import Path

from hocket import find
from hocket.schema import Check, Wrong, checker
from hocket.stop import wrong_usage

DIGITS = 20  # 2^63 has nineteen, and no document counts further


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise wrong_usage(f"{path} cannot be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise wrong_usage(f"{path} is not text in UTF-8") from problem


def parse(text: str) -> object:
    """A ValueError for what is no JSON, or too much of it."""

    def refused(name: str) -> None:
        raise ValueError(f"{name} is no number")

    def whole(digits: str) -> int:
        if len(digits) > DIGITS:
            raise ValueError(f"{digits[:DIGITS]}... is too large a number")
        return int(digits)

    try:
        return json.loads(text, parse_constant=refused, parse_int=whole)
    except RecursionError as problem:
        raise ValueError("it is nested too deeply") from problem


@cache
def judge(kind: str) -> Check:
    return checker(json.loads(find.schema(kind).read_text()))


def held(kind: str, where: str, document: object) -> None:
    try:
        judge(kind)(document)
    except Wrong as wrong:
        raise wrong_usage(f"{where} does not fit hocket-{kind}-1: {wrong}") from wrong
