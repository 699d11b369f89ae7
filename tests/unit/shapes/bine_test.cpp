// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/bine.hpp"
#include "shapes/knomial.hpp"
#include "shapes/most_ranks.hpp"
#include "shapes/pace.hpp"
#include "shapes/tree_checks.hpp"
#include <cstdlib>
#include <limits>

namespace hocket {
namespace {

TEST(bine, is_a_tree_for_every_number_of_ranks)
{
    for (int p = 1; p <= most; ++p) ASSERT_TRUE(is_tree(p, [=](int v) { return bine_tree{v, p}; })) << p;
    for (int p : {4096, 6144, 100'003}) ASSERT_TRUE(is_tree(p, [=](int v) { return bine_tree{v, p}; })) << p;
}

// Digit i of v in base -2, found by division; v stands for v - p where it needs more digits than there are.
unsigned negabinary(int v, int p)
{
    for (long long x : {(long long)v, (long long)v - p}) {
        unsigned digits = 0;
        int i = 0;
        for (; x != 0 && i < 40; ++i) {
            auto digit = std::abs(x % 2);
            x = (x - digit) / -2;
            if (digit && i < 32) digits |= 1u << i;
        }
        if (x == 0 && digits < unsigned(p)) return digits;
    }
    return ~0u;
}

// Who has the data sends in step s to the one whose low s+1 digits are the opposite: run that, and compare.
TEST(bine, powers_of_two_follow_the_rule)
{
    for (int p = 2; p <= 1024; p *= 2) {
        std::vector<int> rank_of(std::size_t(p), -1), parent(std::size_t(p), -1), holders { 0 };
        for (int v = 0; v < p; ++v) rank_of[negabinary(v, p)] = v;
        for (int bit = p / 2; bit > 0; bit /= 2) {
            auto before = holders;
            for (int u : before) {
                int to = rank_of[negabinary(u, p) ^ (2u * unsigned(bit) - 1)];
                parent[to] = u;
                holders.push_back(to);
            }
        }
        ASSERT_EQ(int(holders.size()), p);
        for (int v = 0; v < p; ++v) ASSERT_EQ((bine_tree{v, p}.parent()), parent[v]) << v << " of " << p;
    }
}

// With the children served in order, the i-th one at time i.
int depth(int v, int p)
{
    int last = 0, at = 0;
    bine_tree{v, p}.each_child([&](int c) { last = std::max(last, ++at + depth(c, p)); });
    return last;
}

TEST(bine, takes_no_more_rounds_than_the_binomial_tree)
{
    for (int p = 1; p <= most; ++p) {
        ASSERT_EQ(depth(0, p), bine_tree::depth(p)) << p;
        int rounds = 0;
        while ((1 << rounds) < p) ++rounds;
        ASSERT_EQ(bine_tree::depth(p), rounds) << p;
    }
}

template <class Tree, class... K> double distance_around(int p, K... k)
{
    double sum = 0;
    for (int v = 1; v < p; ++v) {
        int hops = std::abs(v - Tree{v, p, k...}.parent());
        sum += std::min(hops, p - hops);
    }
    return sum;
}

TEST(bine, distances_are_about_two_thirds_of_the_binomial_tree)
{
    for (int p = 8; p <= 1024; p *= 2) {
        double ratio = distance_around<bine_tree>(p) / distance_around<knomial_tree>(p, 2);
        EXPECT_GT(ratio, 0.68) << p;
        EXPECT_LT(ratio, 0.76) << p;
    }
}

TEST(bine, holds_at_the_largest_int)
{
    constexpr int huge = std::numeric_limits<int>::max();
    EXPECT_EQ((bine_tree{0, huge}.degree()), 30);
    EXPECT_EQ((bine_tree{huge - 1, huge}.parent()), huge - 2);
    for (int v : {1, 77, huge / 2, huge - 2}) EXPECT_TRUE((bine_tree{v, huge}.parent() >= 0));
}

} // namespace
} // namespace hocket
