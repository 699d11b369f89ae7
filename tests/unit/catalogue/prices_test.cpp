// SPDX-License-Identifier: BSD-3-Clause
// Declared costs under the prices of a machine, in placements.
#include "choose/own_choice.hpp"
#include "machine/machine.hpp"
#include <gtest/gtest.h>

using namespace hocket;

namespace {

double declared(std::string_view collective, std::string_view algorithm, const layout& where, std::size_t n,
                const machine& by = *find_machine("gigabit"))
{
    auto at = priced_place(collective, where, n, by);
    return (*bind_algorithm(collective, algorithm, at)).declared(at.as_problem()).finish;
}

// Whether a switch that drops what its ports of 16 KiB cannot take makes an alltoall of such blocks dearer.
bool loses(std::string_view algorithm, const layout& where, std::size_t n, std::string_view collective = "alltoall")
{
    auto calm = *find_machine("gigabit"), lossy = calm;
    calm.port = {};
    lossy.port = {.buffer = 16384, .drops = true, .rto_us = 1e12};
    return declared(collective, algorithm, where, n, lossy) > declared(collective, algorithm, where, n, calm);
}

} // namespace

// 4 nodes x 16 ranks: by its last two messages each node takes 2 x 16 ranks' share through one interface.
TEST(Prices, CirculantNBlockWasPricedAsIfNothingLeftItsNodeAtO3)
{
    auto where = layout::block(64, 16);
    double through_nic = 2 * 16 * (63 * 512 / 6.0) / 117.5;
    EXPECT_GT(declared("allgather", "circulant-n-block:blocks=1", where, 512), through_nic);
}

// In a ring every rank sends to another node in each step, and those of a node share its interface.
TEST(Prices, RanksDealtOutToNodesWerePricedAsIfEachHadItsOwnInterface)
{
    auto where = layout::cyclic(64, 8);
    double steps = 63, block = 100'000, through_nic = steps * 8 * block / 117.5;
    EXPECT_GT(declared("allgather", "ring", where, std::size_t(block)), 0.95 * through_nic);
    EXPECT_LT(declared("allgather", "ring", where, std::size_t(block)), 1.2 * through_nic);
}

// A window of 0 stands for none, and however many flows leave an interface, it carries them all.
TEST(Prices, AlltoallsWithManyFlowsTakeAsLongAsTheInterface)
{
    auto where = layout::block(22, 1), crowded = layout::block(64, 16);
    double block = 65536, through_nic = 21 * block / 117.5, of_all = 48 * 16 * block / 117.5;
    for (auto algorithm : {"flat:sends=0:receives=0", "flat:sends=4:receives=0", "node-timetable:flows=32",
                           "node-timetable:flows=4", "node-timetable:flows=1"}) {
        EXPECT_GT(declared("alltoall", algorithm, where, std::size_t(block)), 0.95 * through_nic) << algorithm;
        EXPECT_LT(declared("alltoall", algorithm, where, std::size_t(block)), 1.1 * through_nic) << algorithm;
        EXPECT_GT(declared("alltoall", algorithm, crowded, std::size_t(block)), 0.95 * of_all) << algorithm;
        EXPECT_LT(declared("alltoall", algorithm, crowded, std::size_t(block)), 1.1 * of_all) << algorithm;
    }
}

// Ranks 8 apart share a node there: nothing of this crosses the network.
TEST(Prices, DistancesOfAWholeTurnStayOnTheNode)
{
    problem of{64, 64 * 1024.0, {}, {}, true};
    of.per_node = 8, of.stride = 8;
    of.node = {1, 0}, of.network = {100, 0};
    EXPECT_EQ(of.exchange(1024, 8), 1);
    EXPECT_EQ(of.exchange(1024, 4), 100);
    EXPECT_EQ(of.hop(1024, 16), 1);
    EXPECT_EQ(of.hop(1024, 1), 100);
}

TEST(Prices, FlowsThatMeetBeforeAPortLose)
{
    auto apart = layout::block(22, 1);
    EXPECT_FALSE(loses("flat", apart, 512)); // 21 blocks fit
    EXPECT_TRUE(loses("flat", apart, 1024));
    EXPECT_FALSE(loses("flat:sends=0:receives=1", apart, 1 << 20)); // over the eager limit: the receiver lets one come
    EXPECT_FALSE(loses("pairwise", apart, 8192)); // two rounds may overlap
    EXPECT_TRUE(loses("pairwise", apart, 8193));
    EXPECT_FALSE(loses("timetable:window=1", apart, 8192));
    EXPECT_TRUE(loses("timetable:window=1", apart, 8193));
    EXPECT_TRUE(loses("timetable:window=2", apart, 8192));
    EXPECT_FALSE(loses("timetable:window=1:credit=4K", apart, 1 << 20));
    EXPECT_FALSE(loses("timetable:window=2:segment=2K", apart, 1 << 20)); // 2 x 2 swaps of two segments
    EXPECT_TRUE(loses("bruck:k=32", apart, 1024));
    EXPECT_TRUE(loses("two-phase-bruck:k=32", apart, 1024, "alltoallv"));
}

TEST(Prices, ANodesFlowsMeetBeforeItsPort)
{
    auto fours = layout::block(32, 4);
    EXPECT_FALSE(loses("node-timetable:flows=1:small=0", fours, 8192));
    EXPECT_TRUE(loses("node-timetable:flows=2:small=0", fours, 8192));
    EXPECT_TRUE(loses("pairwise", fours, 4096)); // four ranks
}

// Whatever one interface sends leaves the port as fast as it comes.
TEST(Prices, BetweenTwoNodesNothingMeets)
{
    for (int ranks : {1, 4})
        for (auto* algorithm : {"flat", "pairwise", "timetable:window=32", "node-timetable:small=0", "bruck"})
            EXPECT_FALSE(loses(algorithm, layout::block(2 * ranks, ranks), 1 << 20)) << algorithm << ' ' << ranks;
}
