// SPDX-License-Identifier: BSD-3-Clause
// The data of neighborhood collectives: a block for every destination, and room for one from every source.
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/neighbor_route.hpp"

namespace hocket {

// A rank's blocks for itself lie where they belong from the start.
struct neighbor_blocks {
    const neighbor_routes* routes;
    const block_places *out, *in;    // in the order of the topology
    std::optional<std::size_t> each; // bytes of every block, where all ranks know that they are equal
    bool one_out = false;            // the first of `out` goes to every destination
};

using neighbor_algorithm = algorithm<neighbor_blocks>;

} // namespace hocket
