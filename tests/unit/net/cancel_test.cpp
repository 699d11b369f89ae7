// SPDX-License-Identifier: BSD-3-Clause
// Whatever is destroyed first: nothing stays in flight, and nothing is cancelled that is not in flight.
#include "async/group.hpp"
#include "net/fake_port.hpp"
#include "net/net.hpp"
#include <array>
#include <gtest/gtest.h>
#include <optional>

namespace hocket {
namespace {

using testing::fake_port;

struct scene {
    fake_port port;
    std::array<std::byte, 64> memory{};
    completion end;
    std::optional<task> running;

    scene() { port.at_once = false; }
    net on() { return net(port, 0, 100); }
    void start(task t)
    {
        running.emplace(std::move(t));
        running->start(end);
    }
};

task two_messages(net on, bytes data)
{
    co_await on.recv(1, data);
    co_await on.send(2, data);
}

TEST(op, completes_when_the_transport_says_so)
{
    scene at;
    at.start(two_messages(at.on(), at.memory));
    ASSERT_EQ(at.port.held.size(), 1u);
    at.port.finish(0);
    ASSERT_EQ(at.port.held.size(), 1u);
    EXPECT_EQ(at.port.held[0]->what, verb::send);
    at.port.finish(0);
    EXPECT_TRUE(at.end.done());
    at.running.reset();
    EXPECT_EQ(at.port.cancelled, 0);
}

TEST(op, is_cancelled_when_its_frame_goes)
{
    for (int finished : {0, 1}) {
        scene at;
        at.start(two_messages(at.on(), at.memory));
        for (int i = 0; i < finished; ++i) at.port.finish(0);
        at.running.reset();
        EXPECT_EQ(at.port.cancelled, 1);
        EXPECT_TRUE(at.port.held.empty());
    }
}

TEST(op, complete_at_once_is_never_cancelled)
{
    scene at;
    at.port.at_once = true;
    at.start(two_messages(at.on(), at.memory));
    EXPECT_TRUE(at.end.done());
    at.running.reset();
    EXPECT_EQ(at.port.cancelled, 0);
}

TEST(op, that_nobody_awaits_is_never_posted)
{
    scene at;
    {
        auto idle = at.on().send(1, at.memory);
    }
    EXPECT_TRUE(at.port.asked.empty());
    EXPECT_EQ(at.port.cancelled, 0);
}

TEST(op, that_is_not_wanted_is_over_at_once)
{
    scene at;
    auto copy = [](net on, bytes data) -> task { co_await on.copy(data.first(8), data.last(8), false); };
    at.start(copy(at.on(), at.memory));
    EXPECT_TRUE(at.end.done());
    at.running.reset();
    EXPECT_TRUE(at.port.asked.empty());
    EXPECT_EQ(at.port.cancelled, 0);
}

task one_round(net on, bytes data, int n)
{
    auto step = on.together(2 * n);
    for (int i = 1; i <= n; ++i) step.recv(i, data).send(i, data);
    co_await step;
}

// Eight have room in the frame; more come from the pool.
TEST(round, ends_with_its_last_operation_in_any_order)
{
    for (int n : {0, 1, 4, 5, 40})
        for (bool backwards : {false, true}) {
            scene at;
            at.start(one_round(at.on(), at.memory, n));
            ASSERT_EQ(int(at.port.held.size()), 2 * n);
            while (!at.port.held.empty()) {
                EXPECT_FALSE(at.end.done());
                at.port.finish(backwards ? at.port.held.size() - 1 : 0);
            }
            EXPECT_TRUE(at.end.done());
            at.running.reset();
            EXPECT_EQ(at.port.cancelled, 0);
        }
}

TEST(round, cancels_exactly_what_is_still_in_flight)
{
    for (int n : {1, 4, 5, 40})
        for (int finished = 0; finished < 2 * n; ++finished) {
            scene at;
            at.start(one_round(at.on(), at.memory, n));
            for (int i = 0; i < finished; ++i) at.port.finish(std::size_t(i) % at.port.held.size());
            at.running.reset();
            EXPECT_EQ(at.port.cancelled, 2 * n - finished);
            EXPECT_TRUE(at.port.held.empty());
        }
}

TEST(round, of_operations_that_complete_at_once_does_not_suspend)
{
    scene at;
    at.port.at_once = true;
    at.start(one_round(at.on(), at.memory, 20));
    EXPECT_TRUE(at.end.done());
    EXPECT_EQ(at.port.asked.size(), 40u);
}

TEST(round, that_nobody_awaits_cancels_what_it_posted)
{
    scene at;
    {
        auto step = at.on().together(3);
        step.send(1, at.memory).recv(2, at.memory);
        EXPECT_EQ(at.port.held.size(), 2u);
    }
    EXPECT_EQ(at.port.cancelled, 2);
}

TEST(round, may_be_half_done_before_it_is_awaited)
{
    scene at;
    auto slow = [](net on, bytes data, fake_port& port) -> task {
        auto step = on.together(2);
        step.recv(1, data);
        port.at_once = true;
        step.send(2, data);
        co_await step;
    };
    at.start(slow(at.on(), at.memory, at.port));
    EXPECT_FALSE(at.end.done());
    at.port.finish_all();
    EXPECT_TRUE(at.end.done());
}

task crowd(net on, bytes data)
{
    group all;
    for (int i = 0; i < 3; ++i) all.add(one_round(on, data, 5));
    all.add(two_messages(on, data));
    co_await all.all();
}
task crowd_and_round(net on, bytes data)
{
    co_await both(crowd(on, data), one_round(on, data, 1));
}

TEST(tree_of_tasks, destroyed_at_any_moment_leaves_nothing_in_flight)
{
    constexpr int operations = 3 * 10 + 2 + 2;
    for (int finished = 0; finished <= operations; ++finished) {
        scene at;
        at.start(crowd_and_round(at.on(), at.memory));
        for (int i = 0; i < finished; ++i) at.port.finish(std::size_t(7 * i) % at.port.held.size());
        EXPECT_EQ(at.end.done(), finished == operations);
        int in_flight = int(at.port.held.size());
        at.running.reset();
        EXPECT_EQ(at.port.cancelled, in_flight);
        EXPECT_TRUE(at.port.held.empty());
    }
}

} // namespace
} // namespace hocket
