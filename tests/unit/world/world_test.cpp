// SPDX-License-Identifier: BSD-3-Clause
// Matching, data and the troubles that a world finds by itself.
#include "toys.hpp"
#include <chrono>
#include <gtest/gtest.h>
#include <numeric>

namespace hocket {
namespace {

using toys::view;

std::optional<trouble> run(int ranks, const std::function<task(net)>& body, world_rules by = {true})
{
    world w(ranks, by);
    fifo order;
    return w.run(order, body);
}

TEST(World, MovesAMessage)
{
    auto data = toys::buffers(2, 10);
    auto wrong = run(2, [&](net on) {
        return on.rank() == 0 ? toys::send_to(on, 1, view(data[0])) : toys::recv_from(on, 0, view(data[1]));
    });
    ASSERT_FALSE(wrong) << wrong->detail;
    EXPECT_EQ(data[1], data[0]);
}

task two_in_order(net on, bytes data)
{
    auto step = on.together(2);
    auto low = data.first(1), high = data.subspan(1);
    if (on.rank() == 0) step.send(1, low).send(1, high);
    else step.recv(0, low).recv(0, high);
    co_await step;
}

TEST(World, MatchesInOrderOfPosting)
{
    auto data = toys::buffers(2, 2);
    data[0] = {std::byte{7}, std::byte{9}};
    for (unsigned seed = 0; seed < 20; ++seed) {
        world w(2);
        seeded order(seed);
        auto wrong = w.run(order, [&](net on) { return two_in_order(on, view(data[std::size_t(on.rank())])); });
        ASSERT_FALSE(wrong) << wrong->detail;
        EXPECT_EQ(data[1], data[0]);
    }
}

struct swapped_pair final : membership {
    int rank_of(int member) const override { return 1 - member; }
};

task in_two_contexts(net on, const swapped_pair& who, bytes data)
{
    auto other = on.among(who, 1 - on.rank(), 2, 1);
    auto step = on.together(2);
    auto a = data.first(1), b = data.subspan(1);
    if (on.rank() == 0) step.send(1, a).send(1, b); // the second of these is meant for ...
    else step.recv(0, a);
    auto late = other.together(1);
    if (on.rank() == 1) late.recv(1, b); // ... nobody: another context
    co_await step;
    co_await late;
}

TEST(World, ContextsDoNotMix)
{
    auto data = toys::buffers(2, 2);
    swapped_pair who;
    auto wrong = run(2, [&](net on) { return in_two_contexts(on, who, view(data[std::size_t(on.rank())])); });
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "deadlock");
    EXPECT_EQ(wrong->detail, "rank 0 sends to 1 (1 bytes); rank 1 waits for 0 (1 bytes)");
}

TEST(World, NamesADeadlock)
{
    auto data = toys::buffers(3, 5);
    auto wrong = run(3, [&](net on) { return toys::ring(on, view(data[std::size_t(on.rank())])); });
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "deadlock");
    EXPECT_EQ(wrong->detail, "rank 0 sends to 1 (5 bytes); rank 1 sends to 2 (5 bytes); rank 2 sends to 0 (5 bytes)");
}

TEST(World, CutsALongDeadlockShort)
{
    auto data = toys::buffers(20, 1);
    auto wrong = run(20, [&](net on) { return toys::ring(on, view(data[std::size_t(on.rank())])); });
    ASSERT_TRUE(wrong);
    EXPECT_TRUE(wrong->detail.ends_with("rank 7 sends to 8 (1 bytes); and 12 more")) << wrong->detail;
}

task forever()
{
    co_await std::suspend_always{};
}

TEST(World, NamesARankSuspendedOnNothing)
{
    auto wrong = run(4, [&](net on) { return on.rank() == 3 ? forever() : toys::nothing(); });
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "deadlock");
    EXPECT_EQ(wrong->detail, "rank 3 is suspended on nothing");
}

TEST(World, ReportsUnequalLengths)
{
    auto data = toys::buffers(2, 8);
    for (std::size_t taken : {3, 5}) {
        auto wrong = run(2, [&](net on) {
            return on.rank() == 0 ? toys::send_to(on, 1, view(data[0]).first(4))
                                  : toys::recv_from(on, 0, view(data[1]).first(taken));
        });
        ASSERT_TRUE(wrong);
        EXPECT_EQ(wrong->kind, "length");
        EXPECT_EQ(wrong->detail, "rank 0 sends 4 bytes where rank 1 expects " + std::to_string(taken) + " bytes");
    }
}

