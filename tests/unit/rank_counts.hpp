// SPDX-License-Identifier: BSD-3-Clause
// Numbers of ranks for tests that hold one figure against another.
#pragma once
#include <vector>

// first, first + 1, ..., last. Under a sanitizer every fifth, so that odd and even ones take turns: such a test takes
// ten times as long there, and what a sanitizer looks for does not lie in the figures.
inline std::vector<int> rank_counts(int first, int last)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    constexpr int step = 5;
#else
    constexpr int step = 1;
#endif
    std::vector<int> counts;
    for (int p = first; p <= last; p += step) counts.push_back(p);
    return counts;
}
