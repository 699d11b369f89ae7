# SPDX-License-Identifier: BSD-3-Clause
"""Rate of a host over the size, a panel for each experiment and a line for each algorithm: a collapse is a valley."""

import math
from html import escape
from pathlib import Path

from hocket import sizes
from hocket.lab.relations import SMOOTH
from hocket.pages import words

LEFT, TOP, GAP, LINE = 60, 84, 90, 24  # pixels
ACROSS = 3  # panels
STYLE = "".join(Path(__file__).with_name(name).read_text() for name in ("picture.css", "rates.css"))


class Panel:
    """From values to places, of one experiment."""

    def __init__(self, document: dict, sizes: list[int], corner: tuple[int, int], extent: tuple[int, int]):
        self.document, (self.left, self.top), (self.width, self.height) = document, corner, extent
        self.bottom = self.top + self.height
        self.low, self.high = math.log(min(sizes)), math.log(max(sizes)) + 1e-9
        self.most = document["goodput_bytes_s"] / 1e6 * 1.05

    def x(self, size: int) -> float:
        return self.left + self.width * (math.log(size) - self.low) / (self.high - self.low)

    def y(self, rate: float) -> float:
        return self.bottom - self.height * min(1.0, rate / self.most)


def draw(documents: list[dict]) -> str:
    """The axes are the same in all panels, but for the rate, which ends at what TCP moves there."""
    every = sorted({row["bytes"] for document in documents for row in document["summary"]})
    names = list(dict.fromkeys(row["algorithm"] for document in documents for row in document["summary"]))
    columns, extent = min(ACROSS, len(documents)), (400, 220) if len(documents) > 1 else (860, 340)
    width = max(960, LEFT + columns * (extent[0] + GAP))
    bottom = TOP + math.ceil(len(documents) / columns) * (extent[1] + GAP)
    height = bottom + LINE * math.ceil(len(names) / 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    ]
    parts += [f"<style>{STYLE}</style>", f'<rect class="paper" width="{width}" height="{height}"/>', *title()]
    for i, document in enumerate(documents):
        corner = (LEFT + i % columns * (extent[0] + GAP), TOP + i // columns * (extent[1] + GAP))
        parts += panel(Panel(document, every, corner, extent), every, names)
    return "\n".join([*parts, *legend(names, bottom), "</svg>\n"])


def title() -> list[str]:
    under = "bytes through its link, one way, over the time; dashed: what TCP moves between two hosts"
    ring = f"ring: more than {SMOOTH} x the time per byte of the size before"
    return [
        '<text class="title" x="20" y="28">Rate of a host, MB/s</text>',
        f'<text class="soft" x="20" y="48">{under}; {ring}</text>',
    ]


def panel(at: Panel, every: list[int], names: list[str]) -> list[str]:
    lab = at.document["lab"]
    head = f"{at.document['collective']}, {lab['hosts']} x {lab['ranks']}, {lab['rate']}, queues of {lab['queue']}"
    parts = [f'<text class="head" x="{at.left}" y="{at.top - 10}">{escape(head)}</text>']
    wire = at.y(at.document["goodput_bytes_s"] / 1e6)
    parts.append(f'<line class="floor" x1="{at.left}" x2="{at.x(every[-1]):.1f}" y1="{wire:.1f}" y2="{wire:.1f}"/>')
    parts += scale(at, every)
    for i, name in enumerate(names):
        parts += line(at, name, f"c{i % 8}", 3 * (i - (len(names) - 1) / 2))
    return parts


def scale(at: Panel, every: list[int]) -> list[str]:
    parts = []
    for i in range(5):
        rate = at.document["goodput_bytes_s"] / 1e6 * i / 4
        y, right = f"{at.y(rate):.1f}", f"{at.x(every[-1]):.1f}"
        parts.append(f'<line class="grid" x1="{at.left}" x2="{right}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text class="soft" x="{at.left - 6}" y="{y}" dy="4" text-anchor="end">{rate:.2g}</text>')
    for size in every[:: max(1, len(every) // 6)]:
        text = f'<text class="soft" x="{at.x(size):.1f}" y="{at.bottom + 18}" text-anchor="middle">'
        parts.append(f"{text}{sizes.show(size)}</text>")
    return parts


def line(at: Panel, name: str, colour: str, aside: float) -> list[str]:
    """With the interval of each median, moved aside so that those of several lines can be told apart."""
    rows = [row for row in at.document["summary"] if row["algorithm"] == name and "rate_MBps" in row]
    places = [(at.x(row["bytes"]), at.y(row["rate_MBps"])) for row in sorted(rows, key=lambda row: row["bytes"])]
    if not places:
        return []
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [f'<polyline class="curve {colour}" points="{path}"/>']
    for row in rows:
        passed = row["rate_MBps"] * row["time_us"]["value"]
        ends = [f"{at.y(passed / row['time_us'][end]):.1f}" for end in ("low", "high")]
        x, y = f"{at.x(row['bytes']):.1f}", f"{at.y(row['rate_MBps']):.1f}"
        beside = f"{at.x(row['bytes']) + aside:.1f}"
        parts.append(f'<line class="span {colour}" x1="{beside}" x2="{beside}" y1="{ends[0]}" y2="{ends[1]}"/>')
        parts.append(f'<circle class="{colour}" cx="{x}" cy="{y}" r="3"><title>{escape(tip(row))}</title></circle>')
        if row.get("rise", 0) > SMOOTH:
            parts.append(f'<circle class="curve {colour}" cx="{x}" cy="{y}" r="7"/>')
    return parts


def tip(row: dict) -> str:
    said = f"{row['algorithm']}, {sizes.show(row['bytes'])}: {words.time(row['time_us']['value'])}"
    if "rise" in row:
        said += f", {row['rise']:.2f} x the time per byte of the size before"
    return f"{said}; {row['mean_switch_drops']:g} drops, time-outs in {row['with_timeouts']} of {row['launches']}"


def legend(names: list[str], y: int) -> list[str]:
    parts = []
    for i, name in enumerate(names):
        x, at = 20 + 400 * (i % 2), y + LINE * (i // 2)
        parts.append(f'<line class="curve c{i % 8}" x1="{x}" x2="{x + 24}" y1="{at - 4}" y2="{at - 4}"/>')
        parts.append(f'<text x="{x + 32}" y="{at}">{escape(name)}</text>')
    return parts
