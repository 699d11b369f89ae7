# SPDX-License-Identifier: BSD-3-Clause
"""What a journal of hocket tune holds: a heading and measurements, all of the one question that is asked again."""

from pathlib import Path

from hocket.documents import held, parse
from hocket.stop import Stop, wrong_usage

SCHEMA = "hocket-samples-1"
HEADING = b'{"schema":"hocket-samples-'
WAY_OUT = "--restart forgets all measurements there"
BEFORE = {"nodes": 1, "variants": {}}  # what headings without them mean


def read(path: Path, asked: dict, restart: bool) -> tuple[list[dict], int]:
    """Measurements, and where the last of them ends: behind it is nothing, or what a kill cut short."""
    content = path.read_bytes()
    *complete, cut = content.split(b"\n")
    refuse_others(path, complete, cut)
    if restart or not complete:
        return [], 0
    same_question(path, complete[0], asked)
    native = asked.get("machine") == "native"
    found = [measurement(f"{path}:{number}", text, native) for number, text in enumerate(complete[1:], 2)]
    return found, len(content) - len(cut)


def refuse_others(path: Path, complete: list[bytes], cut: bytes) -> None:
    """A file that hocket tune did not write, even one without an end of line, is never written to."""
    if not (complete[0].startswith(HEADING) if complete else cut.startswith(HEADING) or HEADING.startswith(cut)):
        why = "is in the way: hocket tune keeps its measurements there, and this is something else"
        raise wrong_usage(f"{path} {why}; move it, or name another table by -o")


def same_question(path: Path, heading: bytes, asked: dict) -> None:
    if not heading.startswith(f'{{"schema":"{SCHEMA}"'.encode()):
        raise wrong_usage(f"{path} holds no measurements of this version; {WAY_OUT}")
    before, now = BEFORE | line(f"{path}:1", heading)["asked"], BEFORE | asked
    for key in now:
        if before.get(key) != now[key]:
            was = f"{path} was begun with {key} {before.get(key)}, now it is {now[key]}"
            raise wrong_usage(f"{was}; ask the same again to go on, or --restart to begin anew")


def measurement(where: str, text: bytes, native: bool) -> dict:
    found = line(where, text)
    if "document" not in found or ("turn" in found) != native:
        kind = "hocket tune --native" if native else "hocket tune without --native"
        raise wrong_usage(f"{where} is no measurement of {kind}; {WAY_OUT}")
    return found


def line(where: str, text: bytes) -> dict:
    try:
        found = parse(text.decode())
    except ValueError as problem:
        raise wrong_usage(f"{where} is not JSON: {problem}; {WAY_OUT}") from problem
    try:
        held("samples", where, found)
        if "document" in found:
            held("bench", where, found["document"])
    except Stop as wrong:
        raise wrong_usage(f"{wrong}; {WAY_OUT}") from wrong
    return found
