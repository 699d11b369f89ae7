# SPDX-License-Identifier: BSD-3-Clause
"""What hocket-fit measured: one time for each thing, out of its rounds."""

from dataclasses import dataclass

import numpy as np

# What others do on a machine only adds to a time: few rounds are free of it, not half. The least of all is luck.
QUANTILE = 0.1
FEW = 1e-3  # us; a clock knows no less


def time(row: dict, column: str = "us") -> float:
    return max(float(np.quantile(row[column], QUANTILE)), FEW)


def trust(row: dict, column: str = "us") -> float:
    """From 1 down: less, the further the better third of its rounds lies apart."""
    low, high = np.quantile(row[column], [QUANTILE, 3 * QUANTILE])
    return float(1 / (1 + 10 * (high / max(low, FEW) - 1)))


def digits(value: float) -> float:
    """Four: more than the measurement knows."""
    return float(f"{value:.4g}")


@dataclass
class Measured:
    document: dict

    def rows(self, kind: str, **wanted: object) -> list[dict]:
        fits = (r for r in self.document["measured"] if r["kind"] == kind)
        return [r for r in fits if all(r.get(key) == value for key, value in wanted.items())]

    def levels(self) -> list[str]:
        return list(dict.fromkeys(row["level"] for row in self.rows("half_trip")))

    def times(self, kind: str, column: str = "us", **wanted: object) -> dict[int, float]:
        """Microseconds by bytes."""
        return {row["bytes"]: time(row, column) for row in self.rows(kind, **wanted)}

    def eager(self, level: str) -> int | None:
        """None: every message that was tried left at once."""
        found = next(e for e in self.document["eager"] if e["level"] == level)
        return None if found["bytes"] >= found["tried_up_to"] else found["bytes"]

    def speed(self, kind: str, **wanted: object) -> float | None:
        """GB/s, the geometric mean over sizes."""
        found = [size / us / 1e3 for size, us in self.times(kind, **wanted).items() if size]
        return float(np.exp(np.mean(np.log(found)))) if found else None

    def rate(self, level: str, pairs: int, both_ways: bool) -> float | None:
        """GB/s of all messages together, at the size at which it is most."""
        rows = self.rows("stream", level=level, pairs=pairs, both_ways=both_ways)
        moved = (row["bytes"] * row["messages"] * pairs * (2 if both_ways else 1) for row in rows)
        return max((size / time(row) / 1e3 for size, row in zip(moved, rows, strict=True)), default=None)

    def pairs(self, level: str) -> list[int]:
        return sorted({row["pairs"] for row in self.rows("stream", level=level)})
