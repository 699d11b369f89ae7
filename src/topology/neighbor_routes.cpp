// SPDX-License-Identifier: BSD-3-Clause
#include "topology/neighbor_routes.hpp"
#include "topology/grid_routes.hpp"
#include "topology/node_routes.hpp"
#include <set>

namespace hocket {

neighbor_route direct_route(int rank, const neighborhood& around)
{
    neighbor_route made;
    route_step step;
    for (int k = 0; k < int(around.sources.size()); ++k) {
        int place = around.awaited(k), from = around.sources[std::size_t(place)];
        if (from >= 0 && from != rank) made.add(step.receives, from, {{lies::in, place}});
    }
    for (int i = 0; i < int(around.destinations.size()); ++i) {
        int to = around.destinations[std::size_t(i)];
        if (to >= 0 && to != rank) made.add(step.sends, to, {{lies::out, i}});
    }
    made.steps.push_back(std::move(step));
    return made;
}

namespace {

step_load load_of(const std::vector<route_message>& messages, int rank, const layout& where)
{
    step_load load;
    for (auto& m : messages) {
        bool near = where.node_of(m.peer) == where.node_of(rank);
        (near ? load.near : load.far) += 1;
        (near ? load.near_items : load.far_items) += double(m.count);
        auto& longest = near ? load.near_longest : load.far_longest;
        longest = std::max(longest, double(m.count));
    }
    return load;
}

void raise(step_load& to, const step_load& other)
{
    for (auto value : {&step_load::near, &step_load::near_items, &step_load::near_longest, &step_load::far,
                       &step_load::far_items, &step_load::far_longest})
        to.*value = std::max(to.*value, other.*value);
}

void raise(route_load& to, const route_load& other)
{
    to.steps = std::max(to.steps, other.steps);
    for (std::size_t i = 0; i < to.of.size(); ++i) raise(to.of[i], other.of[i]);
}

} // namespace

route_load load_of(const neighbor_route& route, int rank, const layout& where)
{
    route_load load;
    for (auto& step : route.steps) {
        auto& most = load.of[load.steps++];
        raise(most, load_of(step.sends, rank, where));
        raise(most, load_of(step.receives, rank, where));
    }
    return load;
}

neighbor_load load_of(const neighbor_routes& all, int rank, const layout& where)
{
    neighbor_load load{load_of(all.direct, rank, where), {}, {}};
    for (int kind : {0, 1}) {
        if (all.combined[kind]) load.combined[kind] = load_of(*all.combined[kind], rank, where);
        if (all.by_node[kind]) load.by_node[kind] = load_of(*all.by_node[kind], rank, where);
    }
    return load;
}

void raise(neighbor_load& to, const neighbor_load& other)
{
    raise(to.direct, other.direct);
    for (int kind : {0, 1}) {
        raise(to.combined[kind], other.combined[kind]);
        raise(to.by_node[kind], other.by_node[kind]);
    }
}

std::vector<grid_neighborhood> likely_grids(int ranks, int rank, const neighborhood& around)
{
    std::vector<grid_neighborhood> found;
    if (!names_nobody_twice(around)) return found;
    for (auto& one : grids_of(ranks)) {
        grid_neighborhood made(one, rank, around);
        if (made.messages() < int(made.vectors.size()) && made.fits(rank, around)) found.push_back(std::move(made));
    }
    std::ranges::stable_sort(found, {}, &grid_neighborhood::messages);
    return found;
}

namespace {

std::optional<grid_neighborhood> common_grid(const std::vector<neighborhood>& all)
{
    auto most = std::ranges::max_element(all, {}, [](auto& one) { return one.destinations.size(); });
    int from = int(most - all.begin());
    for (auto& one : likely_grids(int(all.size()), from, *most)) {
        bool fits = true;
        for (int rank = 0; fits && rank < int(all.size()); ++rank) fits = one.fits(rank, all[std::size_t(rank)]);
        if (fits) return one;
    }
    return {};
}

std::vector<neighborhood> mates_of(int rank, const std::vector<neighborhood>& all, const layout& where)
{
    std::vector<neighborhood> mates;
    int node = where.node_of(rank);
    for (int i = 0; i < where.size_of(node); ++i) mates.push_back(all[std::size_t(where.member(node, i))]);
    return mates;
}

// Of all nodes.
std::vector<speakers_by_node> all_speakers(const std::vector<neighborhood>& all, const layout& where)
{
    std::vector<speakers_by_node> of;
    for (int node = 0; node < where.nodes(); ++node)
        of.push_back(speakers_of(where, node, mates_of(where.member(node, 0), all, where)));
    return of;
}

node_speakers speakers_around(int node, const std::vector<speakers_by_node>& all)
{
    node_speakers made{all[std::size_t(node)], {}};
    for (auto& [other, speaker] : made.here) made.there[other] = all[std::size_t(other)].at(node);
    return made;
}

} // namespace

topology_routes routes_of(const std::vector<neighborhood>& all, const layout& where)
{
    topology_routes made;
    auto on = common_grid(all);
    bool by_node = where.nodes() > 1 && where.largest() > 1 && std::ranges::all_of(all, names_nobody_twice);
    auto speakers = by_node ? all_speakers(all, where) : std::vector<speakers_by_node>();
    for (int rank = 0; rank < int(all.size()); ++rank) {
        auto& around = all[std::size_t(rank)];
        auto& routes = made.of.emplace_back(neighbor_routes{direct_route(rank, around), {}, {}});
        auto mates = by_node ? mates_of(rank, all, where) : std::vector<neighborhood>();
        auto ends = by_node ? speakers_around(where.node_of(rank), speakers) : node_speakers();
        for (auto kind : {exchange_kind::blocks, exchange_kind::vector}) {
            if (on) routes.combined[int(kind)] = combined_route(*on, rank, around, kind);
            if (by_node) routes.by_node[int(kind)] = node_route(where, rank, mates, ends, kind);
        }
        raise(made.load, load_of(routes, rank, where));
    }
    return made;
}

} // namespace hocket
