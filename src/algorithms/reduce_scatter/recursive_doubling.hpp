// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce_scatter/narrowing_sums.hpp"
#include "shapes/doubling.hpp"
#include <cmath>

namespace hocket::reduce_scatter {

// Recursive doubling of the whole vector: with distance d = 1, 2, 4, ... partners exchange what they have reached, and
// at the greatest distance only what the other one keeps: log2 p alpha + (log2 p - 1 + 1/p) n (beta + gamma) for a
// power of two. For other p the even one of each of the first pairs lends its operand to its neighbour and gets its
// block: 2 alpha + (n + 2n/p) beta + n gamma more. For short vectors; operators need not commute. MPICH.
struct recursive_doubling {
    static task run(recursive_doubling, net on, scattered_operands data)
    {
        fold folded{on.size()};
        int me = on.rank();
        if (folded.idle(me)) {
            co_await on.send(folded.proxy(me), data.mine);
            co_await on.recv(folded.proxy(me), data.result);
            co_return;
        }
        narrowing_sums sums(on, data);
        int guest = folded.guest(me), v = folded.virtual_of(me), core = folded.core(), last = core / 2;
        block_range all{0, on.size()};
        if (guest >= 0) {
            co_await on.recv_reduce(guest, sums.place(all), data.mine, *data.how);
            sums.arrived(all);
        }
        auto theirs = core > 2 ? on.scratch(data.mine.size()) : bytes{};
        for (int d = 1; d < last; d *= 2) {
            int other = folded.original(doubling::partner(v, d));
            auto step = on.together(2);
            step.recv(other, theirs).send(other, sums.now(all));
            co_await step;
            bool higher = other > me;
            cbytes low = higher ? sums.now(all) : theirs, high = higher ? theirs : sums.now(all);
            co_await on.combine(sums.place(all), low, high, *data.how);
            sums.arrived(all);
        }
        if (last > 0) co_await keep(on, data, &sums, folded, doubling::partner(v, last));
        if (guest >= 0) co_await on.send(guest, sums.now({guest, guest + 1}));
        co_await sums.settle();
    }
    static cost declared(recursive_doubling, const problem& of)
    {
        fold folded{of.ranks};
        double n = of.bytes, block = of.block(), time = 0;
        double kept = (1 + (folded.rem() > 0)) * block;
        for (int d = 1; d < folded.core(); d *= 2) {
            double part = 2 * d < folded.core() ? n : kept;
            time += of.exchange(part, folded, d) + of.combining(part);
        }
        if (folded.rem() > 0) time += of.hop(n, of.reach(2)) + of.combining(n) + of.hop(block, of.reach(2));
        return {time, time, folded.core() * std::log2(folded.core()) + 2.0 * folded.rem()};
    }

private:
    // The last round, in which only the blocks that a rank stands for matter to it.
    static task keep(net on, scattered_operands data, narrowing_sums* sums, fold folded, int u)
    {
        int v = folded.virtual_of(on.rank()), other = folded.original(u);
        auto kept = folded.blocks_of({v, v + 1}), given = folded.blocks_of({u, u + 1});
        auto step = on.together(2);
        step.recv_reduce(other, sums->place(kept), sums->now(kept), *data.how).send(other, sums->now(given));
        co_await step;
        sums->arrived(kept);
    }
};

} // namespace hocket::reduce_scatter
