// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/doubling.hpp"
#include <bit>

namespace hocket {

// Halving of `core` blocks, a power of two, while the distance doubles: partners v and v xor d go through d = 1, 2, 4,
// ... and what is left of the window of v in the end is the block whose number has the bits of v in reverse.
struct mirrored_halving {
    int core;

    int mirror(int v) const
    {
        int m = 0;
        for (int d = 1, other = core / 2; d < core; d *= 2, other /= 2) m += v & d ? other : 0;
        return m;
    }
    // What v has left after the rounds of distances below d.
    block_range window(int v, int d) const
    {
        int first = mirror(v & (d - 1));
        return {first, first + core / d};
    }
    // So many v are mirrored onto themselves.
    int fixed() const { return 1 << (std::bit_width(unsigned(core)) / 2); }
};

} // namespace hocket
