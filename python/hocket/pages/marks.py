# SPDX-License-Identifier: BSD-3-Clause
"""The marks of points. Each is a small SVG of its own, so that its place may be given in per cent."""

from html import escape

SHAPES = {
    "dot": '<circle class="solid" r="4"/>',
    "speck": '<circle class="solid" r="1.5"/>',
    "ring": '<circle class="hollow" r="4"/>',
    "choice": '<circle class="hollow" r="8"/>',
    "diamond": '<path class="solid" d="M0-6 6 0 0 6-6 0z"/>',
    "square": '<path class="solid" d="M-4-4H4V4H-4z"/>',
    "box": '<path class="hollow" d="M-4-4H4V4H-4z"/>',
    "kite": '<path class="hollow" d="M0-6 6 0 0 6-6 0z"/>',
    "cross": '<path class="bare" d="M-4-4 4 4M-4 4 4-4"/>',
    "plus": '<path class="bare" d="M0-5V5M-5 0H5"/>',
    "above": '<path class="hollow" d="M0-6 5 3H-5z"/>',  # the true value lies above
    "right": '<path class="hollow" d="M6 0-3 5V-5z"/>',  # the true value lies to the right
}


def mark(shape: str, x: str, y: str, tip: str) -> str:
    return f'<svg x="{x}" y="{y}" overflow="visible"><g><title>{escape(tip)}</title>{SHAPES[shape]}</g></svg>'


def legend(entries: list[tuple[str, str, str]], strokes: dict[str, str] | None = None) -> str:
    """(colour class, shape, words) of each; strokes: by words, the class of a line through the mark."""
    items = []
    for colour, shape, words in entries:
        line = '<line x1="-9" x2="9"/>' if shape in ("dot", "choice") else ""
        if words in (strokes or {}):
            line = f'<line class="{strokes[words]}" x1="-9" x2="9"/>'
        group = "series choice" if shape == "choice" else "series"
        icon = f'<svg class="{group} {colour}" width="18" height="18" viewBox="-9 -9 18 18">{line}{SHAPES[shape]}</svg>'
        items.append(f"<li>{icon}<span>{escape(words)}</span></li>")
    return f'<ul class="legend">{"".join(items)}</ul>'
