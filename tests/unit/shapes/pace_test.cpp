// SPDX-License-Identifier: BSD-3-Clause
// The closed forms against the definition: walk the tree and look at the clock.
#include "shapes/kary.hpp"
#include "shapes/kary_contiguous.hpp"
#include "shapes/knomial.hpp"
#include "shapes/most_ranks.hpp"
#include "shapes/pace.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// The last arrival below v, which has its message at `now`; `lasts` is how long a message to a child takes.
template <class Make, class Lasts> double last_arrival(int v, double now, Make make, Lasts lasts)
{
    double last = now, port = now;
    make(v).each_child([&](int c) {
        port += lasts(c);
        last = std::max(last, last_arrival(c, port, make, lasts));
    });
    return last;
}

template <class Make> double depth(Make make)
{
    return last_arrival(0, 0, make, [](int) { return 1; });
}

TEST(pace, kary)
{
    for (int p = 1; p <= most; ++p)
        for (int k : {1, 2, 3, 4, 5, 8, 13, 64, 511, 1000})
            ASSERT_EQ(kary_depth(p, k), depth([=](int v) { return kary_tree{v, p, k}; })) << p << " ranks, k=" << k;
}

TEST(pace, knomial)
{
    for (int p = 1; p <= most; ++p)
        for (int k : {2, 3, 4, 5, 8, 13, 64, 511, 1000})
            ASSERT_EQ(knomial_depth(p, k), depth([=](int v) { return knomial_tree{v, p, k}; }))
                << p << " ranks, k=" << k;
}

TEST(pace, kary_contiguous)
{
    for (int p = 1; p <= most; ++p)
        for (int k : {1, 2, 3, 4, 5, 8, 13, 64, 511, 1000})
            ASSERT_EQ(kary_contiguous_depth(p, k), depth([=](int v) { return kary_contiguous_tree{v, p, k}; }))
                << p << " ranks, k=" << k;
}

TEST(pace, chain)
{
    for (int p = 1; p <= most; ++p)
        for (int f : {1, 2, 3, 4, 5, 8, 13, 64, 511, 1000})
            ASSERT_EQ(chain_depth(p, f), depth([=](int v) { return chain_tree{v, p, f}; }))
                << p << " ranks, fanout=" << f;
}

// Prices in whole numbers keep the sums exact, so that equality may be asked for. The last one is not affine: beyond a
// limit a message makes a detour.
TEST(pace, knomial_scatter)
{
    auto rounds = [](long) { return 1; };
    auto volume = [](long n) { return int(n); };
    auto affine = [](long n) { return 1024 + int(n); };
    auto bent = [](long n) { return 3 + 2 * int(n) + (n > 5 ? 7 : 0); };
    auto same = [](int p, int k, auto price) {
        auto tree = [=](int v) { return knomial_tree{v, p, k}; };
        auto lasts = [=](int c) { return price(tree(c).end() - c); };
        return knomial_scatter(p, k, price) == last_arrival(0, 0, tree, lasts);
    };
    for (int p = 1; p <= most; ++p)
        for (int k : {2, 3, 4, 5, 8, 13, 64, 511, 1000}) {
            ASSERT_TRUE(same(p, k, rounds)) << p << " ranks, k=" << k;
            ASSERT_TRUE(same(p, k, volume)) << p << " ranks, k=" << k;
            ASSERT_TRUE(same(p, k, affine)) << p << " ranks, k=" << k;
            ASSERT_TRUE(same(p, k, bent)) << p << " ranks, k=" << k;
        }
}

TEST(pace, large_numbers_of_ranks_take_no_time)
{
    constexpr int huge = 2'147'483'647;
    EXPECT_EQ(knomial_depth(huge, 2), 31);
    EXPECT_EQ(kary_depth(huge, 1), double(huge) - 1);
    EXPECT_EQ(kary_depth(huge, 2), 60); // 2^31 - 2 ranks below the root: 30 full levels
    EXPECT_EQ(chain_depth(huge, 1), double(huge) - 1);
    EXPECT_EQ(knomial_depth(huge, huge), double(huge) - 1);
    EXPECT_EQ(kary_contiguous_depth(huge, 2), 60);
    EXPECT_EQ(kary_contiguous_depth(huge, 1), double(huge) - 1);
    EXPECT_EQ(knomial_scatter(huge, 2, [](auto n) { return double(n); }), double(huge) - 1);
}

} // namespace
} // namespace hocket
