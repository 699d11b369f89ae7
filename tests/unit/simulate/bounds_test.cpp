// SPDX-License-Identifier: BSD-3-Clause
#include "scripts.hpp"
#include "shapes/distributions.hpp"
#include "simulate/bounds.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

double of_bcast(const machine& by, const layout& where, std::size_t n)
{
    return bcast_bound(by, where, {.bytes = n});
}

TEST(Bound, IsTheLatencyAndTheTellingOrTheBytesThroughTheInterfaces)
{
    auto by = simple_machine();
    EXPECT_EQ(of_bcast(by, layout::block(1, 1), 1'000'000), 0);
    EXPECT_DOUBLE_EQ(of_bcast(by, layout::block(8, 8), 1'000'000), 1 + 3 * 0.25);
    by.memory_GBps = 10;
    EXPECT_DOUBLE_EQ(of_bcast(by, layout::block(8, 8), 1'000'000), 100);
    EXPECT_DOUBLE_EQ(of_bcast(by, layout::block(8, 1), 1'000'000), 2 + 3 * 0.25);
    by.nic = {.count = 2, .in_GBps = 5};
    EXPECT_DOUBLE_EQ(of_bcast(by, layout::block(8, 1), 1'000'000), 100);
}

// The root tells the distant rank first, and its own node while that message is on its way.
TEST(Bound, HoldsWhereOneRankIsFarAway)
{
    auto by = simple_machine();
    by.network = {.latency_us = 100, .flow_GBps = 0.5, .overhead_us = by.node.overhead_us};
    by.node.latency_us = 0;
    constexpr int p = 33;
    std::vector<int> nodes(p, 0);
    nodes[1] = 1;
    auto where = layout::numbered(nodes);
    std::vector<script> scripts{{send(1, 1)}, {recv(0, 1)}};
    for (int r = 2; r < p; ++r) {
        scripts[0].push_back(send(r, 1));
        scripts.push_back({recv(0, 1)});
    }
    double finish = play(by, where, scripts).sum.finish;
    EXPECT_NEAR(finish, 100.502, 1e-6);
    EXPECT_GE(finish, of_bcast(by, where, 1));
}

TEST(Bound, OfBlocksIsWhatHasToPassTheRootsInterfaces)
{
    auto by = simple_machine();
    by.nic = {.count = 2, .in_GBps = 5, .out_GBps = 2};
    collective_job job{.collective = "gather", .bytes = 1000, .root = 5};
    EXPECT_DOUBLE_EQ(gather_bound(by, layout::block(12, 4), job), 2 + 8 * 0.1);
    EXPECT_DOUBLE_EQ(scatter_bound(by, layout::block(12, 4), job), 2 + 8 * 0.25);
    EXPECT_DOUBLE_EQ(gather_bound(by, layout::cyclic(12, 2), job), 2 + 6 * 0.1);
}

TEST(Bound, OfBlocksOnOneNodeIsTheMemorys)
{
    auto by = simple_machine();
    collective_job job{.collective = "gather", .bytes = 1000};
    EXPECT_DOUBLE_EQ(gather_bound(by, layout::block(4, 4), job), 1);
    by.memory_GBps = 0.5;
    EXPECT_DOUBLE_EQ(gather_bound(by, layout::block(4, 4), job), 1 + 2);
    EXPECT_EQ(gather_bound(by, layout::block(1, 1), job), 0);
    job.bytes = 0;
    EXPECT_EQ(gather_bound(by, layout::block(8, 1), job), 0);
}

TEST(Bound, OfUnequalBlocksCountsThoseOutside)
{
    auto by = simple_machine();
    by.nic.in_GBps = 1;
    auto where = layout::block(8, 2);
    collective_job job{.collective = "gatherv", .bytes = 1000, .root = 3, .counts = "zipf", .seed = 7};
    double outside = 0;
    auto sizes = distributed("zipf", 8, 1000, 7);
    for (int r = 0; r < 8; ++r) outside += r / 2 == 1 ? 0 : double(sizes[std::size_t(r)]);
    EXPECT_DOUBLE_EQ(gather_bound(by, where, job), 2 + outside * 1e-3);
}

} // namespace
} // namespace hocket
