// SPDX-License-Identifier: BSD-3-Clause
#include "topology/grid.hpp"
#include <numeric>
#include <set>

namespace hocket {

grid_vector grid::place_of(int rank) const
{
    grid_vector place(sides.size());
    for (auto d = sides.size(); d-- > 0;) {
        place[d] = rank % sides[d];
        rank /= sides[d];
    }
    return place;
}

int grid::rank_of(const grid_vector& place) const
{
    int rank = 0;
    for (std::size_t d = 0; d < sides.size(); ++d) rank = rank * sides[d] + place[d];
    return rank;
}

bool grid::step(grid_vector& place, const grid_vector& by, int sign) const
{
    for (std::size_t d = 0; d < sides.size(); ++d) {
        int at = place[d] + sign * by[d];
        if (wraps[d]) at = (at % sides[d] + sides[d]) % sides[d];
        if (at < 0 || at >= sides[d]) return false;
        place[d] = at;
    }
    return true;
}

grid_vector grid::between(int from, int to) const
{
    auto way = place_of(to);
    auto start = place_of(from);
    for (std::size_t d = 0; d < sides.size(); ++d) {
        way[d] -= start[d];
        if (wraps[d] && way[d] < 0) way[d] += sides[d];
    }
    return way;
}

namespace {

// Sides of which so many make up `ranks`.
void factor(int ranks, int dimensions, std::vector<int>& sides, std::vector<std::vector<int>>& all)
{
    if (dimensions == 1) {
        sides.push_back(ranks);
        all.push_back(sides);
        sides.pop_back();
        return;
    }
    for (int side = 2; side <= ranks / 2; ++side) {
        if (ranks % side != 0) continue;
        sides.push_back(side);
        factor(ranks / side, dimensions - 1, sides, all);
        sides.pop_back();
    }
}

} // namespace

std::vector<grid> grids_of(int ranks)
{
    std::vector<std::vector<int>> shapes;
    std::vector<int> none;
    for (int dimensions = 1; dimensions <= 3 && ranks > 1; ++dimensions) factor(ranks, dimensions, none, shapes);
    std::vector<grid> all;
    for (auto& sides : shapes)
        for (unsigned wrapped = 0; wrapped < 1u << sides.size(); ++wrapped) {
            grid one{sides, std::vector<bool>(sides.size())};
            for (std::size_t d = 0; d < sides.size(); ++d) one.wraps[d] = (wrapped >> d & 1) != 0;
            all.push_back(std::move(one));
        }
    return all;
}

namespace {

std::vector<grid_vector> ways(const grid& on, int rank, const std::vector<int>& others, bool towards)
{
    std::vector<grid_vector> found;
    for (int other : others)
        if (other >= 0 && other != rank) found.push_back(towards ? on.between(rank, other) : on.between(other, rank));
    std::ranges::sort(found);
    return found;
}

} // namespace

grid_neighborhood::grid_neighborhood(grid where, int rank, const neighborhood& around)
    : on(std::move(where)), vectors(ways(on, rank, around.destinations, true))
{
}

bool grid_neighborhood::goes(const grid_vector& origin, const grid_vector& way) const
{
    auto place = origin;
    return on.step(place, way);
}

bool grid_neighborhood::fits(int rank, const neighborhood& around) const
{
    auto here = on.place_of(rank);
    std::vector<grid_vector> out, in;
    for (auto& way : vectors) {
        auto to = here, from = here;
        if (on.step(to, way)) out.push_back(way);
        if (on.step(from, way, -1)) in.push_back(way);
    }
    return ways(on, rank, around.destinations, true) == out && ways(on, rank, around.sources, false) == in;
}

int grid_neighborhood::messages() const
{
    std::set<std::pair<std::size_t, int>> ahead;
    for (auto& way : vectors)
        for (std::size_t d = 0; d < way.size(); ++d)
            if (way[d] != 0) ahead.emplace(d, way[d]);
    return int(ahead.size());
}

} // namespace hocket
