// SPDX-License-Identifier: BSD-3-Clause
// Gathers and scatters that are wrong are found out, each by its right name.
#include "catalogue/catalogue.hpp"
#include "rooted_toys.hpp"
#include "troubles.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

using namespace toys;

TEST(RootedTrial, PassesWhatIsRight)
{
    auto wrong = run(gathers, four_ranks(flow::to_root));
    EXPECT_FALSE(wrong) << wrong->detail;
    wrong = run(scatters, four_ranks(flow::from_root));
    EXPECT_FALSE(wrong) << wrong->detail;
}

TEST(RootedTrial, CatchesAForgottenBlock)
{
    // Rank 2 of the net, counted from root 1, is rank 3.
    expect_trouble(run(gathers_but_one, four_ranks(flow::to_root)), "data",
                   "the block of rank 3 at the root has 4 of 4");
    expect_trouble(run(scatters_but_one, four_ranks(flow::from_root)), "data",
                   "rank 3 has 4 of 4 bytes wrong, first byte 0");
}

task swaps_two(net on, rooted_blocks data)
{
    if (on.rank() != 0) co_await on.send(0, data.mine);
    for (int i = 1; on.rank() == 0 && i < on.size(); ++i) {
        int at = i < 3 ? 3 - i : i;
        co_await on.recv(i, pieces_of(on, *data.places, at, at + 1)[0]);
    }
}

TEST(RootedTrial, CatchesSwappedBlocks)
{
    expect_trouble(run(swaps_two, four_ranks(flow::to_root)), "data", "the block of rank 2 at the root");
}

task one_byte_too_far(net on, rooted_blocks data)
{
    if (on.rank() != 0) co_await on.send(0, data.mine);
    for (int i = 1; on.rank() == 0 && i < on.size(); ++i) {
        auto one = pieces_of(on, *data.places, i, i + 1)[0];
        co_await on.recv(i, bytes(one.data() + (i == 1), one.size()));
    }
}

TEST(RootedTrial, CatchesABlockInTheWrongPlace)
{
    expect_trouble(run(one_byte_too_far, four_ranks(flow::to_root)), "data", "the block of rank 2 at the root");
}

task writes_into_a_hole(net on, rooted_blocks data)
{
    co_await gathers(on, data);
    if (on.rank() == 0) pieces_of(on, *data.places, 2, 3)[0].data()[4] = std::byte{1}; // behind rank 3
}

TEST(RootedTrial, CatchesAWriteIntoAHole)
{
    expect_trouble(run(writes_into_a_hole, four_ranks(flow::to_root)), "guard", "byte 6 of the root's memory");
}

task writes_before_its_block(net on, rooted_blocks data)
{
    co_await scatters(on, data);
    if (on.rank() == 3) data.mine.data()[-1] = std::byte{1};
}

TEST(RootedTrial, CatchesAWriteOutsideOfABlock)
{
    expect_trouble(run(writes_before_its_block, four_ranks(flow::from_root)), "guard", "outside of a buffer");
}

task spoils_what_it_sends(net on, rooted_blocks data)
{
    co_await gathers(on, data);
    if (on.rank() == 1) data.mine[3] ^= std::byte{1};
}

task spoils_the_root(net on, rooted_blocks data)
{
    co_await scatters(on, data);
    if (on.rank() == 0) pieces_of(on, *data.places, 0, 1)[0][0] ^= std::byte{1};
}

TEST(RootedTrial, CatchesAChangedSender)
{
    expect_trouble(run(spoils_what_it_sends, four_ranks(flow::to_root)), "data",
                   "rank 2 has 1 of 4 bytes wrong, first byte 3");
    expect_trouble(run(spoils_the_root, four_ranks(flow::from_root)), "data",
                   "the block of rank 1 at the root has 1 of 4");
}

task waits_once_more(net on, rooted_blocks data)
{
    co_await gathers(on, data);
    if (on.rank() == 0) co_await on.recv(3, pieces_of(on, *data.places, 3, 4)[0]);
}

TEST(RootedTrial, CatchesAHang)
{
    expect_trouble(run(waits_once_more, four_ranks(flow::to_root)), "deadlock", "rank 1 waits for 0 (4 bytes)");
}

TEST(RootedTrial, MeasuresScratch)
{
    auto scratch = [](const char* spec) {
        auto where = layout::block(8, 8);
        auto bound = bind_algorithm("gather", std::string_view(spec), {&where, 8 * 1000.0});
        rooted_trial trial(8);
        fifo by;
        EXPECT_FALSE(trial.run(bound->as<rooted_blocks>(), make_rooted_case("gather", 8, 3, "", 1000, 1), by));
        return trial.most_scratch();
    };
    EXPECT_EQ(scratch("flat"), 0u);
    EXPECT_GE(scratch("knomial:k=2"), 4000u); // half of all goes through one rank
    EXPECT_LT(scratch("knomial:k=2"), 4000u + 8 * 64);
    EXPECT_EQ(scratch("knomial:k=8"), 0u);
}

std::optional<trouble> disagreeing(const char* collective, const char* spec, int rank, std::size_t has)
{
    auto c = four_ranks(std::string(collective) == "gatherv" ? flow::to_root : flow::from_root);
    c.who = {rank, has};
    auto where = layout::block(4, 4);
    auto bound = bind_algorithm(collective, std::string_view(spec), {&where, 16.0});
    rooted_trial trial(4);
    fifo by;
    return trial.run(bound->as<rooted_blocks>(), c, by);
}

TEST(RootedTrial, ADisagreementHasToBeNamed)
{
    for (auto* collective : {"gatherv", "scatterv"})
        for (int rank : {0, 2, 3})
            for (std::size_t has : {0, 3, 5, 40}) {
                auto wrong = disagreeing(collective, "knomial", rank, has);
                EXPECT_FALSE(wrong) << collective << ", rank " << rank << ": " << wrong->detail;
                wrong = disagreeing(collective, "flat", rank, has);
                auto name = "rank " + std::to_string(rank) + " has " + std::to_string(has);
                expect_trouble(wrong, "sizes", name + " bytes where the root expects 4, and nobody says so: ");
            }
}

} // namespace
} // namespace hocket
