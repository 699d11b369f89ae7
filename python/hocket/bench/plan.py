# SPDX-License-Identifier: BSD-3-Clause
"""Which jobs to start, in which order."""

import random
import re
from dataclasses import dataclass, field

from hocket import sizes
from hocket.stop import wrong_usage

BY_BLOCK = ("gather", "scatter", "allgather", "reduce_scatter_block", "alltoall")
WITH_COUNTS = ("gatherv", "scatterv", "allgatherv", "reduce_scatter", "alltoallv", "alltoallw")
WHOLE = ("bcast", "reduce", "allreduce", "scan", "exscan")
WAIT = "wait"  # whose length is known: of nanoseconds, not of bytes
NEIGHBORS_WITH_COUNTS = ("neighbor_allgatherv", "neighbor_alltoallv", "neighbor_alltoallw")
NEIGHBORS = ("neighbor_allgather", "neighbor_alltoall", *NEIGHBORS_WITH_COUNTS)
AMONG_ALL = ("barrier", *WHOLE, *BY_BLOCK, *WITH_COUNTS)
MEASURED = (*AMONG_ALL, *NEIGHBORS, WAIT)
DISTRIBUTIONS = ("equal", "random", "one-giant", "all-giant", "zipf", "zeros")


@dataclass(frozen=True)
class Job:
    compare: tuple[str, ...]
    variant: str = ""  # empty: the library as it is
    environment: dict[str, str] = field(default_factory=dict, hash=False)
    seed: int = 1
    collective: str = "bcast"
    ranks: int = 0  # 0: as many as all others
    guided: bool = False  # with mock-ups


def parse_variant(text: str) -> tuple[str, dict[str, str]]:
    """NAME:VAR=VALUE,VAR=VALUE; a comma before what sets no variable belongs to the value, as in BTL=self,tcp."""
    name, colon, rest = text.partition(":")
    pairs = [part.partition("=") for part in re.split(r",(?=\w+=)", rest)]
    settings = {variable: value for variable, equals, value in pairs if equals and re.fullmatch(r"\w+", variable)}
    if not name or not colon or len(settings) != len(pairs):
        raise wrong_usage(f"--variant '{text}' is not NAME:VAR=VALUE,VAR=VALUE with each variable once")
    if any(variable.startswith("HOCKET_") for variable in settings):
        raise wrong_usage(f"--variant '{text}': settings of Hocket belong into hocket bench --compare, as a SPEC")
    if name in ("native", "native'", "auto"):
        raise wrong_usage(f"--variant '{text}': the name {name} is taken")
    return name, settings


def parse_variants(texts: list[str]) -> dict[str, dict[str, str]]:
    """Their settings, by name."""
    named = [parse_variant(text) for text in texts]
    if len(dict(named)) < len(named):
        raise wrong_usage("two --variant have the same name")
    return dict(named)


def jobs(
    compare: list[str], variants: list[str], launches: int | None, seed: int, collective: str = "bcast"
) -> list[Job]:
    """Each kind of job once per launch; the kinds are shuffled inside every launch, so that drift hits all alike."""
    named = parse_variants(variants)
    if not compare:
        raise wrong_usage("--compare names no algorithm")
    order = random.Random(seed)
    planned = []
    for launch in range(launches or (3 if named else 1)):
        turn = [Job(tuple(compare), seed=seed + launch, collective=collective)]
        turn += [Job(("native",), name, settings, seed + launch, collective) for name, settings in named.items()]
        order.shuffle(turn)
        planned += turn
    return planned


def compared(text: str | None, collective: str) -> list[str]:
    return sizes.split_specs(text if text is not None else "native" if collective == WAIT else "native,auto")


def collectives(asked: list[str], valid: tuple[str, ...] = MEASURED) -> list[str]:
    """Each once, in the order asked for."""
    for name in asked:
        if name not in valid:
            raise wrong_usage(f"'{name}' cannot be measured in this version; valid: {', '.join(valid)}")
    return list(dict.fromkeys(asked))


def data_options(collective: str, message: str | None, counts: str | None, seed: int) -> list[str]:
    """What is moved: sizes of the message, of one block, or of the mean block and how blocks differ."""
    usual = {WAIT: "1K:1M"} | dict.fromkeys(WHOLE, "1:4M")
    words = ["-m", message or usual.get(collective, "1:1M")]
    sizes.parse_range(words[1])
    if collective in (*WITH_COUNTS, *NEIGHBORS_WITH_COUNTS):
        words += ["--counts", counts or "equal", "--counts-seed", str(seed)]
    return words


def check_counts(counts: str | None, asked: list[str]) -> None:
    if counts and counts not in DISTRIBUTIONS:
        raise wrong_usage(f"--counts '{counts}' is unknown; valid: {', '.join(DISTRIBUTIONS)}")
    differ = (*WITH_COUNTS, *NEIGHBORS_WITH_COUNTS)
    if counts and not set(asked) & set(differ):
        raise wrong_usage(f"--counts '{counts}': only {' and '.join(differ)} have blocks of different sizes")
