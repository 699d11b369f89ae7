// SPDX-License-Identifier: BSD-3-Clause
// The clock against makespans worked out by hand.
#include "toys.hpp"
#include "world/clock.hpp"
#include <chrono>
#include <gtest/gtest.h>

namespace hocket {
namespace {

using toys::view;

counts time_of(const layout& where, price node, price network, const std::function<task(net)>& body)
{
    world w(where.ranks());
    clock_order order(where, node, network);
    auto wrong = w.run(order, body);
    EXPECT_FALSE(wrong) << wrong->kind << ": " << wrong->detail;
    return order.counted();
}

constexpr price latency_only{1, 0}, bandwidth_only{0, 1};

// Rank 0 to everybody at once; everybody gets it at 1, 2, 3, ...: one port.
task flat(net on, bytes data)
{
    if (on.rank() != 0) {
        co_await on.recv(0, data);
        co_return;
    }
    auto step = on.together(on.size() - 1);
    for (int to = 1; to < on.size(); ++to) step.send(to, data);
    co_await step;
}

TEST(Clock, OnePortSendsOneAtATime)
{
    auto data = toys::buffers(5, 10);
    auto body = [&](net on) { return flat(on, view(data[std::size_t(on.rank())])); };
    auto one = layout::block(5, 5);
    EXPECT_DOUBLE_EQ(time_of(one, latency_only, latency_only, body).finish, 4);
    EXPECT_DOUBLE_EQ(time_of(one, bandwidth_only, latency_only, body).finish, 40);
    auto c = time_of(one, {2, 0.5}, {}, body);
    EXPECT_DOUBLE_EQ(c.finish, 28);
    EXPECT_EQ(c.total[inside_node].messages, 4);
    EXPECT_EQ(c.total[inside_node].bytes, 40);
    EXPECT_EQ(c.total[between_nodes].messages, 0);
    EXPECT_EQ(c.most_sent.messages, 4);
    EXPECT_EQ(c.most_received.bytes, 10);
}

// Ranks 0 and 1 send to 2, and 1 to 3 as well: that one need not wait for the one before it, whose receiver is busy.
TEST(Clock, NoPortWaitsWithAMessageThatCouldStart)
{
    auto data = toys::buffers(4, 20);
    auto body = [&](net on) -> task {
        auto mine = view(data[std::size_t(on.rank())]);
        auto first = mine.first(10), second = mine.subspan(10);
        auto all = on.together(2);
        if (on.rank() == 0) all.send(2, first);
        if (on.rank() == 1) all.send(2, first), all.send(3, first);
        if (on.rank() == 2) all.recv(0, first), all.recv(1, second);
        if (on.rank() == 3) all.recv(1, first);
        co_await all;
    };
    EXPECT_DOUBLE_EQ(time_of(layout::block(4, 4), bandwidth_only, {}, body).finish, 20);
}

// Nodes {0, 1, 2} and {3, 4}: two messages stay inside, two cross, and the levels have ports of their own.
TEST(Clock, LevelsHavePortsOfTheirOwn)
{
    auto data = toys::buffers(5, 10);
    auto body = [&](net on) { return flat(on, view(data[std::size_t(on.rank())])); };
    auto c = time_of(layout::block(5, 3), {1, 0}, {10, 0}, body);
    EXPECT_DOUBLE_EQ(c.finish, 20);
    EXPECT_EQ(c.total[inside_node].messages, 2);
    EXPECT_EQ(c.total[between_nodes].messages, 2);
}

// A send and a receive of one rank go on at the same time: p - 1 rounds.
TEST(Clock, SendsWhileReceiving)
{
    auto data = toys::buffers(6, 12);
    auto c = time_of(layout::block(6, 6), latency_only, {},
                     [&](net on) { return toys::allgather_ring(on, view(data[std::size_t(on.rank())]), 2); });
    EXPECT_DOUBLE_EQ(c.finish, 5);
    EXPECT_EQ(c.total[inside_node].messages, 30);
    EXPECT_EQ(c.most_sent.bytes, 10);
}

// A chain of 3 in segments of 4, 4, 2 bytes. Rank 0 sends at 0, 6, 12 and ends at 16; rank 1 passes on at 6, 12, 16.
task segmented_chain(net on, bytes data)
{
    for (std::size_t at = 0; at < data.size(); at += 4) {
        auto part = data.subspan(at, std::min<std::size_t>(4, data.size() - at));
        if (on.rank() == 1 && at > 0) {
            auto step = on.together(2);
            step.recv(0, part).send(2, data.subspan(at - 4, 4));
            co_await step;
        } else if (on.rank() > 0) {
            co_await on.recv(on.rank() - 1, part);
        } else {
            co_await on.send(1, part);
        }
    }
    if (on.rank() == 1) co_await on.send(2, data.last(2));
}

TEST(Clock, PipelineByHand)
{
    auto data = toys::buffers(3, 10);
    auto c = time_of(layout::block(3, 3), {2, 1}, {},
                     [&](net on) { return segmented_chain(on, view(data[std::size_t(on.rank())])); });
    EXPECT_DOUBLE_EQ(c.finish, 6 + 6 + 6 + 4);
    EXPECT_EQ(data[2], data[0]);
}

TEST(Clock, IdealCollectivesAndLocalWorkAreFree)
{
    auto data = toys::buffers(3, 8);
    auto body = [](net on, bytes mine) -> task {
        co_await on.native_bcast(mine);
        co_await on.copy(mine.first(4), mine.last(4));
    };
    auto c =
        time_of(layout::block(3, 3), {2, 1}, {}, [&](net on) { return body(on, view(data[std::size_t(on.rank())])); });
    EXPECT_DOUBLE_EQ(c.finish, 0);
}

TEST(Clock, SpeedOfARing)
{
    constexpr int p = 1024;
    auto all = toys::buffers(p, p);
    world w(p);
    clock_order order(layout::block(p, 16), {1, 1e-3}, {2, 1e-3});
    auto start = std::chrono::steady_clock::now();
    auto wrong = w.run(order, [&](net on) { return toys::allgather_ring(on, view(all[std::size_t(on.rank())]), 1); });
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    ASSERT_FALSE(wrong) << wrong->detail;
    std::printf("ring allgather under the clock, %d ranks: %ld operations in %.2f s\n", p, w.operations(),
                took.count());
}

} // namespace
} // namespace hocket
