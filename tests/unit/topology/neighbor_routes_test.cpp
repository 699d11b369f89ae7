// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/graphs.hpp"
#include "topology/neighbor_routes.hpp"
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

} // namespace
} // namespace hocket
