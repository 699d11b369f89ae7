# SPDX-License-Identifier: BSD-3-Clause
"""The colours of lines: seen on their ground, and told apart by readers without red or green cones too."""

import re

import numpy as np
import pytest
from hocket.find import PACKAGE

# How colours look without one kind of cone, in linear RGB: Machado, Oliveira and Fernandes, 2009.
SIGHT = {
    "all cones": np.eye(3),
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour):
    share = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    value = XYZ @ np.clip(rgb, 0, 1) / XYZ.sum(axis=1)
    f = np.where(value > 0.008856, np.cbrt(value), 7.787 * value + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(a, b):
    high, low = sorted((float(XYZ[1] @ linear(c)) for c in (a, b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def variables(*files):
    found = {}
    for file in files:
        text = (PACKAGE / file).read_text()
        found |= dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", text))
    return found


LIGHT = variables("pages/style.css", "report/report.css")
DARK = LIGHT | variables("pages/dark.css", "report/dark.css")


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_lines_are_seen_and_told_apart(scheme):
    names = ["ink", *(f"c{i}" for i in range(7))]
    for name in [*names, "bar", "late"]:
        assert contrast(scheme[name], scheme["card"]) >= 3, name
    for sight, matrix in SIGHT.items():
        seen = {name: lab(np.array(matrix) @ linear(scheme[name])) for name in names}
        near = min((np.linalg.norm(seen[a] - seen[b]), a, b) for a in names for b in names if a < b)
        assert near[0] >= 20, (sight, near)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_text_is_seen(scheme, ground):
    for name in ("ink", "soft", "bad", "good", "wrong", "hocket"):
        assert contrast(scheme[name], scheme[ground]) >= 4.5, name
