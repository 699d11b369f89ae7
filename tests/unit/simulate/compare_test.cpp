// SPDX-License-Identifier: BSD-3-Clause
#include "choose/own_choice.hpp"
#include "scripts.hpp"
#include "simulate/compare.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

std::vector<simulated_row> compared(const machine& by, const layout& where, const collective_job& job,
                                    const std::vector<std::string>& specs, const comparison_options& with = {})
{
    return compare(by, priced_place("bcast", where, job.bytes, by), job, specs, with);
}

TEST(Compare, RunsInTheOrderOfDeclaredTimeAndGivesUpTheSlow)
{
    auto where = layout::block(64, 1);
    const std::vector<std::string> specs{"chain", "knomial:k=2", "flat", "knomial:k=4", "knomial:k=2"};
    for (bool full : {false, true}) {
        std::vector<std::string> heard;
        comparison_options with;
        with.full = full;
        with.heard = [&](const simulated_row& row) { heard.push_back(row.algorithm); };
        auto rows = compared(simple_machine(), where, {.bytes = 8}, specs, with);
        ASSERT_EQ(rows.size(), 4u); // one of the same twice
        double best = 1e300;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            EXPECT_EQ(heard[i], rows[i].algorithm);
            EXPECT_LE(rows[std::max<std::size_t>(i, 1) - 1].declared, rows[i].declared);
            EXPECT_GT(rows[i].rounds, 0);
            if (!rows[i].times.abandoned) best = std::min(best, rows[i].times.time);
        }
        EXPECT_EQ(rows.back().algorithm, "chain");
        EXPECT_EQ(rows.back().rounds, 63);
        EXPECT_EQ(rows.back().times.abandoned, !full);
        double whole = 63 * 3.016, known = full ? whole : too_slow * best;
        EXPECT_GE(rows.back().times.time, known - 1e-4);
        EXPECT_LE(rows.back().times.time, whole + 1e-4);
    }
}

TEST(Compare, LeavesOutWhatIsDeclaredFarSlowerOrSendsTooMuch)
{
    auto where = layout::block(64, 1);
    auto names = [&](bool full, double within, double most_messages) {
        comparison_options with;
        with.full = full, with.within = within, with.most_messages = most_messages;
        std::vector<std::string> all;
        for (auto& row : compared(simple_machine(), where, {.bytes = 1 << 20},
                                  {"bine", "knomial", "then(scatter=knomial,allgather=ring)"}, with))
            all.push_back(row.algorithm);
        std::ranges::sort(all);
        return all;
    };
    const std::vector<std::string> all{"bine", "knomial", "then(scatter=knomial,allgather=ring)"};
    EXPECT_EQ(names(false, 1e18, 1e18), all);
    EXPECT_EQ(names(false, 1e18, 63), (std::vector<std::string>{"bine", "knomial"}));
    EXPECT_EQ(names(false, 2, 1e18), (std::vector<std::string>{all[2]}));
    EXPECT_EQ(names(true, 2, 63), all);
}

TEST(Compare, WhatHasNoClockOfItsOwnIsNoRow)
{
    auto where = layout::block(8, 2);
    auto rows = compared(simple_machine(), where, {.bytes = 8},
                         {"native", "levels(across=native,inside=knomial)", "knomial", "nonsense"});
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].algorithm, "knomial");
}

TEST(Compare, NoiseIsMeasuredOverSeeds)
{
    auto by = simple_machine();
    by.noise = {.jitter_probability = 0.5, .jitter_us = 3};
    auto where = layout::block(16, 1);
    comparison_options with;
    with.noise_seeds = 21;
    auto row = compared(by, where, {.bytes = 8}, {"chain"}, with).at(0);
    ASSERT_TRUE(row.noisy);
    simulator on(by, where);
    auto how = bind_algorithm("bcast", std::string_view("chain"), priced_place("bcast", where, 8, by));
    std::vector<double> times;
    for (std::uint64_t seed = 1; seed <= 21; ++seed)
        times.push_back(run_job(on, where, *how, {.bytes = 8}, 15, {.noise_seed = seed}).time);
    std::ranges::sort(times);
    EXPECT_EQ(row.noisy->median, times[10]);
    EXPECT_EQ(row.noisy->p95, times[19]);
    EXPECT_LT(row.times.time, row.noisy->median);
    EXPECT_FALSE(compared(by, where, {.bytes = 8}, {"chain"}).at(0).noisy);
}

} // namespace
} // namespace hocket
