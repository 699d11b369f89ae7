// SPDX-License-Identifier: BSD-3-Clause
// The data of alltoall: a block for every rank, and room for one from every rank.
#pragma once
#include "algorithms/rooted_blocks.hpp"
#include <optional>

namespace hocket {

// What one rank hands to an alltoall. Its own block is the driver's to move, at any time: algorithms leave it alone.
struct exchanged_blocks {
    const block_places* out = nullptr; // what goes to each rank
    const block_places* in = nullptr;  // where what comes from each rank belongs
    std::optional<std::size_t> each;   // bytes of every block, where all ranks know that they are equal
    bool in_place = false;             // out is in: what comes from a rank takes the place of what goes to it

    // None where there is nothing for rank i, or from it.
    bool sends(int i) const { return out->of(i, i + 1) > 0; }
    bool receives(int i) const { return in->of(i, i + 1) > 0; }
};

} // namespace hocket
