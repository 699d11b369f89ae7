# SPDX-License-Identifier: BSD-3-Clause
"""Numbers as people read them."""

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
    return f"{share:+.0%}".replace("-", "−")


def size(count: float) -> str:
    """Bytes on an axis: 1 KiB is 1K."""
    for unit, whole in (("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)):
        if count >= whole:
            return f"{count / whole:.3g}{unit}"
    return f"{count:.0f}"
