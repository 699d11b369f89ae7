// SPDX-License-Identifier: BSD-3-Clause
// Rounds of schedules written by hand, and the pictures that are made of them.
#include "simulate/draw/round_cells.hpp"
#include "simulate/draw/timetable.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

scheduled message(verb what, int peer, std::size_t n, std::vector<int> after)
{
    scheduled op{};
    op.what = what, op.peer = peer, op.count = n;
    op.after = std::move(after);
    return op;
}
scheduled send(int to, std::vector<int> after = {}, std::size_t n = 8)
{
    return message(verb::send, to, n, std::move(after));
}
scheduled recv(int from, std::vector<int> after = {}, std::size_t n = 8)
{
    return message(verb::recv, from, n, std::move(after));
}

schedule of(std::vector<std::vector<scheduled>> ranks)
{
    schedule s{"alltoall", "by hand", "", 0, 8, {}};
    for (auto& operations : ranks) s.ranks.push_back({std::move(operations)});
    return s;
}

// Ranks 0 and 1 meet, and 2 and 3; then 0 and 2, which 1 and 3 watch.
schedule two_rounds()
{
    return of({{send(1), recv(1), send(2, {0, 1}), recv(2, {0, 1})},
               {send(0), recv(0)},
               {send(3), recv(3), send(0, {0, 1}), recv(0, {0, 1})},
               {send(2), recv(2)}});
}

std::size_t count(const std::string& text, const std::string& word)
{
    std::size_t n = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
}

const picture_title title{"alltoall", "by hand", {}, 8, " a pair"};

TEST(Rounds, AreThoseOfTheDependencies)
{
    auto made = rounds_of(two_rounds());
    EXPECT_EQ(made.rounds, 2);
    std::vector<meeting> first{{0, 0, 1, false}, {0, 0, 1, true}, {0, 1, 2, false}, {0, 1, 2, true}};
    EXPECT_EQ(std::vector<meeting>(made.meetings.begin(), made.meetings.begin() + 4), first);
    EXPECT_EQ(made.meetings.size(), 12u);
}

TEST(Rounds, AReceiverThatIsLateDelaysItsSender)
{
    auto made = rounds_of(of({{send(2)}, {send(2)}, {recv(1), recv(0, {0})}}));
    std::vector<meeting> right{{0, 1, 2, true}, {1, 0, 2, true}, {2, 0, 1, false}, {2, 1, 0, false}};
    EXPECT_EQ(made.meetings, right);
}

TEST(Rounds, WhatHasNoBytesTakesNoTime)
{
    // a go of the receiver, then the message; and a barrier, in which nothing has any
    auto made = rounds_of(of({{recv(1, {}, 0), send(1, {0})}, {send(0, {}, 0), recv(0)}}));
    EXPECT_EQ(made.rounds, 1);
    EXPECT_EQ(made.meetings.size(), 2u);
    EXPECT_EQ(rounds_of(of({{recv(1, {}, 0), send(1, {0}, 0)}, {send(0, {}, 0), recv(0, {0}, 0)}})).rounds, 2);
}

TEST(Rounds, SeveralMessagesOfAChannelKeepTheirOrder)
{
    auto made = rounds_of(of({{send(1), send(1, {0})}, {recv(0), recv(0, {0}), send(2, {1})}, {recv(1)}}));
    EXPECT_EQ(made.rounds, 3);
    EXPECT_EQ(made.meetings.back(), (meeting{2, 2, 1, false}));
}

TEST(Rounds, BusiestNodesCountOnlyWhatLeavesThem)
{
    auto made = rounds_of(of({{send(1), send(2), send(3)}, {recv(0)}, {recv(0)}, {recv(0)}}));
    auto flows = busiest_nodes(made, layout::block(4, 2));
    ASSERT_EQ(flows.size(), 1u);
    EXPECT_EQ(flows[0].out, 2);
    EXPECT_EQ(flows[0].in, 2);
    EXPECT_EQ(busiest_nodes(made, layout::block(4, 1))[0].in, 1);
}

TEST(Timetable, ACellNamesItsPartnerInTheColourOfTheNode)
{
    auto svg = draw_timetable(two_rounds(), layout::block(4, 2), title);
    ASSERT_TRUE(svg);
    EXPECT_EQ(count(*svg, "class=\"cell\""), 6u); // ranks 1 and 3 have nobody in the second round
    EXPECT_EQ(count(*svg, "<path"), 2u);          // a colour each
    EXPECT_EQ(count(*svg, "class=\"n1\""), 3u);   // the path, and the strips of two ranks
    EXPECT_NE(svg->find("prefers-color-scheme: dark"), svg->npos);
    EXPECT_NE(svg->find("8 bytes a pair"), svg->npos);
}

TEST(Timetable, OneWayIsHalfACell)
{
    auto both_ways = draw_timetable(of({{send(1), recv(1)}, {send(0), recv(0)}}), layout::block(2, 1), title);
    auto one_way = draw_timetable(of({{send(1)}, {recv(0)}}), layout::block(2, 1), title);
    EXPECT_EQ(count(*both_ways, "v19.4"), 2u);
    EXPECT_EQ(count(*one_way, "v9.4"), 2u);
}

TEST(Timetable, ManyPartnersAreANumber)
{
    std::vector<std::vector<scheduled>> ranks(7);
    for (int i = 1; i < 7; ++i) ranks[0].push_back(send(i)), ranks[std::size_t(i)].push_back(recv(0));
    auto svg = draw_timetable(of(ranks), layout::block(7, 1), title);
    EXPECT_NE(svg->find("\u00d76"), svg->npos);
    EXPECT_NE(svg->find("class=\"several\""), svg->npos);
}

TEST(Timetable, NothingToDrawIsAPicture)
{
    auto svg = draw_timetable(of({{}, {}}), layout::block(2, 2), title);
    ASSERT_TRUE(svg);
    EXPECT_NE(svg->find("no messages"), svg->npos);
    for (auto* wrong : {"nan", "inf", "-0."}) EXPECT_EQ(svg->find(wrong), svg->npos);
}

TEST(Timetable, TooManyRoundsAreRefused)
{
    std::vector<std::vector<scheduled>> ranks(2);
    for (int i = 0; i <= most_rounds; ++i) {
        auto after = i > 0 ? std::vector<int>{i - 1} : std::vector<int>{};
        ranks[0].push_back(send(1, after)), ranks[1].push_back(recv(0, after));
    }
    auto svg = draw_timetable(of(ranks), layout::block(2, 1), title);
    ASSERT_FALSE(svg);
    EXPECT_NE(svg.error().what.find("513 rounds"), std::string::npos);
}

} // namespace
} // namespace hocket
