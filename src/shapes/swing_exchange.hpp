// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/swing.hpp"

namespace hocket {

// Whole vectors are exchanged on a power of two of ranks, in the steps steps()-1, ..., 1, 0.
struct swing_exchange : swing {
    // All who have met before step s say the same here, and all whom they meet in it the opposite. Gray's code of the
    // negabinary digits numbers the ranks such that those who have met are neighbours.
    bool leads(int v, int s) const
    {
        constexpr std::uint32_t negative = 0xAAAAAAAA; // the digits of negative weight
        auto x = v % 2 ? std::uint32_t(v) : 0u - std::uint32_t(v);
        auto digits = ((x + negative) ^ negative) & (std::uint32_t(p) - 1);
        return ((digits ^ digits >> 1) >> s & 1) == 0;
    }
};

} // namespace hocket
