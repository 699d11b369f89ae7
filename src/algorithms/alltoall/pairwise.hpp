// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/alltoall/move_block.hpp"
#include <bit>

namespace hocket::alltoall {

enum class partner { shifted, exclusive_or };

// Pairwise: in round i every rank sends to one other and receives from one, the ranks at distance i (shifted), or the
// one whose number differs in the bits of i, where p is a power of two. (p-1)(alpha + m beta). Folklore.
template <partner by> struct pairwise {
    static task run(pairwise, net on, exchanged_blocks data)
    {
        for (int i = 1; i < on.size(); ++i) {
            bool shifts = by == partner::shifted;
            message_end from{shifts ? on.prev(i) : on.rank() ^ i, true}, to{shifts ? on.next(i) : on.rank() ^ i, false};
            co_await both(move_block(on, data.in, from), move_block(on, data.out, to));
        }
    }
    // Rounds differ in who stays inside a node, the nearest ones on either side; two may overlap.
    static cost declared(pairwise, const problem& of)
    {
        double rounds = of.ranks - 1, block = of.block(), near = std::min<double>(rounds, of.per_node - 1), time = 0;
        if (rounds == 0 || block == 0) return {};
        for (int i = 1; i <= near; ++i) {
            if (by == partner::shifted) time += of.exchange(block, std::min(i, of.ranks - i));
            else time += of.exchange(block, i, std::bit_ceil(unsigned(i) + 1));
        }
        time += (rounds - near) * of.exchange(block, of.ranks) + of.lost(2.0 * of.per_node, block);
        return {time, time, rounds * of.ranks};
    }
};

} // namespace hocket::alltoall
