// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/exchange.hpp"
#include "shapes/most_ranks.hpp"
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace hocket {
namespace {

// A product of consecutive ranks, known by its ends: joins only with what follows it.
struct product {
    block_range ranks;
    bool join(const product& after)
    {
        if (ranks.last != after.ranks.first) return false;
        ranks.last = after.ranks.last;
        return true;
    }
};

void allreduce_keeps_order(int p, int k)
{
    radix_exchange x(p, k);
    std::vector<product> has(std::size_t(p), product{});
    for (int r = 0; r < p; ++r) has[r] = {{r, r + 1}};
    for (int v = 0; v < x.core(); ++v) {
        int r = x.original(v);
        auto guests = x.guests(r);
        product whole{{guests.first, guests.first}};
        for (int guest = guests.first; guest <= r; ++guest) ASSERT_TRUE(whole.join(has[guest]));
        has[r] = whole;
        ASSERT_EQ(has[r].ranks, x.blocks_of(x.window(v, 1)));
    }
    int rounds = 0;
    for (int weight = 1; weight < x.core(); weight *= x.radix(), ++rounds) {
        auto before = has;
        for (int v = 0; v < x.core(); ++v) {
            auto whole = before[x.original(x.peer(v, weight, 0))];
            for (int digit = 1; digit < x.radix(); ++digit)
                ASSERT_TRUE(whole.join(before[x.original(x.peer(v, weight, digit))]));
            ASSERT_EQ(whole.ranks, x.blocks_of(x.window(v, weight * x.radix())));
            has[x.original(v)] = whole;
        }
    }
    for (int r = 0; r < p; ++r) ASSERT_EQ(has[x.proxy(r)].ranks, (block_range{0, p}));
}

TEST(radix_exchange, reaches_all_in_rank_order)
{
    for (int p = 1; p <= most; ++p)
        for (int k : {2, 3, 4, 5, 6, 7, 8, 9, 16, 100, 1000}) {
            SCOPED_TRACE(::testing::Message() << p << " ranks, k=" << k);
            allreduce_keeps_order(p, k);
            if (HasFatalFailure()) return;
        }
}

TEST(radix_exchange, numbers_survivors_in_rank_order)
{
    for (int p = 1; p <= most; ++p)
        for (int k = 2; k <= 9; ++k) {
            radix_exchange x(p, k);
            int v = 0;
            for (int r = 0; r < p; ++r) {
                ASSERT_FALSE(x.idle(x.proxy(r)));
                ASSERT_EQ(x.virtual_of(r), x.virtual_of(x.proxy(r)));
                auto guests = x.guests(x.proxy(r));
                ASSERT_EQ(x.idle(r), guests.first <= r && r < guests.last);
                if (x.idle(r)) continue;
                ASSERT_EQ(x.virtual_of(r), v);
                ASSERT_EQ(x.original(v), r);
                ++v;
            }
            ASSERT_EQ(v, x.core());
        }
}

TEST(radix_exchange, guests_are_fewer_than_the_radix)
{
    for (int p = 1; p <= most; ++p)
        for (int k = 2; k <= 9; ++k) {
            radix_exchange x(p, k);
            for (int v = 0; v < x.core(); ++v)
                ASSERT_LT(x.guests(x.original(v)).count(), k) << p << ' ' << k << ' ' << v;
        }
}

TEST(radix_exchange, radix_two_is_the_fold)
{
    for (int p = 1; p <= most; ++p) {
        radix_exchange x(p, 2);
        fold f{p};
        ASSERT_EQ(x.core(), f.core());
        for (int r = 0; r < p; ++r) {
            ASSERT_EQ(x.proxy(r), f.proxy(r));
            ASSERT_EQ(x.virtual_of(r), f.virtual_of(r));
        }
    }
}

TEST(radix_exchange, holds_at_the_largest_int)
{
    constexpr int huge = std::numeric_limits<int>::max();
    for (int k : {2, 3, 10, huge}) {
        radix_exchange x(huge, k);
        EXPECT_EQ(x.original(x.core() - 1), huge - 1) << k;
        EXPECT_EQ(x.virtual_of(huge - 1), x.core() - 1) << k;
    }
}

} // namespace
} // namespace hocket
