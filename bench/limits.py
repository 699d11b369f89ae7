# SPDX-License-Identifier: BSD-3-Clause
"""What the machine itself takes, of bench/limits.cpp, at each distance of its processors."""

import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from peers import Round, at
from watch import Looks

TRIP, SWITCHES, COPY, COPIES = WANTED = ("line_round_trip", "two_switches", "copies.*threads:1", "copies.*threads:2")
TURNS = 3  # in each launch: one takes a second or so, in which the distance may change


@dataclass
class Limits:
    core: Path
    taken: dict[str, list[Round]] = field(default_factory=dict)

    def launch(self, _seed: int) -> None:
        for _ in range(TURNS):
            for which in WANTED:
                begin = time.monotonic()
                us = self.measure(which)
                self.taken.setdefault(which, []).append((us, begin, time.monotonic()))

    def measure(self, which: str) -> float:
        """Microseconds."""
        command = [self.core, f"--benchmark_filter={which}", "--benchmark_format=json"]
        ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        (row,) = json.loads(ended.stdout)["benchmarks"]
        if row.get("error_occurred"):
            sys.exit(f"{row['name']} of bench-core cannot be measured here: it {row['error_message']}")
        return row["real_time"] * {"ns": 1e-3, "us": 1}[row["time_unit"]]

    def lacking(self, looks: Looks, distance: float) -> set[str]:
        return {which for which, rounds in self.taken.items() if not at(looks, distance, rounds)}

    def times(self, looks: Looks, distance: float) -> dict[str, float]:
        """Microseconds, of what could be measured at that distance."""
        found = {which: at(looks, distance, rounds) for which, rounds in self.taken.items()}
        return {which: median(times) for which, times in found.items() if times}
