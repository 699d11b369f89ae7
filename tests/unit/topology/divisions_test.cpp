// SPDX-License-Identifier: BSD-3-Clause
// What lies below the nodes of a layout, against what the ranks say themselves.
#include "topology/layout.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace hocket {
namespace {

using words = std::vector<domain_ids>;

std::size_t column(domain by)
{
    return std::size_t(by) - std::size_t(domain::socket);
}

layout uneven(int p, std::mt19937& dice)
{
    std::vector<int> node_of;
    for (int r = 0; r < p; ++r) node_of.push_back(int(dice() % 4));
    return layout::of(node_of);
}

words random_words(int p, std::mt19937& dice)
{
    words all;
    auto word = [&](unsigned kinds) { return int(dice() % kinds) - 1; };
    for (int r = 0; r < p; ++r) all.push_back({word(3), word(4), word(3)});
    return all;
}

// Two ranks share a domain if they share the node and say the same on this and on all coarser levels.
std::vector<int> path_of(const layout& l, const words& said, int rank, domain by)
{
    std::vector<int> path{l.node_of(rank)};
    for (std::size_t k = 0; k <= column(by); ++k) path.push_back(said[std::size_t(rank)][k]);
    return path;
}

void expect_domains(const layout& l, const words& said, int node, domain by)
{
    auto* inside = l.inside(node, by);
    ASSERT_TRUE(inside);
    ASSERT_EQ(inside->ranks(), l.size_of(node));
    std::map<std::vector<int>, int> number;
    std::set<int> numbers;
    for (int local = 0; local < l.size_of(node); ++local) {
        int at = inside->node_of(local);
        ASSERT_EQ(number.try_emplace(path_of(l, said, l.member(node, local), by), at).first->second, at);
        ASSERT_EQ(inside->member(at, inside->local_of(local)), local);
        numbers.insert(at);
    }
    ASSERT_EQ(numbers.size(), number.size()); // two paths never share a number
    ASSERT_EQ(inside->nodes(), int(numbers.size()));
}

// The domains inside each coarser one come in a row, and together they are all.
void expect_nested(const layout& outer, const layout& inner)
{
    int next = 0;
    for (int at = 0; at < outer.nodes(); ++at) {
        auto in = inner_domains(outer, at, inner);
        ASSERT_EQ(in.first, next);
        ASSERT_GE(in.count, 1);
        std::set<int> seen;
        for (int i = 0; i < outer.size_of(at); ++i) seen.insert(inner.node_of(outer.member(at, i)));
        ASSERT_EQ(*seen.begin(), in.first);
        ASSERT_EQ(int(seen.size()), in.count);
        ASSERT_EQ(*seen.rbegin(), in.first + in.count - 1);
        next += in.count;
    }
    ASSERT_EQ(next, inner.nodes());
}

void expect_divided(const layout& l, const words& said)
{
    std::map<std::pair<domain, domain>, int> most;
    auto note = [&](domain outer, domain inner, int n) { most[{outer, inner}] = std::max(most[{outer, inner}], n); };
    for (int node = 0; node < l.nodes(); ++node) {
        auto whole = layout::block(l.size_of(node), l.size_of(node));
        for (auto inner : finer_domains) {
            if (!l.knows(inner)) continue;
            auto& in = *l.inside(node, inner);
            expect_domains(l, said, node, inner);
            expect_nested(whole, in);
            note(domain::node, inner, in.nodes());
            note(inner, domain::rank, in.largest());
            for (auto outer : finer_domains) {
                if (outer >= inner || !l.knows(outer)) continue;
                expect_nested(*l.inside(node, outer), in);
                for (int at = 0; at < l.inside(node, outer)->nodes(); ++at)
                    note(outer, inner, inner_domains(*l.inside(node, outer), at, in).count);
            }
        }
    }
    for (auto& [pair, n] : most) ASSERT_EQ(l.most(pair.first, pair.second), n);
    ASSERT_EQ(l.most(domain::node, domain::rank), l.largest());
}

TEST(divisions, by_what_the_ranks_say)
{
    std::mt19937 dice(5);
    for (int p = 1; p <= 64; ++p)
        for (auto& nodes : {layout::block(p, 7), layout::block(p, 16), layout::cyclic(p, 4), uneven(p, dice)}) {
            auto said = random_words(p, dice);
            auto l = nodes.divided(said);
            expect_divided(l, said);
            if (HasFatalFailure()) FAIL() << p << " ranks, " << nodes.text();
        }
}

// Widths of 5, 2 and 1 ranks, cut from what is above.
TEST(divisions, regular_ones)
{
    std::mt19937 dice(6);
    for (int p = 1; p <= 64; ++p)
        for (auto& nodes : {layout::block(p, 12), layout::cyclic(p, 3), uneven(p, dice)}) {
            words said;
            for (int r = 0; r < p; ++r) {
                int local = nodes.local_of(r);
                said.push_back({local / 5, local % 5 / 2, local % 5 % 2});
            }
            expect_divided(nodes.divided(domain::socket, 5).divided(domain::numa, 2).divided(domain::l3, 1), said);
            if (HasFatalFailure()) FAIL() << p << " ranks, " << nodes.text();
        }
}

TEST(divisions, a_level_may_be_left_out)
{
    auto l = layout::block(24, 12).divided(domain::numa, 4);
    EXPECT_FALSE(l.knows(domain::socket));
    EXPECT_FALSE(l.inside(0, domain::socket));
    EXPECT_FALSE(l.inside(0, domain::node));
    EXPECT_FALSE(l.inside(0, domain::rank));
    EXPECT_EQ(l.most(domain::node, domain::numa), 3);
    EXPECT_FALSE(layout::block(24, 12).knows(domain::numa));
    EXPECT_FALSE(l.divided(domain::socket, 6).knows(domain::numa)); // coarser: what was finer is cut anew
}

TEST(divisions, nobody_is_bound)
{
    auto nodes = layout::block(24, 12);
    words said(24, {-1, -1, -1});
    EXPECT_FALSE(nodes.divided(said).knows(domain::socket));
    said[3] = {-1, 2, -1}; // one is: it has a domain of its own
    auto l = nodes.divided(said);
    EXPECT_FALSE(l.knows(domain::socket));
    EXPECT_EQ(l.inside(0, domain::numa)->nodes(), 2);
    EXPECT_EQ(l.inside(1, domain::numa)->nodes(), 1);
}

} // namespace
} // namespace hocket
