// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/sent_cells.hpp"
#include <gtest/gtest.h>
#include <vector>

namespace hocket {
namespace {

// How many slots each of the others has taken of rank 0's.
struct counted_area {
    const std::vector<std::uint64_t>& taken;
    std::uint64_t acquire(int from, std::size_t) const { return taken[std::size_t(from)]; }
};

TEST(SentCells, AreFreeWhenTheirReceiverHasTakenTheSlot)
{
    std::vector<std::uint64_t> taken(4);
    counted_area area{taken};
    area_shape shape{.ranks = 4, .run = 4};
    sent_cells cells(area, shape, 0);
    int first = area_shape::for_fragments, last = shape.cells() - 1;

    EXPECT_EQ(cells.find(1, true), 0) << "a fragment's are all";
    EXPECT_EQ(cells.find(4, false), first);
    cells.take(first, 4, 1, 1);
    cells.take(first + 5, 3, 2, 1);
    EXPECT_EQ(cells.find(1, false), first + 4);
    EXPECT_EQ(cells.find(2, false), first + 8) << "one alone is not two side by side";
    EXPECT_TRUE(cells.others_have_to_read(1));
    EXPECT_TRUE(cells.others_have_to_read(3));

    taken[2] = 1;
    EXPECT_FALSE(cells.others_have_to_read(1));
    EXPECT_EQ(cells.find(4, false), first + 4);
    cells.take(first + 4, last - first - 3, 3, 1);
    EXPECT_EQ(cells.find(1, false), -1);
    EXPECT_EQ(cells.find(1, true), 0) << "messages that nobody awaits hold up no fragment";
}

} // namespace
} // namespace hocket
