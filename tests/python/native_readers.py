# SPDX-License-Identifier: BSD-3-Clause
"""Readers of tuning files as the libraries have them, written from their semantics and not from our writers."""

import json
import math
import re


def integer(word: str) -> int:
    """scanf("%li")"""
    body = word.lstrip("+-")
    base = 16 if body[:2].lower() == "0x" else 8 if body.startswith("0") and body != "0" else 10
    return int(word, base)


class Classic:
    """Open MPI up to 5.0: rules by collective, in each by size of communicator, in each by size of message."""

    def __init__(self, text: str, knows_format_2: bool = True) -> None:
        self.version = 1
        header = re.match(r"rule-file-version-(\d+)", text)
        if header:
            assert knows_format_2, "such a file is dropped in silence"
            self.version, text = int(header[1]), text[header.end() :]
        self.lines = [[integer(w) for w in re.findall(r"[+-]?\w+", x.partition("#")[0])] for x in text.splitlines()]
        self.words = [word for line in self.lines for word in line]
        self.rules = {self.next(): self.sizes() for _ in range(self.next())}
        assert not self.words, "words are left"

    def next(self) -> int:
        return self.words.pop(0)

    def sizes(self) -> list[tuple[int, list[tuple[int, ...]]]]:
        found = []
        for _ in range(self.next()):
            ranks = self.next()
            fields = 4 if self.version == 1 else 5
            found.append((ranks, [tuple(self.next() for _ in range(fields)) for _ in range(self.next())]))
        return found

    def lookup(self, collective: int, ranks: int, message: int) -> tuple[int, ...]:
        """Algorithm, fanout, segment and requests; algorithm 0: the library decides."""
        entries = self.rules.get(collective)
        if not entries:
            return (0, 0, 0, 0)
        assert [e[0] for e in entries] == sorted({e[0] for e in entries}), "sizes of communicators do not ascend"
        rules = next((rules for low, rules in reversed(entries) if low <= ranks), entries[0][1])
        assert rules[0][0] == 0 and [r[0] for r in rules] == sorted({r[0] for r in rules})
        found = next(rule for rule in reversed(rules) if rule[0] <= message)
        return (*found[1:], 0)[:4]


def ranges(text: str, collective: str, ranks: int, message: int, single_node: bool) -> dict:
    """Open MPI 6: the first entry that fits, and only its rules; empty: the library decides."""

    def number(value: object) -> float:
        return math.inf if value in ("inf", "Inf", "INF") else value

    known = {"comm_size_min", "comm_size_max", "comm_rank_distribution", "rules"}
    for entry in json.loads(text)["collectives"].get(collective, []):
        assert set(entry) <= known
        where = entry.get("comm_rank_distribution", "any")
        if where == "single-node" and not single_node:
            continue
        if entry.get("comm_size_min", 0) <= ranks <= entry.get("comm_size_max", 2147483647):
            for rule in entry["rules"]:
                assert set(rule) <= {"msg_size_min", "msg_size_max", "alg", "faninout", "seg_size", "reqs"}
                if number(rule.get("msg_size_min", 0)) <= message <= number(rule.get("msg_size_max", "inf")):
                    return {} if rule["alg"] in (0, "ignore") else rule
            return {}
    return {}


def han(text: str) -> dict[tuple[str, int], list[tuple[int, list[tuple[int, str, str]]]]]:
    """By collective and level: sizes of communicators, in each from so many bytes on a component and its variant."""
    words = [w for line in text.splitlines() for w in line.partition("#")[0].split()]
    found = {}
    for _ in range(integer(words.pop(0))):
        name = words.pop(0)
        for _ in range(integer(words.pop(0))):
            level, entries = integer(words.pop(0)), []
            for _ in range(integer(words.pop(0))):
                size, rules = integer(words.pop(0)), []
                for _ in range(integer(words.pop(0))):
                    low, component = integer(words.pop(0)), words.pop(0)
                    variant = words.pop(0)[1:] if words and words[0].startswith("@") else ""
                    rules.append((low, component, variant))
                entries.append((size, rules))
            assert entries[0][0] == 1 and all(rules[0][0] == 0 for _, rules in entries)
            found[name, level] = entries
    assert not words
    return found


COMMUNICATOR = ("comm_size", "comm_type", "comm_hierarchy", "comm_avg_ppn", "is_node_consecutive", "is_multi_threaded")


def csel(node: dict, at: dict, of_call: bool = False) -> tuple[str, tuple[str, ...]]:
    """MPICH: the algorithm and its parameters. `at`: what is known of communicator and call. Below a test of a call,
    tests of communicators are made with it, by other code: there `comm_size<` means `<=`."""
    for key, following in node.items():
        word, sign, value = re.fullmatch(r"(\w+?)(<=|<|=)(\w+)", key).groups() if key != "any" else ("any", "=", "any")
        if word == "algorithm":
            assert len(node) == 1
            return value, tuple(sorted(following))
        if holds(word, sign, value, at, of_call):
            return csel(following, at, of_call or word not in COMMUNICATOR)
    raise LookupError(f"nothing holds of {', '.join(node)}: MPICH would end the program")


def holds(word: str, sign: str, value: str, at: dict, of_call: bool) -> bool:
    if value == "any":
        return True
    if sign == "=" and word == "comm_size":
        return at["comm_size"] == at["node_comm_size"] if value == "node_comm_size" else power(at["comm_size"])
    if (word, value) == ("count", "pow2"):
        return at["count"] < 1 << (at["comm_size"].bit_length() - 1)
    if sign == "=":
        return at[word] == value
    limit = int(value)
    assert limit <= 2147483647, "atoi into an int"
    strict = sign == "<" and not (word == "comm_size" and of_call)
    return at[word] < limit if strict else at[word] <= limit


def power(n: int) -> bool:
    return n & (n - 1) == 0
