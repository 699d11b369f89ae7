# SPDX-License-Identifier: BSD-3-Clause
"""Lower bounds of the time under a machine model, where the inputs hold one: no algorithm is faster there."""

import json
import time
from dataclasses import dataclass, field

from hocket import tool
from hocket.report.measured import Place
from hocket.tune.places import BY_THE_WHOLE

SECONDS = 20.0  # for all questions together: a page without bounds is better than one that takes long


@dataclass
class Bounds:
    name: str  # of the model
    path: str
    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def of(self, place: Place, sizes: list[int]) -> dict[int, float]:
        """Microseconds by size; without those that the tool cannot say."""
        found = {size: self.one(place, size) for size in sizes if size > 0}
        return {size: us for size, us in found.items() if us}

    def one(self, place: Place, size: int) -> float | None:
        left = self.until - time.monotonic()
        if left <= 0:
            return None
        total = size * (place.ranks if place.collective in BY_THE_WHOLE else 1)
        words = ["explain", place.collective, "--nodes", str(place.nodes), "--ppn", str(-(-place.ranks // place.nodes))]
        words += ["--ranks", str(place.ranks), "--bytes", str(total), "--machine", self.path]
        text, _ = tool.attempt(words, left)
        candidates = json.loads(text)["candidates"] if text else []
        return candidates[0].get("bound_us") if candidates else None
