// SPDX-License-Identifier: BSD-3-Clause
// Single messages whose times are worked out by hand.
#include "scripts.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

machine with_rendezvous()
{
    auto by = simple_machine();
    by.node.eager_limit = by.network.eager_limit = 999;
    by.node.rendezvous_us = by.network.rendezvous_us = 4;
    return by;
}

double one_message(const machine& by, std::size_t n, int per_node = 1)
{
    return play(by, layout::block(2, per_node), {{send(1, n)}, {recv(0, n)}}).sum.finish;
}

TEST(Message, TakesLatencyTwoOverheadsAndItsFlow)
{
    auto all = play(simple_machine(), layout::block(2, 1), {{send(1)}, {recv(0)}});
    EXPECT_NEAR(all.ends[0], 0.5, close); // gone as soon as it is handed over
    EXPECT_NEAR(all.ends[1], 2 + 2 * 0.5 + 2, close);
    EXPECT_NEAR(all.sum.finish, 5, close);
    EXPECT_NEAR(all.sum.average, 2.75, close);
    EXPECT_EQ(all.sum.messages, 1);
    EXPECT_NEAR(all.sum.busiest_nic_bytes, 1000, close);
}

TEST(Message, InsideANodeHasThePricesOfTheNode)
{
    auto all = play(simple_machine(), layout::block(2, 2), {{send(1)}, {recv(0)}});
    EXPECT_NEAR(all.sum.finish, 1 + 2 * 0.25 + 1, close);
    EXPECT_EQ(all.sum.busiest_nic_bytes, 0);
}

TEST(Message, OverheadLiesOnLinesBetweenItsPoints)
{
    auto by = simple_machine();
    by.network.overhead_us = {{0, 0.25}, {1000, 0.75}};
    EXPECT_NEAR(one_message(by, 500), 2 + 2 * 0.5 + 1, close);
    EXPECT_NEAR(one_message(by, 2000), 2 + 2 * 0.75 + 4, close); // beyond the last point: as there
}

TEST(Message, ALongOneWaitsForARoundTripAndEndsWhenItHasArrived)
{
    auto by = with_rendezvous();
    EXPECT_NEAR(one_message(by, 999), 2 + 2 * 0.5 + 1.998, close);
    auto all = play(by, layout::block(2, 1), {{send(1)}, {recv(0)}});
    EXPECT_NEAR(all.ends[0], 4 + 4.5, close);
    EXPECT_NEAR(all.ends[1], 4 + 5, close);
}

