// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/doubling.hpp"
#include "shapes/most_ranks.hpp"
#include <gtest/gtest.h>
#include <vector>

namespace hocket {
namespace {

TEST(fold, leaves_a_power_of_two)
{
    for (int p = 1; p <= most; ++p) {
        fold f{p};
        ASSERT_EQ(f.core() & (f.core() - 1), 0);
        ASSERT_TRUE(f.core() <= p && p < 2 * f.core());
        ASSERT_EQ(f.core() + f.rem(), p);
    }
}

TEST(fold, numbers_survivors_in_rank_order)
{
    for (int p = 1; p <= most; ++p) {
        fold f{p};
        int v = 0;
        for (int r = 0; r < p; ++r) {
            if (f.idle(r)) continue;
            ASSERT_EQ(f.virtual_of(r), v);
            ASSERT_EQ(f.original(v), r);
            ++v;
        }
        ASSERT_EQ(v, f.core());
    }
}

TEST(fold, idle_ranks_have_a_surviving_proxy_that_knows_them)
{
    for (int p = 1; p <= most; ++p) {
        fold f{p};
        int idle = 0;
        for (int r = 0; r < p; ++r) {
            int proxy = f.proxy(r);
            ASSERT_FALSE(f.idle(proxy));
            ASSERT_EQ(f.virtual_of(r), f.virtual_of(proxy));
            ASSERT_EQ(f.guest(proxy), f.idle(r) ? r : f.guest(r));
            ASSERT_TRUE(!f.idle(r) || f.guest(r) == -1);
            idle += f.idle(r);
        }
        ASSERT_EQ(idle, f.rem());
    }
}

TEST(fold, windows_of_virtual_ranks_are_ranges_of_blocks)
{
    for (int p = 1; p <= most; ++p) {
        fold f{p};
        for (int d = 1; d <= f.core(); d *= 2)
            for (int v = 0; v < f.core(); v += d) {
                auto window = doubling::window(v, d);
                auto blocks = f.blocks_of(window);
                for (int r = 0; r < p; ++r) {
                    bool stands_for_r = window.first <= f.virtual_of(r) && f.virtual_of(r) < window.last;
                    ASSERT_EQ(blocks.first <= r && r < blocks.last, stands_for_r)
                        << p << ' ' << d << ' ' << v << ' ' << r;
                }
            }
    }
}

// Joining the two windows of each pair, lower first, gives the next window, and in the end all ranks in order.
TEST(doubling, windows_grow_to_everything)
{
    for (int core = 1; core <= most; core *= 2) {
        std::vector<block_range> has(std::size_t(core), block_range{});
        for (int v = 0; v < core; ++v) has[v] = {v, v + 1};
        for (int d = 1; d < core; d *= 2) {
            auto before = has;
            for (int v = 0; v < core; ++v) {
                int u = doubling::partner(v, d);
                ASSERT_EQ(doubling::partner(u, d), v);
                ASSERT_EQ(before[v], doubling::window(v, d));
                auto low = before[std::min(u, v)], high = before[std::max(u, v)];
                ASSERT_EQ(low.last, high.first);
                has[v] = {low.first, high.last};
                ASSERT_EQ(has[v], doubling::window(v, 2 * d));
            }
        }
        for (auto all : has) ASSERT_EQ(all, (block_range{0, core}));
    }
}

} // namespace
} // namespace hocket
