# SPDX-License-Identifier: BSD-3-Clause
"""What goes into a file, what is left out and why, and what its user has to know."""

from collections.abc import Callable
from dataclasses import dataclass, field

from hocket.export.bands import LARGEST, Band, bands, one_step, unused
from hocket.natives.choice import DEFAULT
from hocket.natives.rule import Rule
from hocket.natives.table import Table
from hocket.stop import Stop

Refuse = Callable[[Rule], str]  # why a file cannot say it; empty: it can


@dataclass
class Plan:
    """`one` holds where all ranks are on one node, `many` elsewhere; the same where a file cannot tell."""

    version: str
    one: dict[str, list[Band]] = field(default_factory=dict)
    many: dict[str, list[Band]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def collectives(self) -> list[str]:
        return sorted({*self.one, *self.many})

    def choices(self, collective: str) -> set:
        both = [*self.one.get(collective, []), *self.many.get(collective, [])]
        return {chosen for band in both for _, chosen in band.steps} - {DEFAULT}


def make(table: Table, version: str, refuse: Refuse, any_size: set[str], tells_nodes: bool) -> Plan:
    plan = Plan(version, left_out=list(table.left_out))
    kept: dict[str, list[Rule]] = {}
    for rule in table.rules:
        why = "" if rule.chosen == DEFAULT else refuse(rule) or out_of_range(rule)
        if why:
            plan.left_out.append(f"{rule} ({why})")
        else:
            kept.setdefault(rule.collective, []).append(rule)
    for collective, rules in kept.items():
        here = [r for r in rules if r.nodes[0] <= 1] if tells_nodes else rules
        there = [r for r in rules if r.nodes[1] > 2] if tells_nodes else rules
        plan.one[collective] = arrange(plan, collective in any_size, here)
        plan.many[collective] = arrange(plan, collective in any_size, there) if tells_nodes else plan.one[collective]
    plan.one = {name: found for name, found in plan.one.items() if found}
    plan.many = {name: found for name, found in plan.many.items() if found}
    plan.left_out = list(dict.fromkeys(plan.left_out))
    return plan


def out_of_range(rule: Rule) -> str:
    return f"sizes and numbers of ranks end at {LARGEST}" if max(rule.bytes[0], rule.ranks[0]) > LARGEST else ""


def arrange(plan: Plan, any_size: bool, rules: list[Rule]) -> list[Band]:
    found = bands(rules)
    for rule in unused(rules, found):
        plan.left_out.append(f"{rule} (other rules have its ranks and sizes; the format does not tell them apart)")
    if not any_size:
        return found
    for band in found:
        kept = one_step(band).steps[0][1]
        for _, chosen in band.steps:
            if chosen not in (kept, DEFAULT):
                name = f"{rules[0].collective}, {band.low} ranks and more: {chosen}"
                plan.left_out.append(f"{name} (one rule has to serve all sizes: {kept})")
    return [band for band in map(one_step, found) if not band.empty]


def anything(plan: Plan, path: str, target: str) -> None:
    if not plan.collectives and not plan.left_out:
        raise Stop(f"{path} leaves everything to the library: it needs no file")
    if not plan.collectives:
        raise Stop("\n".join([f"nothing of {path} can be said in a file for {target}", *plan.left_out]))