task unequal_and_telling(net on, bytes data)
{
    auto step = on.together(1);
    if (on.rank() == 0) step.send(1, data);
    else step.recv(0, data.first(4));
    if (on.rank() == 0) co_await on.send(1, data.first(1));
    else co_await on.recv(0, data.last(1));
    if (on.rank() == 1) on.disagree(0, 8, 4);
    co_await step;
}

TEST(World, UnequalLengthsMayWaitForWhoTells)
{
    auto data = toys::buffers(2, 8);
    auto body = [&](net on) { return unequal_and_telling(on, view(data[std::size_t(on.rank())])); };
    EXPECT_EQ(run(2, body).value().kind, "length");
    auto wrong = run(2, body, {.watch_buffers = true, .unequal_last = true});
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "sizes");
    EXPECT_EQ(wrong->detail, "rank 0 has 8 bytes where the root expects 4");
    auto silent = [&](net on) {
        auto mine = view(data[std::size_t(on.rank())]);
        return on.rank() == 0 ? toys::send_to(on, 1, mine) : toys::recv_from(on, 0, mine.first(4));
    };
    EXPECT_EQ(run(2, silent, {.watch_buffers = true, .unequal_last = true}).value().kind, "length");
}

TEST(World, ReportsAPeerThatIsNotThere)
{
    std::vector<std::byte> data(4);
    auto wrong = run(1, [&](net on) { return toys::send_to(on.rooted(0), 3, view(data)); });
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "peer");
}

task overlapping(net on, bytes data, std::size_t shift, bool local)
{
    auto step = on.together(2);
    auto low = data.first(6), high = data.subspan(shift, 6);
    if (on.rank() == 0) {
        step.send(1, low);
        if (local) co_await on.copy(high, data.last(6));
        else step.recv(1, high);
    } else {
        step.recv(0, low);
        if (!local) step.send(0, data.last(6));
    }
    co_await step;
}

TEST(World, ReportsBuffersInUseTwice)
{
    for (bool local : {false, true}) {
        auto data = toys::buffers(2, 20);
        auto body = [&](std::size_t shift) {
            return run(
                2, [&, shift](net on) { return overlapping(on, view(data[std::size_t(on.rank())]), shift, local); });
        };
        EXPECT_FALSE(body(6));
        auto wrong = body(5);
        ASSERT_TRUE(wrong);
        EXPECT_EQ(wrong->kind, "overlap");
        auto& words = wrong->detail;
        EXPECT_TRUE(words.ends_with("bytes 0-0 of it are in use where the rank sends to 1 (6 bytes)")) << words;
    }
}

task gives_up(net on, bytes data)
{
    if (on.rank() == 0) {
        {
            auto step = on.together(1);
            step.send(1, data);
        }
        co_await on.recv(1, data);
    } else {
        co_await on.recv(0, data);
    }
}

TEST(World, ReportsARequestThatIsGivenUp)
{
    auto data = toys::buffers(2, 3);
    auto wrong = run(2, [&](net on) { return gives_up(on, view(data[std::size_t(on.rank())])); });
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "cancelled");
    EXPECT_EQ(wrong->detail, "rank 0 gives up what it has begun: it sends to 1 (3 bytes)");
}

task ping_pong_forever(net on, bytes data)
{
    for (bool mine = on.rank() == 0;; mine = !mine)
        if (mine) co_await on.send(1 - on.rank(), data);
        else co_await on.recv(1 - on.rank(), data);
}

task copy_forever(net on, bytes data)
{
    for (;;) co_await on.copy(data.first(2), data.last(2));
}

TEST(World, EndsWhatNeverEnds)
{
    auto data = toys::buffers(2, 4);
    for (auto* body : {ping_pong_forever, copy_forever}) {
        auto wrong = run(2, [&](net on) { return body(on, view(data[std::size_t(on.rank())])); }, {true, 1000});
        ASSERT_TRUE(wrong);
        EXPECT_EQ(wrong->kind, "endless");
    }
}

