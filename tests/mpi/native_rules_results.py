# SPDX-License-Identifier: BSD-3-Clause
"""data/native-rules of reductions against MPICH itself, by the last bits of sums (native_rules_results.c).

On both sides of every limit the library's own choice must leave the bits of the algorithms that the rules name, forced.
Where those of the other side leave other bits, a wrong limit is seen.
"""

import dataclasses
from collections import defaultdict

from native_rules_book import BY_BLOCK, Rules, View, view
from native_rules_force import LARGEST, spread

COLLECTIVES = ("reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan")
OPERATORS = ("built-in", "user", "ordered")
ELEMENT = 4
COMPOSITIONS = {"composition alpha": "1", "composition beta": "2", "shared memory only": "3"}
Call = tuple[str, str, int]


def sizes(rules: Rules, collective: str, ranks: int) -> list[int]:
    """Elements on both sides of every limit, the same for each rank where blocks are cut."""
    limits = rules.limits(collective) | {4096, (1 << (ranks.bit_length() - 1)) * ELEMENT}
    step = ELEMENT * ranks if collective == "reduce_scatter" else ELEMENT
    found = {n // ranks if collective in BY_BLOCK else n for n in limits if n <= LARGEST}
    return sorted({n // step * step + more for n in found for more in (-step, 0, step)} - {0, -step})


def force(rules: Rules, call: Call, ranks: int, nodes: int) -> dict[str, str]:
    """Variables for the algorithms of one call; those of several collectives do not meet."""
    variables, where = {}, at(call, ranks, nodes)
    steps = rules.steps(call[0], where)
    for collective, algorithm in steps:
        kind = "POSIX_INTRA" if algorithm == "release_gather" else "INTRA"
        variables[f"MPIR_CVAR_{collective.upper()}_{kind}_ALGORITHM"] = algorithm
    what = call[0].upper()
    if any(algorithm == "release_gather" for _, algorithm in steps):
        number = COMPOSITIONS[rules.first(call[0], where).get("name", "shared memory only")]
        return variables | {f"MPIR_CVAR_{what}_COMPOSITION": number}
    return variables | {f"MPIR_CVAR_{what}_DEVICE_COLLECTIVE": "0"}


class Observer:
    def __init__(self, bench, ranks: int, nodes: int) -> None:
        self.ranks, self.nodes = ranks, nodes
        self.bench, self.variables = spread(bench, ranks, nodes) if nodes > 1 else (bench, {})
        self.program = bench.library.build("native_rules_results", ["native_rules_results.c"], bench.into)

    def bits(self, calls: list[Call], variables: dict[str, str]) -> dict[Call, str]:
        words = [str(word) for call in calls for word in call]
        status, output = self.bench.run(self.ranks, [str(self.program), *words], 300, **(self.variables | variables))
        if status != 0:
            raise RuntimeError(f"exit status {status} under {variables}:\n{output[-2000:]}")
        found = {}
        for line in output.splitlines():
            words, _, bits = line.rpartition(": ")
            if len(words.split()) == 3:
                collective, operator, n = words.split()
                found[collective, operator, int(n)] = bits
        return found


def compare(bench, family: str, version: str, ranks: int, nodes: int) -> tuple[str, str]:
    rules, seen = Rules(family, version), Observer(bench, ranks, nodes)
    crowded = ranks > nodes
    calls = [
        (collective, operator, n)
        for collective in COLLECTIVES
        for operator in OPERATORS
        for n in sizes(rules, collective, ranks)
        if not (crowded and collective == "scan")  # its leaders cannot be forced alone
        if operator != "user" or collective in ("reduce", "allreduce")  # the others do not ask
    ]
    named = {call: force(rules, call, ranks, nodes) for call in calls}
    beside = neighbours(calls, named)
    wanted = defaultdict(list)
    for call in calls:
        for variables in beside[call]:
            wanted[variables].append(call)
    forced = {variables: seen.bits(some, dict(variables)) for variables, some in wanted.items()}
    native = seen.bits(calls, {})
    own = {call: tuple(sorted(named[call].items())) for call in calls}
    wrong = [call for call in calls if native[call] != forced[own[call]][call]]
    at_limit = [call for call in calls if len(beside[call]) > 1]
    told = sum(any(forced[v][call] != native[call] for v in beside[call] - {own[call]}) for call in at_limit)
    text = f"{len(calls) - len(wrong)} of {len(calls)} sums as forced; {told} of {len(at_limit)} at a limit told apart"
    return "; ".join(f"{' '.join(map(str, call))} does not run {named[call]}" for call in wrong[:5]), text


def at(call: Call, ranks: int, nodes: int) -> View:
    collective, operator, n = call
    where = view(collective, n, ranks, nodes=nodes, commutes=operator != "ordered", element=ELEMENT)
    return dataclasses.replace(where, built_in=operator == "built-in")


def neighbours(calls: list[Call], named: dict[Call, dict]) -> dict[Call, set[tuple]]:
    """What the rules name for a call and for those next to it in size."""
    found = {}
    for i, call in enumerate(calls):
        near = [other for other in calls[max(i - 1, 0) : i + 2] if other[:2] == call[:2]]
        found[call] = {tuple(sorted(named[other].items())) for other in near}
    return found
