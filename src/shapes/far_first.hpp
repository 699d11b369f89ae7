// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <bit>

namespace hocket {

// One step of an allgather that serves the far ranks first: a rank takes the blocks of the ranks first, first + stride,
// ... < p before it from the rank `hop` before it, and gives those that it has to the rank `hop` behind it, who wants
// the same ones counted from itself.
struct strided_step {
    int hop, first, stride;

    int count(int p) const { return first < p ? (p - 1 - first) / stride + 1 : 0; }
};

// Each block goes down a tree over the distances from its rank, where the parent has the lowest bit cleared. Far
// distances come first and in one message each for all blocks that take them; as soon as a message holds `aggregate`
// blocks, the nearer vertices are visited one after the other, parents before their children, so that no message
// holds more. Source: PAT, Jeaugey 2025.
struct far_first {
    int p, q, folded; // p ranks, 2^q >= p, 2^folded blocks to a message

    // aggregate counts as the power of two below it; 0: any number of blocks.
    far_first(int ranks, int aggregate)
        : p(ranks), q(int(std::bit_width(unsigned(ranks) - 1))),
          folded(aggregate == 0 ? q : std::min(q, int(std::bit_width(unsigned(aggregate))) - 1))
    {
    }
    int near() const { return 1 << (q - folded); } // distances below this are served one by one
    int steps() const { return folded + std::min(near(), p) - 1; }
    strided_step at(int i) const
    {
        if (i < folded) return {1 << (q - 1 - i), 1 << (q - 1 - i), 1 << (q - i)};
        int offset = i - folded + 1;
        return {offset & -offset, offset, near()};
    }
    int most_blocks() const { return folded < q ? (p - 1) / near() + 1 : std::max(1, p / 2); }
};

} // namespace hocket
