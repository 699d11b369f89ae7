// SPDX-License-Identifier: BSD-3-Clause
// What every tree must be, for every number of ranks to 512: parents and children agree, all vertices are reached,
// and the children come in the promised order.
#include "shapes/chain.hpp"
#include "shapes/flat.hpp"
#include "shapes/kary.hpp"
#include "shapes/kary_contiguous.hpp"
#include "shapes/knomial.hpp"
#include "shapes/most_ranks.hpp"
#include "shapes/tree_checks.hpp"
#include <limits>

namespace hocket {
namespace {

std::vector<int> parameters(int p)
{
    return {2, 3, 4, 5, 7, 8, 16, 31, p - 1, p, p + 1, 1 << 20, std::numeric_limits<int>::max()};
}

TEST(trees, flat)
{
    for (int p = 1; p <= most; ++p) ASSERT_TRUE(is_tree(p, [=](int v) { return flat_tree{v, p}; })) << p;
    EXPECT_EQ(children(flat_tree{0, 4}), (std::vector{1, 2, 3}));
}

TEST(trees, kary)
{
    for (int p = 1; p <= most; ++p) {
        ASSERT_TRUE(is_tree(p, [=](int v) { return kary_tree{v, p, 1}; })) << p;
        for (int k : parameters(p)) {
            if (k < 1) continue;
            ASSERT_TRUE(is_tree(p, [=](int v) { return kary_tree{v, p, k}; })) << p << " ranks, k=" << k;
        }
    }
    EXPECT_EQ(children(kary_tree{1, 9, 3}), (std::vector{4, 5, 6}));
}

TEST(trees, kary_contiguous)
{
    for (int p = 1; p <= most; ++p)
        for (int k : parameters(p)) {
            if (k < 1) continue;
            ASSERT_TRUE(is_tree(p, [=](int v) { return kary_contiguous_tree{v, p, k}; })) << p << " ranks, k=" << k;
        }
    EXPECT_EQ(children(kary_contiguous_tree{0, 12, 2}), (std::vector{1, 7}));
    EXPECT_EQ(children(kary_contiguous_tree{1, 12, 2}), (std::vector{2, 5}));
}

// Each child's subtree begins behind the one before it, and the sizes fall by one at most.
TEST(trees, kary_contiguous_subtrees_tile_their_parent)
{
    for (int p = 1; p <= most; ++p)
        for (int k : {1, 2, 3, 4, 8, 300})
            for (int v = 0; v < p; ++v) {
                kary_contiguous_tree t{v, p, k};
                int at = v + 1, first = -1;
                for (int c : children(t)) {
                    kary_contiguous_tree below{c, p, k};
                    ASSERT_EQ(c, at);
                    if (first < 0) first = below.end() - c;
                    ASSERT_TRUE(below.end() - c == first || below.end() - c == first - 1);
                    at = below.end();
                }
                ASSERT_EQ(at, t.end());
            }
}

TEST(trees, chain)
{
    for (int p = 1; p <= most; ++p) {
        ASSERT_TRUE(is_tree(p, [=](int v) { return chain_tree{v, p, 1}; })) << p;
        for (int f : parameters(p)) {
            if (f < 1) continue;
            ASSERT_TRUE(is_tree(p, [=](int v) { return chain_tree{v, p, f}; })) << p << " ranks, fanout=" << f;
        }
    }
}

TEST(trees, chains_differ_by_one_at_most_and_the_longer_come_first)
{
    for (int p = 2; p <= most; ++p)
        for (int f : {1, 2, 3, 5, 8, p}) {
            auto heads = children(chain_tree{0, p, f});
            ASSERT_EQ(int(heads.size()), std::min(f, p - 1));
            heads.push_back(p);
            int before = heads[1] - heads[0], first = before;
            for (std::size_t i = 1; i + 1 < heads.size(); ++i) {
                int length = heads[i + 1] - heads[i];
                ASSERT_LE(length, before);
                ASSERT_GE(length, first - 1);
                before = length;
            }
        }
}

TEST(trees, knomial)
{
    for (int p = 1; p <= most; ++p)
        for (int k : parameters(p)) {
            if (k < 2) continue;
            ASSERT_TRUE(is_tree(p, [=](int v) { return knomial_tree{v, p, k}; })) << p << " ranks, k=" << k;
        }
    EXPECT_EQ(children(knomial_tree{0, 14, 3}), (std::vector{9, 3, 6, 1, 2}));
    EXPECT_EQ(children(knomial_tree{9, 14, 3}), (std::vector{12, 10, 11}));
}

int subtree(int v, int p, int k)
{
    int n = 1;
    knomial_tree{v, p, k}.each_child([&](int c) { n += subtree(c, p, k); });
    return n;
}

TEST(trees, knomial_subtrees_are_the_ranges_they_claim)
{
    for (int p = 1; p <= most; ++p)
        for (int k : {2, 3, 4, 8, 300})
            for (int v = 0; v < p; ++v) {
                knomial_tree t{v, p, k};
                ASSERT_EQ(t.end() - v, subtree(v, p, k)) << p << ' ' << k << ' ' << v;
                t.each_child([&](int c) {
                    ASSERT_TRUE(c > v && t.end_of(c) <= t.end());
                    ASSERT_EQ(t.end_of(c), (knomial_tree{c, p, k}.end()));
                });
            }
}

// The children of a vertex, read backwards and each with its subtree, lie side by side in rank order.
TEST(trees, knomial_children_tile_their_parent)
{
    for (int p = 1; p <= most; ++p)
        for (int k : {2, 3, 4, 8, 300})
            for (int v = 0; v < p; ++v) {
                knomial_tree t{v, p, k};
                auto below = children(t);
                std::sort(below.begin(), below.end());
                int at = v + 1;
                for (int c : below) {
                    ASSERT_EQ(c, at);
                    at = t.end_of(c);
                }
                ASSERT_EQ(at, t.end());
            }
}

TEST(trees, knomial_strides_only_fall)
{
    for (int p = 1; p <= most; ++p)
        for (int k : {2, 3, 5}) {
            int before = p;
            for (int c : children(knomial_tree{0, p, k})) {
                int stride = 1;
                while (c / stride % k == 0) stride *= k;
                ASSERT_LE(stride, before);
                before = stride;
            }
        }
}

TEST(trees, hold_at_the_largest_int)
{
    constexpr int huge = std::numeric_limits<int>::max();
    for (int k : {2, 3, 10, 46341, huge - 1, huge}) {
        knomial_tree last{huge - 1, huge, k};
        EXPECT_GE(last.parent(), 0);
        EXPECT_EQ(last.end(), huge);
        EXPECT_EQ((knomial_tree{0, huge, k}.end()), huge);
        EXPECT_GT((knomial_tree{0, huge, k}.degree()), 0);
        EXPECT_EQ((kary_tree{huge - 1, huge, k}.degree()), 0);
        EXPECT_EQ((kary_tree{huge / 2, huge, k}.degree()), 0) << k;
    }
    EXPECT_EQ((knomial_tree{0, huge, 2}.degree()), 31);
    EXPECT_EQ((chain_tree{huge - 1, huge, 1}.parent()), huge - 2);
    EXPECT_EQ((kary_contiguous_tree{huge - 1, huge, 2}.end()), huge);
    EXPECT_EQ((kary_contiguous_tree{0, huge, huge}.degree()), huge - 1);
}

} // namespace
} // namespace hocket
