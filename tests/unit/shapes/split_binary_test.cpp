// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/most_ranks.hpp"
#include "shapes/split_binary.hpp"
#include "shapes/tree_checks.hpp"

namespace hocket {
namespace {

// Walks one side from the root; parents agree, and its vertices are those of the side.
void check_side(int p, int top)
{
    std::vector<int> reached{0};
    for (std::size_t next = 0; next < reached.size(); ++next) {
        split_binary_tree at{reached[next], p, top};
        auto below = children(at);
        ASSERT_EQ(int(below.size()), at.degree());
        ASSERT_LE(at.degree(), at.v == 0 ? 1 : 2);
        for (int c : below) {
            ASSERT_TRUE(c < p && split_binary_tree::top_of(c) == top) << p << ' ' << c;
            ASSERT_EQ((split_binary_tree{c, p, top}.parent()), at.v);
            reached.push_back(c);
        }
    }
    ASSERT_EQ(int(reached.size()), 1 + split_binary_tree::size(p, top)) << p;
    ASSERT_EQ((split_binary_tree{0, p, top}.parent()), -1);
}

TEST(split_binary, both_sides_are_trees_and_cover_all)
{
    for (int p = 1; p <= most; ++p) {
        check_side(p, 1);
        check_side(p, 2);
        if (HasFatalFailure()) return;
        int left = split_binary_tree::size(p, 1), right = split_binary_tree::size(p, 2);
        ASSERT_EQ(left + right, p - 1);
        ASSERT_TRUE(left == right || left == right + 1);
    }
}

TEST(split_binary, twins_find_each_other_and_one_may_be_left_to_the_root)
{
    for (int p = 2; p <= most; ++p) {
        int lonely = 0;
        for (int v = 1; v < p; ++v) {
            int twin = split_binary_tree::partner(v, p);
            if (twin == 0) {
                ++lonely;
                ASSERT_EQ(v, p - 1);
                continue;
            }
            ASSERT_EQ(split_binary_tree::partner(twin, p), v);
            ASSERT_NE(split_binary_tree::top_of(twin), split_binary_tree::top_of(v));
        }
        ASSERT_EQ(lonely, p % 2 == 0);
    }
}

} // namespace
} // namespace hocket
