# SPDX-License-Identifier: BSD-3-Clause
"""Where jobs run: here."""

from dataclasses import dataclass
from pathlib import Path

from hocket.mpi import Mpi


@dataclass(frozen=True)
class Hosts:
    library: Mpi

    def command(self, ranks: int, program: list[str | Path]) -> list[str]:
        return self.library.command(ranks, program)

    def environment(self, ranks: int, more: dict[str, str]) -> dict[str, str]:
        return self.library.environment(ranks, more)
