// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include "shapes/block_cut.hpp"
#include "shapes/doubling.hpp"

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

// A vector in memory cut into one block per rank.
struct blocks {
    bytes all;
    block_cut cut;
    holdings* left = nullptr; // where a scatter notes it, if somebody wants to know

    blocks(bytes vector, block_cut how, holdings* note = nullptr) : all(vector), cut(how), left(note) {}
    // Equal to within a byte.
    blocks(bytes vector, int count, holdings* note = nullptr) : blocks(vector, {vector.size(), count}, note) {}

    int count() const { return cut.count(); }
    bytes operator[](int i) const { return range(i, i + 1); }
    // Blocks first..last-1, which lie next to each other.
    bytes range(int first, int last) const
    {
        return all.subspan(cut.offset(first), cut.offset(last) - cut.offset(first));
    }
    // The n blocks from `first` on, 0 <= first < count, n <= count.
    block_run around(int first, int n) const
    {
        int beyond = std::max(0, first + n - count());
        return {range(first, first + n - beyond), range(0, beyond)};
    }
    std::size_t largest() const { return cut.largest(); }
};

} // namespace hocket
