# SPDX-License-Identifier: BSD-3-Clause
"""JSON documents out of files, held to their schemas. Every complaint names the file."""

import json
from functools import cache
from json.scanner import py_make_scanner
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


class Placed(dict):
    """An object of a document that knows the line on which it begins."""

    line: int


class Placing(json.JSONDecoder):
    """Makes such objects."""

    def __init__(self, **options: object):
        super().__init__(**options)
        plain = self.parse_object

        def placed(at: tuple[str, int], *more: object) -> tuple[Placed, int]:
            content, end = plain(at, *more)
            found = Placed(content)
            found.line = at[0].count("\n", 0, at[1]) + 1
            return found, end

        self.parse_object = placed
        self.scan_once = py_make_scanner(self)


def parse(text: str, decoder: type[json.JSONDecoder] = json.JSONDecoder) -> object:
    """A ValueError for what is no JSON, or too much of it."""

    def refused(name: str) -> None:
        raise ValueError(f"{name} is no number")

    def whole(digits: str) -> int:
        if len(digits) > DIGITS:
            raise ValueError(f"{digits[:DIGITS]}... is too large a number")
        return int(digits)

    try:
        return json.loads(text, cls=decoder, parse_constant=refused, parse_int=whole)
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
