// SPDX-License-Identifier: BSD-3-Clause
#include "choose/trial.hpp"
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace hocket {
namespace {

std::vector<bound_plan> plans(std::size_t n)
{
    std::vector<bound_plan> all(n);
    for (std::size_t i = 0; i < n; ++i) all[i].text = std::string(1, char('a' + i));
    return all;
}

constexpr std::uint64_t asked(std::size_t n)
{
    return n * (trial::warmup + trial::rounds);
}

// Runs until the ranks are to decide, with these times.
void run_up(trial& of, const std::map<std::string, std::int64_t>& times)
{
    while (!of.is_due()) of.took(times.at(of.plan().text));
}

TEST(Trial, EachRoundHasEveryAlgorithmOnceInChangingOrder)
{
    for (std::size_t n : {2u, 3u}) {
        trial one(plans(n));
        std::set<std::string> orders;
        for (std::uint64_t round = 0; round < trial::warmup + trial::rounds; ++round) {
            std::string order;
            for (std::size_t i = 0; i < n; ++i) {
                order += one.plan().text;
                one.took(1);
            }
            EXPECT_EQ(std::set<char>(order.begin(), order.end()).size(), n) << order;
            orders.insert(order);
        }
        EXPECT_GT(orders.size(), 1u);
        EXPECT_TRUE(one.is_due());
        EXPECT_EQ(one.calls(), asked(n));
    }
}

// The first rounds set things up.
TEST(Trial, FirstRoundsDoNotCount)
{
    trial one(plans(2));
    for (std::uint64_t i = 0; !one.is_due(); ++i) one.took(i < trial::warmup * 2 ? 1'000'000 : 7);
    EXPECT_EQ(one.medians(), (std::vector<std::uint64_t>{7, 7}));
}

TEST(Trial, TheChoiceStaysForAGainInTheNoise)
{
    trial one(plans(3));
    run_up(one, {{"a", 100}, {"b", 95}, {"c", 200}});
    EXPECT_EQ(one.settle(one.medians()).text, "a");
    EXPECT_EQ(one.plan().text, "a");
}

TEST(Trial, TheFastestRunsOnAndIsAskedAgain)
{
    trial one(plans(3));
    run_up(one, {{"a", 100}, {"b", 150}, {"c", 50}});
    EXPECT_EQ(one.settle(one.medians()).text, "c");
    std::uint64_t calls = one.calls();
    for (; one.plan().text == "c" && calls < 100 * asked(3); ++calls) one.took(1);
    EXPECT_GE(calls, trial::again * asked(3));
    EXPECT_LE(calls, trial::again * asked(3) + 3);
    run_up(one, {{"a", 10}, {"b", 150}, {"c", 50}});
    EXPECT_EQ(one.settle(one.medians()).text, "a");
}

// Ranks have times of their own, and run the same all the same.
TEST(Trial, RanksNeverDiffer)
{
    const unsigned seed = 5;
    std::mt19937 draw(seed);
    std::vector<trial> ranks(4, trial(plans(3)));
    for (int call = 0; call < 20000; ++call) {
        for (auto& one : ranks) ASSERT_EQ(one.plan().text, ranks[0].plan().text) << seed << ' ' << call;
        for (auto& one : ranks) one.took(std::int64_t(1 + draw() % 1000));
        if (!ranks[0].is_due()) continue;
        std::vector<std::uint64_t> greatest(3, 0);
        for (auto& one : ranks) {
            ASSERT_TRUE(one.is_due());
            auto mine = one.medians();
            for (std::size_t i = 0; i < 3; ++i) greatest[i] = std::max(greatest[i], mine[i]);
        }
        for (auto& one : ranks) one.settle(greatest);
    }
    EXPECT_EQ(ranks[0].calls(), 20000u);
}

} // namespace
} // namespace hocket
