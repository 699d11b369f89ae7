// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/schedule_msccl.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

scheduled message(verb what, int peer, spot at, std::size_t n, std::vector<int> after = {})
{
    bool sends = what == verb::send;
    return {what, peer, 0, n, sends ? spot{} : at, sends ? at : spot{}, {}, false, {}, std::move(after)};
}

// 0 sends 12 bytes in one piece, 1 receives them in two of 4 and 8.
schedule in_pieces()
{
    auto recv = message(verb::recv, 0, {}, 12);
    recv.pieces = {{{spot::data, 8}, 4}, {{spot::data, 0}, 8}};
    schedule s{"bcast", "by-hand", "1x2", 0, 12, {}};
    s.ranks.push_back({{message(verb::send, 1, {spot::data, 0}, 12)}});
    s.ranks.push_back({{recv}});
    return s;
}

TEST(Msccl, AMessageOfSeveralPiecesIsSeveralStepsOnBothSides)
{
    auto made = msccl_program_of(in_pieces());
    ASSERT_TRUE(made);
    EXPECT_EQ(made->out, 3u); // of 4 bytes
    auto& sends = made->ranks[0].blocks[0].steps;
    auto& receives = made->ranks[1].blocks[0].steps;
    ASSERT_EQ(sends.size(), 2u);
    ASSERT_EQ(receives.size(), 2u);
    EXPECT_EQ(sends[0].chunks, 1u);
    EXPECT_EQ(sends[1].chunks, 2u);
    EXPECT_EQ(receives[0].into.chunk, 2u);
    EXPECT_EQ(receives[1].into.chunk, 0u);
}

TEST(Msccl, AStepThatWaitsForTwoBlocksHasAStepBeforeIt)
{
    schedule s{"bcast", "by-hand", "1x4", 0, 8, {}};
    s.ranks.resize(4);
    s.ranks[0].operations = {message(verb::send, 2, {spot::data, 0}, 4)};
    s.ranks[1].operations = {message(verb::send, 2, {spot::data, 4}, 4)};
    s.ranks[2].operations = {message(verb::recv, 0, {spot::data, 0}, 4), message(verb::recv, 1, {spot::data, 4}, 4),
                             message(verb::send, 3, {spot::data, 0}, 8, {0, 1}),
                             message(verb::send, 3, {spot::data, 0}, 8, {0, 1})};
    s.ranks[3].operations = {message(verb::recv, 2, {spot::data, 0}, 8), message(verb::recv, 2, {spot::data, 0}, 8)};
    auto made = msccl_program_of(s);
    ASSERT_TRUE(made);
    auto& steps = made->ranks[2].blocks[2].steps;
    ASSERT_EQ(steps.size(), 3u); // the second send has nothing new to wait for
    EXPECT_STREQ(steps[0].type, "nop");
    EXPECT_EQ(steps[0].after_block, 0);
    EXPECT_EQ(steps[1].after_block, 1);
    EXPECT_EQ(steps[2].after_block, -1);
    EXPECT_TRUE(made->ranks[2].blocks[0].steps[0].awaited);
}

TEST(Msccl, ScratchIsMovedTogether)
{
    schedule s{"bcast", "by-hand", "1x2", 0, 100, {}};
    s.ranks.resize(2);
    s.ranks[0].operations = {message(verb::send, 1, {spot::data, 0}, 100),
                             message(verb::send, 1, {spot::data, 0}, 100)};
    s.ranks[1].operations = {message(verb::recv, 0, {spot::scratch, 64}, 100),
                             message(verb::recv, 0, {spot::scratch, 256}, 100)};
    s.ranks[1].scratch = 384;
    auto made = msccl_program_of(s);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->out, 1u);
    EXPECT_EQ(made->ranks[1].scratch, 2u);
    EXPECT_EQ(made->ranks[1].blocks[0].steps[1].into.chunk, 1u);
}

TEST(Msccl, UnequalPartsAreRefused)
{
    schedule s{"bcast", "by-hand", "1x2", 0, 10007, {}};
    s.ranks.resize(2);
    s.ranks[0].operations = {message(verb::send, 1, {spot::data, 0}, 5003)};
    s.ranks[1].operations = {message(verb::recv, 0, {spot::data, 0}, 5003)};
    auto made = msccl_program_of(s);
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().what.find("no common size but 1"), std::string::npos);
}

} // namespace
} // namespace hocket
