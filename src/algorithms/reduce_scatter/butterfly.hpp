// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce_scatter/narrowing_sums.hpp"
#include "shapes/mirror.hpp"
#include <cmath>

namespace hocket::reduce_scatter {

// Ordered butterfly: with distance d = 1, 2, 4, ... partners hand each other half of what is left of their window, so
// that neighbours come first and operators need not commute. Everything is bracketed as in recursive doubling. The
// block that is left is the mirrored one, and goes to its owner: (log2 p + 1) alpha + (p-1)/p n (beta + gamma) + n/p
// beta for a power of two. For other p the first ranks are folded in pairs, each of which stands for two blocks: up to
// 2 alpha and 2n (beta + gamma) more. Traeff 2005.
struct butterfly {
    static task run(butterfly, net on, scattered_operands data)
    {
        fold folded{on.size()};
        int me = on.rank(), guest = folded.guest(me), v = folded.virtual_of(me);
        narrowing_sums sums(on, data);
        block_range all{0, on.size()}, left = all;
        if (folded.idle(me)) {
            co_await on.send(folded.proxy(me), data.mine);
            left = {};
        } else if (guest >= 0) {
            co_await on.recv_reduce(guest, sums.place(all), data.mine, *data.how);
            sums.arrived(all);
        }
        mirrored_halving halves{folded.core()};
        for (int d = 1; d < folded.core() && left.count() > 0; d *= 2) {
            int u = doubling::partner(v, d), other = folded.original(u);
            auto given = folded.blocks_of(halves.window(u, 2 * d));
            left = folded.blocks_of(halves.window(v, 2 * d));
            auto step = on.together(2);
            step.recv_reduce(other, sums.place(left), sums.now(left), *data.how).send(other, sums.now(given));
            co_await step;
            sums.arrived(left);
        }
        co_await hand_out(on, data, &sums, left, folded.original(halves.mirror(v)));
    }
    static cost declared(butterfly, const problem& of)
    {
        fold folded{of.ranks};
        int core = folded.core(), rem = folded.rem();
        double block = of.block(), time = 0;
        if (rem > 0) time += of.hop(of.bytes, of.reach(2)) + of.combining(of.bytes);
        for (int d = 1, size = core / 2; d < core; d *= 2, size /= 2) {
            double half = (size + std::min(size, rem)) * block;
            time += of.exchange(half, folded, d) + of.combining(half);
        }
        // The first pair, mirrored onto itself, keeps a block, the second one does not.
        int last = core > 2 ? 1 + (rem > 1) : rem > 0;
        time += last * of.exchange(block, core / 2);
        double kept = mirrored_halving{core}.fixed();
        return {time, time, core * std::log2(core) + rem + of.ranks - kept};
    }

private:
    // The blocks that are left go to their owners, and one's own comes from who has it.
    static task hand_out(net on, scattered_operands data, const narrowing_sums* sums, block_range left, int holder)
    {
        int me = on.rank();
        auto step = on.together(3);
        if (!left.has(me)) step.recv(holder, data.result);
        for (int r = left.first; r < left.last; ++r)
            if (r != me) step.send(r, sums->now({r, r + 1}));
        co_await step;
        if (left.has(me)) co_await sums->settle();
    }
};

} // namespace hocket::reduce_scatter
