// SPDX-License-Identifier: BSD-3-Clause
// Grids of ranks, the last dimension counting fastest, and neighborhoods that are alike around each of their ranks.
#pragma once
#include "shapes/neighborhood.hpp"
#include <span>

namespace hocket {

using grid_vector = std::vector<int>; // a place in a grid, or the way from one to another

struct grid {
    std::vector<int> sides;
    std::vector<bool> wraps; // for each side: whether its ends are neighbors

    int dimensions() const { return int(sides.size()); }
    grid_vector place_of(int rank) const;
    int rank_of(const grid_vector& place) const;
    // The place there, or none beyond a border.
    bool step(grid_vector& place, const grid_vector& by, int sign = 1) const;
    // From one rank to another: 0 to side-1 where it wraps, else -side+1 to side-1.
    grid_vector between(int from, int to) const;
};

// All ways of 1 to 3 dimensions into which so many ranks go, sides of 2 or more, each open or wrapped.
std::vector<grid> grids_of(int ranks);

// Every rank has the same neighbors, seen from where it stands, but for those beyond a border.
struct grid_neighborhood {
    grid on;
    std::vector<grid_vector> vectors; // to the destinations, sorted, none twice, none of zeros

    // As the neighborhood of that rank has it; a rank's blocks for itself do not count.
    grid_neighborhood(grid where, int rank, const neighborhood& around);
    bool fits(int rank, const neighborhood& around) const;
    // Messages of one rank when blocks are routed dimension by dimension.
    int messages() const;
    // Whether a block from there, on this way, goes all of it.
    bool goes(const grid_vector& origin, const grid_vector& way) const;
};

} // namespace hocket
