// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/double_tree_schedule.hpp"
#include "shapes/most_ranks.hpp"
#include "shapes/tree_checks.hpp"
#include <limits>

namespace hocket {
namespace {

TEST(double_tree, in_order_trees_are_trees)
{
    for (int m = 1; m <= most; ++m) ASSERT_TRUE(is_tree(m, [=](int at) { return in_order_tree{at, m}; })) << m;
}

TEST(double_tree, places_and_vertices_agree)
{
    for (int p = 2; p <= most; ++p)
        for (int second : {0, 1}) {
            double_tree_half tree{p, second};
            for (int v = 1; v < p; ++v) ASSERT_EQ(tree.vertex(tree.place(v)), v) << p;
        }
}

TEST(double_tree, who_is_inner_in_one_is_a_leaf_in_the_other)
{
    for (int p = 2; p <= most; ++p) {
        int in_both = 0;
        for (int v = 1; v < p; ++v) {
            auto degree = [&](int second) {
                return in_order_tree{double_tree_half{p, second}.place(v), p - 1}.degree();
            };
            in_both += degree(0) > 0 && degree(1) > 0;
        }
        ASSERT_LE(in_both, (p - 1) % 2) << p;
    }
}

TEST(double_tree, edges_into_and_out_of_a_vertex_take_turns)
{
    for (int p = 2; p <= most; ++p)
        for (int v = 1; v < p; ++v) {
            std::vector<int> into, out;
            for (int second : {0, 1}) {
                double_tree_half tree{p, second};
                int place = tree.place(v);
                into.push_back(tree.colour_into(place));
                for (int c : children(in_order_tree{place, p - 1})) out.push_back(tree.colour_into(c));
                ASSERT_EQ(tree.first_step(place) % 2, into.back());
            }
            ASSERT_NE(into[0], into[1]) << v << " of " << p;
            ASSERT_TRUE(out.size() < 2 || (out.size() == 2 && out[0] != out[1])) << v << " of " << p;
        }
}

// Runs all schedules step by step: what one sends the other expects, nobody sends what it has not got before, and in
// the end everybody has got every segment once.
void play(int p, std::array<int, 2> ns)
{
    std::vector<double_tree_schedule> plans;
    for (int v = 0; v < p; ++v) plans.emplace_back(v, p, ns);
    using held = std::array<std::vector<bool>, 2>;
    std::vector<held> has(std::size_t(p), held{std::vector<bool>(ns[0]), std::vector<bool>(ns[1])});
    has[0] = {std::vector<bool>(ns[0], true), std::vector<bool>(ns[1], true)};
    int steps = 0, arrived = 0;
    for (auto& plan : plans) steps = std::max(steps, plan.end());
    for (int i = 0; i < steps; ++i) {
        auto before = has;
        for (int v = 0; v < p; ++v) {
            bool idle = i < plans[v].begin() || i >= plans[v].end();
            auto in = plans[v].received(i), out = plans[v].sent(i);
            ASSERT_TRUE(!idle || (in.peer < 0 && out.peer < 0));
            if (out.peer >= 0) {
                ASSERT_TRUE(before[v][out.half][out.segment]) << p << ' ' << v << ' ' << i;
                ASSERT_EQ(plans[out.peer].received(i).peer, v) << p << ' ' << i;
            }
            if (in.peer < 0) continue;
            auto there = plans[in.peer].sent(i);
            ASSERT_TRUE(there.peer == v && there.half == in.half && there.segment == in.segment);
            ASSERT_FALSE(has[v][in.half][in.segment]);
            has[v][in.half][in.segment] = true;
            ++arrived;
        }
    }
    ASSERT_EQ(arrived, (p - 1) * (ns[0] + ns[1])) << p;
    int told = double_tree_schedule::steps(p, ns);
    ASSERT_TRUE(told == steps || (ns[0] == 1 && told == steps - 1)) << p << ": " << told << ", counted " << steps;
}

TEST(double_tree, everybody_gets_every_segment_once)
{
    for (int p = 1; p <= 130; ++p)
        for (auto ns : {std::array{1, 1}, {2, 1}, {2, 2}, {5, 5}, {9, 8}}) {
            play(p, ns);
            if (HasFatalFailure()) return;
        }
    play(1025, {3, 3});
}

TEST(double_tree, holds_at_the_largest_int)
{
    constexpr int huge = std::numeric_limits<int>::max();
    for (int v : {0, 1, 2, huge / 2, huge - 2, huge - 1}) {
        double_tree_schedule plan(v, huge, {1, 1});
        EXPECT_LE(plan.end(), double_tree_schedule::steps(huge, {1, 1}) + 1);
        EXPECT_GT(plan.end(), 0);
    }
}

} // namespace
} // namespace hocket
