# SPDX-License-Identifier: BSD-3-Clause
"""Rules of a tuning table of which two hold at one place and neither is the more specific: such a table is refused."""

RANGES = ("ranks", "nodes", "ppn", "bytes")
EVERYTHING = [0, (1 << 64) - 1]


def specificity(rule: dict) -> int:
    """As in src/choose/table.cpp: the ranges that are given, operators before all."""
    ranges = sum(rule.get(key, EVERYTHING) != EVERYTHING for key in RANGES)
    return ranges + 8 * (rule.get("op", "any") != "any")


def share_a_place(a: dict, b: dict) -> bool:
    ranges = [(a.get(key, EVERYTHING), b.get(key, EVERYTHING)) for key in RANGES]
    operators = {rule.get("op", "any") for rule in (a, b)} - {"any"}
    return len(operators) < 2 and all(low < end and begin < high for (low, high), (begin, end) in ranges)


def find(rules: list[dict]) -> tuple[int, int] | None:
    """The numbers of two that no library would take together: those that it would name."""
    alike: dict[tuple[str, int], list[int]] = {}
    for i, rule in enumerate(rules):
        before = alike.setdefault((rule["collective"], specificity(rule)), [])
        if (first := next((j for j in before if share_a_place(rules[j], rule)), None)) is not None:
            return first, i
        before.append(i)
    return None
