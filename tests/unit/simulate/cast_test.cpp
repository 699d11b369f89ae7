// SPDX-License-Identifier: BSD-3-Clause
// Messages that the network copies to all nodes, on a machine whose numbers add up in the head.
#include "catalogue/catalogue.hpp"
#include "choose/own_choice.hpp"
#include "scripts.hpp"
#include "simulate/losses.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// A packet: 0.25 us of either side, 2 us on the wire for 1000 bytes; a report 3 us.
machine copying_machine()
{
    auto by = simple_machine();
    by.nic = {.count = 1, .in_GBps = 0.5, .out_GBps = 0.5};
    by.multicast = {.GBps = 0.5, .packet_us = 0.25, .loss_probability = 0, .notice_us = 100};
    return by;
}

task cast_after(net on, bytes data, std::span<const std::size_t> works)
{
    co_await on.copy(data, data.first(works[std::size_t(on.rank())]));
    co_await on.multicast(data);
}

outcome cast(const machine& by, int nodes, std::size_t n, std::vector<std::size_t> works = {},
             const simulation_options& with = {})
{
    works.resize(std::size_t(nodes));
    auto where = layout::block(nodes, 1);
    simulator on(by, where);
    auto data = on.user_buffer(n);
    outcome all{on.run([&](net of) { return cast_after(of, data, works); }, with), {}};
    for (int r = 0; r < nodes; ++r) all.ends.push_back(on.ended(r));
    return all;
}

TEST(Cast, LeavesOnceAndEntersEachPortOnce)
{
    auto all = cast(copying_machine(), 6, 2000);
    EXPECT_NEAR(all.ends[2], 0.25 + 2 + 4 + 0.25, close);
    EXPECT_EQ(all.sum.messages, 1);
    EXPECT_NEAR(all.sum.busiest_nic_bytes, 2000, close);
    EXPECT_FALSE(all.sum.trouble);
}

TEST(Cast, EndsAboveOthersWhenTheseHaveTold)
{
    auto all = cast(copying_machine(), 6, 2000);
    EXPECT_NEAR(all.ends[5], 6.5, close); // below 1
    EXPECT_NEAR(all.ends[1], 6.5 + 3, close);
    EXPECT_NEAR(all.ends[0], 6.5 + 3, close);
    EXPECT_NEAR(all.sum.finish, cast_price_of(copying_machine()).whole(2000, 6), close);
}

TEST(Cast, OfOnePacketEndsWhereItIs)
{
    auto all = cast(copying_machine(), 6, 1000, {0, 0, 0, 0, 0, 1000});
    EXPECT_NEAR(all.ends[0], 0.25 + 2, close);
    EXPECT_NEAR(all.ends[1], 0.25 + 2 + 2 + 0.25, close);
    EXPECT_NEAR(all.ends[5], 4.5, close);
    EXPECT_FALSE(all.sum.trouble);
}

TEST(Cast, WaitsForWhoComesLate)
{
    std::vector<std::size_t> works{0, 0, 0, 0, 0, 2000};
    auto by = copying_machine();
    by.copy_GBps = 0.1;
    auto all = cast(by, 6, 2000, works);
    EXPECT_NEAR(all.ends[5], 20, close);
    EXPECT_NEAR(all.ends[1], 20 + 3, close);
    EXPECT_NEAR(all.ends[0], 6.5 + 3, close); // 1 has told before
}

TEST(Cast, AnEmptyOneIsAPacket)
{
    EXPECT_NEAR(cast(copying_machine(), 2, 0).sum.finish, 0.25 + 2 + 0.25 + 0.25, close);
}

TEST(Cast, LossesAreMendedByTheOneAbove)
{
    auto by = copying_machine();
    by.multicast.loss_probability = 0.5;
    double base = 4.5, mended = base + 100 + 2 * 2 + 2 * 0.5 + 2 * 0.5 + 2;
    int lost = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        auto one = cast(by, 2, 1000, {}, {.noise_seed = seed});
        EXPECT_EQ(one.ends, cast(by, 2, 1000, {}, {.noise_seed = seed}).ends) << "seed " << seed;
        bool missed = one.ends[1] > base + close;
        EXPECT_NEAR(one.ends[1], missed ? mended : base, close) << "seed " << seed;
        lost += missed;
    }
    EXPECT_NEAR(lost, 100, 35); // five standard deviations
    EXPECT_NEAR(cast(by, 2, 1000).ends[1], base, close); // without a seed nothing is lost
}

