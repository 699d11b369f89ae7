// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/places.hpp"
#include "algorithms/rooted_blocks.hpp"
#include "net/net.hpp"
#include "shapes/merge_tree.hpp"
#include <array>

namespace hocket {

// What is told about a range of ranks. The moment, the sum of rank times bytes, finds the one rank that is wrong.
struct merge_note {
    std::uint64_t holder = 0, size = 0, moment = 0;

    void add(const merge_note& other) { size += other.size, moment += other.moment; }
};

// The ranges that one rank comes to hold, and to whom it passes on everything.
struct merge_plan {
    struct child {
        int holder;
        block_range range;
        std::size_t size;
        bool below; // its ranks come before those that were held until then
    };
    int parent = -1, children = 0;
    std::array<child, 31> from;
    std::size_t size = 0, own = 0;

    // Where all that comes before this rank's own block ends.
    std::size_t before_own() const
    {
        std::size_t n = 0;
        for (int i = 0; i < children; ++i) n += from[std::size_t(i)].below * from[std::size_t(i)].size;
        return n;
    }
    // Calls f(child, its part of `all`) from the first child on.
    template <class F> void each_part(bytes all, F f) const
    {
        auto low = before_own(), high = low + own;
        for (int i = 0; i < children; ++i) {
            auto& c = from[std::size_t(i)];
            if (c.below) low -= c.size;
            f(i, c, all.subspan(c.below ? low : high, c.size));
            if (!c.below) high += c.size;
        }
    }
};

// At the root: what a range has announced against what its caller expects.
inline void compare_range(net on, const block_places& all, block_range range, const merge_note& told)
{
    merge_note expected;
    for (int r = range.first; r < range.last; ++r) {
        auto n = all.block_sizes::of(r);
        expected.add({0, n, n * std::uint64_t(r)});
    }
    auto more = std::int64_t(told.size - expected.size), moment = std::int64_t(told.moment - expected.moment);
    if (more == 0 && moment == 0) return;
    auto at = more == 0 || moment % more != 0 ? -1 : moment / more; // if one rank alone is wrong
    bool found = at >= range.first && at < range.last;
    auto before = found ? all.block_sizes::of(int(at)) : expected.size;
    on.disagree(found ? int(at) : int(told.holder), before + std::size_t(more), before);
}

} // namespace hocket
