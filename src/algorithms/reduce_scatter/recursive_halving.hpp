// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce_scatter/narrowing_sums.hpp"
#include "shapes/doubling.hpp"
#include <cmath>

namespace hocket::reduce_scatter {

// Recursive halving: with distance d = p/2, ..., 2, 1 partners hand each other the half of their window that the other
// one keeps: log2 p alpha + (p-1)/p n (beta + gamma) for a power of two. For other p the even one of each of the first
// pairs lends its operand to its neighbour and gets its block at the end: 2 alpha + (n + n/p) beta + n gamma more, and
// up to (p-1)/p n where the blocks of pairs make windows longer. Distant ranks come first, so operators must commute.
// Thakur, Rabenseifner, Gropp 2005.
struct recursive_halving {
    static task run(recursive_halving, net on, scattered_operands data)
    {
        fold folded{on.size()};
        int me = on.rank();
        if (folded.idle(me)) {
            co_await on.send(folded.proxy(me), data.mine);
            co_await on.recv(folded.proxy(me), data.result);
            co_return;
        }
        narrowing_sums sums(on, data);
        int guest = folded.guest(me), v = folded.virtual_of(me);
        block_range all{0, on.size()};
        if (guest >= 0) {
            co_await on.recv_reduce(guest, sums.place(all), data.mine, *data.how);
            sums.arrived(all);
        }
        for (int d = folded.core() / 2; d > 0; d /= 2) {
            int u = doubling::partner(v, d), other = folded.original(u);
            auto kept = folded.blocks_of(doubling::window(v, d)), given = folded.blocks_of(doubling::window(u, d));
            auto step = on.together(2);
            step.recv_reduce(other, sums.place(kept), sums.now(kept), *data.how).send(other, sums.now(given));
            co_await step;
            sums.arrived(kept);
        }
        if (guest >= 0) co_await on.send(guest, sums.now({guest, guest + 1}));
        co_await sums.settle();
    }
    // A pair's blocks may meet in every window, so each step is charged for the fullest one.
    static cost declared(recursive_halving, const problem& of)
    {
        fold folded{of.ranks};
        double block = of.block(), time = 0;
        if (folded.rem() > 0)
            time += of.hop(of.bytes, of.reach(2)) + of.combining(of.bytes) + of.hop(block, of.reach(2));
        for (int d = folded.core() / 2; d > 0; d /= 2) {
            double half = (d + std::min(d, folded.rem())) * block;
            time += of.exchange(half, folded, d) + of.combining(half);
        }
        return {time, time, folded.core() * std::log2(folded.core()) + 2.0 * folded.rem()};
    }
};

} // namespace hocket::reduce_scatter
