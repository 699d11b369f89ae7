# SPDX-License-Identifier: BSD-3-Clause
"""Calls hocket-tool, which answers in JSON."""

import json
import subprocess

from hocket import find
from hocket.stop import FAILED, Stop

Document = dict | list


def ask(arguments: list[str]) -> tuple[str, int]:
    """Its standard output and exit status; its own complaints reach the user as they are."""
    ended = subprocess.run([find.program("hocket-tool"), *arguments], stdout=subprocess.PIPE, text=True, check=False)
    if ended.returncode > FAILED or ended.returncode < 0 or not ended.stdout.strip():
        raise Stop("", ended.returncode if ended.returncode > 0 else FAILED)
    return ended.stdout, ended.returncode


def attempt(arguments: list[str], seconds: float) -> tuple[str | None, str]:
    """Its standard output, or nothing and why: for what one can go without. Complaints do not reach the user."""
    try:
        words = [find.program("hocket-tool"), *arguments]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=seconds, check=False)
    except Stop as missing:
        return None, str(missing)
    except subprocess.TimeoutExpired:
        return None, f"hocket-tool {arguments[0]} did not end within {seconds:g} s"
    if ended.returncode or not ended.stdout.strip():
        said = ended.stderr.strip().splitlines()
        return None, said[0] if said else f"hocket-tool {arguments[0]} ended with status {ended.returncode}"
    return ended.stdout, ""


def read(text: str) -> Document:
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        raise Stop(f"hocket-tool did not print JSON: {problem}") from problem
