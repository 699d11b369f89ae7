# SPDX-License-Identifier: BSD-3-Clause
"""Words of two runs beside each other."""


def is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def same(a: str, b: str, digits: int) -> bool:
    if a == b:
        return True
    if not digits or not (is_number(a) and is_number(b)):
        return False
    x, y = float(a), float(b)
    return abs(x - y) <= 10.0**-digits * max(abs(x), abs(y))


def differences(these: list[str], those: list[str], digits: int) -> str:
    """Empty, or the first of them; numbers may differ beyond so many digits, if any are given."""
    if len(these) != len(those):
        return f"{len(these)} words natively, {len(those)} here"
    for at, (a, b) in enumerate(zip(these, those, strict=True)):
        if not same(a, b, digits):
            return f"word {at}: {' '.join(these[max(0, at - 3) : at + 1])} natively, {b} here"
    return ""
