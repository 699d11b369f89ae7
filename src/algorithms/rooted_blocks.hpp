// SPDX-License-Identifier: BSD-3-Clause
// The data of gather and scatter: a block for every rank, all of them at the root.
#pragma once
#include "algorithms/blocks.hpp"

namespace hocket {

// How many bytes the ranks of a net have, in its numbering.
class block_sizes {
public:
    virtual ~block_sizes() = default;
    virtual std::size_t of(int first, int last) const = 0; // ranks first..last-1 together
    std::size_t of(int rank) const { return of(rank, rank + 1); }
};

// And where these lie in the root's memory. A block may lie in several pieces, and an empty one in none.
class block_places : public block_sizes {
public:
    // The pieces of ranks first..last-1 in the order of the ranks, neighbours in memory joined. Writes at most `room`
    // of them, and returns how many there are.
    virtual int pieces(int first, int last, bytes* into, int room) const = 0;
};

// What one rank hands to a gather or scatter. The root's own block is the driver's to move, at any time: algorithms
// leave it alone.
struct rooted_blocks {
    bytes mine;                           // this rank's block; empty at the root
    const block_sizes* sizes = nullptr;   // where all ranks know them; null in gatherv and scatterv, on every rank
    const block_places* places = nullptr; // at the root, and nowhere else
    const blocks* in_place = nullptr; // scatter: every rank has room for the whole vector, and blocks stay in place
    holdings* left = nullptr; // where a scatter in place notes what it has left here
};

} // namespace hocket
