// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/sent_cells.hpp"
#include <gtest/gtest.h>
#include <vector>

namespace hocket {
namespace {

// How many slots each of the others has taken of rank 0's.
struct counted_area {
    const std::vector<std::uint64_t>& taken;
    std::size_t brought = 0; // bytes of pages
    void bring_pages(int, std::size_t, std::size_t n) { brought += n; }
    std::uint64_t acquire(int from, std::size_t) const { return taken[std::size_t(from)]; }
};

cells_wanted one_of(int many)
{
    return {many, false, false};
}

TEST(SentCells, AreFreeWhenTheirReceiverHasTakenTheSlot)
{
    std::vector<std::uint64_t> taken(4);
    counted_area area{taken};
    area_shape shape{.ranks = 4, .run = 4};
    sent_cells cells(area, shape, 0);
    int first = area_shape::for_fragments, last = shape.cells() - 1;

    EXPECT_EQ(cells.find({.many = 1, .for_fragment = true, .in_turn = false}), 0) << "a fragment's are all";
    EXPECT_EQ(cells.find(one_of(4)), first);
    cells.take(first, one_of(4), 1, 1);
    cells.take(first + 5, one_of(3), 2, 1);
    EXPECT_EQ(cells.find(one_of(1)), first + 4);
    EXPECT_EQ(cells.find(one_of(2)), first + 8) << "one alone is not two side by side";
    EXPECT_TRUE(cells.others_have_to_read(1));
    EXPECT_TRUE(cells.others_have_to_read(3));

    taken[2] = 1;
    EXPECT_FALSE(cells.others_have_to_read(1));
    EXPECT_EQ(cells.find(one_of(4)), first + 4);
    cells.take(first + 4, one_of(last - first - 3), 3, 1);
    EXPECT_EQ(cells.find(one_of(1)), -1);
    EXPECT_EQ(cells.find({1, true, false}), 0) << "messages that nobody awaits hold up no fragment";
}

// Which ones a rank takes whose messages are all read at once.
std::vector<int> taken_by(sent_cells<counted_area>& cells, std::vector<std::uint64_t>& taken, bool long_ones)
{
    std::vector<int> found;
    for (int i = 0; i < 300; ++i) {
        if (long_ones) cells.count_long(1);
        cells_wanted what{1, false, cells.in_turn() && long_ones};
        cells.bring_pages(what);
        found.push_back(cells.find(what));
        cells.take(found.back(), what, 1, ++taken[1]);
    }
    return found;
}

TEST(SentCells, AreTakenInTurnByWhatIsLongWhenThereHasBeenMuch)
{
    std::vector<std::uint64_t> taken(2);
    counted_area area{taken};
    area_shape shape{.ranks = 2, .turns_after = 10};
    sent_cells cells(area, shape, 0);
    int first = area_shape::for_fragments;
    EXPECT_EQ(taken_by(cells, taken, false), std::vector(300, first));
    EXPECT_EQ(area.brought, 0u) << "memory for what may never come";

    auto found = taken_by(cells, taken, true);
    EXPECT_EQ(std::vector(found.begin(), found.begin() + 9), std::vector(9, first));
    for (auto i = found.begin() + 9; i + 1 < found.end(); ++i)
        EXPECT_EQ(i[1], i[0] + 1 < shape.cells() ? i[0] + 1 : first);

    EXPECT_EQ(taken_by(cells, taken, false), std::vector(300, first));
    EXPECT_EQ(cells.find({1, true, false}), 0);
    EXPECT_EQ(area.brought, shape.bytes_of_cells()) << "once, and not page by page";
}

} // namespace
} // namespace hocket
