// SPDX-License-Identifier: BSD-3-Clause
// Messages that share something, and the noise: times worked out by hand.
#include "scripts.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

void expect_ends(const outcome& all, int first, const std::vector<double>& expected)
{
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(all.ends[std::size_t(first) + i], expected[i], close) << "rank " << first + int(i);
}

// The first half of the ranks sends to the second half.
outcome pairs(const machine& by, const layout& where)
{
    int half = where.ranks() / 2;
    std::vector<script> scripts;
    for (int r = 0; r < half; ++r) scripts.push_back({send(r + half)});
    for (int r = 0; r < half; ++r) scripts.push_back({recv(r)});
    return play(by, where, scripts);
}

layout numbered(const std::vector<int>& node_of_rank)
{
    return layout::numbered(node_of_rank);
}

TEST(Sharing, AnInterfaceServesFirstComeFirstServed)
{
    auto by = simple_machine();
    expect_ends(pairs(by, numbered({0, 0, 1, 2})), 2, {5, 5});
    by.nic.out_GBps = 1;
    expect_ends(pairs(by, numbered({0, 0, 1, 2})), 2, {5, 6});
    expect_ends(pairs(by, numbered({0, 1, 2, 2})), 2, {5, 5});
    by.nic = {.in_GBps = 1};
    expect_ends(pairs(by, numbered({0, 0, 1, 2})), 2, {5, 5});
    expect_ends(pairs(by, numbered({0, 1, 2, 2})), 2, {5, 6});
}

TEST(Sharing, ASlowInterfaceSlowsAFlow)
{
    auto by = simple_machine();
    by.nic.out_GBps = 0.25;
    expect_ends(pairs(by, layout::block(2, 1)), 1, {2 + 1 + 4.});
}

TEST(Sharing, RanksAreMappedToInterfaces)
{
    auto by = simple_machine();
    by.nic = {.count = 2, .out_GBps = 1};
    auto where = numbered({0, 0, 0, 0, 1, 2, 3, 4});
    expect_ends(pairs(by, where), 4, {5, 5, 6, 6});
    by.nic.neighbours_share = true;
    expect_ends(pairs(by, where), 4, {5, 6, 5, 6});
}

TEST(Sharing, MessagesInsideANodeShareItsMemory)
{
    auto by = simple_machine();
    expect_ends(pairs(by, layout::block(4, 4)), 2, {2.5, 2.5});
    by.memory_GBps = 1;
    expect_ends(pairs(by, layout::block(4, 4)), 2, {2.5, 3.5});
    expect_ends(pairs(by, numbered({0, 1, 0, 1})), 2, {2.5, 2.5}); // two nodes have two memories
    std::vector<script> one_by_one{{send(1), work(10'000), send(1)}, {recv(0), recv(0)}};
    expect_ends(play(by, layout::block(2, 2), one_by_one), 1, {10.25 + 2.5}); // nobody else is under way by then
}

TEST(Sharing, GroupsShareTheirLinks)
{
    auto by = simple_machine();
    by.nic.out_GBps = 1;
    by.groups = {.nodes = 2, .taper = 0.5}; // 1 GB/s for the two nodes
    expect_ends(pairs(by, layout::block(4, 1)), 2, {5, 6});
    by.groups.taper = 0.25;
    expect_ends(pairs(by, layout::block(4, 1)), 2, {5, 7});
    expect_ends(pairs(by, numbered({0, 2, 1, 3})), 2, {5, 5}); // inside their groups
    std::vector<script> to_one_group{{send(4)}, {}, {send(5)}, {}, {recv(0)}, {recv(2)}};
    expect_ends(play(by, layout::block(6, 1), to_one_group), 4, {5, 7});
}

// Three messages come to one port at 2.5 us, each 1000 bytes at 0.5 GB/s.
machine with_port(machine_switch port)
{
    auto by = simple_machine();
    by.nic.in_GBps = 0.5;
    by.port = port;
    return by;
}

TEST(Sharing, AFullPortDropsAndTheMessageComesAgain)
{
    auto where = numbered({0, 1, 2, 3, 3, 3});
    expect_ends(pairs(with_port({}), where), 3, {5, 7, 9});
    expect_ends(pairs(with_port({.buffer = 1500, .drops = true, .rto_us = 100}), where), 3, {5, 105, 205});
    expect_ends(pairs(with_port({.buffer = 2000, .drops = true, .rto_us = 100}), where), 3, {5, 7, 105});
}

TEST(Sharing, AFullPortHoldsTheLinkOfTheSender)
{
    auto where = numbered({0, 1, 2, 2, 3});
    std::vector<script> scripts{{send(2)}, {send(3), work(2500), send(4)}, {recv(0)}, {recv(1)}, {recv(1)}};
    expect_ends(play(with_port({}), where, scripts), 2, {5, 7, 8});
    // The port has room for the second message at 3.5 us, and rank 1 would send on at 3.
    expect_ends(play(with_port({.buffer = 1500}), where, scripts), 2, {5, 7, 8.5});
}

TEST(Noise, IsTheSameForASeedAndNeverHelpsARelay)
{
    auto by = simple_machine();
    by.noise = {.jitter_probability = 0.5, .jitter_us = 3, .stall_probability = 0.1, .stall_us = 100};
    std::vector<script> relay{{send(1)}};
    for (int r = 1; r < 8; ++r) relay.push_back({recv(r - 1), send(r + 1)});
    relay.push_back({recv(7)});
    auto time = [&](std::uint64_t seed) {
        return play(by, layout::block(9, 1), relay, {.noise_seed = seed}).sum.finish;
    };
    EXPECT_NEAR(time(0), 8 * 5, close);
    EXPECT_GT(time(1), time(0));
    EXPECT_EQ(time(1), time(1));
    EXPECT_NE(time(1), time(2));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) EXPECT_GE(time(seed), time(0)) << seed;
    by.noise = {};
    EXPECT_EQ(time(1), time(0));
}

} // namespace
} // namespace hocket