TEST(Cast, WhoLacksItAllAboveWaitsForThem)
{
    auto by = copying_machine();
    by.multicast.loss_probability = 0.9;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        auto one = cast(by, 22, 100'000, {}, {.noise_seed = seed});
        EXPECT_FALSE(one.sum.trouble) << "seed " << seed << ": " << one.sum.trouble.value_or("");
        EXPECT_GT(one.sum.finish, 100);
    }
}

TEST(Losses, AreAsManyAsTheirProbabilitySays)
{
    loss_source drawn(0.02, 7);
    double all = 0;
    for (int rank = 0; rank < 1000; ++rank) all += drawn.of(0, 0, 3, rank, 1000).packets;
    EXPECT_NEAR(all / 1e6, 0.02, 0.001);
    EXPECT_EQ(loss_source().of(0, 0, 0, 1, 1000).packets, 0);
}

// The n-th messages of a sender in two nets once had the same losses.
TEST(Losses, DifferInTwoNetsOfASender)
{
    loss_source drawn(0.02, 7);
    int same = 0;
    for (int rank = 1; rank < 1000; ++rank) {
        auto one = drawn.of(0, 1, 3, rank, 1000), other = drawn.of(0, 2, 3, rank, 1000);
        EXPECT_EQ(one.last, drawn.of(0, 1, 3, rank, 1000).last);
        same += one.last == other.last;
    }
    EXPECT_LT(same, 50); // of 999, where chance alone makes 10
}

task cast_in_nets(net on, bytes data, int nets)
{
    for (int lane = 1; lane <= nets; ++lane) co_await on.apart(lane).multicast(data);
}

bool loses(int nets, std::uint64_t seed)
{
    auto by = copying_machine();
    by.multicast.loss_probability = 0.5;
    auto where = layout::block(2, 1);
    simulator on(by, where);
    auto data = on.user_buffer(1000);
    EXPECT_FALSE(on.run([&](net all) { return cast_in_nets(all, data, nets); }, {.noise_seed = seed}).trouble);
    return on.ended(1) > 50;
}

TEST(Cast, LosesOtherPacketsInAnotherNet)
{
    int in_the_second_alone = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) in_the_second_alone += loses(2, seed) && !loses(1, seed);
    EXPECT_NEAR(in_the_second_alone, 25, 21); // five standard deviations
}

// Its own declared cost is what the simulator finds where nothing else is on the network.
TEST(Cast, IsDeclaredAsItIsSimulated)
{
    auto by = *find_machine("gigabit");
    for (int nodes : {2, 5, 64, 500})
        for (std::size_t n : {0, 8, 5000, 200'000, 5'000'000}) {
            auto where = layout::block(nodes, 1);
            auto how = *bind_algorithm("bcast", std::string_view("multicast"), priced_place("bcast", where, n, by));
            simulator on(by, where);
            auto data = on.user_buffer(n);
            auto found = on.run([&](net all) { return how.as<bytes>().start(all, data); });
            EXPECT_NEAR(how.declared(priced_place("bcast", where, n, by).as_problem()).finish, found.finish,
                        0.02 * found.finish)
                << nodes << " nodes, " << n << " bytes";
        }
}

TEST(Cast, AreTracedOneToEach)
{
    trace seen;
    cast(copying_machine(), 6, 2000, {}, {.into = &seen});
    ASSERT_EQ(seen.messages.size(), 5U);
    for (auto& m : seen.messages) {
        EXPECT_EQ(m.from, 0);
        EXPECT_LE(m.send_posted, m.started);
        EXPECT_LE(m.started, m.arrived);
        EXPECT_LE(m.arrived, m.finished);
        EXPECT_NEAR(m.send_finished, 9.5, close);
    }
}

} // namespace
} // namespace hocket
