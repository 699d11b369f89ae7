// SPDX-License-Identifier: BSD-3-Clause
// Topologies by name, for checks and simulations.
#pragma once
#include "shapes/neighborhood.hpp"
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string_view>

namespace hocket {

//   stencil2d, stencil3d  all neighbors of a grid whose ends meet, corners too
//   open2d, open3d        the same without what lies beyond a border
//   cartesian             2 neighbors in each of 2 dimensions, the first open and the second wrapped, as MPI has them
//   random                some 8 others each, in any order
//   geometric             the nearest of points in a square, numbered along its stripes
//   power-law             few with many neighbors, many with few
//   multigraph            as random, with ranks named twice and ranks that name themselves
//   none                  nobody
inline constexpr std::array<std::string_view, 10> graph_names{"stencil2d",  "stencil3d", "open2d",    "open3d",
                                                              "cartesian",  "random",    "geometric", "power-law",
                                                              "multigraph", "none"};

inline bool is_graph(std::string_view name)
{
    return std::ranges::count(graph_names, name) > 0;
}

namespace graphs {

using all_ranks = std::vector<neighborhood>;

// Sides as near to one another as may be, the longest first.
inline std::vector<int> balanced_sides(int ranks, int dimensions)
{
    std::vector<int> sides;
    for (int d = dimensions; d > 0; --d) {
        int side = int(std::ceil(std::pow(double(ranks), 1.0 / d) - 1e-9));
        while (ranks % side != 0) ++side;
        sides.push_back(side);
        ranks /= side;
    }
    std::ranges::sort(sides, std::greater());
    return sides;
}

inline std::vector<int> place_in(const std::vector<int>& sides, int rank)
{
    std::vector<int> place(sides.size());
    for (auto d = sides.size(); d-- > 0; rank /= sides[d]) place[d] = rank % sides[d];
    return place;
}

// The rank that many steps away; -1 beyond a border.
inline int moved(const std::vector<int>& sides, std::vector<int> place, const std::vector<int>& by, bool wraps)
{
    int rank = 0;
    for (std::size_t d = 0; d < sides.size(); ++d) {
        int at = place[d] + by[d];
        if (wraps) at = (at + sides[d]) % sides[d];
        if (at < 0 || at >= sides[d]) return -1;
        rank = rank * sides[d] + at;
    }
    return rank;
}

inline void add_once(std::vector<int>& to, int other, int self)
{
    if (other >= 0 && other != self && std::ranges::find(to, other) == to.end()) to.push_back(other);
}

inline all_ranks stencil(int ranks, int dimensions, bool wraps)
{
    auto sides = balanced_sides(ranks, dimensions);
    const std::vector<int> threes(sides.size(), 3);
    int ways = int(std::lround(std::pow(3, dimensions)));
    all_ranks all(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank)
        for (int i = 0; i < ways; ++i) {
            auto by = place_in(threes, i), back = by;
            for (std::size_t d = 0; d < by.size(); ++d) by[d] -= 1, back[d] = -by[d];
            auto place = place_in(sides, rank);
            add_once(all[std::size_t(rank)].destinations, moved(sides, place, by, wraps), rank);
            add_once(all[std::size_t(rank)].sources, moved(sides, place, back, wraps), rank);
        }
    return all;
}

inline all_ranks cartesian(int ranks)
{
    auto sides = balanced_sides(ranks, 2);
    all_ranks all(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        auto& mine = all[std::size_t(rank)];
        mine.cartesian = true;
        for (int d : {0, 1})
            for (int step : {-1, 1})
                mine.destinations.push_back(
                    moved(sides, place_in(sides, rank), d == 0 ? std::vector{step, 0} : std::vector{0, step}, d == 1));
        mine.sources = mine.destinations;
    }
    return all;
}

inline void link(all_ranks& all, int from, int to)
{
    all[std::size_t(from)].destinations.push_back(to);
    all[std::size_t(to)].sources.push_back(from);
}

// Of each direction, in any order.
inline void shuffle_lists(all_ranks& all, std::mt19937& dice)
{
    for (auto& one : all)
        for (auto* list : {&one.sources, &one.destinations})
            for (auto i = std::uint32_t(list->size()); i > 1; --i) std::swap((*list)[i - 1], (*list)[dice() % i]);
}

inline all_ranks random(int ranks, std::mt19937& dice, bool repeats)
{
    all_ranks all(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        std::set<int> known{rank};
        for (auto n = dice() % 17; n > 0; --n) {
            int to = int(dice() % unsigned(ranks));
            if (repeats || known.insert(to).second) link(all, rank, to);
        }
    }
    if (!repeats) shuffle_lists(all, dice); // else the order says which of two blocks is which
    return all;
}

inline all_ranks geometric(int ranks, std::mt19937& dice)
{
    int stripes = std::max(1, int(std::sqrt(ranks) / 2));
    std::vector<std::pair<double, double>> points;
    for (int i = 0; i < ranks; ++i) {
        int stripe = int((long long)i * stripes / ranks);
        double along = double(i) * stripes / ranks - stripe;
        points.emplace_back((stripe + dice() / 4294967296.0) / stripes, along + dice() / 4294967296.0 / ranks);
    }
    double reach = std::sqrt(20 / (3.14159 * ranks)); // some 20 neighbors
    all_ranks all(static_cast<std::size_t>(ranks));
    for (int a = 0; a < ranks; ++a)
        for (int b = 0; b < ranks; ++b) {
            auto [x, y] = points[std::size_t(a)];
            auto [u, v] = points[std::size_t(b)];
            if (a != b && (x - u) * (x - u) + (y - v) * (y - v) < reach * reach) link(all, a, b);
        }
    return all;
}

inline all_ranks power_law(int ranks, std::mt19937& dice)
{
    std::set<std::pair<int, int>> edges;
    auto pick = [&] { return int(ranks * std::pow(dice() / 4294967296.0, 3)); };
    for (long long i = 0; i < 8LL * ranks; ++i) {
        int a = int(dice() % unsigned(ranks)), b = pick();
        if (a != b) edges.insert({a, b}), edges.insert({b, a});
    }
    all_ranks all(static_cast<std::size_t>(ranks));
    for (auto [a, b] : edges) link(all, a, b);
    return all;
}

} // namespace graphs

// Of each rank; the name is one of graph_names.
inline std::vector<neighborhood> graph_by_name(std::string_view name, int ranks, std::uint32_t seed)
{
    std::mt19937 dice(seed);
    if (name == "cartesian") return graphs::cartesian(ranks);
    if (name == "geometric") return graphs::geometric(ranks, dice);
    if (name == "power-law") return graphs::power_law(ranks, dice);
    if (name == "none") return graphs::all_ranks(static_cast<std::size_t>(ranks));
    if (name == "random" || name == "multigraph") return graphs::random(ranks, dice, name == "multigraph");
    return graphs::stencil(ranks, name.ends_with("3d") ? 3 : 2, name.starts_with("stencil"));
}

} // namespace hocket
