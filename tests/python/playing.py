# SPDX-License-Identifier: BSD-3-Clause
"""Plays recorded schedules: operations run in any order that their lines allow. Reductions add byte by byte."""

import random
from collections import defaultdict
from collections.abc import Iterator

from schedules import Operation, Schedule


def pairs(made: Schedule) -> list[list[Operation]]:
    """What happens at once: a copy or a reduction alone, a send with the receive of the same number in its channel."""
    halves = defaultdict(lambda: {"send": [], "recv": []})
    events = []
    for operations in made.ranks:
        for op in operations:
            if op.verb in ("copy", "reduce"):
                events.append([op])
            else:
                halves[op.channel][op.verb.removesuffix("-reduce")].append(op)
    for channel, both in halves.items():
        assert len(both["send"]) == len(both["recv"]), channel
        events += [list(pair) for pair in zip(both["send"], both["recv"], strict=True)]
    return events


def memory_of(made: Schedule, rank: int, dice: random.Random) -> dict[str, bytearray]:
    sizes = {"data": made.data(rank), "scratch": made.scratch[rank], "ledger": made.ledger[rank]}
    return {kind: bytearray(dice.randbytes(size)) for kind, size in sizes.items()}


def play(made: Schedule, seed: int) -> tuple[list[bytes], list[bytearray]]:
    """Everybody's data before and after an order drawn by `seed`; asserts that no operation is left."""
    dice = random.Random(seed)
    memory = [memory_of(made, rank, dice) for rank in range(len(made.ranks))]
    before = [bytes(m["data"]) for m in memory]
    waiting = pairs(made)
    while waiting:
        ready = [e for e in waiting if all(made.ranks[op.rank][i].done for op in e for i in op.after)]
        assert ready, "no operation can go on"
        event = dice.choice(ready)
        waiting.remove(event)
        move(memory, event[0], event[-1])
        for op in event:
            op.done = True
    return before, [m["data"] for m in memory]


def spots(text: str, count: int) -> Iterator[tuple[str, slice]]:
    """Where the bytes of a message lie: the kind of memory, and the place in it."""
    for spot in text.split():
        place, _, size = spot.partition(":")
        kind, start = place.split("+")
        yield kind, slice(int(start), int(start) + int(size or count))


def held(memory: dict, text: str, count: int) -> bytes:
    return b"".join(bytes(memory[kind][at]) for kind, at in spots(text, count))


def added(*operands: bytes) -> bytes:
    return bytes(sum(column) % 256 for column in zip(*operands, strict=True))


def move(memory: list[dict], giver: Operation, taker: Operation) -> None:
    assert giver.count == taker.count
    carried = held(memory[giver.rank], giver.source, giver.count)
    assert len(carried) == giver.count
    if taker.verb.endswith("reduce"):
        carried = added(carried, held(memory[taker.rank], taker.beside or taker.target, taker.count))
    for kind, at in spots(taker.target, taker.count):
        size = at.stop - at.start
        assert at.stop <= len(memory[taker.rank][kind])
        memory[taker.rank][kind][at], carried = carried[:size], carried[size:]
    assert not carried


def exchanged(made: Schedule, rank: int, before: list[bytes]) -> bytes:
    """What all ranks have for one; its own block lies where it belongs from the start."""
    gets = bytearray(before[rank])
    for peer, data in enumerate(before):
        if peer != rank:
            gets[made.block_from(peer, rank)] = data[made.block_to(peer, rank)]
    return bytes(gets)


def wrong_ranks(made: Schedule, before: list[bytes], after: list[bytearray]) -> list[int]:
    """Those that have not what the definition of the collective gives them, or have lost what they had."""
    expected = [bytearray(data) for data in before]
    for rank, (at, right) in enumerate(given(made, rank, before) for rank in range(len(before))):
        if right:
            expected[rank][at] = right
    return [rank for rank, data in enumerate(expected) if data != after[rank]]


def given(made: Schedule, rank: int, before: list[bytes]) -> tuple[slice, bytes]:
    """What the collective gives a rank, and where in its memory."""
    name, everything = made.collective, slice(None)
    if name == "barrier":
        return everything, b""
    if name.startswith("alltoall"):
        return everything, exchanged(made, rank, before)
    if name == "bcast":
        return everything, before[made.root]
    if name.startswith("scatter"):
        return (everything, before[made.root][made.block(rank)]) if rank != made.root else (everything, b"")
    if name.startswith("gather"):
        parts = (data[made.block(r)] if r == made.root else data for r, data in enumerate(before))
        return everything, b"".join(parts) if rank == made.root else b""
    if name.startswith("allgather"):
        return everything, b"".join(data[made.block(r)] for r, data in enumerate(before))
    if name.startswith("reduce_scatter"):
        return slice(sum(made.blocks), None), added(*(data[made.block(rank)] for data in before))
    first, last = {"scan": (0, rank + 1), "exscan": (0, rank)}.get(name, (0, len(before)))
    gets = last > first and (name != "reduce" or rank == made.root)
    operands = [data[: made.bytes] for data in before[first:last]]
    return slice(made.bytes, None), added(*operands) if gets else b""
