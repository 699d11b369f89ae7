// SPDX-License-Identifier: BSD-3-Clause
// The broadcast executed: all ranks, round by round.
#include "shapes/circulant.hpp"
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace hocket {
namespace {

class execution {
public:
    execution(int p, int nblocks) : p_(p), n_(nblocks), has_(std::size_t(p))
    {
        for (int v = 0; v < p; ++v) schedules_.push_back(circulant_broadcast(p, v));
        for (int b = 0; b < nblocks; ++b) has_[0].insert(b);
    }

    void run()
    {
        int first = schedules_[0].first_step(n_), steps = schedules_[0].steps(n_);
        for (int i = first; i < first + steps; ++i) {
            one_round(i);
            if (::testing::Test::HasFatalFailure()) return;
        }
        for (auto& blocks : has_) ASSERT_EQ(int(blocks.size()), n_);
    }

private:
    void one_round(int i)
    {
        auto before = has_;
        for (int v = 0; v < p_; ++v) {
            auto mine = schedules_[v].at(i, n_);
            ASSERT_EQ(mine.send_to < 0, mine.send_block < 0);
            ASSERT_EQ(mine.recv_from < 0, mine.recv_block < 0);
            ASSERT_TRUE(mine.send_block < n_ && mine.recv_block < n_);
            if (mine.send_to >= 0) {
                auto theirs = schedules_[mine.send_to].at(i, n_);
                ASSERT_EQ(theirs.recv_from, v);
                ASSERT_EQ(theirs.recv_block, mine.send_block);
                ASSERT_TRUE(before[v].count(mine.send_block)) << "rank " << v << " round " << i;
            }
            if (mine.recv_from >= 0) {
                ASSERT_EQ(schedules_[mine.recv_from].at(i, n_).send_to, v);
                has_[v].insert(mine.recv_block);
            }
        }
    }

    int p_, n_;
    std::vector<broadcast_schedule> schedules_;
    std::vector<std::set<int>> has_;
};

TEST(circulant_broadcast, gives_every_block_to_every_rank)
{
    for (int p = 1; p <= 64; ++p)
        for (int n : {1, 2, 3, 4, 5, 6, 7, 8, 12, 17, 40}) {
            SCOPED_TRACE(::testing::Message() << p << " ranks, " << n << " blocks");
            execution(p, n).run();
            if (HasFatalFailure()) return;
        }
}

TEST(circulant_broadcast, takes_the_fewest_rounds)
{
    EXPECT_EQ(circulant_broadcast(1, 0).steps(5), 0);
    EXPECT_EQ(circulant_broadcast(2, 1).steps(5), 5);
    EXPECT_EQ(circulant_broadcast(64, 9).steps(1), 6);
    EXPECT_EQ(circulant_broadcast(65, 9).steps(10), 16);
}

TEST(circulant_broadcast, nobody_sends_to_the_root)
{
    for (int p = 2; p <= 64; ++p)
        for (int v = 0; v < p; ++v) {
            auto s = circulant_broadcast(p, v);
            for (int i = s.first_step(9); i < s.first_step(9) + s.steps(9); ++i) {
                ASSERT_NE(s.at(i, 9).send_to, 0);
                ASSERT_TRUE(v != 0 || s.at(i, 9).recv_from == -1);
            }
        }
}

} // namespace
} // namespace hocket
