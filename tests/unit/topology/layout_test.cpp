// SPDX-License-Identifier: BSD-3-Clause
// A layout against the obvious table of all ranks.
#include "topology/layout.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <vector>

namespace hocket {
namespace {

constexpr int most = 200;

// The members of each node, nodes in the order of their first ranks.
std::vector<std::vector<int>> nodes_of(const std::vector<int>& ids)
{
    std::vector<std::vector<int>> nodes;
    std::vector<int> names;
    for (int r = 0; r < int(ids.size()); ++r) {
        auto at = std::find(names.begin(), names.end(), ids[r]) - names.begin();
        if (at == std::ptrdiff_t(names.size())) {
            names.push_back(ids[r]);
            nodes.emplace_back();
        }
        nodes[at].push_back(r);
    }
    return nodes;
}

void expect_placement(const layout& l, const std::vector<int>& ids)
{
    auto nodes = nodes_of(ids);
    ASSERT_EQ(l.ranks(), int(ids.size()));
    ASSERT_EQ(l.nodes(), int(nodes.size()));
    std::size_t largest = 0, smallest = ids.size();
    for (int n = 0; n < int(nodes.size()); ++n) {
        ASSERT_EQ(l.size_of(n), int(nodes[n].size()));
        for (int i = 0; i < int(nodes[n].size()); ++i) {
            ASSERT_EQ(l.member(n, i), nodes[n][i]);
            ASSERT_EQ(l.node_of(nodes[n][i]), n);
            ASSERT_EQ(l.local_of(nodes[n][i]), i);
        }
        largest = std::max(largest, nodes[n].size());
        smallest = std::min(smallest, nodes[n].size());
    }
    ASSERT_EQ(l.largest(), int(largest));
    ASSERT_EQ(l.smallest(), int(smallest));
    ASSERT_EQ(l.regular(), largest == smallest);
}

template <class NodeOf> std::vector<int> ids(int p, NodeOf node_of)
{
    std::vector<int> all;
    for (int r = 0; r < p; ++r) all.push_back(node_of(r));
    return all;
}

TEST(layout, block)
{
    for (int p = 1; p <= most; ++p)
        for (int width : {1, 2, 3, 4, 7, 16, p - 1, p, p + 1, 1000}) {
            if (width < 1) continue;
            auto table = ids(p, [=](int r) { return r / width; });
            SCOPED_TRACE(::testing::Message() << p << " ranks by " << width);
            expect_placement(layout::block(p, width), table);
            expect_placement(layout::of(table), table);
            if (HasFatalFailure()) return;
            ASSERT_EQ(layout::of(table).text(), layout::block(p, width).text());
        }
}

TEST(layout, cyclic)
{
    for (int p = 1; p <= most; ++p)
        for (int nodes : {1, 2, 3, 4, 7, 16, p - 1, p, p + 1, 1000}) {
            if (nodes < 1) continue;
            auto table = ids(p, [=](int r) { return r % nodes; });
            SCOPED_TRACE(::testing::Message() << p << " ranks on " << nodes);
            expect_placement(layout::cyclic(p, nodes), table);
            expect_placement(layout::of(table), table);
            if (HasFatalFailure()) return;
        }
}

TEST(layout, uneven_nodes_of_consecutive_ranks)
{
    std::mt19937 random(2);
    for (int p = 1; p <= most; ++p) {
        int node = 0;
        auto table = ids(p, [&](int) { return random() % 5 == 0 ? ++node : node; });
        expect_placement(layout::of(table), table);
        if (HasFatalFailure()) return;
    }
}

TEST(layout, any_order_and_any_numbers)
{
    std::mt19937 random(3);
    for (int p = 1; p <= most; ++p)
        for (unsigned nodes : {1u, 2u, 5u, 40u}) {
            auto table = ids(p, [&](int) { return int(random() % nodes) * 1'000'003 - 77; });
            expect_placement(layout::of(table), table);
            if (HasFatalFailure()) return;
        }
}

TEST(layout, regular_nodes_in_shuffled_order)
{
    std::mt19937 random(4);
    for (int p = 8; p <= most; p += 8) {
        auto table = ids(p, [=](int r) { return r / 8; });
        std::shuffle(table.begin(), table.end(), random);
        expect_placement(layout::of(table), table);
        ASSERT_TRUE(layout::of(table).regular());
    }
}

TEST(layout, one_rank_per_node_or_one_node)
{
    for (int p = 1; p <= most; ++p) {
        auto apart = layout::of(ids(p, [=](int r) { return p - r; }));
        auto together = layout::of(ids(p, [](int) { return -1; }));
        ASSERT_EQ(apart.text(), std::to_string(p) + "x1");
        ASSERT_EQ(together.text(), "1x" + std::to_string(p));
    }
}

TEST(layout, prints_itself)
{
    EXPECT_EQ(layout::block(32, 4).text(), "8x4");
    EXPECT_EQ(layout::block(10, 4).text(), "4,4,2");
    EXPECT_EQ(layout::cyclic(32, 8).text(), "cyclic:8x4");
    EXPECT_EQ(layout::cyclic(7, 3).text(), "irregular(3 nodes, 2-3)");
    EXPECT_EQ(layout::of(std::vector{5, 5, 5, 2, 9, 9, 9, 9}).text(), "3,1,4");
    EXPECT_EQ(layout::of(std::vector{0, 1, 1, 0, 1, 2}).text(), "irregular(3 nodes, 1-3)");
    EXPECT_EQ(layout::of(std::vector{7, 3, 7, 3}).text(), "cyclic:2x2");
}

TEST(layout, a_copy_shares_its_runs_and_outlives_the_original)
{
    std::vector<int> table{0, 0, 1, 0, 2, 1, 1};
    auto first = std::make_unique<layout>(layout::of(table));
    layout copy = *first;
    first.reset();
    expect_placement(copy, table);
}

TEST(layout, formulas_hold_for_many_ranks)
{
    auto block = layout::block(2'000'000'000, 1000);
    EXPECT_EQ(block.nodes(), 2'000'000);
    EXPECT_EQ(block.member(1'999'999, 999), 1'999'999'999);
    auto cyclic = layout::cyclic(2'000'000'000, 1'000'000);
    EXPECT_EQ(cyclic.member(999'999, 1999), 1'999'999'999);
    EXPECT_EQ(cyclic.local_of(1'999'999'999), 1999);
}

} // namespace
} // namespace hocket
