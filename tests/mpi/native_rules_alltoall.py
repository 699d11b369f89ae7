# SPDX-License-Identifier: BSD-3-Clause
"""data/native-rules for alltoalls against MPICH itself.

Which blocks arrive while one rank stays away depends on the algorithm (native_rules_alltoall.c). On both sides of every
limit the library's own choice must leave the pattern of the algorithm that the rules name, forced.
"""

from native_rules_book import ALLTOALLS, Rules, view
from native_rules_rooted import Observer, meets


class OfAlltoalls(Observer):
    program = "native_rules_alltoall"

    def patterns(self, collective: str, tried: list[int], variables: dict[str, str]) -> dict[int, str]:
        """What each rank has, as the program prints it."""
        split = (line.partition(": ") for line in self.lines(collective, tried, variables))
        return {int(n): bits for n, _, bits in split}


def force(collective: str, algorithm: str) -> dict[str, str]:
    prefix = f"MPIR_CVAR_{collective.upper()}"
    return {f"{prefix}_DEVICE_COLLECTIVE": "0", f"{prefix}_INTRA_ALGORITHM": algorithm}


def compare(bench, family: str, version: str, ranks: int, nodes: int) -> tuple[str, str]:
    rules, seen = Rules(family, version), OfAlltoalls(bench, ranks, nodes)
    wrong, fits, told, at_limit = [], 0, 0, 0
    for collective in ALLTOALLS:
        tried = sorted({n for limit in {4096, *rules.limits(collective)} for n in (limit - 1, limit)})
        named = {n: rules.steps(collective, view(collective, n, ranks, nodes=nodes))[-1][1] for n in tried}
        named = {n: name.partition(",")[0] for n, name in named.items()}  # as the variable names it
        native = seen.patterns(collective, tried, {})
        forced = {a: seen.patterns(collective, tried, force(collective, a)) for a in set(named.values())}
        for i, n in enumerate(tried):
            beside = {named[m] for m in tried[max(i - 1, 0) : i + 2]} - {named[n]}
            at_limit += bool(beside)
            told += any(forced[a][n] != native[n] for a in beside)
            if native[n] == forced[named[n]][n] or meets(seen, collective, n, force(collective, named[n])):
                fits += 1
            else:
                wrong.append(f"{collective} of {n} bytes does not run {named[n]}")
    text = f"{fits} of {fits + len(wrong)} sizes as forced; {told} of {at_limit} at a limit told apart"
    return "; ".join(wrong), text
