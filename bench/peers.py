# SPDX-License-Identifier: BSD-3-Clause
"""Hocket beside the best of several MPI libraries on one node.

Each launch starts every library once, in a new order, with its own collectives and, where Hocket runs under it, with
Hocket's beside them. A ratio is that of Hocket's median over all launches to the least of the libraries' medians at
that size. Where ranks outnumber processors each library runs twice: as it comes, and with its settings for that. Only
rounds at the usual distance of the processors count.
"""

import dataclasses
import random
import time
from pathlib import Path

import numpy as np
from hocket import find, mpi, sizes, stats
from hocket.bench import launch, plan
from watch import Watch

COLLECTIVES = (
    "barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall", "gather", "scatter", "reduce_scatter_block",
)  # fmt: skip
SIZES = {"two": "1,8,64,512,4K,32K,256K,1M,4M", "many": "1,8,64,512,4K,32K,128K"}
FOR_CROWDS = {"MPICH": mpi.CROWDED["mpich"], "Open MPI": {"OMPI_MCA_mpi_yield_when_idle": "1"},
              "Intel MPI": {"I_MPI_THREAD_YIELD": "2"}}  # fmt: skip


class AsItComes(mpi.Mpi):
    """Without what Hocket's commands tell a library about waiting where ranks outnumber processors; binding stays."""

    def environment(self, ranks: int, more: dict[str, str] | None = None) -> dict[str, str]:
        mine = set(FOR_CROWDS[self.name]) - set(more or {})
        return {name: value for name, value in super().environment(ranks, more).items() if name not in mine}


@dataclasses.dataclass(frozen=True)
class Peer:
    library: mpi.Mpi
    crowds: bool  # with its settings for ranks that share processors
    hocket: bool  # is Hocket run under it?

    @property
    def name(self) -> str:
        return f"{self.library.name} {self.library.version}{', for crowds' if self.crowds else ''}"


Times = dict[tuple[str, str], dict[int, list[list[float]]]]  # (peer, variant): size: rounds of each launch


def peers(ranks: int) -> list[Peer]:
    known = [AsItComes(**vars(library)) for library in mpi.all_known(None)]
    intel = Path(find.checkout() or ".") / ".deps/impi"
    if intel.is_dir():
        known.append(AsItComes(**vars(mpi.choose(intel))))
    crowded = ranks > mpi.cores()
    found = [Peer(library, crowded, library.name != "Intel MPI") for library in known]
    return found + [Peer(library, False, False) for library in known if crowded]


def measure(
    collective: str, ranks: int, launches: int, words: list[str], at: Watch, hosts_alone: bool = False
) -> Times:
    times: Times = {}
    order = random.Random(1)
    for seed in range(1, launches + 1):
        turn = [peer for peer in peers(ranks) if peer.hocket or not hosts_alone]
        order.shuffle(turn)
        for peer in turn:
            more = FOR_CROWDS[peer.library.name] if peer.crowds else {}
            job = plan.Job(("native", "auto") if peer.hocket else ("native",), "", more, seed, collective)
            for (variant, size), rounds in launched(peer.library, ranks, job, words, at).items():
                times.setdefault((peer.name, variant), {}).setdefault(size, []).append(rounds)
    return times


def launched(
    library: mpi.Mpi, ranks: int, job: plan.Job, words: list[str], at: Watch
) -> dict[tuple[str, int], list[float]]:
    """The rounds at the usual distance, of as many launches as it takes to have half a launch's everywhere. Where there
    are none and no patience is left, a launch's that were not."""
    kept: dict[tuple[str, int], list[float]] = {}
    last: dict[tuple[str, int], list[float]] = {}
    while True:
        begin = time.monotonic()
        rows = [row for row in launch.start(library, ranks, job, words)["results"] if row["variant"] in job.compare]
        at.looked()
        for row in rows:
            key = row["variant"], row["bytes"]
            (last[key],), (rounds,) = row["rounds_us"], at.found.kept(row)
            kept.setdefault(key, []).extend(rounds)
            at.used += len(rounds)
            at.seen += len(last[key])
        if all(2 * len(rounds) >= len(last[key]) for key, rounds in kept.items()) or not at.has_patience(begin):
            at.strayed += sum(len(last[key]) for key, rounds in kept.items() if not rounds)
            return {key: rounds or last[key] for key, rounds in kept.items()}


def middle(units: list[list[float]]) -> float:
    """Each launch, or what had to be launched several times, counts alike."""
    return float(np.median([np.median(rounds) for rounds in units]))


def best_peer(times: Times, size: int, crowds: bool | None) -> tuple[str, list[list[float]]]:
    """The library that is fastest with its own collectives; crowds: only with such settings, or only without.

    One that had no time for that size is not."""
    fit = [name for name, variant in times if variant == "native" and size in times[name, variant]]
    if crowds is not None:
        fit = [name for name in fit if name.endswith("for crowds") == crowds]
    best = min(fit, key=lambda name: middle(times[name, "native"][size]))
    return best, times[best, "native"][size]


def compared(times: Times, host: str, crowds: bool | None) -> tuple[stats.Interval, stats.Interval, int]:
    """The geometric mean over all sizes, and the worst size, of Hocket under that library."""
    mine = times[host, "auto"]
    pairs = [(rounds, best_peer(times, size, crowds)[1]) for size, rounds in mine.items()]
    each = {size: stats.ratio(*pair, False) for size, pair in zip(mine, pairs, strict=True)}
    worst = max(each, key=lambda size: each[size].value)
    return stats.geometric_mean(pairs, False), each[worst], worst


def interval(of: stats.Interval) -> str:
    return f"{of.value:.2f} [{of.low:.2f}, {of.high:.2f}]"


def rows(collective: str, times: Times, crowded: bool) -> list[str]:
    """A line for each library under which Hocket ran."""
    lines = []
    for host, variant in times:
        if variant != "auto":
            continue
        cells = [collective, host.removesuffix(", for crowds")]
        for crowds in (False, True) if crowded else (None,):
            mean, worst, at = compared(times, host, crowds)
            cells += [interval(mean), f"{interval(worst)} at {sizes.show(at)}"]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def table(ranks: int, launches: int, asked: list[str], keep: dict, at: Watch) -> list[str]:
    crowded = ranks > mpi.cores()
    against = ["the best as it comes", "the best with its settings for crowds"] if crowded else ["the best"]
    head = ["collective", "Hocket under", *(part for one in against for part in (f"over {one}", "worst size"))]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for collective in asked:
        words = ["-r", "6", "-i", "10", "-x", "2", "--seconds", "6"]
        if collective != "barrier":
            words += ["--sizes", ",".join(str(n) for n in listed(collective, crowded, ranks))]
        times = measure(collective, ranks, launches, words, at)
        keep[f"{collective} {ranks}"] = {" | ".join(key): of for key, of in times.items()}
        found = rows(collective, times, crowded)
        lines += found
        print(*found, sep="\n", flush=True)
    return lines


def listed(collective: str, crowded: bool, ranks: int) -> list[int]:
    """Up to 4 MB, which for blocks is the whole of what one rank has in the end."""
    found = [sizes.parse(text) for text in SIZES["many" if crowded else "two"].split(",")]
    return [n for n in found if n * (ranks if collective in plan.BY_BLOCK else 1) <= 4 << 20]
