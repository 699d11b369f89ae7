// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/chain.hpp"
#include "shapes/in_order_binary.hpp"
#include "shapes/kary.hpp"
#include "shapes/knomial.hpp"
#include "shapes/most_ranks.hpp"
#include "shapes/tree_checks.hpp"
#include <algorithm>
#include <limits>

namespace hocket {
namespace {

std::vector<int> upwards(const auto& tree)
{
    std::vector<int> found;
    tree.each_child_upwards([&](int child) { found.push_back(child); });
    return found;
}

TEST(in_order_binary, is_a_tree)
{
    for (int p = 1; p <= most; ++p) ASSERT_TRUE(is_tree(p, [=](int v) { return in_order_binary_tree{v, p}; })) << p;
    EXPECT_EQ(children(in_order_binary_tree{7, 8}), (std::vector{3, 6}));
    EXPECT_EQ(children(in_order_binary_tree{0, 8}), (std::vector{7}));
}

// A run of ranks that grows at one end or the other, by each child's run.
struct run {
    int first, last;
    bool join(const run& other)
    {
        bool below = other.last + 1 == first, above = last + 1 == other.first;
        first = std::min(first, other.first);
        last = std::max(last, other.last);
        return below || above;
    }
};

template <class Make> run combined(Make make, int v)
{
    run all{v, v};
    for (int child : upwards(make(v))) EXPECT_TRUE(all.join(combined(make, child))) << "child " << child;
    return all;
}

template <class Make> void keeps_rank_order(int p, Make make)
{
    auto all = combined(make, 0);
    ASSERT_EQ(all.first, 0) << p;
    ASSERT_EQ(all.last, p - 1) << p;
    ASSERT_FALSE(::testing::Test::HasFailure()) << p;
}

TEST(trees_upwards, values_join_in_rank_order)
{
    for (int p = 1; p <= most; ++p) {
        keeps_rank_order(p, [=](int v) { return in_order_binary_tree{v, p}; });
        for (int k : {2, 3, 4, 8}) keeps_rank_order(p, [=](int v) { return knomial_tree{v, p, k}; });
        for (int chains : {1, 2, 3, 8}) keeps_rank_order(p, [=](int v) { return chain_tree{v, p, chains}; });
    }
}

TEST(trees_upwards, name_the_same_children)
{
    auto same = [](const auto& tree) {
        auto up = upwards(tree), down = children(tree);
        std::ranges::sort(up);
        std::ranges::sort(down);
        return up == down;
    };
    for (int p = 1; p <= 130; ++p)
        for (int v = 0; v < p; ++v)
            for (int k : {2, 3, 5})
                ASSERT_TRUE(same(kary_tree{v, p, k}) && same(chain_tree{v, p, k}) && same(knomial_tree{v, p, k}) &&
                            same(in_order_binary_tree{v, p}))
                    << p << ' ' << v;
}

// When the last value has come to v, if each receive takes 1.
int ready(int v, int p)
{
    int now = 0;
    for (int child : upwards(in_order_binary_tree{v, p})) now = std::max(now, ready(child, p)) + 1;
    return now;
}

TEST(in_order_binary, depth_is_that_of_its_receives)
{
    for (int p = 2; p <= most; ++p) ASSERT_EQ(1 + in_order_binary_depth(p - 1), ready(0, p)) << p;
}

TEST(in_order_binary, holds_at_the_largest_int)
{
    constexpr int huge = std::numeric_limits<int>::max();
    EXPECT_EQ((in_order_binary_tree{huge - 1, huge}.degree()), 2);
    EXPECT_EQ((in_order_binary_tree{1, huge}.degree()), 0);
    EXPECT_LT(in_order_binary_depth(huge - 1), 64);
}

} // namespace
} // namespace hocket
