# SPDX-License-Identifier: BSD-3-Clause
"""Numbers as people read them."""

import re

from markupsafe import Markup, escape

UNITS = (("s", 1e6), ("ms", 1e3), ("µs", 1.0))


def digits(value: float) -> str:
    """Three significant digits, without an exponent: 1.40, 14.0, 1400."""
    if value >= 99.95 or value == 0:
        return f"{value:.0f}"
    return f"{value:#.3g}" if value >= 0.001 else f"{value:.1e}"


def time(us: float) -> str:
    unit, size = next((u for u in UNITS if us >= u[1] * 0.9995), UNITS[-1])
    return f"{digits(us / size)} {unit}"


def tick(us: float) -> str:
    """A round time on an axis: 10 ms."""
    unit, size = next((u for u in UNITS if us >= u[1] * 0.9995), UNITS[-1])
    return f"{us / size:g} {unit}"


def thousands(count: int) -> str:
    return f"{count:,}".replace(",", "\u202f")  # a narrow space at which no line breaks


def percent(share: float) -> str:
    """With its sign: the error of a prediction."""
    text = f"{share:+.0%}"
    return "0%" if text in ("+0%", "-0%") else text.replace("-", "−")


def part(share: float) -> str:
    """Of a whole; small ones with two digits: 43%, 4.3%, 0.043%."""
    return f"{share:.0%}" if share >= 0.0995 or share == 0 else f"{100 * share:.2g}%"


def spec(text: str) -> Markup:
    """A SPEC that may be cut after its commas, colons and parentheses."""
    return Markup(re.sub(r"([,(:])", r"\1<wbr>", str(escape(text))))


def size(count: float) -> str:
    """Bytes on an axis: 1 KiB is 1K."""
    for unit, whole in (("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)):
        if count >= whole:
            return f"{count / whole:.3g}{unit}"
    return f"{count:.0f}"
