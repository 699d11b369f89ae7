# SPDX-License-Identifier: BSD-3-Clause
"""Hocket beside the best of several MPI libraries on one node.

Each launch starts every library once, in a new order, with its own collectives and, where Hocket runs under it, with
Hocket's beside them. A ratio is that of Hocket's median over all launches to the least of the libraries' medians at
that size. Where ranks outnumber processors each library runs twice: as it comes, and with its settings for that. Where
the processors were at several distances, each round counts for the one that it was at.
"""

import dataclasses
import random
from pathlib import Path

import numpy as np
from hocket import find, mpi, sizes, stats
from hocket.bench import launch, plan
from watch import Looks, Round, rounds_of

COLLECTIVES = (
    "barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall", "gather", "scatter", "reduce_scatter_block",
)  # fmt: skip
SIZES = {"two": "1,8,64,512,4K,32K,256K,1M,4M", "many": "1,8,64,512,4K,32K,128K"}
FOR_CROWDS = {"MPICH": mpi.CROWDED["mpich"], "Open MPI": {"OMPI_MCA_mpi_yield_when_idle": "1"},
              "Intel MPI": {"I_MPI_THREAD_YIELD": "2"}}  # fmt: skip
LEAST = 3  # launches that have all sizes at a distance, or all where there are fewer


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


Rounds = dict[tuple[str, str], dict[int, dict[int, list[Round]]]]  # (peer, variant): size: launch
Units = list[list[float]]  # microseconds, of each launch
Times = dict[tuple[str, str], dict[int, Units]]  # of those that count


def peers(ranks: int) -> list[Peer]:
    known = [AsItComes(**vars(library)) for library in mpi.all_known(None)]
    intel = Path(find.checkout() or ".") / ".deps/impi"
    if intel.is_dir():
        known.append(AsItComes(**vars(mpi.choose(intel))))
    crowded = ranks > mpi.cores()
    found = [Peer(library, crowded, library.name != "Intel MPI") for library in known]
    return found + [Peer(library, False, False) for library in known if crowded]


@dataclasses.dataclass
class Series:
    """One collective of so many ranks, and what was measured of it."""

    collective: str
    ranks: int
    words: list[str]
    hosts_alone: bool = False  # only the libraries under which Hocket runs
    taken: Rounds = dataclasses.field(default_factory=dict)

    def launch(self, seed: int) -> None:
        """Every library once more."""
        turn = [peer for peer in peers(self.ranks) if peer.hocket or not self.hosts_alone]
        random.Random(seed).shuffle(turn)
        for peer in turn:
            more = FOR_CROWDS[peer.library.name] if peer.crowds else {}
            job = plan.Job(("native", "auto") if peer.hocket else ("native",), "", more, seed, self.collective)
            for row in launch.start(peer.library, self.ranks, job, self.words)["results"]:
                if row["variant"] in job.compare:
                    of = self.taken.setdefault((peer.name, row["variant"]), {}).setdefault(row["bytes"], {})
                    (of[seed],) = rounds_of(row)

    def times(self, looks: Looks, distance: float) -> Times:
        """What was at that distance, of the sizes that everybody has there: the same launches for all sizes, as what is
        said of all sizes is about these."""
        found = {
            who: {size: kept(of, looks, distance) for size, of in sizes.items()} for who, sizes in self.taken.items()
        }
        while lacks := [who for who, sizes in found.items() if len(shared(sizes)) < self.least(sizes)]:
            rarest = min(found[lacks[0]], key=lambda size: len(found[lacks[0]][size]))
            found = {who: without(sizes, rarest) for who, sizes in found.items()}
        return {
            who: {size: [of[seed] for seed in sorted(shared(sizes))] for size, of in sizes.items()}
            for who, sizes in found.items()
        }

    def least(self, of: dict) -> int:
        """So many launches have to have all of these sizes."""
        return min(LEAST, len(self.launches())) if of else 0

    def launches(self) -> set[int]:
        return {seed for sizes in self.taken.values() for of in sizes.values() for seed in of}

    def lacking(self, looks: Looks, distance: float) -> set[int]:
        return self.left_out(self.times(looks, distance))

    def left_out(self, times: Times) -> set[int]:
        """The sizes that were measured, and are not in what is at some distance."""
        return {size for sizes in self.taken.values() for size in sizes} - {
            size for of in times.values() for size in of
        }


def kept(of: dict[int, list[Round]], looks: Looks, distance: float) -> dict[int, list[float]]:
    """The microseconds of each launch that has any at that distance."""
    each = {seed: looks.kept(rounds, distance) for seed, rounds in of.items()}
    return {seed: rounds for seed, rounds in each.items() if rounds}


def shared(sizes: dict[int, dict[int, list[float]]]) -> set[int]:
    """The launches that have rounds of all sizes."""
    return set.intersection(*map(set, sizes.values())) if sizes else set()


def without(sizes: dict[int, dict[int, list[float]]], one: int) -> dict[int, dict[int, list[float]]]:
    return {size: of for size, of in sizes.items() if size != one}


def middle(units: Units) -> float:
    """Each launch counts alike."""
    return float(np.median([np.median(rounds) for rounds in units]))


def best_peer(times: Times, size: int, crowds: bool | None) -> Units:
    """Of the library that is fastest with its own collectives; crowds: only with such settings, or only without.

    One that had no time for that size is not."""
    fit = [name for name, variant in times if variant == "native" and size in times[name, variant]]
    if crowds is not None:
        fit = [name for name in fit if name.endswith("for crowds") == crowds]
    return times[min(fit, key=lambda name: middle(times[name, "native"][size])), "native"][size]


def pairs(times: Times, host: str, crowds: bool | None) -> dict[int, tuple[Units, Units]]:
    """Hocket under that library, and who is best, by size."""
    return {size: (units, best_peer(times, size, crowds)) for size, units in times[host, "auto"].items()}


def interval(of: stats.Interval) -> str:
    return f"{of.value:.2f} [{of.low:.2f}, {of.high:.2f}]"


def compared(found: dict[int, tuple[Units, Units]]) -> list[str]:
    """The geometric mean over all sizes, and the worst one."""
    if not found:
        return ["too few rounds", ""]
    each = {size: stats.ratio(*pair, False) for size, pair in found.items()}
    worst = max(each, key=lambda size: each[size].value)
    return [
        interval(stats.geometric_mean(list(found.values()), False)),
        f"{interval(each[worst])} at {sizes.show(worst)}",
    ]


def listed(collective: str, crowded: bool, ranks: int) -> list[int]:
    """Up to 4 MB, which for blocks is the whole of what one rank has in the end."""
    found = [sizes.parse(text) for text in SIZES["many" if crowded else "two"].split(",")]
    return [n for n in found if n * (ranks if collective in plan.BY_BLOCK else 1) <= 4 << 20]


def series(collective: str, ranks: int) -> Series:
    words = ["-r", "6", "-i", "10", "-x", "2", "--seconds", "6"]
    if collective != "barrier":
        words += ["--sizes", ",".join(str(n) for n in listed(collective, ranks > mpi.cores(), ranks))]
    return Series(collective, ranks, words)
