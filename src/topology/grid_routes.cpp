// SPDX-License-Identifier: BSD-3-Clause
#include "topology/grid_routes.hpp"
#include <map>
#include <set>

namespace hocket {

namespace {

class combining {
public:
    combining(const grid_neighborhood& in, int rank, const neighborhood& around, exchange_kind kind)
        : in_(in), rank_(rank), here_(in.on.place_of(rank)), kind_(kind)
    {
        number(around.destinations, true);
        number(around.sources, false);
    }

    neighbor_route route()
    {
        for (std::size_t d = 0; d < in_.on.sides.size(); ++d) add_step(d);
        return std::move(made_);
    }

private:
    void number(const std::vector<int>& others, bool towards)
    {
        auto& index = towards ? out_ : in_place_;
        for (int i = 0; i < int(others.size()); ++i) {
            int other = others[std::size_t(i)];
            if (other < 0 || other == rank_) continue;
            index[towards ? in_.on.between(rank_, other) : in_.on.between(other, rank_)] = i;
        }
    }
    static grid_vector beginning(grid_vector way, std::size_t sides)
    {
        std::fill(way.begin() + std::ptrdiff_t(sides), way.end(), 0);
        return way;
    }
    // What passes along dimension d, by how far: whole ways of blocks, and of a vector their beginnings up to there.
    std::map<int, std::set<grid_vector>> moving(std::size_t d) const
    {
        std::map<int, std::set<grid_vector>> by_reach;
        for (auto& way : in_.vectors)
            if (way[d] != 0) by_reach[way[d]].insert(kind_ == exchange_kind::blocks ? way : beginning(way, d + 1));
        return by_reach;
    }
    bool wanted(const grid_vector& origin, const grid_vector& way, std::size_t d) const
    {
        if (kind_ == exchange_kind::blocks) return in_.goes(origin, way);
        for (auto& whole : in_.vectors)
            if (beginning(whole, d + 1) == way && in_.goes(origin, whole)) return true;
        return false;
    }
    // The place from which what has come so far along `way` has come here.
    bool origin_of(const grid_vector& way, std::size_t sides, grid_vector& origin) const
    {
        origin = here_;
        return in_.on.step(origin, beginning(way, sides), -1);
    }

    void add_step(std::size_t d)
    {
        route_step step;
        for (auto& [reach, ways] : moving(d)) {
            grid_vector ahead(here_.size(), 0), to = here_, from = here_;
            ahead[d] = reach;
            if (in_.on.step(from, ahead, -1)) made_.add(step.receives, in_.on.rank_of(from), coming(d, ways));
            if (in_.on.step(to, ahead)) made_.add(step.sends, in_.on.rank_of(to), going(d, ways));
        }
        for (auto& [key, item] : arriving_) at_[key] = item;
        arriving_.clear();
        made_.steps.push_back(std::move(step));
    }
    std::vector<route_item> going(std::size_t d, const std::set<grid_vector>& ways)
    {
        std::vector<route_item> items;
        grid_vector origin;
        for (auto& way : ways) {
            if (!origin_of(way, d, origin) || !wanted(origin, way, d)) continue;
            auto so_far = beginning(way, d);
            bool starts = origin == here_ && so_far == grid_vector(way.size(), 0);
            if (starts) items.push_back({lies::out, kind_ == exchange_kind::blocks ? out_.at(way) : 0});
            else items.push_back(at_.at(key_of(way, so_far)));
        }
        return items;
    }
    std::vector<route_item> coming(std::size_t d, const std::set<grid_vector>& ways)
    {
        std::vector<route_item> items;
        grid_vector origin;
        for (auto& way : ways) {
            if (!origin_of(way, d + 1, origin) || !wanted(origin, way, d)) continue;
            auto so_far = beginning(way, d + 1);
            auto& final_way = kind_ == exchange_kind::blocks ? way : so_far;
            auto found = so_far == final_way ? in_place_.find(so_far) : in_place_.end();
            auto item = found != in_place_.end() ? route_item{lies::in, found->second} : made_.next_slot();
            items.push_back(item);
            arriving_[key_of(way, so_far)] = item;
        }
        return items;
    }
    // A block is known by all of its way, a vector by what lies behind it.
    const grid_vector& key_of(const grid_vector& way, const grid_vector& so_far) const
    {
        return kind_ == exchange_kind::blocks ? way : so_far;
    }

    const grid_neighborhood& in_;
    int rank_;
    grid_vector here_;
    exchange_kind kind_;
    std::map<grid_vector, int> out_, in_place_; // ways from here, and to here, to the places of their blocks
    std::map<grid_vector, route_item> at_, arriving_;
    neighbor_route made_;
};

} // namespace

neighbor_route combined_route(const grid_neighborhood& in, int rank, const neighborhood& around, exchange_kind kind)
{
    return combining(in, rank, around, kind).route();
}

} // namespace hocket
