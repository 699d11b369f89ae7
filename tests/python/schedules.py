# SPDX-License-Identifier: BSD-3-Clause
"""Reads recorded schedules and plays them: operations run in any order that their lines allow."""

import random
import re
from collections import defaultdict
from dataclasses import dataclass, field

HEAD = re.compile(r"ranks (\d+) layout (\S+) root (\d+) bytes (\d+)")
RANK = re.compile(r"rank (\d+) scratch (\d+)")
SPOT = r"(data|scratch)\+(\d+)"
LINE = re.compile(
    r"(?P<index>\d+): (?:"
    rf"(?P<send>send) (?P<ns>\d+) to (?P<to>\d+)(?: context (?P<cs>\d+))? from (?P<sfrom>{SPOT})|"
    rf"(?P<recv>recv) (?P<nr>\d+) from (?P<peer>\d+)(?: context (?P<cr>\d+))? into (?P<rinto>{SPOT})|"
    rf"(?P<copy>copy) (?P<nc>\d+) into (?P<cinto>{SPOT}) from (?P<cfrom>{SPOT})"
    r")(?: after (?P<after>[\d,]+))?"
)


@dataclass
class Operation:
    rank: int
    verb: str
    count: int
    after: list[int]
    channel: tuple = ()  # context, sender, receiver
    source: str = ""
    target: str = ""
    done: bool = False


@dataclass
class Schedule:
    root: int
    bytes: int
    scratch: list[int] = field(default_factory=list)
    ranks: list[list[Operation]] = field(default_factory=list)


def parse(text: str) -> Schedule:
    first, _, head, *lines = text.splitlines()
    assert first == "# hocket schedule 1"
    ranks, _, root, size = HEAD.fullmatch(head).groups()
    made = Schedule(int(root), int(size))
    for line in filter(None, lines):
        if found := RANK.fullmatch(line):
            assert int(found[1]) == len(made.ranks)
            made.ranks.append([])
            made.scratch.append(int(found[2]))
        else:
            made.ranks[-1].append(operation(line, len(made.ranks) - 1, len(made.ranks[-1])))
    assert len(made.ranks) == int(ranks)
    return made


def operation(line: str, rank: int, index: int) -> Operation:
    found = LINE.fullmatch(line)
    assert found, line
    assert int(found["index"]) == index
    after = [int(i) for i in (found["after"] or "").split(",") if i]
    assert all(i < index for i in after)
    if found["send"]:
        channel = (int(found["cs"] or 0), rank, int(found["to"]))
        return Operation(rank, "send", int(found["ns"]), after, channel, source=found["sfrom"])
    if found["recv"]:
        channel = (int(found["cr"] or 0), int(found["peer"]), rank)
        return Operation(rank, "recv", int(found["nr"]), after, channel, target=found["rinto"])
    return Operation(rank, "copy", int(found["nc"]), after, source=found["cfrom"], target=found["cinto"])


def pairs(made: Schedule) -> list[list[Operation]]:
    """What happens at once: a copy alone, a send with the receive of the same number in its channel."""
    halves = defaultdict(lambda: {"send": [], "recv": []})
    events = []
    for operations in made.ranks:
        for op in operations:
            if op.verb == "copy":
                events.append([op])
            else:
                halves[op.channel][op.verb].append(op)
    for channel, both in halves.items():
        assert len(both["send"]) == len(both["recv"]), channel
        events += [list(pair) for pair in zip(both["send"], both["recv"], strict=True)]
    return events


def play(made: Schedule, seed: int) -> list[bytearray]:
    """Everybody's data after an order drawn by `seed`; asserts that no operation is left."""
    dice = random.Random(seed)
    memory = [
        {"data": bytearray(dice.randbytes(made.bytes)), "scratch": bytearray(dice.randbytes(n))} for n in made.scratch
    ]
    waiting = pairs(made)
    while waiting:
        ready = [e for e in waiting if all(made.ranks[op.rank][i].done for op in e for i in op.after)]
        assert ready, "no operation can go on"
        event = dice.choice(ready)
        waiting.remove(event)
        move(memory, event[0], event[-1])
        for op in event:
            op.done = True
    return [m["data"] for m in memory]


def move(memory: list[dict], giver: Operation, taker: Operation) -> None:
    assert giver.count == taker.count
    source, start = giver.source.split("+")
    target, at = taker.target.split("+")
    part = memory[giver.rank][source][int(start) : int(start) + giver.count]
    assert len(part) == giver.count
    assert int(at) + len(part) <= len(memory[taker.rank][target])
    memory[taker.rank][target][int(at) : int(at) + len(part)] = part
