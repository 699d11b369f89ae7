# SPDX-License-Identifier: BSD-3-Clause
"""Numbers of ranks: which to measure, and for which others each of them speaks.

Powers of two speak for themselves alone: algorithms that are good there may need one more step for any other number.
One number between each two of them speaks for all between.
"""

import math


def is_power(n: int) -> bool:
    return n & (n - 1) == 0


def octave(n: int) -> int:
    return n.bit_length() - 1


def with_between(asked: list[int]) -> list[int]:
    """Also 3, 6, 12, ... where they lie between those asked for and no other number of their octave is asked for."""
    taken = {octave(n) for n in asked if not is_power(n)}
    more = [3 << k for k in range(octave(max(asked)) + 1) if k + 1 not in taken]
    return sorted({*asked, *(n for n in more if min(asked) < n < max(asked))})


def reach(n: int, measured: list[int]) -> list[int]:
    """[low, high): those for which n speaks; others of its octave reach to the geometric middle."""
    if is_power(n):
        return [n, n + 1]
    low, high = (1 << octave(n)) + 1, 2 << octave(n)
    others = [m for m in measured if m != n and octave(m) == octave(n) and not is_power(m)]
    below, above = [m for m in others if m < n], [m for m in others if m > n]
    return [
        math.isqrt(max(below) * n) + 1 if below else low,
        math.isqrt(n * min(above)) + 1 if above else high,
    ]
