# SPDX-License-Identifier: BSD-3-Clause
"""Numbers of bytes as people write them: 8K, 1M (powers of 1024)."""

import re

from hocket.stop import wrong_usage

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def parse(text: str, what: str = "size") -> int:
    match = re.fullmatch(r"(\d{1,15})([KMG]?)", text.strip())
    if not match:
        raise wrong_usage(f"{what} '{text}' is not a number of bytes such as 1221360, 64K or 4M")
    return int(match[1]) * UNITS[match[2]]


def words(collective: str, text: str | None) -> list[str]:
    """--bytes for the tool, where the collective has any."""
    if text is None and collective != "barrier":
        raise wrong_usage(f"--bytes: how large is the {collective}?")
    return [] if text is None else ["--bytes", text]


def parse_range(text: str) -> tuple[int, int]:
    low, _, high = text.partition(":")
    smallest = parse(low, "size")
    largest = parse(high, "size") if high else smallest
    if largest < smallest:
        raise wrong_usage(f"sizes '{text}' end before they begin; write MIN:MAX, such as 1:4M")
    return smallest, largest


def show(count: int) -> str:
    """The largest exact unit: 8192 is 8K."""
    for unit in ("G", "M", "K"):
        if count and count % UNITS[unit] == 0:
            return f"{count // UNITS[unit]}{unit}"
    return str(count)


def split_specs(text: str) -> list[str]:
    """Cuts a list of SPECs at the commas outside parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part]
