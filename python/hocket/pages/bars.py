# SPDX-License-Identifier: BSD-3-Clause
"""Horizontal bars of two parts that add up; the second part is hatched, so colour is not needed. Names may wrap."""

from dataclasses import dataclass
from html import escape

HIGH = 14  # pixels
KINDS = ("bar", "bar late")
PATTERN = (
    '<svg width="0" height="0" aria-hidden="true" class="hidden"><defs><pattern id="late" width="6" height="6" '
    'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ground" width="6" height="6"/>'
    '<line class="stripe" x1="0" x2="0" y1="0" y2="6"/></pattern></defs></svg>'
)


@dataclass(frozen=True)
class Bar:
    name: str
    first: float
    second: float
    told: str  # the numbers in words


def plot(shown: list[Bar], label: str, parts: tuple[str, str]) -> str:
    """parts: what the two are, for the legend. The pattern of the second is there once a page, whoever draws first."""
    most = max((bar.first + bar.second for bar in shown), default=0) or 1
    drawn = "".join(one(bar, most) for bar in shown)
    icons = [f'<svg width="18" height="{HIGH}" aria-hidden="true">{box(0, "18", kind)}</svg>' for kind in KINDS]
    items = (f"<li>{icon}<span>{escape(words)}</span></li>" for icon, words in zip(icons, parts, strict=True))
    return f'<ul class="bars" aria-label="{escape(label)}">{drawn}</ul><ul class="legend">{"".join(items)}</ul>'


def box(x: float, width: str, kind: str) -> str:
    return f'<rect class="{kind}" x="{x:.2f}%" width="{width}" height="{HIGH}"/>'


def one(bar: Bar, most: float) -> str:
    first, second = 100 * bar.first / most, 100 * bar.second / most
    boxes = box(0, f"{first:.2f}%", "bar") + box(first, f"{second:.2f}%", "bar late")
    picture = f'<svg width="100%" height="{HIGH}" aria-hidden="true">{boxes}</svg>'
    return f"<li><span>{escape(bar.name)}: {escape(bar.told)}</span>{picture}</li>"
