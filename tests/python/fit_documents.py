# SPDX-License-Identifier: BSD-3-Clause
"""What hocket-fit would print on machines that are known."""

import random
from dataclasses import dataclass

from hocket.fit.level import Level
from hocket.fit.shared import Sharing

ROUNDS = 12
SIZES = [0, 8, 16, *(n for k in range(5, 22) for n in (1 << k, 5 << (k - 2), 6 << (k - 2), 7 << (k - 2))), 1 << 22]


@dataclass(frozen=True)
class Known:
    level: Level
    nic: float = 0  # GB/s; 0: no limit


SHAPE = {"works": True, "single_copy": True, "cell": 32768, "joint": 65536, "tell": 8192}
SHARED_SIZES = [1 << k for k in range(3, 10)] + [q << (k - 2) for k in range(10, 18) for q in (4, 5, 6, 7)] + [1 << 18]
EXCHANGED = [n for n in SHARED_SIZES if n >= 1024]


def disturbed(us: float, dice: random.Random, noise: float) -> list[float]:
    """A third of the rounds is held up by others."""
    return [us * (1 + noise * dice.random()) * (3 if dice.random() < 0.33 else 1) for _ in range(ROUNDS)]


def document(levels: dict[str, Known], noise: float = 0.01, seed: int = 1) -> dict:
    dice = random.Random(seed)
    rows = [row for name, known in levels.items() for row in messages(name, known, dice, noise)]
    rows += [alone("copy", n, n / 8e3, dice, noise, cold=False) for n in (4096, 1 << 20)]
    rows += [alone("copy", n, n / 4e3, dice, noise, cold=True) for n in (1 << 18, 1 << 20)]
    rows += [alone("first_use", 1 << 20, 200.0, dice, noise)]
    rows += [alone("reduce", n, n / 5e3, dice, noise, type=kind) for kind in ("f32", "f64") for n in (4096, 65536)]
    eager = [
        {"level": name, "bytes": 4 << 20 if k.level.eager is None else k.level.eager, "tried_up_to": 4 << 20}
        for name, k in levels.items()
    ]
    place = {"ranks": 4, "nodes": len(levels), "ppn": 2, "cores": 64, "seed": seed}
    head = {"schema": "hocket-fit-1", "library": "MPI", "host": "h0"} | place
    return head | {"eager": eager, "rounds": ROUNDS, "seconds": 1.0, "measured": rows}


def alone(kind: str, size: int, us: float, dice: random.Random, noise: float, **more: object) -> dict:
    return {"kind": kind, "bytes": size, "calls": 1, "us": disturbed(us, dice, noise)} | more


def messages(name: str, known: Known, dice: random.Random, noise: float) -> list[dict]:
    one = known.level
    rows = [alone("half_trip", n, one.half_trip(n), dice, noise, level=name) for n in SIZES]
    for n in (0, 64, 512, 2048, 8192):
        gap = max(one.overhead(n), n * one.per_byte_us)
        us = one.half_trip(n) + one.half_trip(0) + 15 * gap
        post = {"post_us": [one.overhead(n) / 2] * ROUNDS}
        rows.append(alone("burst", n, us, dice, noise, level=name, messages=16, peers=1) | post)
    for pairs in (1, 2):
        for both in (False, True):
            rate = pairs * (2 if both else 1) * one.flow
            rate = min(rate, known.nic) if known.nic else rate
            moved = (1 << 20) * 8 * pairs * (2 if both else 1)
            place = {"level": name, "messages": 8, "pairs": pairs, "both_ways": both}
            rows.append(alone("stream", 1 << 20, moved / rate / 1e3, dice, noise, **place))
    fresh = alone("fresh", 1 << 20, one.half_trip(1 << 20) + 100, dice, 0, level=name)
    return [*rows, fresh | {"us": [one.half_trip(1 << 20) + 100] * 2, "used_us": [one.half_trip(1 << 20)] * 2}]


def with_sharing(plain: dict, known: Sharing, noise: float = 0.02, seed: int = 1, **shape: object) -> dict:
    """The same ranks with memory of Hocket's that they share. What its sender has not written is read twice as fast."""
    dice = random.Random(seed)
    shape = SHAPE | shape
    rows = [
        alone("shared_burst", n, known.overhead_us + n * known.per_byte_us, dice, noise, messages=8) for n in (8, 512)
    ]
    for kind, written in (("shared_trip", True), ("shared_trip", False), ("shared_exchange", None)):
        for n in EXCHANGED if written is None else SHARED_SIZES:
            saved = n * known.per_byte_us / 2 if written is False else 0
            row = alone(kind, n, known.trip(n, False), dice, noise) | ({} if written is None else {"written": written})
            one = disturbed(known.trip(n, True) - saved, dice, noise)
            rows.append(row | ({"single_us": one} if shape["single_copy"] else {}))
    return plain | {"shared_memory": shape, "measured": plain["measured"] + rows}


def with_cast(plain: dict, rate: float, send_us: float, read_us: float, lost: float, seed: int = 1) -> dict:
    """The same ranks with multicast at so many GB/s to three nodes; `lost`: the probability."""
    dice = random.Random(seed)
    size = 128 * 1408
    row = alone("cast_stream", size, size / rate / 1e3, dice, 0.02, peers=3, sent=256)
    row |= {"send_us": disturbed(send_us, dice, 0.1), "read_us": disturbed(read_us, dice, 0.1)}
    row |= {"lost": [float(sum(dice.random() < lost for _ in range(3 * 256))) for _ in range(ROUNDS)]}
    said = {"asked": True, "works": True, "interface": "eth0"}
    return plain | {"multicast": said, "measured": [*plain["measured"], row]}
