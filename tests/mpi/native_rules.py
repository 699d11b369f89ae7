#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""native_rules.py [--only LIBRARY] [--ranks N,N]: data/native-rules against the libraries themselves.

Around every limit of the rules, the pattern of the library's own choice (see native_rules.c) must be the pattern of the
algorithm that the rules name, forced by the library's variables. Where the algorithm on the other side of the limit has
another pattern, a wrong limit is seen. A tree that `settings` force must leave the pattern of its SPEC.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import libraries
import native_rules_more
import native_rules_rooted
from native_rules_force import mpich_force, ompi_force, sizes, spread, tree_settings, why_not


class Observer:
    """One library with one number of ranks, and of nodes that it is made to see."""

    def __init__(self, bench, ranks: int, nodes: int) -> None:
        self.ranks, self.nodes = ranks, nodes
        self.bench, self.variables = spread(bench, ranks, nodes) if nodes > 1 else (bench, {})
        self.family = "mpich" if bench.library.name == "mpich" else "ompi"
        self.program = bench.library.build("native_rules", ["native_rules.c"], bench.into)
        self.force = mpich_force if self.family == "mpich" else ompi_force
        self.version = ""

    def pattern(self, n: int, variables: dict[str, str]) -> str:
        return self.patterns([n], variables)[n]

    def patterns(self, tried: list[int], variables: dict[str, str]) -> dict[int, str]:
        under = [str(self.bench.hocket_run), "--"] if "HOCKET_BCAST" in variables else []
        memory = Path("/dev/shm")
        with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
            command = [*under, str(self.program), f"{folder}/buffers", *map(str, tried)]
            status, output = self.bench.run(self.ranks, command, 300, **(self.variables | variables))
        if status != 0:
            raise RuntimeError(f"exit status {status} under {variables}:\n{output}")
        found = defaultdict(list)
        for line in output.splitlines():
            if line.startswith("library: "):
                self.version = line.removeprefix("library: ")
            elif line[:1].isdigit():
                found[int(line.split()[0])].append(line)
        return {n: "\n".join(sorted(lines)) for n, lines in found.items()}

    def predicted(self, n: int) -> str:
        tool = self.bench.hocket_run.parent / "hocket-tool"
        place = ["--nodes", str(self.nodes), "--ppn", str(self.ranks // self.nodes)]
        command = [str(tool), "explain", "bcast", "--bytes", str(n), *place, "--native", self.version]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            raise RuntimeError(answer.stderr)
        return json.loads(answer.stdout)["native"]["algorithm"]


def compare(seen: Observer) -> tuple[str, str]:
    """What is wrong, and what was seen in one line."""
    tried = sizes(seen.family, seen.ranks, seen.nodes)
    native = seen.patterns(tried, {})
    named = {n: seen.predicted(n) for n in tried}
    beside = {n: {named[m] for m in tried[max(i - 1, 0) : i + 2]} for i, n in enumerate(tried)}
    forced = defaultdict(dict)
    for algorithm in sorted(set(named.values())):
        for n, pattern in seen.patterns([n for n in tried if algorithm in beside[n]], seen.force(algorithm)).items():
            forced[n][algorithm] = pattern
    wrong = [n for n in tried if forced[n][named[n]] != native[n] and not equal(seen, n, {}, seen.force(named[n]))]
    at_limit = [n for n in tried if len(beside[n]) > 1]
    told = sum(any(forced[n][a] != native[n] for a in beside[n] - {named[n]}) for n in at_limit)
    fits = len(tried) - len(wrong)
    text = f"{fits} of {len(tried)} sizes as the rules say; {told} of {len(at_limit)} at a limit told apart"
    return "; ".join(f"{n} bytes do not run {named[n]}" for n in wrong), text


def equal(seen: Observer, n: int, one: dict[str, str], other: dict[str, str]) -> bool:
    """Whether a send waits for its receiver is not always the same for one size: some more tries, to meet once."""
    first, second = set(), set()
    for _ in range(4):
        first.add(seen.pattern(n, one))
        second.add(seen.pattern(n, other))
        if first & second:
            return True
    return False


def compare_settings(seen: Observer, n: int = 200) -> tuple[str, str]:
    tried = tree_settings(seen.family, n)
    wrong = [s for s in tried if not equal(seen, n, s["variables"], {"HOCKET_BCAST": s["spec"]})]
    text = f"{len(tried) - len(wrong)} of {len(tried)} forced trees are their SPEC"
    return "; ".join(f"{s['algorithm']} is not {s['spec']}" for s in wrong), text


def check(bench, places: list[tuple[int, int]]) -> None:
    """The entry for run.py: (ranks, nodes) each."""
    for ranks, nodes in places:
        what = f"{bench.library.name} -n {ranks} native rules" + (f", {nodes} nodes" if nodes > 1 else "")
        if missing := why_not(bench, nodes):
            bench.report.say("skipped", what, missing)
            continue
        judge(bench, what, lambda r=ranks, n=nodes: compare(Observer(bench, r, n)))
    seen = [(ranks, nodes) for ranks, nodes in [*places, (3, 1)] if not why_not(bench, nodes)]
    native_rules_rooted.check(bench, judge, seen)
    native_rules_more.check(bench, judge, seen)
    judge(bench, f"{bench.library.name} -n 8 settings", lambda: compare_settings(Observer(bench, 8, 1)))


def judge(bench, what: str, compared) -> None:
    start = time.monotonic()
    try:
        wrong, text = compared()
    except RuntimeError as stopped:
        wrong, text = "it did not run", str(stopped)
    bench.report.judge(what, wrong, text, time.monotonic() - start)


def main() -> int:
    import run

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=libraries.ROOT / "build" / "release")
    parser.add_argument("--only", help="one library: mpich, ompi5, ompi4")
    parser.add_argument("--ranks", default="8,7,8/4,8/2", help="such as 8,7 or 8/4 for 8 ranks on 4 nodes")
    asked = parser.parse_args()
    places = [tuple(map(int, (word + "/1").split("/")[:2])) for word in asked.ranks.split(",")]
    report = run.Report()
    run.PROGRAMS.clear()
    for name in [asked.only] if asked.only else ["mpich", "ompi5", "ompi4"]:
        library = libraries.find(name)
        if library.missing:
            report.say("skipped", name, library.missing)
        else:
            check(run.Bench(library, asked.build.resolve(), report), places)
    print(", ".join(f"{n} {verdict}" for verdict, n in report.counts.items()))
    return 1 if report.counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
