# SPDX-License-Identifier: BSD-3-Clause
"""A small experiment of `hocket lab bench`, as text and as read."""

from hocket.lab import experiment

GOOD = {
    "title": '"a try"',
    "collective": '"gatherv"',
    "sizes": '["1K", "16K"]',
    "algorithms": '["native", "levels(across=chain,inside=knomial)"]',
    "launches": "3",
    "seed": "7",
}
LAB = {"hosts": "8", "ranks": "4", "rate": '"50mbit"', "queue": '"64k"'}


def toml(top, lab):
    lines = [f"{name} = {value}\n" for name, value in top.items() if value]
    return "".join([*lines, "[lab]\n", *(f"{name} = {value}\n" for name, value in lab.items() if value)])


def good(folder):
    file = folder / "good.toml"
    file.write_text(toml(GOOD, LAB))
    return experiment.read(file)
