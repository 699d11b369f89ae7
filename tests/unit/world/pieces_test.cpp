// SPDX-License-Identifier: BSD-3-Clause
// Messages of several pieces of memory in a world, and where blocks lie.
#include "toys.hpp"
#include "world/explore.hpp"
#include "world/placed_blocks.hpp"
#include <gtest/gtest.h>
#include <numeric>

namespace hocket {
namespace {

using list = std::vector<bytes>;

task one_message(net on, list mine)
{
    if (on.rank() == 0) co_await on.send(1, std::span<const bytes>(mine));
    else co_await on.recv(0, std::span<const bytes>(mine));
}

struct two_ranks {
    std::vector<std::byte> sent{20}, got{20};

    two_ranks() : sent(20), got(20)
    {
        for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = std::byte(i + 1);
    }
    std::optional<trouble> run(const list& from, const list& to, order& by)
    {
        world w(2, {true});
        return w.run(by, [&](net on) { return one_message(on, on.rank() == 0 ? from : to); });
    }
    bytes out(std::size_t at, std::size_t n) { return bytes(sent).subspan(at, n); }
    bytes in(std::size_t at, std::size_t n) { return bytes(got).subspan(at, n); }
};

TEST(Pieces, ArriveInTheirOrderInAllOrders)
{
    two_ranks pair;
    auto all = explore(100, [&](order& by) {
        std::ranges::fill(pair.got, std::byte{0});
        auto wrong = pair.run({pair.out(10, 3), pair.out(0, 0), pair.out(2, 4)}, {pair.in(8, 5), pair.in(1, 2)}, by);
        if (!wrong && !by.gave_up()) {
            std::vector<std::byte> right(20);
            for (int i = 0; i < 7; ++i) right[std::size_t(i < 5 ? 8 + i : i - 4)] = std::byte(i < 3 ? 11 + i : i);
            EXPECT_EQ(pair.got, right);
        }
        return wrong;
    });
    EXPECT_FALSE(all.wrong) << all.wrong->detail;
}

TEST(Pieces, CountTogether)
{
    two_ranks pair;
    fifo by;
    auto wrong = pair.run({pair.out(10, 3), pair.out(2, 4)}, {pair.in(8, 5), pair.in(1, 3)}, by);
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "length");
    EXPECT_EQ(wrong->detail, "rank 0 sends 7 bytes where rank 1 expects 8 bytes");
}

TEST(Pieces, MayNotOverlapWhereTheyAreReceived)
{
    two_ranks pair;
    fifo by;
    auto wrong = pair.run({pair.out(0, 8)}, {pair.in(8, 5), pair.in(6, 3)}, by);
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->kind, "overlap");
    EXPECT_NE(wrong->detail.find("bytes 7-7 of it"), std::string::npos) << wrong->detail;
    EXPECT_FALSE(pair.run({pair.out(0, 4), pair.out(2, 4)}, {pair.in(0, 8)}, by));
}

task twice(net on, list first, list second)
{
    auto step = on.together(2);
    if (on.rank() == 0) step.send(1, bytes(first[0])).send(1, bytes(second[0]));
    else step.recv(0, std::span<const bytes>(first)).recv(0, std::span<const bytes>(second));
    co_await step;
}

TEST(Pieces, MayNotTouchAnotherMessage)
{
    two_ranks pair;
    world w(2, {true});
    for (std::size_t at : {9, 10}) {
        fifo by;
        auto wrong = w.run(by, [&](net on) {
            if (on.rank() == 0) return twice(on, {pair.out(0, 6)}, {pair.out(6, 4)});
            return twice(on, {pair.in(0, 3), pair.in(7, 3)}, {pair.in(4, 2), pair.in(at, 2)});
        });
        ASSERT_EQ(bool(wrong), at == 9);
        if (!wrong) continue;
        EXPECT_EQ(wrong->kind, "overlap");
        EXPECT_NE(wrong->detail.find("bytes 2-2 of it are in use where the rank waits for 0 (6 bytes)"),
                  std::string::npos)
            << wrong->detail;
    }
}

TEST(PlacedBlocks, AreTurnedAndJoined)
{
    std::vector<std::byte> memory(40);
    std::vector<std::size_t> sizes{3, 0, 5, 2, 4}, at{10, 30, 13, 18, 6};
    placed_blocks all(memory, sizes, at, 4); // in the order 4, 0, 1, 2, 3: 6-10, 10-13, nothing, 13-18, 18-20
    EXPECT_EQ(all.of(0, 5), 14u);
    EXPECT_EQ(all.of(2, 4), 5u);
    bytes found[5];
    ASSERT_EQ(all.pieces(0, 5, found, 5), 1);
    EXPECT_EQ(found[0].data(), memory.data() + 6);
    EXPECT_EQ(found[0].size(), 14u);
    placed_blocks from_zero(memory, sizes, at, 0); // 10-13, nothing, 13-18, 18-20, 6-10
    ASSERT_EQ(from_zero.pieces(0, 5, nullptr, 0), 2);
    ASSERT_EQ(from_zero.pieces(0, 5, found, 1), 2);
    EXPECT_EQ(found[0].size(), 10u);
    EXPECT_EQ(from_zero.pieces(1, 2, found, 5), 0);
}

} // namespace
} // namespace hocket
