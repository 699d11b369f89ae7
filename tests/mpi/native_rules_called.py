# SPDX-License-Identifier: BSD-3-Clause
"""data/native-rules against the functions that Open MPI really calls, for barriers, allgathers, reductions, scans and
alltoalls.

The dynamic linker tells their names (native_rules_audit.c). On both sides of every limit the leader of the first node
must have called every algorithm that the rules name, and the last rank of the job last of all the one inside its node.
"""

import platform
import subprocess
from collections import defaultdict

from native_rules_book import ALLTOALLS, BY_BLOCK, Rules, view
from native_rules_force import HERE, LARGEST, spread

COLLECTIVES = (
    *("barrier", "allgather", "allgatherv", "reduce", "allreduce", "reduce_scatter", "reduce_scatter_block"),
    *ALLTOALLS,
)
PREFIX, NO_ALGORITHM = "ompi_coll_base_", "bcast_intra_generic"
NAMES = {
    "linear": "basic_linear",
    "recursive_doubling": "recursivedoubling",
    "recursive_halving": "recursivehalving",
    "modified_bruck": "bruck",
    "neighbor": "neighborexchange",
    "two_proc": "two_procs",
    "in-order_binary": "in_order_binary",
    "binary_tree": "bintree",
    "split_binary_tree": "split_bintree",
}
OTHERS = {
    ("allreduce", "basic_linear"): ["reduce_intra_basic_linear", "bcast_intra_basic_linear"],
    ("allreduce", "rabenseifner"): ["allreduce_intra_redscat_allgather"],
    ("reduce", "rabenseifner"): ["reduce_intra_redscat_gather"],
    ("reduce_scatter", "recursive_halving"): ["reduce_scatter_intra_basic_recursivehalving"],
    ("scan", "linear"): ["scan_intra_linear"],
    ("exscan", "linear"): ["exscan_intra_linear"],
}


def functions(collective: str, algorithm: str) -> list[str]:
    """Of an algorithm; none where the linker does not see the call."""
    algorithm = algorithm.removesuffix(", twice")
    if collective in ("gatherv", "scatterv", "alltoallw") or algorithm.startswith(("ireduce", "ibcast")):
        return []
    return OTHERS.get((collective, algorithm), [f"{collective}_intra_{NAMES.get(algorithm, algorithm)}"])


def sizes(rules: Rules, collective: str, ranks: int, nodes: int) -> list[int]:
    """Both sides of every limit; where HAN cuts a vector, its pieces are alike."""
    if collective == "barrier":
        return [0]
    found = {n for limit in {1, *rules.limits(collective)} for n in (limit - 1, limit)}
    found = {n * ranks for n in found} if collective == "allgatherv" else found
    most = LARGEST // ranks if collective in BY_BLOCK else LARGEST
    return sorted(n for n in found if 0 < n <= most and (nodes == 1 or n <= 65536 or n % 65536 == 0))


class Observer:
    def __init__(self, bench, ranks: int, nodes: int) -> None:
        self.ranks, self.nodes = ranks, nodes
        self.bench, self.variables = spread(bench, ranks, nodes) if nodes > 1 else (bench, {})
        self.program = bench.library.build("native_rules_called", ["native_rules_called.c"], bench.into)
        self.audit = self.program.parent / "native_rules_audit.so"
        source = str(HERE / "native_rules_audit.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", str(self.audit), source], check=True)

    def called(self, asked: list[tuple[str, bool, int]]) -> dict[tuple, dict[int, list[str]]]:
        """By call and rank: the functions, in order."""
        words = [str(word) for collective, commutes, n in asked for word in (collective, int(commutes), n)]
        command = ["env", f"LD_AUDIT={self.audit}", str(self.program), *words]
        status, output = self.bench.run(self.ranks, command, 300, **self.variables)
        if status != 0:
            raise RuntimeError(f"exit status {status}:\n{output[-2000:]}")
        found, now = defaultdict(lambda: defaultdict(list)), {}
        for line in output.splitlines():
            process, _, text = line.partition(" ")
            if process.startswith("@") and text.startswith(PREFIX):
                name = text.removeprefix(PREFIX).replace("block_basic", "block_intra_basic")
                if now.get(process) and "_intra_" in name and name != NO_ALGORITHM:
                    found[now[process][1]][now[process][0]].append(name)
            elif process.startswith("@"):
                rank, collective, commutes, n = text.split() if text else ("0", "", "", "0")
                now[process] = (int(rank), (collective, commutes == "1", int(n))) if text else None
        return found


def compare(bench, family: str, version: str, ranks: int, nodes: int) -> tuple[str, str]:
    rules, seen = Rules(family, version), Observer(bench, ranks, nodes)
    asked = [
        (collective, commutes, n)
        for collective in (*COLLECTIVES, "scan", "exscan")
        for commutes in ((False, True) if "reduce" in collective else (True,))
        for n in (sizes(rules, collective, ranks, nodes) if "scan" not in collective else [1, 4096])
    ]
    found, wrong = seen.called(asked), []
    for collective, commutes, n in asked:
        at = view(collective, n, ranks, nodes=nodes, commutes=commutes)
        expected = [f for step in rules.steps(collective, at) for f in functions(*step)]
        leader, last = (found[collective, commutes, n].get(rank, []) for rank in (0, ranks - 1))
        if not set(expected) <= set(leader) or last[-1:] != expected[-1:]:
            wrong.append(f"{collective} of {n} bytes calls {leader}, {last}, not {expected}")
    return "; ".join(wrong[:5]), f"{len(asked) - len(wrong)} of {len(asked)} calls as the rules say"


def compare_settings(bench, family: str, version: str, ranks: int = 8) -> tuple[str, str]:
    """What `settings` force is what is called."""
    rules, seen = Rules(family, version), Observer(bench, ranks, 1)
    tried, wrong = 0, []
    for collective in (*COLLECTIVES, "scan", "exscan"):
        for setting in rules.whole[collective]["settings"]:
            algorithm, _, segment = setting["algorithm"].partition(", ")
            if segment or version not in setting.get("versions", [version]):
                continue
            seen.variables = {k: v for k, v in setting["variables"].items() if "han_priority" not in k}
            call = (collective, True, 65536)
            found = seen.called([call])[call][0]
            tried += 1
            if found != functions(collective, algorithm):
                wrong.append(f"{collective} {algorithm} calls {found}")
    return "; ".join(wrong), f"{tried - len(wrong)} of {tried} settings force what they name"


def why_not() -> str:
    return "" if platform.machine() == "x86_64" else "calls are watched on x86_64 only"
