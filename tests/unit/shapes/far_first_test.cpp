// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/far_first.hpp"
#include <gtest/gtest.h>
#include <set>

namespace hocket {
namespace {

constexpr int most_far_first = 130;

// All ranks do the same, so the offsets of the blocks that one has are those of all.
void reaches_all(int p, int aggregate)
{
    far_first way(p, aggregate);
    std::set<int> has{0};
    for (int i = 0; i < way.steps(); ++i) {
        auto step = way.at(i);
        ASSERT_GT(step.count(p), 0);
        ASSERT_LE(step.count(p), way.most_blocks());
        if (aggregate > 0) {
            ASSERT_LE(step.count(p), aggregate);
        }
        auto before = has;
        for (int j = 0, offset = step.first; j < step.count(p); ++j, offset += step.stride) {
            ASSERT_LT(offset, p);
            ASSERT_TRUE(before.contains(offset - step.hop)) << offset;
            ASSERT_TRUE(has.insert(offset).second) << offset;
        }
    }
    ASSERT_EQ(int(has.size()), p);
}

TEST(FarFirst, EveryBlockComesOnceFromWhoHasIt)
{
    for (int p = 1; p <= most_far_first; ++p)
        for (int aggregate : {0, 1, 2, 3, 4, 7, 8, 16, 64, 1 << 20}) {
            SCOPED_TRACE(::testing::Message() << p << " ranks, aggregate=" << aggregate);
            reaches_all(p, aggregate);
            if (HasFatalFailure()) return;
        }
}

TEST(FarFirst, AllBlocksThatTakeOneWayShareItsMessage)
{
    for (int p = 1; p <= most_far_first; ++p) {
        far_first way(p, 0);
        EXPECT_EQ(way.steps(), int(std::bit_width(unsigned(p) - 1)));
        for (int i = 1; i < way.steps(); ++i) EXPECT_LT(way.at(i).hop, way.at(i - 1).hop);
    }
}

TEST(FarFirst, OneBlockAMessageTakesAsManyRoundsAsARing)
{
    for (int p = 1; p <= most_far_first; ++p) EXPECT_EQ(far_first(p, 1).steps(), p - 1);
}

} // namespace
} // namespace hocket
