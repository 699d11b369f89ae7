// SPDX-License-Identifier: BSD-3-Clause
// Every declared cost of the catalogue beside what the clock counts when the algorithm runs.
#include "rank_counts.hpp"
#include "world/compare_costs.hpp"
#include <gtest/gtest.h>
#include <map>

using namespace hocket;

TEST(DeclaredCosts, RoundsAreExactAndBytesClose)
{
    check_options by;
    by.collectives = {"bcast"};
    auto candidates = candidates_of(by);
    ASSERT_TRUE(candidates);
    long rows = 0;
    for (auto& one : *candidates)
        for (int p : rank_counts(2, 33))
            for (std::size_t n : {65536u, 70001u})
                for (auto& row : compare_costs(one, p, n)) {
                    ++rows;
                    EXPECT_FALSE(row.wrong) << row.algorithm << " p=" << p << ": " << row.wrong->detail;
                    bool unequal = row.algorithm.find("k-ring") != row.algorithm.npos && p % 4 != 0; // an upper bound
                    if (row.what != "rounds" || n != 65536 || unequal) continue;
                    EXPECT_EQ(row.declared, row.counted) << row.algorithm << " p=" << p;
                }
    EXPECT_GT(rows, 156 * long(rank_counts(2, 33).size()));
}

// Nodes of several sizes and a byte for each rank: 246 were declared for 249 bytes at 63 ranks.
TEST(DeclaredCosts, OfABcastMayBeAByteShortForEachRankOfUnevenNodes)
{
    check_options by;
    by.collectives = {"bcast"};
    by.algorithms = {"lanes(across=knomial,inside=then(scatter=knomial,allgather=circulant)):leaders=1"};
    auto candidates = candidates_of(by);
    ASSERT_TRUE(candidates);
    for (int p : {47, 63})
        for (auto& row : compare_costs(candidates->front(), p, std::size_t(p))) EXPECT_FALSE(row.wrong) << p;
}

// Gather and scatter cut nothing and round nothing.
TEST(DeclaredCosts, RoundsAndBytesOfEqualBlocks)
{
    check_options by;
    by.collectives = {"gather", "scatter"};
    auto candidates = candidates_of(by);
    ASSERT_TRUE(candidates);
    long rows = 0;
    for (auto& one : *candidates)
        for (int p : rank_counts(2, 33))
            for (std::size_t n : {1u, 64u, 9000u})
                for (auto& row : compare_costs(one, p, n)) {
                    ++rows;
                    EXPECT_FALSE(row.wrong) << row.collective << " " << row.algorithm << " p=" << p << " n=" << n
                                            << ": " << row.wrong->detail;
                    bool plain = row.algorithm.starts_with("flat") || row.algorithm.starts_with("knomial");
                    if (!plain) continue;
                    EXPECT_EQ(row.declared, row.counted) << row.collective << " " << row.algorithm;
                }
    EXPECT_GT(rows, 156 * long(rank_counts(2, 33).size()));
}

// Sizes that all cuts divide. Upper bounds: of k-rings, whose last group may be smaller, and a few that are a round
// over.
TEST(DeclaredCosts, RoundsOfTheOthersAreExact)
{
    check_options by;
    by.collectives = {"barrier", "allgather", "reduce", "allreduce", "reduce_scatter_block", "scan", "exscan"};
    auto candidates = candidates_of(by);
    ASSERT_TRUE(candidates);
    std::map<std::string, int> rows, over;
    auto ranks = rank_counts(2, 33);
    for (int first : {47, 63})
        for (int p : rank_counts(first, first + 1)) ranks.push_back(p);
    for (auto& one : *candidates)
        for (int p : ranks) {
            bool blocks = whole_vector(one.collective, 1, 2) > 1;
            for (auto& row : compare_costs(one, p, blocks ? 64 : std::size_t(p) * 1024)) {
                ASSERT_FALSE(row.wrong) << row.algorithm << " p=" << p << ": " << row.wrong->detail;
                if (row.what != "rounds") continue;
                auto name = row.collective + " " + row.algorithm;
                ++rows[name];
                over[name] += row.declared != row.counted;
                bool ragged = name.find("k-ring") != name.npos && p % 4 != 0;
                bool exact = name.starts_with("reduce_scatter_block k-ring");
                int over_by = exact ? 0 : ragged ? 6 : 1;
                EXPECT_LE(row.declared, row.counted + over_by) << name << " p=" << p;
            }
        }
    EXPECT_GT(rows.size(), 100u);
    for (auto& [name, count] : over) {
        if (name.find("k-ring") != name.npos) continue;
        EXPECT_LE(count, 5) << name << " of " << rows[name];
    }
}

// What has one block under way at a time, or all in the order of a timetable, is exact.
TEST(DeclaredCosts, OfAlltoallsWithManyBlocksUnderWay)
{
    check_options by;
    by.collectives = {"alltoall"};
    auto candidates = candidates_of(by);
    ASSERT_TRUE(candidates);
    std::map<std::string, int> rows, exact;
    for (auto& one : *candidates)
        for (int p : rank_counts(2, 33))
            for (std::size_t n : {1u, 64u})
                for (auto& row : compare_costs(one, p, n)) {
                    ASSERT_FALSE(row.wrong) << row.algorithm << " p=" << p << ": " << row.wrong->detail;
                    ++rows[row.algorithm];
                    exact[row.algorithm] += row.declared == row.counted;
                }
    EXPECT_GT(rows.size(), 30u);
    for (auto* name : {"flat", "pairwise", "xor", "bruck", "circulant"})
        EXPECT_EQ(exact.at(name), rows.at(name)) << name;
}
