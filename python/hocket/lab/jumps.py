# SPDX-License-Identifier: BSD-3-Clause
"""Where the time per byte jumps from one size to the next: a table of one row for each collective and algorithm."""

from dataclasses import dataclass

from hocket import sizes
from hocket.lab.relations import next_smaller
from hocket.pages.words import digits

JUMP = 2.0  # times per byte: more is a jump
TITLES = ("collective", "algorithm", "greatest rise", "from", "to", "drops", "time-outs in", f"rises over {JUMP:g} x")


@dataclass(frozen=True)
class Step:
    """From one size of an algorithm to the next."""

    before: dict
    after: dict

    @property
    def rise(self) -> float:
        return self.after["rise"]


def steps(document: dict, algorithm: str) -> list[Step]:
    rows = [row for row in document["summary"] if row["algorithm"] == algorithm and "rise" in row]
    return [Step(next_smaller(document["summary"], row), row) for row in rows]


def line(document: dict, algorithm: str) -> tuple[str, ...]:
    found = steps(document, algorithm)
    if not found:
        return (document["collective"], algorithm, *[""] * (len(TITLES) - 2))
    worst = max(found, key=lambda step: step.rise)
    after = worst.after
    jumped = [f"{sizes.show(step.after['bytes'])} ({step.rise:.1f} x)" for step in found if step.rise > JUMP]
    return (
        document["collective"],
        algorithm,
        f"{worst.rise:.2f} x",
        point(worst.before),
        point(after),
        f"{after['mean_switch_drops']:g}",
        f"{after['with_timeouts']} of {after['launches']}",
        ", ".join(jumped) or "none",
    )


def point(row: dict) -> str:
    return f"{sizes.show(row['bytes'])}: {digits(row['time_us']['value'] / 1000)} ms"


def table(documents: list[dict]) -> list[tuple[str, ...]]:
    return [line(document, algorithm) for document in documents for algorithm in document["algorithms"]]


def markdown(documents: list[dict]) -> str:
    """As it stands in the docs."""
    ruler = ["---"] * 2 + ["---:"] * (len(TITLES) - 3) + ["---"]
    lines = [TITLES, ruler, *table(documents)]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |\n" for cells in lines)
