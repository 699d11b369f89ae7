# SPDX-License-Identifier: BSD-3-Clause
"""Open MPI's component HAN: which component serves a communicator of several nodes, its nodes, and each node.

Levels are numbers, components are names: 4.1 and 5.0 both read that. Without an entry below, HAN's own variables say
which component serves a level."""

from hocket.export.bands import Band
from hocket.export.plan import Plan
from hocket.natives import ompi
from hocket.natives.choice import DEFAULT, Choice
from hocket.natives.rule import Rule

GLOBAL, INTER, INTRA = 2, 1, 0
COLLECTIVES = ("allgather", "allgatherv", "allreduce", "barrier", "bcast", "gather", "reduce", "scatter")
COMPONENTS = ("adapt", "basic", "libnbc", "sm", "tuned", "self")
VARIANTS = {"barrier": ("simple",), "allreduce": ("intra", "simple", "reproducible")}
VARIANTS["reduce"] = VARIANTS["allreduce"]
BLOCKS = ("intra", "simple")  # of all others


def refusal(version: str):
    def refuse(rule: Rule) -> str:
        if rule.collective not in COLLECTIVES:
            return f"HAN has no rules for this collective; it has for {', '.join(COLLECTIVES)}"
        if rule.nodes[1] <= 2:
            return "HAN serves several nodes only"
        if rule.chosen.algorithm == "han":
            return refuse_parameters(rule, version)
        if not ompi.id_of(rule.collective, rule.chosen.algorithm, version):
            names = ", ".join(ompi.algorithms(rule.collective, version))
            return f"no algorithm of Open MPI {version}: han, {names}"
        return ""

    return refuse


def refuse_parameters(rule: Rule, version: str) -> str:
    variants = VARIANTS.get(rule.collective, BLOCKS)
    variant = rule.chosen.get("variant", "")
    if variant and variant not in variants:
        return f"HAN's {rule.collective} has the variants {', '.join(variants)}"
    if variant and ompi.number(version) < (5, 0):
        return "Open MPI 4.1 does not read HAN's variants"
    for level in ("across", "inside"):
        if (named := rule.chosen.get(level, "tuned")) not in COMPONENTS:
            return f"{level}={named} is no component of {', '.join(COMPONENTS)}"
    return ""


def write(plan: Plan) -> str:
    """Sizes are those of one rank's buffer; of allgatherv, whose table counts all, a mean block."""
    lines = [f"{len(plan.many)}  # collectives"]
    for name, found in plan.many.items():
        levels = levels_of(name, found)
        lines += [name, f"{len(levels)}  # levels"]
        for number, entries in levels.items():
            lines += [str(number), f"{len(entries)}  # sizes of communicators"]
            for size, steps in entries:
                lines += [str(size), f"{len(steps)}", *(f"{low} {word}" for low, word in steps)]
    return "\n".join(lines) + "\n"


Entries = list[tuple[int, list[tuple[int, str]]]]


def levels_of(name: str, found: list[Band]) -> dict[int, Entries]:
    levels = {GLOBAL: [(low, together(steps)) for low, steps in of_everything(name, found)]}
    for number, word in ((INTRA, "inside"), (INTER, "across")):
        named = {str(c.get(word)) for band in found for _, c in band.steps if c.algorithm == "han" and c.get(word)}
        if named:
            levels[number] = [(1, [(0, named.pop())])]
    return levels


def of_everything(name: str, found: list[Band]) -> Entries:
    """From so many ranks on. Where no rule is, HAN serves, as it does by itself; the first entry has to be 1."""
    entries: Entries = []
    reached = 1
    for band in found:
        low = max(band.low, 1)
        if low > reached:
            entries.append((reached, [(0, "han")]))
        entries.append((low, [(bytes_of(name, size, low), component(chosen)) for size, chosen in band.steps]))
        reached = band.high
    return entries if found[-1].high > 1 << 31 else [*entries, (reached, [(0, "han")])]


def together(steps: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Neighbours of one word in one line."""
    return [step for i, step in enumerate(steps) if i == 0 or step[1] != steps[i - 1][1]]


def bytes_of(name: str, size: int, ranks: int) -> int:
    return size // ranks if name == "allgatherv" else size


def component(chosen: Choice) -> str:
    """What `tuned` then runs is for its own file to say."""
    if chosen == DEFAULT or chosen.algorithm == "han":
        variant = chosen.get("variant", "")
        return f"han @{variant}" if variant else "han"
    return "tuned"


def contradiction(plan: Plan) -> str:
    """A level has one component for all sizes here."""
    for name in plan.many:
        for word in ("inside", "across"):
            named = {str(c.get(word, "")) for c in plan.choices(name) if c.algorithm == "han"}
            if len(named) > 1:
                return f"{name}: one file has one component for each level, not {word}={' and '.join(sorted(named))}"
    return ""
