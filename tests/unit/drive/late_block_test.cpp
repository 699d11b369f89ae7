// SPDX-License-Identifier: BSD-3-Clause
#include "drive/late_block.hpp"
#include <array>
#include <gtest/gtest.h>

namespace hocket {
namespace {

// Three blocks of four bytes, of which the middle one is this rank's and lies elsewhere.
struct three_blocks {
    std::array<std::byte, 12> all{};
    std::array<std::byte, 4> own{std::byte(1), std::byte(2), std::byte(3), std::byte(4)};
    late_block late{own, bytes(all).subspan(4, 4)};

    cbytes part(std::size_t from, std::size_t n) const { return cbytes(all).subspan(from, n); }
    bool is_moved() const { return all[4] == own[0] && all[7] == own[3]; }
};

TEST(LateBlock, IsSentFromWhereItsCallerHasIt)
{
    three_blocks of;
    EXPECT_EQ(of.late.source_of(of.part(4, 4)), of.own.data());
    EXPECT_EQ(of.late.source_of(of.part(6, 2)), of.own.data() + 2);
    EXPECT_FALSE(of.is_moved());
}

TEST(LateBlock, IsMovedForAMessageThatHasOthersToo)
{
    three_blocks left, right;
    EXPECT_EQ(left.late.source_of(left.part(0, 5)), left.all.data());
    EXPECT_EQ(right.late.source_of(right.part(7, 2)), right.all.data() + 7);
    EXPECT_TRUE(left.is_moved());
    EXPECT_TRUE(right.is_moved());
}

TEST(LateBlock, StaysWhereOthersAloneAreRead)
{
    three_blocks of;
    EXPECT_EQ(of.late.source_of(of.part(0, 4)), of.all.data());
    of.late.before_reading(of.part(8, 4));
    EXPECT_FALSE(of.is_moved());
}

TEST(LateBlock, IsMovedOnce)
{
    three_blocks of;
    of.late.move();
    EXPECT_TRUE(of.is_moved());
    of.all[4] = std::byte(9);
    of.late.move();
    EXPECT_EQ(of.all[4], std::byte(9));
}

} // namespace
} // namespace hocket
