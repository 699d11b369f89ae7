// SPDX-License-Identifier: BSD-3-Clause
// Checks of gather and scatter: what is tried, and what a failure says.
#include "rooted_toys.hpp"
#include "world/block_counts.hpp"
#include "world/check_plan.hpp"
#include <gtest/gtest.h>
#include <numeric>
#include <set>

namespace hocket {
namespace {

using namespace toys;

candidate candidate_of(const char* collective, const char* name, start_rooted how)
{
    auto shared = std::make_shared<rooted_toy>(how);
    return {collective, name, [=](const place&) { return bound_plan{name, way::own, false, false, shared}; }};
}

TEST(RootedCheck, PassesWhatIsRight)
{
    for (auto* collective : {"gather", "gatherv", "scatter", "scatterv"}) {
        check_options by;
        by.ranks = {1, 2, 5, 12};
        bool to_root = std::string(collective).starts_with("gather");
        auto report = check({candidate_of(collective, "flat", to_root ? gathers : scatters)}, by);
        EXPECT_GT(report.checks, 500);
        ASSERT_TRUE(report.failures.empty()) << report.failures[0].detail;
    }
}

TEST(RootedCheck, AFailureCanBeRepeated)
{
    check_options by;
    by.ranks = {5};
    by.counts = {"zipf"};
    by.layouts = {"one"};
    by.roots = {3};
    by.bytes = {64};
    by.orders = {"seed:2"};
    by.seed = 9;
    auto report = check({candidate_of("gatherv", "toy", gathers_but_one)}, by);
    ASSERT_EQ(report.failures.size(), 1u);
    auto& f = report.failures[0];
    EXPECT_EQ(f.collective, "gatherv");
    EXPECT_EQ(f.counts, "zipf");
    EXPECT_EQ(f.reproduce, "hocket check gatherv --algorithm 'toy' --ranks 5 --roots 3 --layouts one --bytes 64 "
                           "--counts zipf --orders seed:2 --seed 9");
    auto again = check({candidate_of("gatherv", "toy", gathers_but_one)}, by);
    EXPECT_EQ(again.failures.at(0).detail, f.detail);
    by.counts = {"disagree"};
    EXPECT_EQ(check({candidate_of("gatherv", "toy", gathers)}, by).failures.at(0).kind, "sizes");
}

TEST(RootedCheck, ComparesCosts)
{
    check_options by;
    by.ranks = {2, 9};
    by.orders = {"clock"};
    EXPECT_TRUE(check({candidate_of("gather", "toy", gathers)}, by).failures.empty());
    EXPECT_EQ(check({candidate_of("gather", "toy", gathers)}, by).checks, 12);
    EXPECT_EQ(check({candidate_of("gatherv", "toy", gathers)}, by).checks, 0);
}

TEST(CheckPlan, SamplesHoldEveryDistribution)
{
    auto on = distinct_layouts(layout_names(), 33, 1);
    std::set<std::string> seen;
    std::set<std::pair<std::size_t, std::string>> pairs;
    auto plan = plan_checks({}, {"gatherv", "knomial", {}}, on);
    for (auto& c : plan.cases) seen.insert(c.counts), pairs.insert({c.bytes, c.counts});
    EXPECT_EQ(seen.size(), counts_names().size());
    EXPECT_GE(pairs.size(), 20u);
    EXPECT_GT(plan.possible, long(plan.cases.size()));
    for (auto* silent : {"flat", "all-at-once"})
        for (auto& c : plan_checks({}, {"gatherv", silent, {}}, on).cases) EXPECT_NE(c.counts, "disagree");
    for (auto& c : plan_checks({}, {"gather", "knomial", {}}, on).cases) EXPECT_EQ(c.counts, "");
}

std::size_t sum(const std::vector<std::size_t>& all)
{
    return std::accumulate(all.begin(), all.end(), std::size_t(0));
}

TEST(Counts, AreWhatTheirNamesSay)
{
    for (unsigned seed = 1; seed < 20; ++seed) {
        auto of = [&](const char* name) { return counts_by_name(name, 100, 7, 1000, seed); };
        EXPECT_EQ(sum(of("equal")), 100'000u);
        EXPECT_NEAR(double(sum(of("random"))), 1e5, 4e4);
        EXPECT_NEAR(double(sum(of("zipf"))), 1e5, 100);
        EXPECT_EQ(sum(of("one-giant")), 100'000u);
        EXPECT_GT(std::ranges::max(of("one-giant")), 87'000u);
        EXPECT_GE(std::ranges::min(of("all-giant")), 6900u);
        EXPECT_EQ(of("zeros")[7], 0u);
        EXPECT_GT(std::ranges::count(of("zeros"), 0u), 20);
        EXPECT_EQ(of("random"), of("random"));
    }
}

TEST(Counts, OneRankDisagrees)
{
    std::set<bool> more;
    for (unsigned seed = 1; seed < 40; ++seed) {
        auto c = make_rooted_case("scatterv", 6, 2, "disagree", 64, seed);
        ASSERT_GE(c.who.rank, 0);
        EXPECT_NE(c.who.rank, 2);
        EXPECT_NE(c.who.has, c.sizes[std::size_t(c.who.rank)]);
        more.insert(c.who.has > c.sizes[std::size_t(c.who.rank)]);
    }
    EXPECT_EQ(more.size(), 2u);
    EXPECT_EQ(make_rooted_case("scatterv", 1, 0, "disagree", 64, 1).who.rank, -1);
}

} // namespace
} // namespace hocket
