# SPDX-License-Identifier: BSD-3-Clause
"""The picture of an experiment: every launch a dot on a logarithmic axis of time, beside the floor."""

import math
from html import escape
from itertools import groupby
from pathlib import Path

from hocket.pages import words

WIDTH, LEFT, RIGHT = 960, 30, 930  # pixels
TOP, HEAD, ROW, FOOT = 64, 34, 40, 64
STYLE = Path(__file__).with_name("picture.css")


class Axis:
    def __init__(self, document: dict):
        times = [one["time_us"] for one in document["launched"] if "time_us" in one]
        times += [floor["floor_us"] for floor in document["floors"]]
        self.low, self.high = math.log(min(times) * 0.9), math.log(max(times) * 1.1)

    def x(self, us: float) -> float:
        return LEFT + (RIGHT - LEFT) * (math.log(us) - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        powers = range(math.floor(self.low / math.log(10)), math.ceil(self.high / math.log(10)) + 1)
        steps = (1, 2, 5) if self.high - self.low < math.log(10) * 2.5 else (1,)
        all_of_them = [10.0**power * step for power in powers for step in steps]
        return [us for us in all_of_them if self.low <= math.log(us) <= self.high]


def draw(document: dict) -> str:
    axis, y = Axis(document), TOP
    floors = {floor["bytes"]: floor["floor_us"] for floor in document["floors"]}
    parts = []
    for size, rows in groupby(document["summary"], key=lambda row: row["bytes"]):
        mine = list(rows)
        parts += section(document, size, mine, floors[size], axis, y)
        y += HEAD + ROW * len(mine)
    height = y + FOOT
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
    )
    frame = [opening, f"<style>{STYLE.read_text()}</style>", f'<rect class="paper" width="{WIDTH}" height="{height}"/>']
    return "\n".join([*frame, *title(document), *scale(axis, y), *parts, *legend(y), "</svg>\n"])


def title(document: dict) -> list[str]:
    lab = document["lab"]
    under = (
        f"{document['library']}, {lab['hosts']} hosts x {lab['ranks']} ranks, {lab['rate']}, queues of {lab['queue']}"
    )
    calls = f"the median of {document['iterations'] * document['rounds']} calls, the slowest rank of each"
    return [
        f'<text class="title" x="20" y="28">{escape(document["title"])}</text>',
        f'<text class="soft" x="20" y="48">{escape(under)}; a dot is a launch: {calls}</text>',
    ]


def scale(axis: Axis, bottom: int) -> list[str]:
    parts = []
    for us in axis.ticks():
        x = f"{axis.x(us):.1f}"
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom + 6}"/>')
        parts.append(f'<text class="soft" x="{x}" y="{bottom + 22}" text-anchor="middle">{words.tick(us)}</text>')
    return parts


def section(document: dict, size: int, rows: list[dict], floor_us: float, axis: Axis, y: int) -> list[str]:
    x, bottom = f"{axis.x(floor_us):.1f}", y + HEAD + ROW * len(rows) - 6
    name = f"{document['collective']}, {words.size(size)}"
    tip = f"<title>floor {words.time(floor_us)}</title>"
    parts = [
        f'<text class="head" x="20" y="{y + 22}">{escape(name)}</text>',
        f'<line class="floor" x1="{x}" x2="{x}" y1="{y + HEAD}" y2="{bottom}">{tip}</line>',
    ]
    for i, row in enumerate(rows):
        parts += strip(document, row, axis, y + HEAD + ROW * i + 8)
    return parts


def strip(document: dict, row: dict, axis: Axis, y: int) -> list[str]:
    name, y = f'<text x="20" y="{y}">{escape(row["algorithm"])}</text>', y + 16
    parts = []
    for one in document["launched"]:
        if (one["bytes"], one["algorithm"]) == (row["bytes"], row["algorithm"]) and "time_us" in one:
            parts.append(dot(one, f"{axis.x(one['time_us']):.1f}", y))
    if "time_us" in row:
        x = f"{axis.x(row['time_us']['value']):.1f}"
        parts.append(f'<line class="median" x1="{x}" x2="{x}" y1="{y - 9}" y2="{y + 9}"/>')
    if row["failed"]:
        parts.append(f'<text class="late" x="{RIGHT}" y="{y + 4}" text-anchor="end">{row["failed"]} failed</text>')
    return [*parts, name]


def dot(one: dict, x: str, y: int) -> str:
    tip = f"{words.time(one['time_us'])}; {one['switch_drops']} drops, {one['timeouts']} time-outs in the job"
    kind = "late" if one["timeouts"] else "dot"
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="4"><title>{tip}</title></circle>'


def legend(bottom: int) -> list[str]:
    y = bottom + 46
    entries = [(20, "dot", "no retransmission time-out in the job"), (300, "late", "one or more"), (420, "", "median")]
    parts = [f'<circle class="{kind}" cx="{x + 5}" cy="{y - 4}" r="4"/>' for x, kind, _ in entries if kind]
    parts += [f'<text class="soft" x="{x + 16}" y="{y}">{text}</text>' for x, _, text in entries]
    parts.append(f'<line class="median" x1="425" x2="425" y1="{y - 12}" y2="{y + 4}"/>')
    parts.append(f'<line class="floor" x1="505" x2="505" y1="{y - 12}" y2="{y + 4}"/>')
    return [*parts, f'<text class="soft" x="516" y="{y}">floor: the busiest link at the measured rate of TCP</text>']
