// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/hops.hpp"
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace hocket {
namespace {

std::vector<hop_weights> all_ways(int p)
{
    std::vector<hop_weights> all{hop_weights::halves(p)};
    for (int k = 2; k <= 9; ++k) all.push_back(hop_weights::powers(p, k));
    return all;
}

struct totals {
    std::int64_t messages = 0, blocks = 0;
    bool operator==(const totals&) const = default;
};
totals totals_of(const hop_weights& by)
{
    totals all;
    each_hop(by, [&](int, int, std::int64_t n, std::int64_t) { ++all.messages, all.blocks += n; });
    return all;
}

TEST(Hops, MakeUpEveryDistance)
{
    for (int p = 1; p <= 130; ++p)
        for (auto& by : all_ways(p))
            for (int distance = 0; distance < p; ++distance) {
                int left = distance;
                for (int step = 0; step < by.steps; ++step) {
                    ASSERT_LT(left, by.range(step));
                    ASSERT_LE(left / by.weight[std::size_t(step)], by.most(step));
                    left %= by.weight[std::size_t(step)];
                }
                ASSERT_EQ(left, 0) << p;
            }
}

// Every message has something in it, and no two of them go the same way.
TEST(Hops, AreCountedAsTheyAre)
{
    for (int p = 2; p <= 70; ++p)
        for (auto& by : all_ways(p)) {
            std::vector<int> ways;
            each_hop(by, [&](int step, int j, std::int64_t n, std::int64_t runs) {
                int w = by.weight[std::size_t(step)];
                std::int64_t distances = 0, beginnings = 0;
                for (int d = 0; d < p; ++d) {
                    int left = d;
                    for (int s = 0; s < step; ++s) left %= by.weight[std::size_t(s)];
                    if (left / w != j) continue;
                    ++distances, beginnings += left == j * w;
                }
                ASSERT_EQ(n, distances);
                ASSERT_EQ(runs, beginnings);
                ASSERT_GT(n, 0);
                ways.push_back(j * w);
            });
            std::ranges::sort(ways);
            ASSERT_EQ(std::ranges::adjacent_find(ways), ways.end()) << p;
            ASSERT_LT(ways.back(), p);
        }
}

// What the literature says of 63 and 64 ranks.
TEST(Hops, AreAsManyAsPublished)
{
    EXPECT_EQ(totals_of(hop_weights::powers(64, 2)), (totals{6, 192}));
    EXPECT_EQ(totals_of(hop_weights::powers(64, 4)), (totals{9, 144}));
    EXPECT_EQ(totals_of(hop_weights::powers(64, 8)), (totals{14, 112}));
    EXPECT_EQ(totals_of(hop_weights::powers(64, 64)), (totals{63, 63}));
    EXPECT_EQ(totals_of(hop_weights::halves(64)), (totals{6, 192}));
    EXPECT_EQ(totals_of(hop_weights::halves(63)), (totals{6, 186}));
}

TEST(Hops, HoldAtTheLargestInt)
{
    constexpr int huge = std::numeric_limits<int>::max();
    EXPECT_EQ(hop_weights::powers(huge, 2).steps, 31);
    EXPECT_EQ(hop_weights::powers(huge, 2).weight[0], 1 << 30);
    EXPECT_EQ(hop_weights::powers(huge, huge).steps, 1);
    EXPECT_EQ(hop_weights::halves(huge).steps, 31);
}

} // namespace
} // namespace hocket
