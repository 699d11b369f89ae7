// SPDX-License-Identifier: BSD-3-Clause
// Messages of several pieces, and memory that algorithms write and read themselves.
#include "scripts.hpp"
#include "simulate/recorder.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// Rank 0 sends n bytes in `of` pieces, rank 1 receives them in `into` pieces.
struct pieces_case {
    int of, into;
    std::size_t n = 1000;
};

task in_pieces(net on, bytes data, pieces_case with)
{
    int count = on.rank() == 0 ? with.of : with.into;
    auto list = on.ledger<bytes>(count);
    auto each = with.n / std::size_t(count);
    for (int i = 0; i < count; ++i) list[std::size_t(i)] = data.subspan(2 * each * std::size_t(i), each);
    if (on.rank() == 0) co_await on.send(1, list);
    else co_await on.recv(0, list);
}

double time_of(pieces_case with, const machine& by = simple_machine())
{
    auto where = layout::block(2, 1);
    simulator on(by, where);
    auto data = on.user_buffer(1 << 16);
    return on.run([&](net n) { return in_pieces(n, data, with); }).finish;
}

TEST(Pieces, AreCopiedOnTheSideThatHasSeveral)
{
    EXPECT_NEAR(time_of({1, 1}), 5, close);
    EXPECT_NEAR(time_of({4, 1}), 5 + 1, close);
    EXPECT_NEAR(time_of({1, 5}), 5 + 1, close);
    EXPECT_NEAR(time_of({2, 2}), 5 + 2, close);
    auto by = simple_machine();
    by.node.eager_limit = by.network.eager_limit = 999;
    by.node.rendezvous_us = by.network.rendezvous_us = 4;
    EXPECT_NEAR(time_of({4, 5}, by), 4 + 5 + 2, close);
}

// The message waits while its receiver waits for another.
task early(net on, bytes data)
{
    if (on.rank() == 0) {
        co_await on.send(1, data.first(1000));
    } else if (on.rank() == 1) {
        co_await on.recv(2, data.first(0));
        auto list = on.ledger<bytes>(2);
        list[0] = data.first(500), list[1] = data.subspan(600, 500);
        co_await on.recv(0, list);
    } else {
        co_await on.copy(data.first(10'000), data.first(10'000));
        co_await on.send(1, data.first(0));
    }
}

TEST(Pieces, ThatComeEarlyAreCopiedOnce)
{
    auto by = simple_machine();
    auto where = layout::block(3, 1);
    simulator on(by, where);
    auto data = on.user_buffer(1 << 16);
    EXPECT_NEAR(on.run([&](net n) { return early(n, data); }).finish, 10 + 3 + 0.5 + 1, close);
}

TEST(Pieces, NeedNoFreshMemory)
{
    auto by = simple_machine();
    by.node.eager_limit = by.network.eager_limit = 0;
    by.fresh_buffer_us_per_MB = 1000;
    EXPECT_NEAR(time_of({1, 1}, by), 5 + 1, close);
    EXPECT_NEAR(time_of({4, 5}, by), 5 + 2, close);
}

// Numbers go around a ring; each rank adds one, by what it has really received.
task count_up(net on, std::uint64_t* result, bool in_several)
{
    auto mine = on.ledger<std::uint64_t>(2);
    mine[0] = 7, mine[1] = 0;
    auto whole = bytes(std::as_writable_bytes(mine));
    auto list = on.ledger<bytes>(2);
    list[0] = whole.first(8), list[1] = whole.last(8);
    if (on.rank() > 0 && in_several) co_await on.recv(on.rank() - 1, list);
    else if (on.rank() > 0) co_await on.recv(on.rank() - 1, whole);
    ++mine[1];
    auto other = on.ledger<std::uint64_t>(2);
    co_await on.copy(std::as_writable_bytes(other), whole);
    if (on.rank() + 1 < on.size()) co_await on.send(on.rank() + 1, std::as_writable_bytes(other));
    mine[1] = 1000; // after it has been sent
    if (on.rank() + 1 == on.size()) *result = other[0] * 100 + other[1];
}

TEST(Ledger, ItsContentTravels)
{
    for (bool in_several : {false, true})
        for (double limit : {1e18, 0.0}) {
            auto by = simple_machine();
            by.node.eager_limit = by.network.eager_limit = limit;
            auto where = layout::block(40, 4);
            simulator on(by, where);
            for (int again = 0; again < 3; ++again) {
                std::uint64_t result = 0;
                auto run = on.run([&](net n) { return count_up(n, &result, in_several); });
                EXPECT_FALSE(run.trouble);
                EXPECT_EQ(result, 740u);
            }
        }
}

TEST(Ledger, ItsContentTravelsInARecordToo)
{
    std::byte nothing[1];
    for (bool in_several : {false, true}) {
        std::uint64_t result = 0;
        recorder by(13, nothing);
        ASSERT_TRUE(by.run([&](net n) { return count_up(n, &result, in_several); }));
        EXPECT_EQ(result, 713u);
    }
}

TEST(Ledger, LargeOnesHaveRoomOfTheirOwn)
{
    ledger_memory all;
    for (int again = 0; again < 2; ++again) {
        std::vector<bytes> taken;
        for (std::size_t n : {10u, 5'000'000u, 100u, 300'000u, 0u, 64u}) {
            taken.push_back(all.take(n));
            ASSERT_GE(taken.back().size(), n);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(taken.back().data()) % 64, 0u);
            std::ranges::fill(taken.back(), std::byte(taken.size()));
        }
        for (std::size_t i = 0; i < taken.size(); ++i)
            EXPECT_EQ(std::ranges::count(taken[i], std::byte(i + 1)), std::ptrdiff_t(taken[i].size()));
        all.clear();
    }
}

} // namespace
} // namespace hocket
