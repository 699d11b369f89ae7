# SPDX-License-Identifier: BSD-3-Clause
"""Horizontal bars of two parts that add up, longest first; the second part is hatched, so colour is not needed."""

from dataclasses import dataclass
from html import escape

ROW, LINE, HIGH = 38, 15, 14  # pixels
WIDEST = 98.0  # per cent


@dataclass(frozen=True)
class Bar:
    name: str
    first: float
    second: float
    told: str  # the numbers in words


def plot(shown: list[Bar], label: str, parts: tuple[str, str]) -> str:
    """parts: what the two are, for the legend."""
    most = max((bar.first + bar.second for bar in shown), default=0) or 1
    drawn = "".join(one(bar, i * ROW, most) for i, bar in enumerate(shown))
    opening = f'<svg class="plot" role="img" aria-label="{escape(label)}" width="100%" height="{len(shown) * ROW + 4}">'
    icons = [f'<svg width="18" height="12" viewBox="0 0 18 12">{box("0", 0, "18", kind)}</svg>' for kind in KINDS]
    items = (f"<li>{icon}<span>{escape(words)}</span></li>" for icon, words in zip(icons, parts, strict=True))
    return f'{PATTERN}{opening}{drawn}</svg><ul class="legend">{"".join(items)}</ul>'


KINDS = ("bar", "bar late")
PATTERN = (
    '<svg width="0" height="0" aria-hidden="true" class="hidden"><defs><pattern id="late" width="6" height="6" '
    'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ground" width="6" height="6"/>'
    '<line class="stripe" x1="0" x2="0" y1="0" y2="6"/></pattern></defs></svg>'
)


def box(x: str, y: int, width: str, kind: str) -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{HIGH}"/>'


def one(bar: Bar, y: int, most: float) -> str:
    first, second = WIDEST * bar.first / most, WIDEST * bar.second / most
    name = f'<text class="name" x="0" y="{y + LINE}">{escape(bar.name)}: {escape(bar.told)}</text>'
    boxes = box("0", y + LINE + 5, f"{first:.2f}%", "bar") + box(f"{first:.2f}%", y + LINE + 5, f"{second:.2f}%", "bar late")
    return f"<g><title>{escape(bar.name)}: {escape(bar.told)}</title>{name}{boxes}</g>"
