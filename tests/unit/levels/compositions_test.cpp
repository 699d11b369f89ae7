// SPDX-License-Identifier: BSD-3-Clause
// Compositions of the collectives in which all ranks take part alike, on any placement.
#include "levels/lane_groups.hpp"
#include "levels/layouts.hpp"
#include "levels/node_runs.hpp"
#include "net/fake_port.hpp"
#include "world/trials.hpp"
#include <set>

using namespace hocket;

namespace {

double vector_of(std::string_view collective, std::size_t n, int p)
{
    return whole_vector(collective, double(n), p);
}

void expect_right(const std::string& collective, const std::string& spec, int p, bool any_order)
{
    int number = 0;
    for (auto& where : placements(p))
        for (std::size_t n : {0, 16, 240, 4096}) {
            place at{&where, vector_of(collective, n, p)};
            at.element = element_in_checks(collective);
            auto bound = bind_algorithm(collective, std::string_view(spec), at);
            if (!bound) continue; // ranks do not count up node by node
            if (any_order) bound->keeps_order = false;
            named_layout named{where.text(), where};
            seeded order(unsigned(++number));
            check_case c{&named, (number * 7) % p, n, "", "seeded"};
            auto wrong = make_trial(collective, p, 1)->run(*bound, c, order);
            ASSERT_FALSE(wrong) << collective << " " << spec << ", " << p << " ranks, " << where.text() << ", root "
                                << c.root << ", " << n << " bytes: " << wrong->kind << ": " << wrong->detail;
        }
}

std::string refusal(const char* collective, const char* spec, const layout& where, bool commutative)
{
    place at{&where, 100};
    at.commutative = commutative;
    auto bound = bind_algorithm(collective, std::string_view(spec), at);
    return bound ? "" : bound.error().what;
}

} // namespace

TEST(Compositions, RightOnAnyLayout)
{
    for (auto* collective : {"barrier", "allreduce", "reduce", "allgather", "reduce_scatter_block", "scan", "exscan"})
        for (auto* spec : {"levels", "lanes", "lanes:leaders=1", "lanes:leaders=3"})
            for (int p : {1, 2, 3, 5, 8, 13, 19})
                if (canonical_spec(collective, spec)) expect_right(collective, spec, p, false);
}

// Operators that commute are not kept in the order of the ranks, and a reduce is rotated to its root.
TEST(Compositions, ReduceToAnyRootOnAnyLayout)
{
    for (auto* spec : {"levels", "levels(across=flat,inside=flat)", "lanes", "lanes(inside=pairwise):leaders=2"})
        for (int p : {1, 2, 3, 5, 8, 13, 19}) expect_right("reduce", spec, p, true);
}

TEST(Compositions, OperatorsThatDoNotCommuteNeedRanksNodeByNode)
{
    auto in_turn = layout::cyclic(12, 3), in_a_row = layout::block(12, 4);
    for (auto* collective : {"allreduce", "reduce", "reduce_scatter"})
        for (auto* spec : {"levels(across=A)", "lanes(across=A,inside=pairwise)"}) {
            std::string text = spec;
            auto* part = std::string(collective) == "reduce" ? "knomial" : "recursive-doubling";
            if (std::string(collective) == "reduce_scatter") part = "pairwise";
            text.replace(text.find("=A") + 1, 1, part);
            EXPECT_EQ(refusal(collective, text.c_str(), in_a_row, false), "");
            EXPECT_EQ(refusal(collective, text.c_str(), in_turn, true), "");
            EXPECT_NE(refusal(collective, text.c_str(), in_turn, false).find("node by node"), std::string::npos);
        }
    EXPECT_EQ(refusal("allreduce", "node-direct", in_a_row, false), "");
    EXPECT_NE(refusal("allreduce", "node-direct", in_turn, false).find("node by node"), std::string::npos);
    for (auto* collective : {"scan", "exscan"})
        for (auto* spec : {"levels", "lanes(share=pairwise)"}) {
            EXPECT_EQ(refusal(collective, spec, in_a_row, false), "");
            EXPECT_NE(refusal(collective, spec, in_turn, true).find("node by node"), std::string::npos);
        }
}

// A reduction of one rank in place has nothing to copy.
TEST(Compositions, OneRankInPlaceCopiesNothing)
{
    for (auto* collective : {"allreduce", "reduce"}) expect_right(collective, "levels", 1, false);
}

// Every rank is in one group; each node has one head on each lane.
TEST(Compositions, GroupsShareOutTheRanks)
{
    for (int p = 1; p <= 24; ++p)
        for (auto& where : placements(p))
            for (int lanes : {0, 1, 2, 3}) {
                leader_groups groups{&where, lane_places::count(where, lanes)};
                std::set<int> ranks;
                for (int node = 0; node < where.nodes(); ++node)
                    for (int lane = 0; lane < groups.leaders; ++lane) {
                        auto g = groups.group(node, lane);
                        ASSERT_GE(g.size, 1);
                        for (int i = 0; i < g.size; ++i) ranks.insert(g.member(where, i));
                    }
                ASSERT_EQ(int(ranks.size()), p);
            }
}

TEST(Compositions, RanksCountUpNodeByNode)
{
    auto numbered = [](std::vector<int> nodes) { return layout::numbered(nodes).node_major(); };
    EXPECT_TRUE(layout::block(13, 4).node_major());
    EXPECT_TRUE(layout::cyclic(5, 5).node_major());
    EXPECT_FALSE(layout::cyclic(6, 5).node_major());
    EXPECT_TRUE(numbered({0, 1, 1, 1, 2, 2}));
    EXPECT_FALSE(numbered({1, 1, 0, 0, 0})) << "nodes in another order than their ranks";
    EXPECT_FALSE(numbered({0, 1, 1, 0, 2}));
}

// A rank of each two nodes, and the same one in both directions.
static void expect_one_pair_for_two_nodes(const layout& where, int lanes)
{
    std::set<std::pair<int, int>> pairs;
    hocket::testing::fake_port port;
    std::vector<std::byte> data(1000);
    for (int r = 0; r < where.ranks(); ++r) {
        lane_groups at(net(port, r, where.ranks()), where, node_runs::lanes(where, lanes));
        if (!at.leads()) continue;
        std::vector<std::size_t> offsets(std::size_t(at.lanes()) + 1);
        reduction how{nullptr, 8, true};
        node_runs runs(at, {data, data, &how}, offsets);
        for (int i = 0; i < runs.size(); ++i) {
            int node = runs.node(i);
            if (node == at.node()) continue;
            EXPECT_TRUE(pairs.insert({at.every().rank(), runs.peer(node)}).second);
        }
        EXPECT_EQ(offsets.back(), data.size());
    }
    EXPECT_EQ(int(pairs.size()), where.nodes() * (where.nodes() - 1)) << where.text();
    for (auto [a, b] : pairs) EXPECT_TRUE(pairs.contains({b, a}));
}

TEST(Compositions, TheLanesOfANodeShareOutTheOtherNodes)
{
    for (int nodes = 1; nodes <= 20; ++nodes) {
        std::vector<int> uneven;
        for (int node = 0; node < nodes; ++node) uneven.insert(uneven.end(), std::size_t(3 + node % 3), node);
        for (auto& where : {layout::block(nodes * 4, 4), layout::cyclic(nodes * 3, nodes), layout::numbered(uneven)})
            for (int lanes : {0, 1, 2, 3}) expect_one_pair_for_two_nodes(where, lanes);
    }
}
