# SPDX-License-Identifier: BSD-3-Clause
"""data/native-rules against Open MPI's own fixed decisions: every row of every table, on both sides of each limit."""

from native_rules_book import Rules, view

LARGEST = 1 << 29  # bytes of a vector: counts are of type int
IDS = {
    "barrier": ["linear", "double_ring", "recursive_doubling", "bruck", "two_proc", "tree"],
    "allgather": ["linear", "bruck", "doubling", "ring", "neighbor", "two_proc"],
    "allgatherv": ["default", "bruck", "ring", "neighbor", "two_proc"],
    "reduce": ["linear", "chain", "pipeline", "binary", "binomial", "in-order_binary", "rabenseifner"],
    "allreduce": ["basic_linear", "nonoverlapping", "recursive_doubling", "ring", "ring", "rabenseifner"],
    "reduce_scatter": ["non-overlapping", "recursive_halving", "ring", "butterfly"],
    "reduce_scatter_block": ["basic_linear", "recursive_doubling", "recursive_halving", "butterfly"],
    "alltoall": ["linear", "pairwise", "modified_bruck", "linear_sync", "two_proc"],
    "alltoallv": ["basic_linear", "pairwise"],
}


def corners(rules: Rules, collective: str) -> list[tuple[bool, int, int]]:
    """Operator, ranks and bytes at both ends of every row."""
    rows = [r["when"] for r in rules.list_of(collective, "tuned")]
    ranks = {n for when in rows for limit in when.get("ranks", []) if limit for n in (limit - 1, limit) if n > 1} | {
        10000
    }
    return [
        (commutes, p, n)
        for commutes in (True, False)
        for p in sorted(ranks)
        for n in sorted({m for limit in {1, *rules.limits(collective)} for m in sides(collective, limit, p)})
        if n * (p if collective in ("allgather", "reduce_scatter_block") else 1) <= LARGEST
    ]


def sides(collective: str, limit: int, ranks: int) -> tuple[int, int]:
    """Of a limit in what Open MPI decides by: the mean block for allgatherv."""
    at = limit * ranks if collective == "allgatherv" else limit
    return at - 1, at


def why_not(bench) -> str:
    """Components that are files of their own keep their functions to themselves."""
    program = bench.library.build("native_rules_decisions", ["native_rules_decisions.c"], bench.into)
    status, output = bench.run(1, [str(program), "barrier", "1", "8", "0"])
    return "its decisions cannot be called from outside" if status == 0 and output.rstrip().endswith("-1") else ""


def compare(bench, family: str, version: str) -> tuple[str, str]:
    rules = Rules(family, version)
    program = bench.library.build("native_rules_decisions", ["native_rules_decisions.c"], bench.into)
    wrong, seen = [], 0
    for collective, names in IDS.items():
        asked = corners(rules, collective)
        words = [f"{word}" for commutes, p, n in asked for word in (collective, int(commutes), p, n)]
        status, output = bench.run(1, [str(program), *words], 120)
        if status != 0:
            raise RuntimeError(f"exit status {status}:\n{output}")
        answers = [int(line.rpartition(" ")[2]) for line in output.splitlines() if line.startswith(collective + " ")]
        for (commutes, p, n), answer in zip(asked, answers, strict=True):
            rule = rules.first(collective, view(collective, n, p, commutes=commutes), "tuned")
            named = rule.get("run") or rule.get("go") or rule["name"]
            runs = dict(enumerate(names, 1)).get(answer, "another")
            if named != runs:
                wrong.append(f"{collective} of {n} bytes on {p} ranks runs {runs}, not {named}")
        seen += len(asked)
    return "; ".join(wrong[:5]), f"{seen - len(wrong)} of {seen} decisions as the rules say"
