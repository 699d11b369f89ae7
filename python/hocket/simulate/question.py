# SPDX-License-Identifier: BSD-3-Clause
"""What is to be simulated, in the words of hocket-tool."""

from collections.abc import Sequence
from dataclasses import dataclass

from hocket import sizes, tool


@dataclass(frozen=True)
class Question:
    collective: str
    machine: str
    nodes: int
    ppn: int
    bytes: str | None  # None: of a barrier
    algorithms: Sequence[str] = ()  # all, and the automatic choice, without any
    root: int = 0
    repeat: int = 1
    rotate_root: bool = False
    noise_seeds: int = 0
    full: bool = False
    grid: bool = False
    trace: str | None = None
    native: str | None = None  # an MPI library, such as mpich-5.0
    ranks: int | None = None  # fewer than nodes x ppn: the last ones are left out
    placement: str = "by-slot"  # or by-node: ranks are dealt out to the nodes in turn
    counts: str = "equal"  # how the blocks of the ranks differ, where they may
    seed: int = 1  # of counts
    used_buffers: bool = False  # the user's buffers are not fresh memory
    fresh_scratch: str | None = None  # so much scratch at once is fresh memory
    shm: bool = False  # messages inside nodes go through memory that their ranks share
    single_copy: bool = True  # there, long ones are copied once

    def words(self) -> list[str]:
        words = ["simulate", self.collective, "--machine", self.machine]
        words += ["--nodes", str(self.nodes), "--ppn", str(self.ppn), *sizes.words(self.collective, self.bytes)]
        numbers = {"--root": self.root, "--repeat": self.repeat, "--noise-seeds": self.noise_seeds}
        for name, value in numbers.items():
            words += [name, str(value)]
        for spec in self.algorithms:
            words += ["--algorithm", spec]
        flags = {"--rotate-root": self.rotate_root, "--full": self.full, "--grid": self.grid}
        flags |= {"--used-buffers": self.used_buffers, "--shm": self.shm, "--no-single-copy": not self.single_copy}
        words += [name for name, wanted in flags.items() if wanted]
        return words + [word for name, text in self.texts().items() if text for word in (name, text)]

    def texts(self) -> dict[str, str | None]:
        """What is left to the tool where it is as usual."""
        unusual = {"--placement": (self.placement, "by-slot"), "--counts": (self.counts, "equal")}
        unusual["--counts-seed"] = (str(self.seed), "1")
        texts = {name: value if value != usual else None for name, (value, usual) in unusual.items()}
        texts["--ranks"] = str(self.ranks) if self.ranks else None
        return texts | {"--fresh-scratch": self.fresh_scratch, "--native": self.native, "--trace": self.trace}


def ask(question: Question, progress: bool = False) -> str:
    """The document as text. Progress goes to standard error, one line an algorithm."""
    return tool.ask([*question.words(), *(["--progress"] if progress else [])])[0]


def simulate(question: Question) -> dict:
    return tool.read(ask(question))
