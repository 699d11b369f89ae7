# SPDX-License-Identifier: BSD-3-Clause
"""Which algorithm wins where: out of measurements, or as the rules of a tuning table say."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from hocket.report.measured import Measured
from hocket.tune import curves
from hocket.tune.rules import runs

ANY = 1 << 62  # no end


@dataclass(frozen=True)
class Span:
    """An algorithm over a range of sizes, half open."""

    low: int
    high: int
    algorithm: str
    note: str  # what is known of it there
    place: tuple[int, int] = (0, 0)  # ranks and a size, for a picture


@dataclass
class Column:
    title: str
    spans: list[Span]
    order: tuple = ()


@dataclass
class Map:
    title: str
    about: str
    columns: list[Column] = field(default_factory=list)

    def borders(self) -> list[int]:
        return sorted({edge for column in self.columns for span in column.spans for edge in (span.low, span.high)})


def of_measured(measured: list[Measured]) -> list[Map]:
    maps: dict[tuple, Map] = {}
    several = len({m.place.library for m in measured}) > 1
    for m in measured:
        p, found = m.place, spans(m)
        if found:
            nodes = "1 node" if p.nodes == 1 else f"{p.nodes} nodes"
            about = f"measured, {nodes}" + (f", {p.library}" if several else "")
            key = p.title, p.library, p.nodes
            maps.setdefault(key, Map(p.title, about)).columns.append(Column(f"{p.ranks} ranks", found))
    return list(maps.values())


def spans(m: Measured) -> list[Span]:
    """As a tuning table would have them: from the least measured size to the greatest."""
    measured = m.curves
    if not measured:
        return []
    found, sizes = [], list(measured)
    for name, mine, after in runs(curves.winners(measured)):
        low = found[-1].high if found else mine[0]
        high = math.isqrt(max(mine[-1], 1) * after) + 1 if after is not None else sizes[-1] + 1
        sample = m.place.ranks, typical(low, high)
        found.append(Span(low, high, name, against_native(measured, name, mine), sample))
    return found


def against_native(measured: curves.Curves, name: str, sizes: list[int]) -> str:
    if name == "native":
        return ""
    known = [measured[n] for n in sizes if "native" in measured[n] and name in measured[n]]
    ratios = [math.exp(curves.middle(at[name]) - curves.middle(at["native"])) for at in known]
    if not ratios:
        return ""
    low, high = f"{min(ratios):.2f}", f"{max(ratios):.2f}"
    return f"{low} x native" if low == high else f"{low}–{high} x native"


def of_table(table: dict, name: str) -> list[Map]:
    """A column for each place that has rules of its own."""
    columns: dict[str, dict[tuple, Column]] = {}
    for rule in table["rules"]:
        low, high = rule.get("bytes", [0, ANY])
        order = tuple(tuple(rule.get(key, [0, ANY])) for key in ("nodes", "ppn", "ranks"))
        extra = tuple(rule[key] for key in ("memory", "op") if rule.get(key, "any") != "any")
        here = columns.setdefault(rule["collective"], {})
        column = here.setdefault((order, extra), Column(", ".join([*where(rule), *extra]) or "everywhere", [], order))
        sample = max(2, rule.get("ranks", rule.get("ppn", [2]))[0]), typical(low, high)
        column.spans.append(Span(low, high, rule["algorithm"], evidence(rule), sample))
    return [
        Map(collective, f"rules of {name}", sorted(found.values(), key=lambda column: column.order))
        for collective, found in columns.items()
    ]


def typical(low: int, high: int) -> int:
    """A power of two in the geometric middle, where there is one."""
    middle = math.isqrt(max(low, 1) * (high if high < ANY else max(low, 1) * 16))
    power = 1 << max(middle.bit_length() - 1, 0)
    return power if low <= power < high else low


def where(rule: dict) -> Iterator[str]:
    for key, word in (("nodes", "nodes"), ("ppn", "ranks a node"), ("ranks", "ranks")):
        if key in rule and not (key == "nodes" and rule[key] == [1, 2]):
            low, high = rule[key]
            yield f"{low} {word}" if high == low + 1 else f"{low}–{high - 1} {word}" if high < ANY else f"{low}+ {word}"


def evidence(rule: dict) -> str:
    known = [f"confidence {rule['confidence']:.0%}"] if "confidence" in rule else []
    known += [f"{rule['samples']} {'call' if rule['samples'] == 1 else 'calls'}"] if "samples" in rule else []
    return ", ".join(known)
