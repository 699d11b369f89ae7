// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/k_ring.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <tuple>
#include <vector>

namespace hocket {
namespace {

using blocks_of_ranks = std::vector<std::set<int>>;

// One phase between the groups: givers have what they give, and takers expect just that.
void cross(int p, int k, int t, blocks_of_ranks& has)
{
    std::set<std::tuple<int, int, int>> given, taken;
    auto before = has;
    for (int r = 0; r < p; ++r) {
        k_ring at{r, p, k};
        int messages = 0;
        at.each_given(t, [&](int block, int to) {
            ASSERT_TRUE(before[r].contains(block)) << p << ' ' << k << ' ' << t << ' ' << r;
            given.emplace(r, to, block);
            ++messages;
        });
        at.each_taken(t, [&](int block, int from) {
            ASSERT_TRUE(has[r].insert(block).second);
            taken.emplace(from, r, block);
            ++messages;
        });
        ASSERT_LE(messages, at.most_across());
    }
    ASSERT_EQ(given, taken) << p << ' ' << k << ' ' << t;
}

// What one passes to its right is what that one expects, in the same order; and it has it in time.
void go_round(int p, int k, int t, blocks_of_ranks& has)
{
    auto before = has;
    for (int r = 0; r < p; ++r) {
        k_ring at{r, p, k}, right{at.right(), p, k};
        ASSERT_EQ(right.left(), r);
        k_ring_passage going(at, t, at.local()), expected(right, t, right.left() % k), coming(at, t, at.left() % k);
        ASSERT_EQ(going.count(), expected.count());
        int late = at.carried(at.home(t), at.local()) == 0;
        std::set<int> got;
        for (int s = 0; s < std::max(coming.count(), going.count() + late); ++s) {
            if (s >= late && s - late < going.count()) {
                int block = going.next();
                ASSERT_EQ(block, expected.next());
                ASSERT_TRUE(before[r].contains(block) || got.contains(block)) << p << ' ' << k << ' ' << t << ' ' << r;
            }
            if (s < coming.count()) got.insert(coming.next());
        }
        for (int block : got) ASSERT_TRUE(has[r].insert(block).second) << p << ' ' << k << ' ' << t << ' ' << r;
    }
}

TEST(k_ring, brings_every_block_to_everybody_once)
{
    for (int p = 1; p <= 64; ++p)
        for (int k : {1, 2, 3, 4, 5, 8, 13, 16, 63}) {
            if (k > p) continue;
            blocks_of_ranks has(std::size_t(p), std::set<int>{});
            for (int r = 0; r < p; ++r) has[r] = {r};
            for (int t = 0; t < k_ring{0, p, k}.groups(); ++t) {
                if (t > 0) cross(p, k, t, has);
                go_round(p, k, t, has);
                if (HasFatalFailure()) return;
            }
            for (int r = 0; r < p; ++r) ASSERT_EQ(int(has[r].size()), p) << p << ' ' << k << ' ' << r;
        }
}

// Of whole groups, each member takes one block across in each phase, from its likes.
TEST(k_ring, whole_groups_make_rings_of_likes)
{
    for (int r = 0; r < 24; ++r) {
        k_ring at{r, 24, 4};
        for (int t = 1; t < at.groups(); ++t) {
            int messages = 0;
            at.each_taken(t, [&](int block, int from) {
                EXPECT_EQ(from, (r + 20) % 24);
                EXPECT_EQ(block, (r + 24 - 4 * t) % 24);
                ++messages;
            });
            EXPECT_EQ(messages, 1);
        }
    }
}

} // namespace
} // namespace hocket
