# SPDX-License-Identifier: BSD-3-Clause
"""Open MPI 4.1 and 5.0: the text file of component `tuned`.

Read by scanf("%li"): a leading 0 would mean octal. A rule holds for all communicators from its size on, the first one
for smaller ones too. Algorithm 0: the library decides."""

from collections.abc import Iterator

from hocket.export.bands import Band, converted
from hocket.export.plan import Plan
from hocket.natives import ompi
from hocket.natives.choice import DEFAULT, Choice
from hocket.natives.rule import ANY, Rule

WITH_REQUESTS = (5, 0, 7)  # the first version that knows the header of format 2; others drop such a file in silence
FANOUT, RING_SEGMENT = 4, 1 << 20  # the library's own, where a choice does not say


def refusal(version: str, any_operator: bool, has_requests: bool):
    """`any_operator`: whether operators that do not commute have to be right."""

    def refuse(rule: Rule) -> str:
        name, collective = rule.chosen.algorithm, rule.collective
        if collective not in ompi.TABLE:
            return "Open MPI has no rules for this collective"
        if not ompi.id_of(collective, name, version):
            return f"no algorithm of Open MPI {version}: {', '.join(ompi.algorithms(collective, version))}"
        if name == "two_proc" and rule.ranks != (2, 3):
            return "two_proc is for 2 ranks only"
        if any_operator and (collective, name) in ompi.OUT_OF_ORDER:
            return "wrong for operators that do not commute, which a rule cannot ask: --commutative allows it"
        return refuse_parameters(rule.chosen, has_requests)

    return refuse


def refuse_parameters(chosen: Choice, has_requests: bool) -> str:
    if chosen.number("max_requests") and not has_requests:
        return "max_requests needs Open MPI 5.0.7 or later: --library-version says which"
    bad = [name for name, value in chosen.parameters if not isinstance(value, int) or not 0 <= value < 1 << 31]
    return f"{', '.join(bad)}: not a number from 0 to 2147483647" if bad else ""


def takes_requests(version: str) -> bool:
    return ompi.number(version) >= WITH_REQUESTS


def write(plan: Plan) -> str:
    second = any(chosen.number("max_requests") for name in plan.collectives for chosen in plan.choices(name))
    header = ["rule-file-version-2"] if second else []
    names = sorted(plan.one, key=lambda name: ompi.TABLE[name][0])
    lines = [f"{len(names)}  # collectives"]
    for name in names:
        entries = list(entries_of(name, plan.one[name]))
        lines += [f"{ompi.TABLE[name][0]}  # {name}", f"{len(entries)}  # sizes of communicators"]
        for low, steps in entries:
            lines += [f"{low}  # ranks", f"{len(steps)}"]
            lines += [line(name, size, chosen, plan.version, second) for size, chosen in steps]
    return "\n".join(header + lines) + "\n"


def entries_of(collective: str, found: list[Band]) -> Iterator[tuple[int, tuple]]:
    """From so many ranks on; gaps are entries too, or the one before would hold there."""
    nothing, reached = ((0, DEFAULT),), 1
    for whole in found:
        for band in converted(whole, lambda size, ranks: ompi.message(collective, size, ranks)):
            low = max(band.low, 1)
            if low > reached:
                yield reached, nothing
            yield low, band.steps
            reached = band.high
    if reached < ANY:
        yield reached, nothing


def numbers(collective: str, chosen: Choice) -> tuple[int, int]:
    """Fanout and segment."""
    fanout, segment = chosen.number("faninout"), chosen.number("segsize")
    if chosen.algorithm == "chain":
        fanout = fanout or FANOUT
    if (collective, chosen.algorithm) == ("allreduce", "segmented_ring"):
        segment = segment or RING_SEGMENT
    return fanout, segment


def line(collective: str, size: int, chosen: Choice, version: str, second: bool) -> str:
    fanout, segment = numbers(collective, chosen)
    words = [size, ompi.id_of(collective, chosen.algorithm, version), fanout, segment]
    words += [chosen.number("max_requests")] if second else []
    return "  ".join(map(str, words)) + f"  # {chosen}"
