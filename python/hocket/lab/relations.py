# SPDX-License-Identifier: BSD-3-Clause
"""What the rows of a summary say beside each other: each size beside the one before, each algorithm beside native."""

from hocket import stats

SMOOTH = 1.25  # more is called a rise


def relate(summary: list[dict], launched: list[dict], seed: int) -> None:
    """Adds to the rows `rise`, the time per byte over that of the next smaller size, and `over_native`."""
    for row in summary:
        if "time_us" not in row:
            continue
        if before := next_smaller(summary, row):
            row["rise"] = round(per_byte(row) / per_byte(before), 3)
        theirs = times(launched, row["bytes"], "native")
        if row["algorithm"] != "native" and theirs:
            mine = times(launched, row["bytes"], row["algorithm"])
            row["over_native"] = stats.ratio(mine, theirs, False, seed).as_dict(3)


def next_smaller(summary: list[dict], row: dict) -> dict | None:
    """Of the same algorithm, where that was measured and has bytes."""
    smaller = [
        other
        for other in summary
        if other["algorithm"] == row["algorithm"] and 0 < other["bytes"] < row["bytes"] and "time_us" in other
    ]
    return max(smaller, key=lambda other: other["bytes"], default=None)


def per_byte(row: dict) -> float:
    return row["time_us"]["value"] / row["bytes"]


def times(launched: list[dict], size: int, algorithm: str) -> stats.Sample:
    mine = (one for one in launched if (one["bytes"], one["algorithm"]) == (size, algorithm))
    return [[one["time_us"]] for one in mine if "time_us" in one]
