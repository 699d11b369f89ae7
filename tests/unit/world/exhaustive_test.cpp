// SPDX-License-Identifier: BSD-3-Clause
// How many orders there are, and that a fault which only some of them show is found.
#include "async/group.hpp"
#include "toys.hpp"
#include "world/explore.hpp"
#include <gtest/gtest.h>
#include <set>

namespace hocket {
namespace {

using toys::view;

exploration explore_all(int ranks, const std::function<task(net)>& body, long at_most = 100'000)
{
    world w(ranks, {true});
    return explore(at_most, [&](order& by) { return w.run(by, body); });
}

TEST(Exhaustive, OneWaitAtATimeIsOneOrder)
{
    auto data = toys::buffers(5, 20);
    auto all = explore_all(5, [&](net on) { return toys::allgather_ring(on, view(data[std::size_t(on.rank())]), 4); });
    EXPECT_FALSE(all.wrong) << all.wrong->detail;
    EXPECT_EQ(all.executions, 1);
}

using diary = std::vector<int>;

task lane(net on, int to, bytes data, diary& seen)
{
    co_await on.send(to, data);
    seen.push_back(to);
}

task fan_out(net on, bytes data, diary& seen)
{
    if (on.rank() != 0) {
        co_await on.recv(0, data);
        co_return;
    }
    group lanes;
    for (int to = 1; to < on.size(); ++to) lanes.add(lane(on, to, data, seen));
    co_await lanes.all();
}

// n lanes of one rank, which all may complete: n! orders, each seen once.
TEST(Exhaustive, IndependentLanesComeInAllOrders)
{
    for (int lanes : {1, 2, 3, 4}) {
        auto data = toys::buffers(lanes + 1, 2);
        diary now;
        std::set<diary> seen;
        world w(lanes + 1, {true});
        auto all = explore(1000, [&](order& by) {
            now.clear();
            auto wrong = w.run(by, [&](net on) { return fan_out(on, view(data[std::size_t(on.rank())]), now); });
            seen.insert(now);
            return wrong;
        });
        EXPECT_FALSE(all.wrong);
        int factorial = 1;
        for (int i = 2; i <= lanes; ++i) factorial *= i;
        EXPECT_EQ(int(seen.size()), factorial);
        EXPECT_EQ(all.executions, factorial);
    }
}

task two_sends(net on, int to, bytes data, diary& seen)
{
    co_await on.send(to, data);
    seen.push_back(to);
    co_await on.send(to, data);
    seen.push_back(to);
}

task two_recvs(net on, bytes data)
{
    co_await on.recv(0, data);
    co_await on.recv(0, data);
}

// Two lanes of two steps each: the 6 interleavings, though the second steps are not yet possible at first.
TEST(Exhaustive, LanesOfSeveralStepsInterleaveInAllWays)
{
    auto data = toys::buffers(3, 2);
    diary now;
    std::set<diary> seen;
    world w(3, {true});
    auto body = [&](net on) -> task {
        if (on.rank() == 0) co_await both(two_sends(on, 1, view(data[0]), now), two_sends(on, 2, view(data[0]), now));
        else co_await two_recvs(on, view(data[std::size_t(on.rank())]));
    };
    auto all = explore(1000, [&](order& by) {
        now.clear();
        auto wrong = w.run(by, body);
        if (!by.gave_up()) seen.insert(now);
        return wrong;
    });
    EXPECT_FALSE(all.wrong);
    EXPECT_EQ(seen.size(), 6u);
    EXPECT_GE(all.executions, 6);
    EXPECT_LE(all.executions, 12);
}

TEST(Exhaustive, SaysWhenItIsNotDone)
{
    auto data = toys::buffers(8, 2);
    diary seen;
    auto all = explore_all(8, [&](net on) { return fan_out(on, view(data[std::size_t(on.rank())]), seen); }, 100);
    ASSERT_TRUE(all.wrong);
    EXPECT_EQ(all.wrong->kind, "not exhausted");
    EXPECT_EQ(all.executions, 100);
}

// Rank 2 passes on in one lane what another lane receives, without waiting for it: right only if that lane happens
// to be the first, as it is where the first to come is the first served.
task receive(net on, int from, bytes data)
{
    co_await on.recv(from, data);
}

task pass_on(net on, bytes token, bytes data, bytes out)
{
    co_await on.recv(1, token);
    std::copy(data.begin(), data.end(), out.begin());
    co_await on.send(3, out);
}

task racing(net on, bytes data, bytes token, bytes out)
{
    if (on.rank() == 0) {
        co_await on.send(2, data);
    } else if (on.rank() == 1) {
        co_await on.send(2, token);
    } else if (on.rank() == 2) {
        co_await both(receive(on, 0, data), pass_on(on, token, data, out));
    } else {
        co_await on.recv(2, data);
    }
}

std::optional<trouble> race(order& by)
{
    auto data = toys::buffers(4, 3), token = toys::buffers(4, 1), out = toys::buffers(4, 3);
    world w(4, {true});
    auto wrong = w.run(by, [&](net on) {
        auto r = std::size_t(on.rank());
        return racing(on, view(data[r]), view(token[r]), view(out[r]));
    });
    if (!wrong && !by.gave_up() && data[3] != data[0]) wrong = trouble{"data", "the race is lost"};
    return wrong;
}

TEST(Exhaustive, FindsARaceBetweenLanesThatFifoHides)
{
    fifo order;
    EXPECT_FALSE(race(order));
    auto all = explore(1000, race);
    ASSERT_TRUE(all.wrong);
    EXPECT_EQ(all.wrong->kind, "data");
}

// Rank 1 sends one after the other, but rank 0 may hear of the second first: its lane then writes what the other
// lane is still receiving.
task borrow(net on, bytes data, bytes spare)
{
    co_await on.recv(1, spare);
    co_await on.copy(data, spare);
}

task disturbing(net on, bytes mine, bytes other)
{
    if (on.rank() == 0) {
        co_await both(receive(on, 1, mine), borrow(on, mine, other));
    } else {
        co_await on.send(0, mine);
        co_await on.send(0, other);
    }
}

TEST(Exhaustive, FindsAnOverlapThatOnlySomeOrdersShow)
{
    auto data = toys::buffers(2, 3), spare = toys::buffers(2, 3);
    auto body = [&](net on) {
        auto r = std::size_t(on.rank());
        return disturbing(on, view(data[r]), view(spare[r]));
    };
    world w(2, {true});
    fifo order;
    EXPECT_FALSE(w.run(order, body));
    auto all = explore_all(2, body);
    ASSERT_TRUE(all.wrong);
    EXPECT_EQ(all.wrong->kind, "overlap");
}

} // namespace
} // namespace hocket
