// SPDX-License-Identifier: BSD-3-Clause
// Messages by multicast on virtual ranks whose network loses packets.
#include "toys.hpp"
#include "world/lossy.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

using toys::view;

task cast_rows(net on, std::vector<std::vector<std::byte>>& rows)
{
    for (auto& row : rows) {
        EXPECT_TRUE(on.casts(row.size()));
        co_await on.multicast(view(row));
    }
}

TEST(lossy, messages_arrive_whatever_is_lost)
{
    for (unsigned seed = 1; seed <= 16; ++seed) {
        auto where = layout::block(23, 1);
        world w(23, {true});
        lossy order(seed, where);
        std::vector<std::vector<std::vector<std::byte>>> all(23,
                                                             {toys::buffers(1, 100)[0], toys::buffers(1, 50'000)[0]});
        for (std::size_t rank = 1; rank < 23; ++rank)
            for (auto& row : all[rank]) std::ranges::fill(row, std::byte(0));
        auto wrong = w.run(order, [&](net on) { return cast_rows(on, all[std::size_t(on.rank())]); });
        ASSERT_FALSE(wrong) << seed << ": " << wrong->detail;
        for (auto& rows : all) EXPECT_EQ(rows, all[0]);
        EXPECT_GE(order.network().packets(), 1U + cast_packet::count(50'000));
        EXPECT_GT(order.network().letters(), 22U);
    }
}

task cast_but_one(net on, bytes row, int absent)
{
    if (on.rank() != absent) co_await on.multicast(row);
}

// Of a root that waits for it, and of one that has left.
TEST(lossy, a_rank_that_does_not_call_is_noticed)
{
    for (unsigned seed : {1U, 2U}) {
        auto where = layout::block(3, 1);
        world w(3);
        lossy order(seed, where);
        auto rows = toys::buffers(3, 10);
        auto wrong = w.run(order, [&](net on) { return cast_but_one(on, view(rows[std::size_t(on.rank())]), 2); });
        ASSERT_TRUE(wrong);
        EXPECT_EQ(wrong->kind, seed == 1 ? "owed" : "deadlock") << wrong->detail;
    }
}

TEST(lossy, only_one_rank_of_a_node_hears)
{
    auto where = layout::block(4, 2);
    world w(4);
    lossy order(1, where);
    auto wrong = w.run(order, [](net on) -> task {
        EXPECT_FALSE(on.casts(8));
        co_return;
    });
    EXPECT_FALSE(wrong);
}

} // namespace
} // namespace hocket
