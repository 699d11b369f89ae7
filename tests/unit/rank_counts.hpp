// SPDX-License-Identifier: BSD-3-Clause
// Numbers of ranks for tests that go through the whole catalogue.
#pragma once
#include "base/sanitized.hpp"
#include <bit>
#include <vector>

// first, first + 1, ..., last. Under a sanitizer, where such a test takes ten times as long, only powers of two, one
// above them, where most mistakes with places in memory show, and multiples of 7.
inline std::vector<int> rank_counts(int first, int last)
{
    std::vector<int> counts;
    for (int p = first; p <= last; ++p) {
        bool telling = std::has_single_bit(unsigned(p)) || std::has_single_bit(unsigned(p - 1)) || p % 7 == 0;
        if (telling || !hocket::sanitized) counts.push_back(p);
    }
    return counts;
}
