# SPDX-License-Identifier: BSD-3-Clause
"""data/native-rules for gather, gatherv, scatter and scatterv against the libraries themselves.

Small blocks never wait for their receiver, so which of them arrive while rank x stays away (native_rules_rooted.c)
follows from the SPEC that the rules name: it is computed here. Around every limit, where blocks are longer, the
library's own choice must leave the pattern of the algorithm that the rules name, forced by the library's variables.
"""

import json
import tempfile
from pathlib import Path

from native_rules_force import LARGEST, RULES, limits, spread
from native_rules_patterns import expected

COLLECTIVES = ("gather", "gatherv", "scatter", "scatterv")
SMALL = 8  # bytes: travel at once in every library


def holds(when: dict, n: int, ranks: int, nodes: int) -> bool:
    at = {"bytes": n, "ranks": ranks, "nodes": nodes, "crowded": ranks > nodes, "even": True}
    inside = lambda asked, is_: asked == is_ if isinstance(asked, bool) else asked[0] <= is_ < (asked[1] or 1 << 62)  # noqa: E731
    return all(inside(asked, at[key]) for key, asked in when.items())


class Book:
    def __init__(self, family: str, version: str, collective: str) -> None:
        whole = json.loads((RULES / f"{family}.json").read_text())
        edition = next(e for e in whole["editions"] if e["version"] == version)
        self.start, self.part = edition[collective], whole[collective]

    def named(self, n: int, ranks: int, nodes: int, rules: str = "") -> set[str]:
        """The algorithm; of a composition, that across the nodes and that inside."""
        rule = next(r for r in self.part["rules"][rules or self.start] if holds(r["when"], n, ranks, nodes))
        if "run" in rule:
            return {rule["run"]}
        if "go" in rule:
            return self.named(n, ranks, nodes, rule["go"])
        local = ranks // nodes
        return self.named(n * local, nodes, nodes, rule["across"]) | self.named(n, local, 1, rule["inside"])

    def composes(self, ranks: int, nodes: int) -> bool:
        lists = self.part["rules"][self.start]
        return "inside" in next(r for r in lists if holds(r["when"], SMALL, ranks, nodes))

    def sizes(self, ranks: int, nodes: int) -> list[int]:
        rules = [rule for rules in self.part["rules"].values() for rule in rules]
        found = limits(rules, ranks) if nodes == 1 else limits(rules, ranks // nodes)
        return sorted({n for limit in found for n in (limit - 1, limit) if 1 < n <= LARGEST})

    def force(self, algorithm: str) -> dict[str, str]:
        chosen = next((s for s in self.part["settings"] if s["algorithm"] == algorithm), {"variables": {}})
        return {k: v for k, v in chosen["variables"].items() if "han_priority" not in k}


class Observer:
    """Runs one of the programs that let a rank stay away."""

    program = "native_rules_rooted"

    def __init__(self, bench, ranks: int, nodes: int) -> None:
        self.ranks, self.nodes = ranks, nodes
        self.bench, self.variables = spread(bench, ranks, nodes) if nodes > 1 else (bench, {})
        self.built = bench.library.build(self.program, [f"{self.program}.c"], bench.into)

    def lines(self, collective: str, tried: list[int], variables: dict[str, str]) -> list[str]:
        memory = Path("/dev/shm")
        with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
            command = [str(self.built), f"{folder}/blocks", collective, *map(str, tried)]
            status, output = self.bench.run(self.ranks, command, 300, **(self.variables | variables))
        if status != 0:
            raise RuntimeError(f"exit status {status} under {variables}:\n{output}")
        return [line for line in output.splitlines() if line[:1].isdigit()]

    def patterns(self, collective: str, tried: list[int], variables: dict[str, str]) -> dict[int, dict[int, set[int]]]:
        found: dict[int, dict[int, set[int]]] = {n: {} for n in tried}
        for line in self.lines(collective, tried, variables):
            n, away, bits = line.replace(":", "").split()
            found[int(n)][int(away)] = {r for r in range(self.ranks) if int(bits, 16) >> r & 1}
        return found


def compare(seen: Observer, family: str, version: str, collective: str) -> tuple[str, str]:
    book = Book(family, version, collective)
    wrong, said = [], []
    if not book.composes(seen.ranks, seen.nodes):
        (small,) = book.named(SMALL, seen.ranks, seen.nodes)
        spec = book.part["algorithms"][small]["spec"]
        found = seen.patterns(collective, [SMALL], {})[SMALL]
        for x in found:
            if found[x] != expected(collective, spec, seen.ranks, x):
                wrong.append(f"{SMALL} bytes without rank {x}: {sorted(found[x])} arrive, not as {spec}")
        said.append(f"{len(found) - len(wrong)} of {len(found)} patterns are {spec}")
    # The library's variables force both parts of a composition alike.
    named = {n: book.named(n, seen.ranks, seen.nodes) for n in book.sizes(seen.ranks, seen.nodes)}
    named = {n: min(all) for n, all in named.items() if len(all) == 1}
    if named:
        more, text = at_limits(seen, book, collective, named)
        wrong, said = wrong + more, [*said, text]
    return "; ".join(wrong if said else ["nothing could be compared"]), "; ".join(said)


def at_limits(seen: Observer, book: Book, collective: str, named: dict[int, str]) -> tuple[list[str], str]:
    tried = sorted(named)
    beside = {n: {named[m] for m in tried[max(i - 1, 0) : i + 2]} for i, n in enumerate(tried)}
    native = seen.patterns(collective, tried, {})
    forced = {}
    for a in sorted(set(named.values())):
        forced[a] = seen.patterns(collective, [n for n in tried if a in beside[n]], book.force(a))
    wrong = [n for n in tried if native[n] != forced[named[n]][n]]
    again = [n for n in wrong if not meets(seen, collective, n, book.force(named[n]))]
    at_limit = [n for n in tried if len(beside[n]) > 1]
    told = sum(any(forced[a][n] != native[n] for a in beside[n] - {named[n]}) for n in at_limit)
    text = f"{len(tried) - len(again)} of {len(tried)} sizes as forced; {told} of {len(at_limit)} at a limit told apart"
    return [f"{n} bytes do not run {named[n]}" for n in again], text


def meets(seen: Observer, collective: str, n: int, variables: dict[str, str]) -> bool:
    """Whether a send waits for its receiver is not always the same for one size: some more tries, to meet once."""
    first, second = [], []
    for _ in range(4):
        first.append(seen.patterns(collective, [n], {})[n])
        second.append(seen.patterns(collective, [n], variables)[n])
        if any(one in second for one in first):
            return True
    return False


VERSIONS = {"mpich": ("mpich", "5.0"), "ompi5": ("ompi", "5.0"), "ompi4": ("ompi", "4.1")}


def check(bench, judge, places: list[tuple[int, int]]) -> None:
    family, version = VERSIONS[bench.library.name]
    for ranks, nodes in places:
        for collective in COLLECTIVES:
            what = f"{bench.library.name} -n {ranks} native rules of {collective}" + f", {nodes} nodes" * (nodes > 1)
            judge(
                bench, what, lambda r=ranks, n=nodes, c=collective: compare(Observer(bench, r, n), family, version, c)
            )
