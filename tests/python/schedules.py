# SPDX-License-Identifier: BSD-3-Clause
"""Reads recorded schedules."""

import re
from dataclasses import dataclass, field

TITLE = re.compile(r"# (\S+) \S+")
HEAD = re.compile(r"ranks (\d+) layout (\S+) root (\d+) bytes (\d+)")
RANK = re.compile(r"rank (\d+)(?: block ([\d,]+))? scratch (\d+)(?: ledger (\d+))?")
SPOT = r"(?:data|scratch|ledger)\+\d+"
SPOTS = rf"{SPOT}(?::\d+(?: {SPOT}:\d+)*)?"  # of several pieces, each with its bytes
LINE = re.compile(
    r"(?P<index>\d+): (?:"
    rf"(?P<send>send) (?P<ns>\d+) to (?P<to>\d+)(?: context (?P<cs>\d+))? from (?P<sfrom>{SPOTS})|"
    rf"(?P<recv>recv|recv-reduce) (?P<nr>\d+) from (?P<peer>\d+)(?: context (?P<cr>\d+))? into (?P<rinto>{SPOTS})|"
    rf"(?P<local>copy|reduce) (?P<nc>\d+) into (?P<cinto>{SPOT}) from (?P<cfrom>{SPOT})"
    rf")(?: with (?P<beside>{SPOT}))?(?: after (?P<after>[\d,]+))?"
)


@dataclass(eq=False)  # two of a rank may look the same
class Operation:
    rank: int
    verb: str
    count: int
    after: list[int]
    channel: tuple = ()  # context, sender, receiver
    source: str = ""
    target: str = ""
    beside: str = ""  # the other operand, where it is not what the target holds
    done: bool = False


@dataclass
class Schedule:
    collective: str
    root: int
    bytes: int
    blocks: list[int] = field(default_factory=list)  # where there are blocks
    exchanged: list[list[int]] = field(default_factory=list)  # in an alltoall: what each rank sends to each
    scratch: list[int] = field(default_factory=list)
    ledger: list[int] = field(default_factory=list)
    ranks: list[list[Operation]] = field(default_factory=list)

    def data(self, rank: int) -> int:
        """Bytes of the user's memory. All blocks lie in the order of the ranks; a result lies behind the operand."""
        if self.exchanged:
            return self.sent(rank) + self.got(rank)
        if self.collective.startswith("reduce_scatter"):
            return sum(self.blocks) + self.blocks[rank]
        if self.blocks:
            return sum(self.blocks) if self.collective.startswith("all") or rank == self.root else self.blocks[rank]
        return self.bytes if self.collective in ("bcast", "barrier") else 2 * self.bytes

    def sent(self, rank: int) -> int:
        return sum(self.exchanged[rank])

    def got(self, rank: int) -> int:
        return sum(row[rank] for row in self.exchanged)

    def block_to(self, sender: int, receiver: int) -> slice:
        """Where it lies at its sender."""
        start = sum(self.exchanged[sender][:receiver])
        return slice(start, start + self.exchanged[sender][receiver])

    def block_from(self, sender: int, receiver: int) -> slice:
        """Where it belongs at its receiver."""
        start = self.sent(receiver) + sum(row[receiver] for row in self.exchanged[:sender])
        return slice(start, start + self.exchanged[sender][receiver])

    def block(self, rank: int) -> slice:
        """Where it lies among all blocks."""
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
                own = [int(size) for size in found[2].split(",")]
                if made.collective.startswith("alltoall"):
                    made.exchanged.append(own if len(own) > 1 else own * int(ranks))
                else:
                    made.blocks += own
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
        return Operation(
            rank, found["recv"], int(found["nr"]), after, channel, target=found["rinto"], beside=found["beside"] or ""
        )
    return Operation(
        rank,
        found["local"],
        int(found["nc"]),
        after,
        source=found["cfrom"],
        target=found["cinto"],
        beside=found["beside"] or "",
    )