TEST(Message, ALongOneWaitsForTheLaterOfTheTwo)
{
    auto by = with_rendezvous();
    auto late_receiver = play(by, layout::block(2, 1), {{send(1)}, {work(10'000), recv(0)}});
    EXPECT_NEAR(late_receiver.sum.finish, 10 + 2 + 5, close); // half a round trip is over by then
    auto late_sender = play(by, layout::block(2, 1), {{work(10'000), send(1)}, {recv(0)}});
    EXPECT_NEAR(late_sender.sum.finish, 10 + 4 + 5, close);
}

TEST(Message, AnEagerOneThatFindsNobodyIsCopied)
{
    std::vector<script> scripts{{send(1)}, {recv(2), recv(0)}, {work(10'000), send(1)}};
    auto all = play(simple_machine(), layout::block(3, 1), scripts);
    EXPECT_NEAR(all.sum.finish, 10 + 5 + 0.5 + 1, close);
    auto free = simple_machine();
    free.node.eager_limit = free.network.eager_limit = 999; // it waits at its sender instead, here for no round trip
    EXPECT_NEAR(play(free, layout::block(3, 1), scripts).sum.finish, 10 + 5 + 5, close);
}

TEST(Message, AReductionIsWorkOfTheReceiver)
{
    auto by = simple_machine();
    by.reduce_GBps = {{"any", 0.5}};
    auto all = play(by, layout::block(2, 1), {{send(1)}, {{step::receives_and_reduces, 0}}});
    EXPECT_NEAR(all.sum.finish, 5 + 2, close);
    auto beside = play(by, layout::block(2, 1), {{send(1)}, {{step::receives_beside, 0}}});
    EXPECT_NEAR(beside.sum.finish, 5 + 2, close);
    EXPECT_NEAR(play(by, layout::block(1, 1), {{{step::combines}}}).sum.finish, 2, close);
}

TEST(Message, WhatIsToBeCombinedLandsInMemoryThatIsKnown)
{
    auto by = simple_machine();
    by.node.eager_limit = by.network.eager_limit = 0;
    by.fresh_buffer_us_per_MB = 1000;
    auto from_scratch = [&](step::kind how) {
        std::vector<script> scripts{{{step::sends, 1, 1000, true}}, {{how, 0}, {how, 0}}};
        scripts[0].push_back(scripts[0][0]);
        return play(by, layout::block(2, 1), scripts).sum.finish;
    };
    EXPECT_NEAR(from_scratch(step::receives_beside), 5 + 5, close);
    EXPECT_NEAR(from_scratch(step::receives), 5 + 5 + 1, close);
    auto used = play(by, layout::block(2, 1), {{send(1)}, {{step::receives_beside, 0}}});
    EXPECT_NEAR(used.sum.finish, 5 + 1, close); // the sender's is fresh all the same
}

TEST(Messages, ToOnePeerFollowAtTheRateOfAFlow)
{
    auto by = simple_machine();
    auto one = play(by, layout::block(2, 1), {{send(1), send(1)}, {recv(0), recv(0)}});
    EXPECT_NEAR(one.sum.finish, 2 + 5, close);
    auto two = play(by, layout::block(3, 1), {{send(1), send(2)}, {recv(0)}, {recv(0)}});
    EXPECT_NEAR(two.sum.finish, 0.5 + 5, close); // only the processor's time lies between
}

TEST(Messages, FreshMemoryCostsOnceAndScratchNothing)
{
    auto by = simple_machine();
    by.node.eager_limit = by.network.eager_limit = 0;
    by.fresh_buffer_us_per_MB = 1000;
    EXPECT_NEAR(one_message(by, 1000), 5 + 1, close);
    EXPECT_NEAR(one_message(by, 1000, 2), 2.5, close); // not inside a node
    auto twice = play(by, layout::block(2, 1), {{send(1), send(1)}, {recv(0), recv(0)}});
    EXPECT_NEAR(twice.sum.finish, 6 + 5, close);
    auto more = play(by, layout::block(2, 1), {{send(1), send(1, 3000)}, {recv(0), recv(0, 3000)}});
    EXPECT_NEAR(more.sum.finish, 6 + 3 + 6 + 2, close); // what is beyond the first 1000
    auto scratch = play(by, layout::block(2, 1), {{{step::sends, 1, 1000, true}}, {{step::receives, 0, 1000, true}}});
    EXPECT_NEAR(scratch.sum.finish, 5, close);
}

TEST(Messages, MemoryThatArrivesOutOfOrderIsKnownPieceByPiece)
{
    known_memory known;
    std::vector<std::byte> memory(100);
    EXPECT_EQ(known.grow(memory.data() + 80, 10), 10u);
    EXPECT_EQ(known.grow(memory.data(), 10), 10u); // and not what lies between
    EXPECT_EQ(known.grow(memory.data() + 10, 10), 10u);
    EXPECT_EQ(known.grow(memory.data() + 5, 80), 60u);
    EXPECT_EQ(known.grow(memory.data(), 90), 0u);
    EXPECT_EQ(known.grow(memory.data(), 100), 10u);
}

TEST(Messages, UsedBuffersCostNothingAndLargeScratchMayBeFresh)
{
    auto by = simple_machine();
    by.node.eager_limit = by.network.eager_limit = 0;
    by.fresh_buffer_us_per_MB = 1000;
    auto where = layout::block(2, 1);
    std::vector<script> user{{send(1), send(1)}, {recv(0), recv(0)}};
    EXPECT_NEAR(play(by, where, user, {.user_is_fresh = false}).sum.finish, 10, close);
    auto scratch = [&](std::size_t n) {
        std::vector<script> twice{{{step::sends, 1, n, true}, {step::sends, 1, n, true}}, {recv(0, n), recv(0, n)}};
        return play(by, where, twice, {.user_is_fresh = false, .fresh_scratch_from = 1000}).sum.finish;
    };
    EXPECT_NEAR(scratch(1000), 10 + 2, close); // each is new
    EXPECT_NEAR(scratch(999), 2 * (3 + 1.998), close);
}

TEST(Simulator, RanksThatNeverEndAreReported)
{
    auto trouble = [](const machine& by, const std::vector<script>& scripts) {
        return play(by, layout::block(int(scripts.size()), 1), scripts).sum.trouble.value_or("none");
    };
    EXPECT_EQ(trouble(simple_machine(), {{recv(1)}, {recv(0)}, {}}), "2 of 3 ranks never end");
    EXPECT_EQ(trouble(simple_machine(), {{send(1), recv(1)}, {send(0), recv(0)}}), "none");
    EXPECT_EQ(trouble(with_rendezvous(), {{send(1), recv(1)}, {send(0), recv(0)}}), "2 of 2 ranks never end");
    EXPECT_NE(trouble(simple_machine(), {{{step::native}}, {}}).find("no clock"), std::string::npos);
}

TEST(Simulator, ARunThatPassesItsLimitSaysALowerBound)
{
    simulation_options with{.limit = 4};
    auto given_up = play(simple_machine(), layout::block(2, 1), {{send(1)}, {recv(0)}}, with).sum;
    EXPECT_TRUE(given_up.abandoned);
    EXPECT_FALSE(given_up.trouble);
    EXPECT_NEAR(given_up.finish, 4, close);
    with.limit = 5;
    EXPECT_FALSE(play(simple_machine(), layout::block(2, 1), {{send(1)}, {recv(0)}}, with).sum.abandoned);
}

} // namespace
} // namespace hocket
