// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/partition.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

TEST(partition, pieces_tile_the_whole_and_the_longer_come_first)
{
    for (std::size_t total = 0; total <= 300; ++total)
        for (int parts = 1; parts <= 64; ++parts) {
            partition cut{total, parts};
            std::size_t at = 0;
            for (int i = 0; i < parts; ++i) {
                ASSERT_EQ(cut.offset(i), at);
                ASSERT_LE(cut.length(i), cut.length(0));
                ASSERT_LE(cut.length(0), cut.length(i) + 1);
                ASSERT_TRUE(i == 0 || cut.length(i) <= cut.length(i - 1));
                if (cut.length(i) > 0) {
                    ASSERT_EQ(cut.piece_of(at), i);
                    ASSERT_EQ(cut.piece_of(at + cut.length(i) - 1), i);
                }
                at += cut.length(i);
            }
            ASSERT_EQ(at, total);
            ASSERT_EQ(cut.offset(parts), total);
        }
}

TEST(partition, holds_beyond_32_bits)
{
    partition cut{(std::size_t(1) << 40) + 3, 1 << 20};
    EXPECT_EQ(cut.length(0), (std::size_t(1) << 20) + 1);
    EXPECT_EQ(cut.offset(1 << 20), cut.total);
}

TEST(segments, the_fewest_pieces_tile_the_whole)
{
    for (std::size_t total = 0; total <= 2100; ++total)
        for (std::size_t at_most : {0, 1, 2, 3, 7, 63, 64, 65, 128, 200, 512, 1000, 2048, 5000}) {
            segments cut(total, at_most);
            std::size_t at = 0, fewest = at_most == 0 || total == 0 ? 1 : (total + at_most - 1) / at_most;
            ASSERT_EQ(std::size_t(cut.count()), fewest) << total << " by " << at_most;
            for (int i = 0; i < cut.count(); ++i) {
                ASSERT_EQ(cut.offset(i), at);
                ASSERT_TRUE(total == 0 || cut.length(i) > 0);
                ASSERT_TRUE(at_most == 0 || cut.length(i) <= at_most);
                ASSERT_TRUE(i + 1 == cut.count() || cut.length(i) == cut.size);
                at += cut.length(i);
            }
            ASSERT_EQ(at, total) << total << " by " << at_most;
        }
}

TEST(segments, are_equal_to_within_the_grain)
{
    EXPECT_EQ(segments(1000, 900).length(0), 512u);
    EXPECT_EQ(segments(1000, 900).length(1), 488u);
    EXPECT_EQ(segments(100, 33).length(0), 33u); // less than the grain: taken as it is
    EXPECT_EQ(segments(100, 33).count(), 4);
}

} // namespace
} // namespace hocket
