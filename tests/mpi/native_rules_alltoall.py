# SPDX-License-Identifier: BSD-3-Clause
"""data/native-rules for alltoalls against MPICH itself.

Which blocks arrive while one rank stays away depends on the algorithm (native_rules_alltoall.c). On both sides of every
limit the library's own choice must leave the pattern of the algorithm that the rules name, forced.
"""

import tempfile
from pathlib import Path

from native_rules_book import ALLTOALLS, Rules, view
from native_rules_force import spread


class Observer:
    def __init__(self, bench, ranks: int, nodes: int) -> None:
        self.ranks, self.nodes = ranks, nodes
        self.bench, self.variables = spread(bench, ranks, nodes) if nodes > 1 else (bench, {})
        self.program = bench.library.build("native_rules_alltoall", ["native_rules_alltoall.c"], bench.into)

    def patterns(self, collective: str, tried: list[int], variables: dict[str, str]) -> dict[int, str]:
        memory = Path("/dev/shm")
        with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
            command = [str(self.program), f"{folder}/blocks", collective, *map(str, tried)]
            status, output = self.bench.run(self.ranks, command, 300, **(self.variables | variables))
        if status != 0:
            raise RuntimeError(f"exit status {status} under {variables}:\n{output}")
        lines = (line.partition(": ") for line in output.splitlines() if line[:1].isdigit())
        return {int(n): bits for n, _, bits in lines}


def force(collective: str, algorithm: str) -> dict[str, str]:
    prefix = f"MPIR_CVAR_{collective.upper()}"
    return {f"{prefix}_DEVICE_COLLECTIVE": "0", f"{prefix}_INTRA_ALGORITHM": algorithm}


def meets(seen: Observer, collective: str, n: int, variables: dict[str, str]) -> bool:
    """Whether a send waits for its receiver is not always the same for one size: some tries, to meet once."""
    first, second = set(), set()
    for _ in range(4):
        first |= set(seen.patterns(collective, [n], {}).values())
        second |= set(seen.patterns(collective, [n], variables).values())
        if first & second:
            return True
    return False


def compare(bench, family: str, version: str, ranks: int, nodes: int) -> tuple[str, str]:
    rules, seen = Rules(family, version), Observer(bench, ranks, nodes)
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
