// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/swing.hpp"
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace hocket {
namespace {

constexpr int most_swinging = 160;

std::vector<int> steps_of(int p)
{
    std::vector<int> step(std::size_t(p), 0);
    swing{p}.assign(step);
    return step;
}

TEST(Swing, PartnersMeetOverAlternatingDistances)
{
    std::vector<std::int64_t> offsets;
    for (int s = 0; s < 8; ++s) offsets.push_back(swing::offset(s));
    EXPECT_EQ(offsets, (std::vector<std::int64_t>{1, -1, 3, -5, 11, -21, 43, -85}));
    for (int p = 2; p <= most_swinging; p += 2) {
        swing ring{p};
        for (int s = 0; s < ring.steps(); ++s)
            for (int r = 0; r < p; ++r) ASSERT_EQ(ring.peer(ring.peer(r, s), s), r) << p << ' ' << s << ' ' << r;
    }
}

TEST(Swing, EveryBlockIsThereBeforeItIsPassedOn)
{
    for (int p = 2; p <= most_swinging; p += 2) {
        swing ring{p};
        auto step = steps_of(p);
        std::vector<std::set<int>> has(std::size_t(p), std::set<int>{});
        for (int r = 0; r < p; ++r) has[std::size_t(r)].insert(r);
        for (int s = ring.steps() - 1; s >= 0; --s) {
            auto before = has;
            for (int r = 0; r < p; ++r)
                for (int b = 1; b < p; ++b) {
                    if (step[std::size_t(b)] != s) continue;
                    int block = ring.ahead(r, b);
                    ASSERT_TRUE(before[std::size_t(ring.peer(r, s))].contains(block)) << p << ' ' << s << ' ' << r;
                    ASSERT_TRUE(has[std::size_t(r)].insert(block).second);
                }
        }
        for (auto& blocks : has) ASSERT_EQ(int(blocks.size()), p);
    }
}

TEST(Swing, NoStepHasMoreThanHalfOfTheBlocks)
{
    for (int p = 2; p <= 4 * most_swinging; p += 2) {
        auto step = steps_of(p);
        std::vector<int> count(std::size_t(swing{p}.steps()), 0);
        for (int b = 1; b < p; ++b) ++count.at(std::size_t(step[std::size_t(b)]));
        for (int n : count) ASSERT_LE(n, p / 2) << p;
    }
}

} // namespace
} // namespace hocket
