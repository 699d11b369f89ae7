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


def read(text: str) -> Document:
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        raise Stop(f"hocket-tool did not print JSON: {problem}") from problem
