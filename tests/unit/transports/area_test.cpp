// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/area.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace hocket {
namespace {

struct extent {
    std::size_t from, size;
};

// All that lies in the area of one rank.
std::vector<extent> extents(const area_shape& is)
{
    std::vector<extent> all{{is.greeting_at(), is.line}};
    auto add = [&](std::size_t from, std::size_t size) { all.push_back({from, size}); };
    for (int r = 0; r < is.ranks; ++r) {
        for (std::uint64_t i = 0; i < is.depth; ++i) add(is.slot_at(r, i), is.line);
        add(is.taken_from(r), 8);
        add(is.heard_from(r), 8);
        for (int k = 0; k < is.loans; ++k) {
            add(is.answer_to(r, k), 8);
            add(is.joint_from(r, k), is.line);
            add(is.share_of(r, k), 8);
        }
    }
    for (int i = 0; i < is.cells(); ++i) add(is.cell_at(std::uint32_t(i)), is.cell);
    auto near = std::min(is.told_near, is.tell);
    for (std::uint64_t i = 0; i < is.tells; ++i) {
        add(is.tell_at(i), is.tell_data + is.told_here);
        if (near > is.told_here) add(is.told_at(i, near), near);
        if (is.most_told() > near) add(is.told_at(i, is.most_told()), is.tell);
    }
    return all;
}

TEST(Area, KeepsEverythingApart)
{
    for (int ranks : {1, 2, 3, 8, 31, 64})
        for (std::size_t tell : {100UL, 1000UL, 8UL << 10}) {
            area_shape is{.ranks = ranks, .cell = 4096, .run = ranks % 2 ? 1 : 4, .tell = tell};
            is.turns_after = ranks == 2 ? 1 : 0;
            auto all = extents(is);
            std::ranges::sort(all, {}, &extent::from);
            for (std::size_t i = 0; i + 1 < all.size(); ++i)
                ASSERT_LE(all[i].from + all[i].size, all[i + 1].from) << ranks << " ranks, tells of " << tell;
            EXPECT_LE(all.back().from + all.back().size, is.size());
        }
}

// One message may fill several.
TEST(Area, CellsLieSideBySide)
{
    area_shape is{.ranks = 8, .run = 4};
    EXPECT_EQ(is.longest(), 128U << 10);
    for (int i = 0; i + 1 < is.cells(); ++i)
        EXPECT_EQ(is.cell_at(std::uint32_t(i)) + is.cell, is.cell_at(std::uint32_t(i) + 1));
}

// The first sixteen tells of 64 bytes on a communicator touched sixteen pages of each of 8 ranks: 72 us each, not 22.
TEST(Area, ShortTellsLieInFewPages)
{
    area_shape is{.ranks = 8};
    std::set<std::size_t> pages;
    for (auto size : {std::size_t(64), is.told_near})
        for (std::uint64_t i = 0; i < is.tells; ++i) pages.insert(is.told_at(i, size) / is.page);
    EXPECT_LE(pages.size(), 4U);
}

// What is told in several places lies in one piece of them each, wherever it begins.
TEST(Area, LongTellsGoRoundTheirRing)
{
    area_shape is{.ranks = 3};
    for (std::uint64_t i = 0; i < 3 * is.tells; ++i)
        EXPECT_EQ(is.told_at(i, is.most_told()), is.told_at(i % is.tells, is.tell));
}

} // namespace
} // namespace hocket
