// SPDX-License-Identifier: BSD-3-Clause
// What a rank prepares for the neighborhood collectives of a topology.
#pragma once
#include "shapes/neighbor_route.hpp"
#include "topology/grid.hpp"
#include "topology/layout.hpp"
#include <optional>

namespace hocket {

// Every block straight to its neighbor.
neighbor_route direct_route(int rank, const neighborhood& around);

route_load load_of(const neighbor_route& route, int rank, const layout& where);
neighbor_load load_of(const neighbor_routes& all, int rank, const layout& where);
// The greater of each.
void raise(neighbor_load& to, const neighbor_load& other);

// Of the grids on which these neighbors take fewer messages when blocks are combined, those with the fewest first.
// Empty where there is none. For the rank with most destinations, whose word all others hold against their own.
std::vector<grid_neighborhood> likely_grids(int ranks, int rank, const neighborhood& around);

// Of all ranks, as virtual ones know one another.
struct topology_routes {
    std::vector<neighbor_routes> of;
    neighbor_load load;
};
topology_routes routes_of(const std::vector<neighborhood>& all, const layout& where);

} // namespace hocket
