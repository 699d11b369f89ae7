// SPDX-License-Identifier: BSD-3-Clause
#include "scripts.hpp"
#include "shapes/distributions.hpp"
#include "simulate/bounds.hpp"
#include "simulate/job_calls.hpp"
#include <array>
#include <gtest/gtest.h>
#include <numeric>

namespace hocket {
namespace {

constexpr double K = 1e-3; // microseconds for a byte at 1 GB/s

// 10 GB/s into a node, 4 out of it.
machine through_interfaces()
{
    auto by = simple_machine();
    by.nic = {.count = 2, .in_GBps = 5, .out_GBps = 2};
    by.memory_GBps = 10;
    return by;
}

layout uneven()
{
    const std::array nodes{0, 1, 0, 2, 2, 2, 0, 2, 2, 2, 2, 2}; // 3, 1 and 8 ranks
    return layout::of(nodes);
}

collective_job equal(std::size_t n)
{
    return {.collective = "alltoall", .bytes = n};
}

// Of four ranks: 253 bytes for one of them, 1 for each other.
collective_job one_giant()
{
    return {.collective = "alltoallv", .bytes = 64, .counts = "one-giant", .seed = 5};
}

TEST(AlltoallBound, OfShortBlocksIsTheTelling)
{
    auto by = through_interfaces();
    EXPECT_DOUBLE_EQ(alltoall_bound(by, layout::block(12, 4), equal(1)), 2 + 4 * 0.25); // nine ranks to tell
    EXPECT_EQ(alltoall_bound(by, layout::block(12, 4), equal(0)), 0);
    EXPECT_EQ(alltoall_bound(by, layout::block(1, 1), equal(1000)), 0);
}

TEST(AlltoallBound, OfLongBlocksIsWhatTheBusiestNodeGives)
{
    auto by = through_interfaces();
    EXPECT_DOUBLE_EQ(alltoall_bound(by, layout::block(12, 4), equal(1000)), 2 + K * 4 * 8 * 1000 / 4);
    EXPECT_DOUBLE_EQ(alltoall_bound(by, layout::cyclic(12, 3), equal(1000)), 2 + K * 4 * 8 * 1000 / 4);
    EXPECT_DOUBLE_EQ(alltoall_bound(by, uneven(), equal(1000)), 2 + K * 8 * 4 * 1000 / 4);
    by.nic = {.count = 1, .in_GBps = 2, .out_GBps = 8};
    EXPECT_DOUBLE_EQ(alltoall_bound(by, layout::block(22, 1), equal(1000)), 2 + K * 21 * 1000 / 2);
}

TEST(AlltoallBound, OnOneNodeIsTheMemorys)
{
    EXPECT_DOUBLE_EQ(alltoall_bound(through_interfaces(), layout::block(4, 4), equal(100'000)), K * 12 * 100'000 / 10);
}

TEST(AlltoallBound, OfUnequalBlocksIsWhatTheirBusiestNodeGivesOrTakes)
{
    auto by = through_interfaces();
    auto where = layout::block(4, 2);
    // The node without the giant gives it 2 x 253, and 2 x 1 to its neighbour.
    EXPECT_DOUBLE_EQ(alltoall_bound(by, where, one_giant()), 2 + K * 508 / 4);
    by.nic.in_GBps = 1;
    EXPECT_DOUBLE_EQ(alltoall_bound(by, where, one_giant()), 2 + K * 508 / 2);
    EXPECT_DOUBLE_EQ(alltoall_bound(by, layout::block(4, 4), one_giant()), K * (3 * (253 + 2) + 3) / 10);
}

TEST(AlltoallBound, OfEqualBlocksIsTheSameInAllForms)
{
    auto by = through_interfaces();
    for (auto* collective : {"alltoallv", "alltoallw"}) {
        collective_job job{.collective = collective, .bytes = 1000};
        EXPECT_DOUBLE_EQ(alltoall_bound(by, uneven(), job), alltoall_bound(by, uneven(), equal(1000))) << collective;
    }
}

TEST(ExchangedBytes, KeepTheMeanInEachRank)
{
    for (auto name : distribution_names)
        for (int p : {1, 2, 5, 16})
            for (std::size_t n : {0u, 1u, 100u}) {
                auto all = exchanged_bytes({.collective = "alltoallv", .bytes = n, .counts = std::string(name)}, p);
                ASSERT_EQ(all.size(), std::size_t(p));
                for (auto& row : all)
                    EXPECT_EQ(std::accumulate(row.begin(), row.end(), std::size_t(0)), n * std::size_t(p)) << name;
            }
}

TEST(ExchangedBytes, OfOneGiantHaveTheSameReceiverInAllRanks)
{
    auto all = exchanged_bytes(one_giant(), 4);
    for (auto& row : all) EXPECT_EQ(row, all.front());
    EXPECT_EQ(std::ranges::max(all.front()), 253u);
    EXPECT_EQ(std::ranges::count(all.front(), 1u), 3);
}

TEST(ExchangedBytes, OfOthersDifferFromRankToRank)
{
    auto all = exchanged_bytes({.collective = "alltoallw", .bytes = 100, .counts = "random"}, 4);
    EXPECT_NE(all[0], all[1]);
    EXPECT_EQ(all, exchanged_bytes({.collective = "alltoallw", .bytes = 100, .counts = "random"}, 4));
}

} // namespace
} // namespace hocket
