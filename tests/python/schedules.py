# SPDX-License-Identifier: BSD-3-Clause
"""Reads recorded schedules."""

import re
from dataclasses import dataclass, field

TITLE = re.compile(r"# (\S+) \S+")
HEAD = re.compile(r"ranks (\d+) layout (\S+) root (\d+) bytes (\d+)")
RANK = re.compile(r"rank (\d+)(?: block (\d+))? scratch (\d+)(?: ledger (\d+))?")
SPOT = r"(?:data|scratch|ledger)\+\d+"
SPOTS = rf"{SPOT}(?::\d+(?: {SPOT}:\d+)*)?"  # of several pieces, each with its bytes
LINE = re.compile(
    r"(?P<index>\d+): (?:"
    rf"(?P<send>send) (?P<ns>\d+) to (?P<to>\d+)(?: context (?P<cs>\d+))? from (?P<sfrom>{SPOTS})|"
    rf"(?P<recv>recv) (?P<nr>\d+) from (?P<peer>\d+)(?: context (?P<cr>\d+))? into (?P<rinto>{SPOTS})|"
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
    collective: str
    root: int
    bytes: int
    blocks: list[int] = field(default_factory=list)  # of gather and scatter
    scratch: list[int] = field(default_factory=list)
    ledger: list[int] = field(default_factory=list)
    ranks: list[list[Operation]] = field(default_factory=list)

    def data(self, rank: int) -> int:
        """Bytes of the user's memory: the root of a gather or scatter has all blocks, in the order of the ranks."""
        if not self.blocks:
            return self.bytes
        return sum(self.blocks) if rank == self.root else self.blocks[rank]

    def block_at_root(self, rank: int) -> slice:
        start = sum(self.blocks[:rank])
        return slice(start, start + self.blocks[rank])


def parse(text: str) -> Schedule:
    first, title, head, *lines = text.splitlines()
    assert first == "# hocket schedule 1"
    ranks, _, root, size = HEAD.fullmatch(head).groups()
    made = Schedule(TITLE.fullmatch(title)[1], int(root), int(size))
    for line in filter(None, lines):
        if found := RANK.fullmatch(line):
            assert int(found[1]) == len(made.ranks)
            made.ranks.append([])
            made.scratch.append(int(found[3]))
            made.ledger.append(int(found[4] or 0))
            if found[2]:
                made.blocks.append(int(found[2]))
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
