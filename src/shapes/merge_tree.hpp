// SPDX-License-Identifier: BSD-3-Clause
// Trees for blocks of any size, made by merging neighbouring ranges of ranks: in level k = 0, 1, ... the ranges of 2^k
// ranks pair up, and of a pair the rank that holds the one range sends it to the rank that holds the other. The first
// rank of a range leads it: it does not hold the range, but it keeps word of who does.
#pragma once
#include "shapes/doubling.hpp"
#include <cstdint>

namespace hocket {

// One level, as rank v sees it.
struct merge_level {
    int v, p, level;

    static int count(int p)
    {
        int levels = 0;
        while ((std::int64_t(1) << levels) < p) ++levels;
        return levels;
    }
    block_range own() const { return range_from(v >> level << level); }
    // The range to merge with; empty at the end of the ranks.
    block_range other() const { return range_from(own().first ^ (1 << level)); }
    bool leads() const { return own().first == v; }
    bool lower() const { return own().first < other().first; }

private:
    block_range range_from(int first) const
    {
        return {std::min(first, p), int(std::min<std::int64_t>(p, first + (std::int64_t(1) << level)))};
    }
};

// Less goes to more, so that a byte moves only where it doubles its company; but everything goes to rank 0.
inline bool lower_receives(int lower_first, std::uint64_t lower_bytes, std::uint64_t higher_bytes)
{
    return lower_first == 0 || lower_bytes >= higher_bytes;
}

} // namespace hocket
