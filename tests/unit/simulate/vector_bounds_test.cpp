// SPDX-License-Identifier: BSD-3-Clause
#include "scripts.hpp"
#include "simulate/bounds.hpp"
#include "simulate/job_cut.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// 1000 bytes: 0.1 us in and 0.25 us out through the interfaces of a node.
machine through_interfaces()
{
    auto by = simple_machine();
    by.nic = {.count = 2, .in_GBps = 5, .out_GBps = 2};
    return by;
}

constexpr double K = 1e-3; // microseconds for a byte at 1 GB/s

TEST(VectorBound, OfNothingToMoveIsTheTelling)
{
    auto by = simple_machine();
    auto where = layout::block(12, 4);
    double telling = 2 + 4 * 0.25; // nine ranks to tell
    EXPECT_DOUBLE_EQ(barrier_bound(by, where, {.collective = "barrier"}), telling);
    EXPECT_DOUBLE_EQ(allreduce_bound(by, where, {.collective = "allreduce", .bytes = 8}), telling);
    EXPECT_DOUBLE_EQ(scan_bound(by, where, {.collective = "scan", .bytes = 8}), telling);
    for (auto* bound : {allreduce_bound, reduce_bound, scan_bound})
        EXPECT_EQ(bound(by, where, {.collective = "allreduce", .bytes = 0}), 0);
    for (auto* bound :
         {barrier_bound, allgather_bound, reduce_bound, allreduce_bound, reduce_scatter_bound, scan_bound})
        EXPECT_EQ(bound(by, layout::block(1, 1), {.collective = "reduce_scatter", .bytes = 1'000'000}), 0);
}

TEST(VectorBound, IsWhatPassesTheInterfacesOfANode)
{
    auto by = through_interfaces();
    auto where = layout::block(12, 4);
    const std::size_t n = 1'200'000;
    double out = K * n / 4;
    EXPECT_DOUBLE_EQ(reduce_bound(by, where, {.collective = "reduce", .bytes = n}), 2 + out);
    EXPECT_DOUBLE_EQ(allreduce_bound(by, where, {.collective = "allreduce", .bytes = n}), 2 + 4.0 / 3 * out);
    EXPECT_DOUBLE_EQ(scan_bound(by, where, {.collective = "exscan", .bytes = n}), 2 + out);
    EXPECT_DOUBLE_EQ(reduce_scatter_bound(by, where, {.collective = "reduce_scatter", .bytes = n}), 2 + 2.0 / 3 * out);
    // Its own out, or all but its own in.
    EXPECT_DOUBLE_EQ(allgather_bound(by, where, {.collective = "allgather", .bytes = n / 12}), 2 + K * (n / 3) / 4);
    by.nic.out_GBps = 5;
    EXPECT_DOUBLE_EQ(allgather_bound(by, where, {.collective = "allgather", .bytes = n / 12}),
                     2 + K * (n * 2 / 3) / 10);
    EXPECT_DOUBLE_EQ(allgather_bound(by, where, {.collective = "allgatherv", .bytes = n}), 2 + K * (n * 2 / 3) / 10);
}

TEST(VectorBound, OnOneNodeIsTheMemorys)
{
    auto by = through_interfaces();
    by.memory_GBps = 10;
    auto where = layout::block(4, 4);
    EXPECT_DOUBLE_EQ(allreduce_bound(by, where, {.collective = "allreduce", .bytes = 1'000'000}), 1 + 6 * 100 / 1.15);
    EXPECT_DOUBLE_EQ(allgather_bound(by, where, {.collective = "allgather", .bytes = 1'000'000}), 300);
}

// 2 (p-1) n bytes are taken, at 10 GB/s by each memory from 1 us on and at 10 GB/s by each node's interfaces from 2 us
// on.
TEST(VectorBound, OfAnAllreduceIsWhatMemoriesAndInterfacesTake)
{
    auto by = through_interfaces();
    by.memory_GBps = 10;
    auto where = layout::block(64, 16);
    double each = 2 * 63 * 100'000 / 4.0 * K;
    EXPECT_DOUBLE_EQ(allreduce_bound(by, where, {.collective = "allreduce", .bytes = 100'000}),
                     (each + 11.5 + 20) / 21.5);
    auto slow = by;
    slow.node.latency_us = 5; // nothing is there yet when all has crossed the network
    EXPECT_LT(allreduce_bound(slow, where, {.collective = "allreduce", .bytes = 8}), 5);
    by.memory_GBps = 0;
    EXPECT_LT(allreduce_bound(by, where, {.collective = "allreduce", .bytes = 100'000}), 100);
}

TEST(VectorBound, OfReductionsIsTheWorkOfTheBusiestRank)
{
    auto by = simple_machine();
    by.reduce_GBps["any"] = 2;
    auto where = layout::block(4, 4);
    for (auto* bound : {reduce_bound, allreduce_bound, reduce_scatter_bound})
        EXPECT_DOUBLE_EQ(bound(by, where, {.collective = "reduce_scatter", .bytes = 1'000'000}), 375);
    EXPECT_DOUBLE_EQ(scan_bound(by, where, {.collective = "scan", .bytes = 1'000'000}), 375);
    EXPECT_DOUBLE_EQ(scan_bound(by, where, {.collective = "exscan", .bytes = 1'000'000}), 250);
}

TEST(JobCut, KeepsTheTotalAndWholeElements)
{
    for (auto* collective : {"allgatherv", "reduce_scatter"})
        for (auto name : distribution_names)
            for (int p : {1, 5, 16})
                for (std::size_t n : {0u, 3u, 4u, 4096u, 10'000u}) {
                    collective_job job{.collective = collective, .bytes = n, .counts = std::string(name), .seed = 3};
                    job_cut cut(job, p);
                    EXPECT_EQ(cut.cut().total(), n) << name;
                    EXPECT_EQ(cut.cut().offset(p), n) << name;
                    for (auto size : cut.blocks()) EXPECT_EQ(size % element_of(job), 0u) << name;
                }
}

TEST(JobCut, OfOneBlockEachIsAsManyBlocks)
{
    for (auto* collective : {"allgather", "reduce_scatter_block"})
        for (std::size_t n : {0u, 1u, 7u, 64u}) {
            job_cut cut({.collective = collective, .bytes = n}, 5);
            EXPECT_EQ(cut.blocks(), std::vector<std::size_t>(5, n)) << collective;
        }
}

} // namespace
} // namespace hocket
