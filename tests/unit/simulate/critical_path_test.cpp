// SPDX-License-Identifier: BSD-3-Clause
#include "machine/machine.hpp"
#include "simulate/critical_path.hpp"
#include "simulate/simulator.hpp"
#include "traced.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

std::vector<std::int64_t> messages_of(const std::vector<critical_step>& path)
{
    std::vector<std::int64_t> all;
    for (auto& step : path) all.push_back(step.message);
    return all;
}

TEST(CriticalPath, OfNothingIsNothing)
{
    EXPECT_TRUE(critical_path({}).empty());
}

TEST(CriticalPath, LeadsFromTheStartToWhatEndsLast)
{
    trace seen{{eager(0, 1, 0, 10), eager(0, 2, 1, 8), eager(1, 3, 10, 20, 0), eager(2, 4, 8, 18, 1)}, 20};
    EXPECT_EQ(messages_of(critical_path(seen)), (std::vector<std::int64_t>{0, 2}));
}

TEST(CriticalPath, AMessageThatWaitsForItsReceiverFollowsFromTheReceiversLast)
{
    auto late = eager(0, 2, 1, 25);
    late.rendezvous = true;
    late.recv_posted = 12, late.started = 15;
    late.recv_cause = 0;
    trace seen{{eager(1, 2, 0, 11), eager(0, 1, 0, 5), late}, 25};
    auto path = critical_path(seen);
    ASSERT_EQ(messages_of(path), (std::vector<std::int64_t>{0, 2}));
    EXPECT_TRUE(path[1].late_receiver);
    EXPECT_DOUBLE_EQ(path[1].from, 11);
    EXPECT_DOUBLE_EQ(path[1].moves, 15);
}

TEST(CriticalPath, AnEagerMessageIsTheSendersMatterUnlessItFindsNobody)
{
    auto message = eager(0, 2, 5, 25, 1);
    message.recv_posted = 12, message.recv_cause = 0;
    trace seen{{eager(1, 2, 0, 11), eager(3, 0, 0, 5), message}, 25};
    EXPECT_EQ(messages_of(critical_path(seen)), (std::vector<std::int64_t>{1, 2}));
    seen.messages[2].arrived = 9;
    EXPECT_EQ(messages_of(critical_path(seen)), (std::vector<std::int64_t>{0, 2}));
}

TEST(CriticalPath, ATraceThatGoesRoundEnds)
{
    trace seen{{eager(0, 1, 0, 10, 1), eager(1, 0, 0, 9, 0)}, 10};
    EXPECT_LE(critical_path(seen).size(), 3u);
}

// Everybody hears from the rank before.
task relay(net on, bytes data)
{
    if (on.rank() > 0) co_await on.recv(on.rank() - 1, data);
    if (on.rank() + 1 < on.size()) co_await on.send(on.rank() + 1, data);
}

TEST(CriticalPath, OfASimulatedRelayFillsItsTime)
{
    for (double eager_limit : {1e9, 0.0}) {
        machine by;
        by.node.eager_limit = by.network.eager_limit = eager_limit;
        by.node.rendezvous_us = by.network.rendezvous_us = 3;
        by.node.overhead_us = by.network.overhead_us = {{0, 0.25}};
        auto where = layout::block(6, 2);
        simulator on(by, where);
        trace seen;
        auto data = on.user_buffer(10'000);
        auto run = on.run([&](net n) { return relay(n, data); }, {.into = &seen});
        auto path = critical_path(seen);
        ASSERT_EQ(path.size(), 5u);
        for (std::size_t i = 1; i < path.size(); ++i) EXPECT_DOUBLE_EQ(path[i].from, path[i - 1].end);
        EXPECT_DOUBLE_EQ(path.back().end, run.finish);
        auto sums = sums_of(path, seen);
        EXPECT_NEAR(sums.network + sums.node + sums.waiting, run.finish, 1e-9);
        EXPECT_NEAR(sums.network, 2 * (2 + 2 * 0.25 + 10'000 * by.network.per_byte()), 1e-4);
        EXPECT_NEAR(sums.waiting, eager_limit > 0 ? 0 : 5 * 3, 1e-4); // a round trip before each message
    }
}

} // namespace
} // namespace hocket
