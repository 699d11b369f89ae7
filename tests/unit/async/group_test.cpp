// SPDX-License-Identifier: BSD-3-Clause
#include "async/group.hpp"
#include "async/later.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

using testing::alarm_clock;
using testing::resident;

// Sleeps so many times, then counts itself.
task sleeper(alarm_clock& clock, int naps, int& ended, int& alive)
{
    resident here(alive);
    for (int i = 0; i < naps; ++i) co_await clock.later();
    ++ended;
}

struct scene {
    alarm_clock clock;
    int ended = 0, alive = 0;
    completion end;

    task naps(int n) { return sleeper(clock, n, ended, alive); }
};

task pair(scene& at, int first, int second)
{
    co_await both(at.naps(first), at.naps(second));
    at.ended += 10;
}

TEST(both, ends_at_once_where_both_halves_do)
{
    scene at;
    auto t = pair(at, 0, 0);
    t.start(at.end);
    EXPECT_TRUE(at.end.done());
    EXPECT_EQ(at.ended, 12);
}

TEST(both, waits_for_the_slower_half_whichever_it_is)
{
    for (auto [first, second] : {std::pair{0, 1}, {1, 0}, {1, 1}, {3, 1}, {1, 3}}) {
        scene at;
        auto t = pair(at, first, second);
        t.start(at.end);
        EXPECT_FALSE(at.end.done());
        at.clock.wake_all();
        EXPECT_TRUE(at.end.done()) << first << ' ' << second;
        EXPECT_EQ(at.ended, 12);
        EXPECT_EQ(at.alive, 0);
    }
}

TEST(both, halves_run_side_by_side)
{
    scene at;
    auto t = pair(at, 1, 1);
    t.start(at.end);
    EXPECT_EQ(at.clock.sleepers(), 2);
    at.clock.wake_last();
    EXPECT_EQ(at.ended, 1);
    EXPECT_FALSE(at.end.done());
    at.clock.wake_first();
    EXPECT_TRUE(at.end.done());
}

TEST(both, destroyed_in_flight_ends_both_halves)
{
    for (auto [first, second] : {std::pair{0, 1}, {1, 0}, {1, 1}}) {
        scene at;
        {
            auto t = pair(at, first, second);
            t.start(at.end);
            EXPECT_GT(at.alive, 0);
        }
        EXPECT_EQ(at.alive, 0);
        EXPECT_FALSE(at.end.done());
    }
}

task tree_of_pairs(scene& at, int depth)
{
    if (depth == 0) co_await at.naps(1);
    else co_await both(tree_of_pairs(at, depth - 1), tree_of_pairs(at, depth - 1));
}

TEST(both, nests)
{
    scene at;
    auto t = tree_of_pairs(at, 6);
    t.start(at.end);
    EXPECT_EQ(at.clock.sleepers(), 64);
    while (at.clock.sleepers() > 1) at.clock.wake_last();
    EXPECT_FALSE(at.end.done());
    at.clock.wake_all();
    EXPECT_TRUE(at.end.done());
    EXPECT_EQ(at.ended, 64);
}

task crowd(scene& at, int sleepers, int ready)
{
    group all;
    for (int i = 0; i < sleepers; ++i) all.add(at.naps(i % 3 + 1));
    for (int i = 0; i < ready; ++i) all.add(at.naps(0));
    co_await all.all();
    at.ended += 1000;
    all.add(at.naps(1)); // a group may be filled again
    co_await all.all();
    at.ended += 1000;
}

TEST(group, ends_when_all_have_ended)
{
    for (int sleepers : {0, 1, 2, 50})
        for (int ready : {0, 1, 7}) {
            scene at;
            auto t = crowd(at, sleepers, ready);
            t.start(at.end);
            EXPECT_FALSE(at.end.done());
            at.clock.wake_all();
            EXPECT_TRUE(at.end.done()) << sleepers << ' ' << ready;
            EXPECT_EQ(at.ended, sleepers + ready + 1 + 2000);
            EXPECT_EQ(at.alive, 0);
        }
}

TEST(group, destroyed_in_flight_ends_its_tasks)
{
    scene at;
    {
        auto t = crowd(at, 20, 3);
        t.start(at.end);
        EXPECT_EQ(at.alive, 20);
    }
    EXPECT_EQ(at.alive, 0);
}

} // namespace
} // namespace hocket
