// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include "shapes/doubling.hpp"
#include "shapes/partition.hpp"

namespace hocket {

// What a scatter leaves behind for the allgather after it: the blocks that a rank and its right neighbour have.
struct holdings {
    block_range mine, next;
};

// Neighbouring blocks on a ring: up to the end of the vector, and on from its beginning.
struct block_run {
    bytes high, low;

    std::size_t size() const { return high.size() + low.size(); }
};

// A vector in memory cut into one block per rank, equal to within a byte.
struct blocks {
    bytes all;
    int count;
    holdings* left = nullptr; // where a scatter notes it, if somebody wants to know

    bytes operator[](int i) const { return range(i, i + 1); }
    // Blocks first..last-1, which lie next to each other.
    bytes range(int first, int last) const
    {
        partition cut{all.size(), count};
        return all.subspan(cut.offset(first), cut.offset(last) - cut.offset(first));
    }
    // The n blocks from `first` on, 0 <= first < count, n <= count.
    block_run around(int first, int n) const
    {
        int beyond = std::max(0, first + n - count);
        return {range(first, first + n - beyond), range(0, beyond)};
    }
    std::size_t largest() const { return (all.size() + std::size_t(count) - 1) / std::size_t(count); }
};

} // namespace hocket
