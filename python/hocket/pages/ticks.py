# SPDX-License-Identifier: BSD-3-Clause
"""Round values for a logarithmic axis between two logarithms."""

import math

NEAR = 1e-9


def decades(low: float, high: float, steps: tuple[int, ...] = (1,)) -> list[float]:
    """Powers of ten, times each of the steps."""
    first, last = max(-300, math.floor(low / math.log(10))), min(300, math.ceil(high / math.log(10)))
    found = [10.0**power * step for power in range(first, last + 1) for step in steps]
    return [tick for tick in found if low - NEAR <= math.log(tick) <= high + NEAR]


def even(low: float, high: float) -> list[float]:
    """At equal distances, at least three: for less than a factor of three, where decades leave an axis bare."""
    least, most = math.exp(low), math.exp(high)
    power = 10.0 ** math.floor(math.log10(most - least))
    for step in (5 * power, 2 * power, power, power / 2, power / 5, power / 10):
        first, last = math.ceil(least / step - NEAR), math.floor(most / step + NEAR)
        if last >= first + 2:
            break
    return [k * step for k in range(first, last + 1)]
