// SPDX-License-Identifier: BSD-3-Clause
#include "async/later.hpp"
#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace hocket {
namespace {

using testing::alarm_clock;
using testing::resident;

task note(std::vector<int>& log, int what)
{
    log.push_back(what);
    co_return;
}

class arrivals {
public:
    explicit arrivals(completion& of) : of_(of) {}
    bool await_ready() const noexcept { return of_.done(); }
    void await_suspend(std::coroutine_handle<> who) noexcept { of_.who = who; }
    void await_resume() const noexcept {}

private:
    completion& of_;
};
arrivals all_of(completion& c)
{
    return arrivals(c);
}

TEST(completion, resumes_at_the_last_arrival_and_not_before)
{
    std::vector<int> log;
    completion three{3, std::noop_coroutine()}, end;
    auto waits = [](completion& on, std::vector<int>& written) -> task {
        co_await all_of(on);
        written.push_back(1);
    };
    auto t = waits(three, log);
    t.start(end);
    for (int i = 0; i < 2; ++i) {
        three.arrive().resume();
        EXPECT_FALSE(three.done());
        EXPECT_TRUE(log.empty());
    }
    three.arrive().resume();
    EXPECT_TRUE(three.done());
    EXPECT_TRUE(end.done());
    EXPECT_EQ(log, std::vector{1});
}

TEST(task, does_nothing_until_it_is_started)
{
    std::vector<int> log;
    {
        auto never = note(log, 1);
    }
    EXPECT_TRUE(log.empty());
    auto t = note(log, 2);
    completion end;
    t.start(end);
    EXPECT_TRUE(end.done());
    EXPECT_EQ(log, std::vector{2});
}

task parent_of(std::vector<int>& log, alarm_clock& clock)
{
    log.push_back(1);
    co_await note(log, 2);
    co_await clock.later();
    co_await note(log, 3);
    co_await clock.later();
    log.push_back(4);
}

TEST(task, runs_from_suspension_to_suspension)
{
    std::vector<int> log;
    alarm_clock clock;
    auto t = parent_of(log, clock);
    completion end;
    t.start(end);
    EXPECT_EQ(log, (std::vector{1, 2}));
    clock.wake_first();
    EXPECT_EQ(log, (std::vector{1, 2, 3}));
    EXPECT_FALSE(end.done());
    clock.wake_first();
    EXPECT_TRUE(end.done());
    EXPECT_EQ(log, (std::vector{1, 2, 3, 4}));
}

TEST(task, a_parent_goes_on_when_its_suspended_child_ends)
{
    std::vector<int> log;
    alarm_clock clock;
    auto outer = [](std::vector<int>& written, alarm_clock& alarm) -> task {
        co_await parent_of(written, alarm);
        written.push_back(5);
    };
    auto t = outer(log, clock);
    completion end;
    t.start(end);
    clock.wake_all();
    EXPECT_TRUE(end.done());
    EXPECT_EQ(log, (std::vector{1, 2, 3, 4, 5}));
}

task nested(int depth, int& alive, alarm_clock& clock)
{
    resident here(alive);
    if (depth > 0) co_await nested(depth - 1, alive, clock);
    else co_await clock.later();
}

TEST(task, destroying_the_root_ends_every_nested_frame)
{
    int alive = 0;
    alarm_clock clock;
    {
        auto t = nested(100, alive, clock);
        completion end;
        t.start(end);
        EXPECT_EQ(alive, 101);
    }
    EXPECT_EQ(alive, 0);
}

TEST(task, moves_with_its_frame)
{
    int alive = 0;
    alarm_clock clock;
    std::optional<task> holder;
    completion end;
    {
        auto t = nested(1, alive, clock);
        t.start(end);
        holder.emplace(std::move(t));
    }
    EXPECT_EQ(alive, 2);
    clock.wake_all();
    EXPECT_TRUE(end.done());
    EXPECT_EQ(alive, 0);
}

[[gnu::noinline]] task count(long& n)
{
    ++n;
    co_return;
}
task counts(long& n, long times)
{
    for (long i = 0; i < times; ++i) co_await count(n);
}

TEST(task, a_million_children_leave_the_stack_flat)
{
    long n = 0;
    auto t = counts(n, 1'000'000);
    completion end;
    t.start(end);
    EXPECT_TRUE(end.done());
    EXPECT_EQ(n, 1'000'000);
}

task sleeps(alarm_clock& clock, long& n)
{
    co_await clock.later();
    ++n;
}
task sleeps_often(alarm_clock& clock, long& n, long times)
{
    for (long i = 0; i < times; ++i) co_await sleeps(clock, n);
}

TEST(task, a_million_suspended_children_leave_the_stack_flat)
{
    long n = 0;
    alarm_clock clock;
    auto t = sleeps_often(clock, n, 1'000'000);
    completion end;
    t.start(end);
    clock.wake_all();
    EXPECT_TRUE(end.done());
    EXPECT_EQ(n, 1'000'000);
}

} // namespace
} // namespace hocket
