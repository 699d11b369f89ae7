// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/mirror.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

constexpr int most_mirrored = 1024;

TEST(mirrored_halving, reverses_bits)
{
    for (int core = 1; core <= most_mirrored; core *= 2) {
        mirrored_halving halves{core};
        int fixed = 0;
        for (int v = 0; v < core; ++v) {
            ASSERT_EQ(halves.mirror(halves.mirror(v)), v);
            fixed += halves.mirror(v) == v;
        }
        ASSERT_EQ(halves.fixed(), fixed) << core;
    }
    EXPECT_EQ(mirrored_halving{8}.mirror(1), 4);
    EXPECT_EQ(mirrored_halving{16}.mirror(6), 6);
}

// In each round the windows of two partners, the same before, part into two halves, until one block is left.
TEST(mirrored_halving, partners_share_out_their_window)
{
    for (int core = 1; core <= most_mirrored; core *= 2) {
        mirrored_halving halves{core};
        for (int v = 0; v < core; ++v) {
            ASSERT_EQ(halves.window(v, 1), (block_range{0, core}));
            for (int d = 1; d < core; d *= 2) {
                int u = doubling::partner(v, d);
                auto whole = halves.window(v, d), mine = halves.window(v, 2 * d), theirs = halves.window(u, 2 * d);
                ASSERT_EQ(whole, halves.window(u, d));
                auto low = v & d ? theirs : mine, high = v & d ? mine : theirs;
                ASSERT_EQ(low.first, whole.first);
                ASSERT_EQ(low.last, high.first);
                ASSERT_EQ(high.last, whole.last);
                ASSERT_EQ(low.count(), high.count());
            }
            int left = halves.mirror(v);
            ASSERT_EQ(halves.window(v, core), (block_range{left, left + 1}));
        }
    }
}

// After the round of distance d a block has met exactly the aligned groups of 2d neighbours: order is kept.
TEST(mirrored_halving, who_holds_a_block_are_ranks_of_equal_low_bits)
{
    for (int core = 1; core <= 64; core *= 2) {
        mirrored_halving halves{core};
        for (int d = 1; d <= core; d *= 2)
            for (int v = 0; v < core; ++v)
                for (int b = 0; b < core; ++b)
                    ASSERT_EQ(halves.window(v, d).has(b), (halves.mirror(b) & (d - 1)) == (v & (d - 1)));
    }
}

} // namespace
} // namespace hocket
