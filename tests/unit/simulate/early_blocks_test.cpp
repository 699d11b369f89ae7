// SPDX-License-Identifier: BSD-3-Clause
// Blocks that reach the root of a gather before it asks for them.
#include "choose/own_choice.hpp"
#include "machine/machine.hpp"
#include "simulate/compare.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

std::vector<simulated_row> gathered(const layout& where, std::size_t n, const std::vector<std::string>& specs)
{
    auto by = *find_machine("standard");
    comparison_options with;
    with.full = true;
    return compare(by, priced_place("gather", where, n, by), {.collective = "gather", .bytes = n}, specs, with);
}

} // namespace

// The declared time of a window of two was 0.4 of the simulated one, and it was chosen.
TEST(EarlyBlocks, AreCopiedOnceMore)
{
    for (auto& where : {layout::block(128, 8), layout::block(256, 32), layout::block(185, 5), layout::block(32, 2)})
        for (std::size_t n : {1024, 4096, 8192})
            for (auto& row : gathered(where, n, {"flat:window=1", "flat:window=2", "all-at-once"})) {
                EXPECT_GT(row.declared / row.times.time, 0.8) << where.text() << ' ' << n << ' ' << row.algorithm;
                EXPECT_LT(row.declared / row.times.time, 1.4) << where.text() << ' ' << n << ' ' << row.algorithm;
            }
}

// They come as they are asked for.
TEST(EarlyBlocks, AreNoneWhereEachNodeSendsOneOrAllAreOfOne)
{
    for (auto& where : {layout::block(64, 1), layout::block(64, 64)})
        for (auto& row : gathered(where, 4096, {"flat:window=1", "flat:window=8"}))
            EXPECT_NEAR(row.declared / row.times.time, 1, 0.02) << where.text() << ' ' << row.algorithm;
}

} // namespace hocket
