# SPDX-License-Identifier: BSD-3-Clause
"""Which jobs to start, in which order."""

import random
from dataclasses import dataclass, field

from hocket.stop import wrong_usage


@dataclass(frozen=True)
class Job:
    compare: tuple[str, ...]
    variant: str = ""  # empty: the library as it is
    environment: dict[str, str] = field(default_factory=dict, hash=False)
    seed: int = 1


def parse_variant(text: str) -> tuple[str, dict[str, str]]:
    """NAME:VAR=VALUE,VAR=VALUE"""
    name, colon, rest = text.partition(":")
    settings = dict(part.partition("=")[::2] for part in rest.split(",") if "=" in part)
    if not name or not colon or not settings or len(settings) != len(rest.split(",")) or "" in settings:
        raise wrong_usage(f"--variant '{text}' is not NAME:VAR=VALUE,...")
    if any(variable.startswith("HOCKET_") for variable in settings):
        raise wrong_usage(f"--variant '{text}': settings of Hocket belong into --compare, as a SPEC")
    if name in ("native", "native'", "auto"):
        raise wrong_usage(f"--variant '{text}': the name {name} is taken")
    return name, settings


def jobs(compare: list[str], variants: list[str], launches: int | None, seed: int) -> list[Job]:
    """Each kind of job once per launch; the kinds are shuffled inside every launch, so that drift hits all alike."""
    named = [parse_variant(text) for text in variants]
    names = [name for name, _ in named]
    if not compare:
        raise wrong_usage("--compare names no algorithm")
    if len(set(names)) < len(names):
        raise wrong_usage("two --variant have the same name")
    order = random.Random(seed)
    planned = []
    for launch in range(launches or (3 if named else 1)):
        turn = [Job(tuple(compare), seed=seed + launch)]
        turn += [Job(("native",), name, settings, seed + launch) for name, settings in named]
        order.shuffle(turn)
        planned += turn
    return planned
