// SPDX-License-Identifier: BSD-3-Clause
// Every declared cost of the catalogue beside what the clock counts when the algorithm runs.
#include "world/compare_costs.hpp"
#include <gtest/gtest.h>

using namespace hocket;

TEST(DeclaredCosts, RoundsAreExactAndBytesClose)
{
    check_options by;
    by.collectives = {"bcast"};
    auto candidates = candidates_of(by);
    ASSERT_TRUE(candidates);
    long rows = 0;
    for (auto& one : *candidates)
        for (int p = 2; p <= 33; ++p)
            for (std::size_t n : {65536u, 70001u})
                for (auto& row : compare_costs(one, p, n)) {
                    ++rows;
                    EXPECT_FALSE(row.wrong) << row.algorithm << " p=" << p << ": " << row.wrong->detail;
                    bool unequal = row.algorithm.find("k-ring") != row.algorithm.npos && p % 4 != 0; // an upper bound
                    if (row.what != "rounds" || n != 65536 || unequal) continue;
                    EXPECT_EQ(row.declared, row.counted) << row.algorithm << " p=" << p;
                }
    EXPECT_GT(rows, 5000);
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
        for (int p = 2; p <= 33; ++p)
            for (std::size_t n : {1u, 64u, 9000u})
                for (auto& row : compare_costs(one, p, n)) {
                    ++rows;
                    EXPECT_FALSE(row.wrong) << row.collective << " " << row.algorithm << " p=" << p << " n=" << n
                                            << ": " << row.wrong->detail;
                    bool plain = row.algorithm.starts_with("flat") || row.algorithm.starts_with("knomial");
                    if (!plain) continue;
                    EXPECT_EQ(row.declared, row.counted) << row.collective << " " << row.algorithm;
                }
    EXPECT_GT(rows, 5000);
}
