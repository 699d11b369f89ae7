// SPDX-License-Identifier: BSD-3-Clause
// Pictures of traces made by hand: size, rows, what is highlighted.
#include "simulate/draw/draw.hpp"
#include "simulate/draw/strokes.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

const picture_title title{"bcast", "flat", "toy", 1024};

// In each round everybody sends to the next rank.
trace ring(const layout& where, int rounds)
{
    trace t;
    int p = where.ranks();
    for (int s = 0; s < rounds; ++s)
        for (int r = 0; r < p; ++r) {
            traced_message m;
            m.from = r, m.to = (r + 1) % p, m.bytes = 8;
            m.between_nodes = where.node_of(m.from) != where.node_of(m.to);
            m.send_posted = m.started = m.recv_posted = s;
            m.arrived = m.finished = m.send_finished = s + 1;
            m.send_cause = s ? std::int64_t(s - 1) * p + (r + p - 1) % p : -1;
            m.recv_cause = s ? std::int64_t(s - 1) * p + r : -1;
            t.messages.push_back(m);
        }
    t.finish = rounds;
    return t;
}

std::size_t count(const std::string& text, const std::string& word)
{
    std::size_t n = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
}

std::size_t elements(const std::string& svg)
{
    return count(svg, "<") - count(svg, "</");
}

TEST(Draw, FewMessagesHaveALineAndATipEach)
{
    auto where = layout::block(8, 4);
    auto svg = draw_svg(ring(where, 3), where, title);
    EXPECT_EQ(count(svg, "<title>rank "), 24u);
    EXPECT_EQ(count(svg, "class=\"network\""), 3u * 2 + 1); // two of eight cross in each round; the legend
    EXPECT_EQ(count(svg, "class=\"critical\""), 2u); // the path; the legend
    EXPECT_NE(svg.find("critical path, 3 messages"), svg.npos);
    EXPECT_NE(svg.find("8 ranks on 2 nodes (2x4)"), svg.npos);
    EXPECT_NE(svg.find("prefers-color-scheme: dark"), svg.npos);
}

TEST(Draw, ManyMessagesStaySmall)
{
    for (auto where :
         {layout::block(64, 8), layout::block(6144, 12), layout::cyclic(1000, 100), layout::block(500, 500)}) {
        auto svg = draw_svg(ring(where, 200), where, title);
        EXPECT_LT(elements(svg), 3000u) << where.text();
        EXPECT_LT(svg.size(), 2'000'000u) << where.text();
        EXPECT_NE(svg.find("number of messages"), svg.npos) << where.text();
    }
}

TEST(Draw, NoMessageIsLostWhenTheyAreMerged)
{
    auto where = layout::block(500, 5);
    auto t = ring(where, 40);
    row_map rows(where);
    for (std::size_t most : {100u, 1000u, 100000u}) {
        auto made = strokes_of(t, rows, 10, most);
        double sum = double(made.left_out);
        for (auto& s : made.all) sum += s.messages;
        EXPECT_EQ(sum, double(t.messages.size()));
        EXPECT_LE(made.all.size(), most);
        EXPECT_TRUE(made.merged);
    }
}

TEST(Draw, RanksOfANodeAreNeighbours)
{
    auto where = layout::cyclic(10, 3);
    row_map rows(where);
    EXPECT_EQ(rows.count(), 10);
    EXPECT_EQ(rows[3], rows[0] + 1); // both on node 0
    EXPECT_EQ(rows.label(1), "3");
    EXPECT_EQ(rows.nodes().size(), 3u);
}

TEST(Draw, RowsAreSharedAboveSixtyFour)
{
    EXPECT_FALSE(row_map(layout::block(64, 64)).shared());
    EXPECT_EQ(row_map(layout::block(65, 65)).label(0), "0-1");
    EXPECT_EQ(row_map(layout::block(120, 2)).count(), 60);
    EXPECT_EQ(row_map(layout::block(6144, 12)).count(), row_map::most);
}

TEST(Draw, NothingToDrawIsAPicture)
{
    auto where = layout::block(1, 1);
    auto svg = draw_svg({}, where, {"bcast", "flat", "<\"&\n>", 0});
    EXPECT_NE(svg.find("no messages"), svg.npos);
    EXPECT_NE(svg.find("machine &lt;&quot;&amp; &gt;"), svg.npos);
    EXPECT_EQ(svg.find("nan"), svg.npos);
    EXPECT_EQ(svg.find("inf"), svg.npos);
}

} // namespace
} // namespace hocket
