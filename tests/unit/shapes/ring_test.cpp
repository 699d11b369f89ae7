// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/most_ranks.hpp"
#include "shapes/ring.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace hocket {
namespace {

TEST(ring, neighbours_agree)
{
    for (int p = 1; p <= most; ++p)
        for (int r = 0; r < p; ++r) {
            ring me(r, p);
            ASSERT_EQ(me.next(), (r + 1) % p);
            ASSERT_EQ(ring(me.next(), p).prev(), r);
        }
}

template <class Shape> void messages_agree(int p)
{
    for (int r = 0; r < p; ++r) {
        Shape me(r, p);
        for (int t = 0; t < me.steps(); ++t) {
            ASSERT_EQ(Shape(me.next(), p).received(t), me.sent(t)) << p << ' ' << r << ' ' << t;
            ASSERT_TRUE(t == 0 || me.sent(t) == me.received(t - 1));
        }
    }
}

TEST(ring, receiver_expects_what_the_sender_sends)
{
    for (int p = 1; p <= most; p += 1 + p / 16) {
        messages_agree<ring_allgather>(p);
        messages_agree<ring_reduce_scatter>(p);
        if (HasFatalFailure()) return;
    }
}

TEST(ring, allgather_brings_every_block_once)
{
    for (int p = 1; p <= most; ++p)
        for (int r : {0, p / 2, p - 1}) {
            ring_allgather me(r, p);
            std::vector<bool> has(std::size_t(p), false);
            has[r] = true;
            for (int t = 0; t < me.steps(); ++t) {
                ASSERT_TRUE(has[me.sent(t)]);
                ASSERT_FALSE(has[me.received(t)]) << p << ' ' << r << ' ' << t;
                has[me.received(t)] = true;
            }
            ASSERT_EQ(std::count(has.begin(), has.end(), true), p);
        }
}

// Each partial result carries the set of its contributions, to which every rank adds itself exactly once.
TEST(ring, reduce_scatter_gathers_every_contribution_once)
{
    for (int p = 1; p <= 64; ++p) {
        std::vector<std::vector<std::multiset<int>>> partial(p, std::vector<std::multiset<int>>(p));
        for (int r = 0; r < p; ++r)
            for (auto& block : partial[r]) block = {r};
        for (int t = 0; t < p - 1; ++t) {
            std::vector<std::multiset<int>> arrives(p);
            for (int r = 0; r < p; ++r) {
                ring_reduce_scatter me(r, p);
                arrives[r] = partial[me.prev()][me.received(t)];
            }
            for (int r = 0; r < p; ++r) partial[r][ring_reduce_scatter(r, p).received(t)].merge(arrives[r]);
        }
        for (int r = 0; r < p; ++r) {
            ASSERT_EQ(int(partial[r][r].size()), p);
            ASSERT_EQ(*partial[r][r].begin(), 0);
            ASSERT_EQ(*partial[r][r].rbegin(), p - 1);
            ASSERT_EQ(int(std::set<int>(partial[r][r].begin(), partial[r][r].end()).size()), p);
        }
    }
}

} // namespace
} // namespace hocket
