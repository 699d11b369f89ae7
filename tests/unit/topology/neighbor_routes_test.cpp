// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/graphs.hpp"
#include "topology/neighbor_routes.hpp"
#include "topology/node_speakers.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

struct sums {
    std::size_t messages = 0, items = 0;
};

sums sent(const neighbor_route& route)
{
    sums all;
    for (auto& step : route.steps)
        for (auto& m : step.sends) ++all.messages, all.items += m.count;
    return all;
}

void expect_sent(const neighbor_route& route, std::size_t messages, std::size_t items)
{
    auto all = sent(route);
    EXPECT_EQ(all.messages, messages);
    EXPECT_EQ(all.items, items);
}

TEST(NeighborRoutes, StencilsCombineAsPublished)
{
    for (int p : {25, 49, 100}) {
        for (auto& one : routes_of(graph_by_name("stencil2d", p, 1), layout::block(p, p)).of) {
            expect_sent(one.direct, 8, 8);
            expect_sent(*one.combined[0], 4, 12);
            expect_sent(*one.combined[1], 4, 8);
        }
    }
    for (int p : {27, 64, 125}) {
        for (auto& one : routes_of(graph_by_name("stencil3d", p, 1), layout::block(p, p)).of) {
            expect_sent(one.direct, 26, 26);
            expect_sent(*one.combined[0], 6, 54);
            expect_sent(*one.combined[1], 6, 26);
        }
    }
}

TEST(NeighborRoutes, GridsAreFoundBehindTheirBorders)
{
    for (int p : {9, 16, 30, 64}) {
        auto all = routes_of(graph_by_name("open2d", p, 1), layout::block(p, 4));
        for (auto& one : all.of) {
            ASSERT_TRUE(one.combined[0]) << p;
            EXPECT_LE(sent(*one.combined[0]).messages, 4u);
        }
    }
    EXPECT_FALSE(routes_of(graph_by_name("random", 30, 1), layout::block(30, 4)).of[0].combined[0]);
    EXPECT_FALSE(routes_of(graph_by_name("multigraph", 30, 1), layout::block(30, 4)).of[0].by_node[0]);
}

// Of all ranks together: each pair of nodes with a link between them is crossed once, by what the load says at most.
TEST(NeighborRoutes, OneMessageForEachPairOfNodes)
{
    for (int p : {7, 12, 33, 64})
        for (auto* name : {"random", "geometric", "power-law", "stencil3d"}) {
            auto graph = graph_by_name(name, p, 3);
            auto where = layout::block(p, 4);
            std::set<std::pair<int, int>> linked, crossed;
            for (int r = 0; r < p; ++r)
                for (int to : graph[std::size_t(r)].destinations)
                    if (where.node_of(to) != where.node_of(r)) linked.insert({where.node_of(r), where.node_of(to)});
            auto all = routes_of(graph, where);
            for (int r = 0; r < p; ++r)
                for (auto& m : all.of[std::size_t(r)].by_node[1]->steps[1].sends) {
                    EXPECT_TRUE(crossed.insert({where.node_of(r), where.node_of(m.peer)}).second) << name << ' ' << p;
                    EXPECT_LE(double(m.count), all.load.by_node[1].of[1].far_items);
                }
            EXPECT_EQ(crossed, linked) << name << ' ' << p;
        }
}

// A node's pairs are shared out as evenly as their number allows, and so are their links.
TEST(NeighborRoutes, NoRankStandsForManyPairs)
{
    auto graph = graph_by_name("stencil3d", 512, 1);
    auto where = layout::block(512, 12);
    for (int node = 0; node < where.nodes(); ++node) {
        std::vector<neighborhood> mates;
        for (int i = 0; i < where.size_of(node); ++i) mates.push_back(graph[std::size_t(where.member(node, i))]);
        auto all = speakers_of(where, node, mates);
        std::vector<int> pairs(std::size_t(where.size_of(node)));
        for (auto& [other, speaker] : all) {
            EXPECT_NE(other, node);
            ++pairs[std::size_t(speaker)];
        }
        EXPECT_LE(std::ranges::max(pairs) - std::ranges::min(pairs), 1) << node;
    }
}

// Whom links only reach has told nobody of its choice: either end works it out.
TEST(NeighborRoutes, WhereLinksGoOneWayBothEndsKnowTheSpeaker)
{
    auto where = layout::block(8, 4);
    std::vector<neighborhood> graph(8);
    graphs::link(graph, 0, 6);
    std::vector<neighborhood> second(graph.begin() + 4, graph.end());
    EXPECT_EQ(speakers_of(where, 1, second).at(0), speaker_untold(where, 1, 0));
    auto routes = routes_of(graph, where);
    EXPECT_EQ(routes.of[std::size_t(where.member(1, speaker_untold(where, 1, 0)))].by_node[0]->steps[1].receives.size(),
              1u);
}

bool is_one_piece(const neighbor_route& route, const route_message& m)
{
    auto items = route.of(m);
    for (std::size_t i = 0; i < items.size(); ++i) {
        bool follows = items[i].where == lies::slot && items[i].index == items[0].index + int(i);
        if (!follows && items.size() > 1) return false;
    }
    return true;
}

TEST(NeighborRoutes, BlocksCrossInOnePieceAtEitherEnd)
{
    for (auto* name : {"random", "geometric", "power-law", "stencil3d"}) {
        auto all = routes_of(graph_by_name(name, 40, 3), layout::block(40, 4));
        for (auto& one : all.of) {
            auto& cross = one.by_node[0]->steps[1];
            ASSERT_TRUE(cross.crosses);
            for (auto& m : cross.sends) EXPECT_TRUE(is_one_piece(*one.by_node[0], m)) << name;
            for (auto& m : cross.receives) EXPECT_TRUE(is_one_piece(*one.by_node[0], m)) << name;
            for (auto& m : one.by_node[1]->steps[1].receives) EXPECT_TRUE(is_one_piece(*one.by_node[1], m)) << name;
        }
    }
}

} // namespace
} // namespace hocket
