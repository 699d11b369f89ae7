# SPDX-License-Identifier: BSD-3-Clause
"""Under which conditions calls are measured, as words for hocket-bench."""

import re
from dataclasses import dataclass

from hocket.bench.plan import NEIGHBORS
from hocket.stop import wrong_usage

STARTS = ("auto", "window", "first", "barrier", "alarm")
FORMS = ("blocking", "nonblocking", "persistent")
BUFFERS = ("same", "rotating")
DEVICES = ("host", "cuda")
SKEWS = ("late", "ramp", "random")
GRAPHS = ("cartesian", "stencil2d", "stencil3d", "open2d", "open3d", "random", "geometric", "power-law", "multigraph")
ROUNDS, MOST_ROUNDS = 20, 1000  # without -r: as they are, and at most where --until or --seconds ends them


@dataclass(frozen=True)
class Conditions:
    """Times are seconds; what is None is as hocket-bench has it."""

    iterations: int = 10
    warmup: int = 2
    rounds: int | None = None
    communicators: int = 6
    start: str = "auto"
    form: str = "blocking"
    buffers: str = "same"
    skew: str | None = None
    until: str | None = None
    seconds: int | None = None
    graph: str | None = None  # cartesian
    seed: int = 1
    device: str = "host"

    def check(self, asked: list[str]) -> None:
        one_of("--start", self.start, STARTS)
        one_of("--form", self.form, FORMS)
        one_of("--buffers", self.buffers, BUFFERS)
        one_of("-d", self.device, DEVICES)
        one_of("--graph", self.graph or GRAPHS[0], GRAPHS)
        if self.skew and not re.fullmatch(rf"({'|'.join(SKEWS)}):[1-9]\d{{0,6}}", self.skew):
            raise wrong_usage(f"--skew '{self.skew}' is not NAME:MICROSECONDS with one of {', '.join(SKEWS)}")
        if self.until and not (re.fullmatch(r"\d+(\.\d+)?%", self.until) and 0.1 <= float(self.until[:-1]) <= 100):
            raise wrong_usage(f"--until '{self.until}' is not a part such as 5%, between 0.1% and 100%")
        if self.graph and not set(asked) & set(NEIGHBORS):
            raise wrong_usage(f"--graph '{self.graph}': only {' and '.join(NEIGHBORS)} have neighbors")

    def words(self, collective: str) -> list[str]:
        bounded = self.until or self.seconds
        rounds = self.rounds or (MOST_ROUNDS if bounded else ROUNDS)
        words = ["-i", str(self.iterations), "-x", str(self.warmup), "-r", str(rounds)]
        words += ["--communicators", str(self.communicators), "--start", self.start]
        words += ["--form", self.form, "--buffers", self.buffers]
        for name in ("skew", "until", "seconds"):
            if getattr(self, name):
                words += [f"--{name}", str(getattr(self, name))]
        if self.device != "host":
            words += ["-d", self.device]
        if collective in NEIGHBORS:
            words += ["--graph", self.graph or GRAPHS[0], "--graph-seed", str(self.seed)]
        return words


def one_of(option: str, given: str, valid: tuple[str, ...]) -> None:
    if given not in valid:
        raise wrong_usage(f"{option} '{given}' is unknown; valid: {', '.join(valid)}")
