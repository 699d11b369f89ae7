// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/doubling.hpp"
#include <array>
#include <ranges>

namespace hocket {

// The rounds of an exchange whose digits have the prime factors of p as their radices, so that no rank is left over.
struct mixed_radix {
    std::array<int, 32> factors{};
    int rounds = 0;

    // Growing factors, or the largest first.
    explicit mixed_radix(int p, bool largest_first = false)
    {
        for (int f = 2; f <= p / f; ++f)
            for (; p % f == 0; p /= f) factors[std::size_t(rounds++)] = f;
        if (p > 1) factors[std::size_t(rounds++)] = p;
        if (largest_first) std::ranges::reverse(factors.begin(), factors.begin() + rounds);
    }
    // Every rank stands for itself.
    static int original(int v) { return v; }
    static block_range blocks_of(block_range window) { return window; }
};

} // namespace hocket
