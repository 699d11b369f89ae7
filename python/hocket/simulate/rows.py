# SPDX-License-Identifier: BSD-3-Clause
"""Rows of a simulation: their order, their marks, and times that are only known to be longer."""

import re

from hocket.stop import Stop


def by_time(document: dict) -> list[dict]:
    """Fastest first; the abandoned ones, of which only a lower bound is known, last."""
    return sorted(document["results"], key=lambda row: (row["abandoned"], row["time_us"]))


def best_time(document: dict) -> float:
    return row_of(document, document["best"])["time_us"]


def row_of(document: dict, algorithm: str) -> dict:
    return next(row for row in document["results"] if row["algorithm"] == algorithm)


def marks(document: dict, row: dict) -> list[str]:
    return [mark for mark in ("best", "auto") if document.get(mark) == row["algorithm"]]


def efficiency(row: dict) -> float:
    """The lower bound's share of the time; of an abandoned row, at most this."""
    return row["bound_us"] / row["time_us"] if row["time_us"] > 0 else 1.0


def bounded(row: dict, text: str) -> str:
    """A number that grows with the time of this row."""
    return f"> {text}" if row["abandoned"] else text


def plain(us: float) -> str:
    """Four digits, without an exponent: 1.234, 12.34, 12345."""
    return f"{us:.4g}" if us < 1000 else f"{us:.0f}"


def answer_to(document: dict, spec: str) -> dict:
    """The row of a SPEC as it is printed; where it leaves a parameter at auto, the fastest row that may be meant."""
    # What auto becomes is printed, unless it is the default.
    printed = re.sub(r":([a-z]+)=auto", r"(:\1=[0-9KMG]+)?", re.sub(r"([().])", r"\\\1", spec))
    fit = [row for row in by_time(document) if re.fullmatch(printed, row["algorithm"])]
    if not fit:
        raise Stop(f"hocket-tool simulated no {spec}, but {', '.join(row['algorithm'] for row in document['results'])}")
    return fit[0]