task overruns_scratch(net on)
{
    auto room = on.scratch(100);
    room.data()[100] = std::byte{1};
    co_return;
}

TEST(World, GuardsScratch)
{
    auto wrong = run(1, [](net on) { return overruns_scratch(on); });
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "guard");
}

// After a failure the same world runs the next operation, as if nothing had been.
TEST(World, StartsAfreshAfterAFailure)
{
    auto data = toys::buffers(3, 3);
    world w(3, {true});
    fifo order;
    ASSERT_TRUE(w.run(order, [&](net on) { return toys::ring(on, view(data[std::size_t(on.rank())])); }));
    auto all = toys::buffers(3, 9);
    for (int r = 0; r < 3; ++r) std::fill_n(all[std::size_t(r)].begin() + 3 * r, 3, std::byte(r + 50));
    auto body = [&](net on) { return toys::allgather_ring(on, view(all[std::size_t(on.rank())]), 3); };
    auto wrong = w.run(order, body);
    ASSERT_FALSE(wrong) << wrong->detail;
    EXPECT_EQ(all[0], all[1]);
    EXPECT_EQ(all[0], all[2]);
    EXPECT_EQ(all[0][8], std::byte(52));
}

void append_digits(const reduction&, bytes out, cbytes low, cbytes high)
{
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::byte(10 * int(low[i]) + int(high[i]));
}

task combine(net on, bytes data, const reduction& how)
{
    if (on.rank() != 1) {
        co_await on.send(1, data);
        co_return;
    }
    co_await on.recv_reduce(2, data, how);
    co_await on.recv_reduce(0, data, how);
    co_await on.reduce(data.first(1), data.last(1), how, true);
}

TEST(World, CombinesInOrder)
{
    const reduction how{append_digits, 1, false};
    auto data = toys::buffers(3, 2);
    auto wrong = run(3, [&](net on) { return combine(on, view(data[std::size_t(on.rank())]), how); });
    ASSERT_FALSE(wrong) << wrong->detail;
    EXPECT_EQ(data[1][1], std::byte(12));
    EXPECT_EQ(data[1][0], std::byte(132)); // 12 then 12
}

task native_then_native(net on, bytes data)
{
    co_await on.rooted(2).native_bcast(data.first(1));
    co_await on.rooted(1).native_bcast(data.last(1));
}

TEST(World, RunsIdealCollectives)
{
    auto data = toys::buffers(4, 2);
    auto wrong = run(4, [&](net on) { return native_then_native(on, view(data[std::size_t(on.rank())])); });
    ASSERT_FALSE(wrong) << wrong->detail;
    for (auto& d : data) EXPECT_EQ(d, (std::vector{std::byte(2), std::byte(1)}));
}

TEST(World, AnIdealCollectiveNeedsEverybody)
{
    auto data = toys::buffers(3, 2);
    auto wrong = run(3, [&](net on) {
        return on.rank() == 2 ? toys::nothing() : native_then_native(on, view(data[std::size_t(on.rank())]));
    });
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "deadlock");
    EXPECT_NE(wrong->detail.find("rank 1 waits in the native broadcast of 2"), std::string::npos) << wrong->detail;
}

TEST(World, SpeedOfARing)
{
    constexpr int p = 1024;
    constexpr std::size_t block = 4;
    auto all = toys::buffers(p, p * block);
    for (int r = 0; r < p; ++r) std::fill_n(all[std::size_t(r)].begin() + r * int(block), block, std::byte(r * 7 + 1));
    world w(p);
    fifo order;
    auto start = std::chrono::steady_clock::now();
    auto wrong =
        w.run(order, [&](net on) { return toys::allgather_ring(on, view(all[std::size_t(on.rank())]), block); });
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    ASSERT_FALSE(wrong) << wrong->detail;
    for (int r = 1; r < p; ++r) ASSERT_EQ(all[0], all[std::size_t(r)]);
    EXPECT_EQ(all[0][4 * 100], all[100][4 * 100]);
    EXPECT_EQ(all[0][4 * 30], std::byte(30 * 7 + 1));
    std::printf("ring allgather, %d ranks: %ld operations in %.2f s\n", p, w.operations(), took.count());
}

} // namespace
} // namespace hocket
