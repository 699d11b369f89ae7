# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs of MSCCL: thread blocks take their steps in order, messages between two blocks are few at a time.

Chunks hold sets of terms, so that what was added twice or never is seen. Which block goes next is drawn by a seed."""

import random
import xml.etree.ElementTree as xml
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

SLOTS = 1  # messages under way between two blocks: a program that needs more may hang
ACTS = {"s", "r", "rrc", "rcs", "rrs", "rrcs", "cpy", "re", "nop"}
RECEIVES, SENDS = {"r", "rrc", "rcs", "rrs", "rrcs"}, {"s", "rcs", "rrs", "rrcs"}
Chunk = Counter  # (rank, chunk of its input): how often it was added


@dataclass
class Step:
    act: str
    source: tuple[str, int]
    target: tuple[str, int]
    count: int
    after: tuple[int, int]
    awaited: bool


@dataclass
class Block:
    rank: int
    send: int
    receive: int
    channel: int
    steps: list[Step]
    at: int = 0


@dataclass
class Program:
    name: str
    collective: str
    root: int
    in_place: bool
    channels: int
    chunks: dict[str, list[int]]  # of each buffer, by rank
    blocks: list[list[Block]]
    memory: list[dict[str, list[Chunk]]] = field(default_factory=list)

    @property
    def ranks(self) -> int:
        return len(self.blocks)


def read(text: str) -> Program:
    algo = xml.fromstring(text)
    assert algo.tag == "algo" and algo.get("proto") == "Simple"
    in_place = {("1", "0"): True, ("0", "1"): False}[algo.get("inplace"), algo.get("outofplace")]
    gpus = sorted(algo, key=lambda gpu: int(gpu.get("id")))
    assert [int(gpu.get("id")) for gpu in gpus] == list(range(int(algo.get("ngpus"))))
    chunks = {name: [int(gpu.get(f"{name}_chunks")) for gpu in gpus] for name in "ios"}
    assert int(algo.get("nchunksperloop")) == max(max(chunks["i"]), max(chunks["o"]))
    blocks = [[block(gpu, number) for number in range(len(gpu))] for gpu in gpus]
    made = Program(
        algo.get("name"), algo.get("coll"), int(algo.get("root")), in_place, int(algo.get("nchannels")), chunks, blocks
    )
    check(made)
    return made


def block(gpu: xml.Element, number: int) -> Block:
    found = gpu[number]
    assert int(found.get("id")) == number
    made = Block(int(gpu.get("id")), *(int(found.get(key)) for key in ("send", "recv", "chan")), [])
    for at, step in enumerate(found):
        assert int(step.get("s")) == at and step.get("type") in ACTS
        spots = [(step.get(f"{side}buf"), int(step.get(f"{side}off"))) for side in ("src", "dst")]
        after = int(step.get("depid")), int(step.get("deps"))
        made.steps.append(Step(step.get("type"), *spots, int(step.get("cnt")), after, step.get("hasdep") == "1"))
    return made


def check(made: Program) -> None:
    """What a runtime takes for granted."""
    for blocks in made.blocks:
        for direction in ("send", "receive"):
            ends = [(getattr(b, direction), b.channel) for b in blocks if getattr(b, direction) >= 0]
            assert len(ends) == len(set(ends)), "two blocks of a rank have the same connection"
        assert all(0 <= b.channel < made.channels for b in blocks)
        needed = {step.after for b in blocks for step in b.steps if step.after[0] >= 0}
        told = {(i, at) for i, b in enumerate(blocks) for at, step in enumerate(b.steps) if step.awaited}
        assert needed == told
        for b in blocks:
            assert all(b.receive >= 0 for step in b.steps if step.act in RECEIVES)
            assert all(b.send >= 0 for step in b.steps if step.act in SENDS)


def fill(made: Program) -> None:
    """Inputs are what their rank and place say; all else is nothing that was ever sent."""
    made.memory = []
    for rank in range(made.ranks):
        junk = {name: [Chunk({("junk", name, i): 1}) for i in range(made.chunks[name][rank])] for name in "ios"}
        own = [Chunk({(rank, i): 1}) for i in range(made.chunks["i"][rank])]
        if made.in_place:
            del junk["i"]
            begin = rank * len(own) if made.collective == "allgather" else 0
            if made.collective != "broadcast" or rank == made.root:
                junk["o"][begin : begin + len(own)] = own
        else:
            junk["i"] = own
        made.memory.append(junk)


def play(made: Program, seed: int) -> None:
    dice = random.Random(seed)
    fill(made)
    wires: dict[tuple[int, int, int], deque] = defaultdict(deque)
    waiting = [b for blocks in made.blocks for b in blocks]
    for b in waiting:
        b.at = 0
    while waiting := [b for b in waiting if b.at < len(b.steps)]:
        ready = [b for b in waiting if may(made, b, wires)]
        assert ready, "no block can go on"
        for _ in range(3):
            b = dice.choice(ready)
            if b.at < len(b.steps) and may(made, b, wires):
                do(made, b, wires)
    assert not any(wires.values()), "messages that nobody received"


def may(made: Program, b: Block, wires: dict) -> bool:
    step = b.steps[b.at]
    other, at = step.after
    if other >= 0 and made.blocks[b.rank][other].at <= at:
        return False
    if step.act in RECEIVES and not wires[b.receive, b.rank, b.channel]:
        return False
    return step.act not in SENDS or len(wires[b.rank, b.send, b.channel]) < SLOTS


def do(made: Program, b: Block, wires: dict) -> None:
    step, memory = b.steps[b.at], made.memory[b.rank]
    b.at += 1
    if step.act == "nop":
        return
    source, target = (place(memory, spot, step.count) for spot in (step.source, step.target))
    values = list(memory[step.source[0]][source])
    if step.act in RECEIVES:
        came = wires[b.receive, b.rank, b.channel].popleft()
        assert len(came) == step.count, "two blocks disagree about a message"
        values = [a + b for a, b in zip(came, values, strict=True)] if step.act.startswith("rr") else came
    if step.act == "re":
        values = [a + b for a, b in zip(memory[step.target[0]][target], values, strict=True)]
    if step.act in SENDS:
        wires[b.rank, b.send, b.channel].append(values)
    if step.act not in ("s", "rrs"):
        memory[step.target[0]][target] = values


def place(memory: dict, spot: tuple[str, int], count: int) -> slice:
    name, at = spot
    assert count > 0 and at + count <= len(memory[name]), "outside of its buffer"
    return slice(at, at + count)


def right(made: Program, rank: int) -> list[Chunk]:
    """What the output of a rank should hold."""
    p, n = made.ranks, made.chunks["i"][rank]
    if made.collective == "broadcast":
        return [Chunk({(made.root, i): 1}) for i in range(n)]
    if made.collective == "allgather":
        return [Chunk({(r, i): 1}) for r in range(p) for i in range(n)]
    if made.collective == "alltoall":
        return [Chunk({(r, rank * (n // p) + i): 1}) for r in range(p) for i in range(n // p)]
    here = range(n) if made.collective == "allreduce" else range(rank * (n // p), (rank + 1) * (n // p))
    return [Chunk({(r, i): 1 for r in range(p)}) for i in here]


def wrong_ranks(made: Program) -> list[int]:
    return [rank for rank in range(made.ranks) if made.memory[rank]["o"] != right(made, rank)]
