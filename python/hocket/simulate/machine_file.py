# SPDX-License-Identifier: BSD-3-Clause
"""What a machine file says about itself: which published numbers it was fitted to, and which were held out."""

import json
from dataclasses import dataclass
from pathlib import Path

from hocket import find


@dataclass(frozen=True)
class Point:
    """A published measurement beside what the machine model makes of it, where that can be simulated."""

    what: str
    published_us: float | None = None
    simulated_us: float | None = None
    parameter: str = ""  # which number of the file was fitted to it

    @property
    def error(self) -> float | None:
        known = self.published_us and self.simulated_us is not None
        return self.simulated_us / self.published_us - 1 if known else None


@dataclass(frozen=True)
class MachineFile:
    name: str
    fitted: tuple[Point, ...] = ()
    held_out: tuple[Point, ...] = ()
    source: tuple[tuple[str, str], ...] = ()

    def role(self, word: str) -> str:
        """fitted, held out, or nothing: of a point that names the word."""
        for role, points in (("fitted", self.fitted), ("held out", self.held_out)):
            if any(word in point.what.replace(",", " ").replace(":", " ").split() for point in points):
                return role
        return ""


def point_of(entry: dict) -> Point:
    times = [entry.get(key) for key in ("published_us", "simulated_us")]
    return Point(entry["what"], *times, entry.get("parameter", ""))


def shipped(name: str) -> Path | None:
    root = find.checkout()
    path = root / "data" / "machines" / f"{name}.json" if root else None
    return path if path and path.is_file() else None


def read(name: str) -> MachineFile:
    """Empty lists where the sources are not at hand: the programs carry the machines themselves."""
    path = shipped(name)
    if not path:
        return MachineFile(name)
    return of(name, json.loads(path.read_text()))


def of(name: str, content: dict) -> MachineFile:
    lists = {key: tuple(map(point_of, content.get(key, []))) for key in ("fitted", "held_out")}
    return MachineFile(name, lists["fitted"], lists["held_out"], tuple(content.get("source", {}).items()))
