// SPDX-License-Identifier: BSD-3-Clause
#include "drive/tag_ranges.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// As a communicator takes them, on ranks that all have the same in use.
struct taker {
    tag_ranges ranges{1 << 28};
    int asked = 0;

    int take()
    {
        if (!ranges.has_lasting()) {
            ++asked;
            ranges.renew(ranges.in_use());
        }
        EXPECT_TRUE(ranges.has_lasting());
        return ranges.next_lasting() - 1 - tag_ranges::most;
    }
    void give_back(int which) { ranges.give_back(which + 1 + tag_ranges::most); }
};

TEST(TagRanges, WhoMakesAndFreesOneAtATimeStaysWithTheFirstAndAsksSeldom)
{
    constexpr int times = 400;
    for (int held = 0; held < 40; ++held) {
        taker some;
        for (int i = 0; i < held; ++i) some.take();
        int before = some.asked, last = 0;
        for (int i = 0; i < times; ++i) {
            int which = some.take();
            last = std::max(last, which);
            some.give_back(which);
        }
        EXPECT_LT(last, held + tag_ranges::asked_after) << held;
        EXPECT_LE(some.asked - before, times / tag_ranges::asked_after + 1) << held;
    }
}

TEST(TagRanges, AllCanBeTakenAndAgain)
{
    taker some;
    for (int i = 0; i < tag_ranges::most_lasting; ++i) EXPECT_EQ(some.take(), i);
    some.ranges.renew(some.ranges.in_use());
    EXPECT_FALSE(some.ranges.has_lasting());
    some.give_back(77);
    EXPECT_EQ(some.take(), 77);
}

TEST(TagRanges, NonblockingOnesTakeTurnsAmongFewerFromNowOn)
{
    tag_ranges ranges{1 << 28};
    EXPECT_EQ(ranges.next(), 1);
    ranges.keep_to(3);
    std::vector<int> taken;
    for (int i = 0; i < 4; ++i) taken.push_back(ranges.next());
    EXPECT_EQ(taken, (std::vector{2, 3, 1, 2}));
}

} // namespace
} // namespace hocket
