// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce_scatter/sums_exchange.hpp"
#include "algorithms/running_value.hpp"
#include "shapes/swing.hpp"

namespace hocket::reduce_scatter {

// Swing: partners at distances 1, 1, 3, 5, 11, ... hand each other the sums of all blocks that the other one serves
// from then on: ceil(log2 p) alpha + (p-1)/p n (beta + gamma), with messages two thirds as far round a ring as in
// halving; even p. The blocks lie apart, so each message has several pieces. Operators must commute. De Sensi et al.
// 2024, reach sets instead of its closed form.
struct swing {
    static task run(swing, net on, scattered_operands data)
    {
        int p = on.size(), me = on.rank();
        if (p == 1) {
            co_await settle_value(on, {data.mine, data.result});
            co_return;
        }
        hocket::swing ring{p};
        auto step = on.ledger<int>(p);
        ring.assign(step);
        auto memory = data.work.empty() && p > 2 ? on.scratch(data.cut.total()) : data.work;
        auto now = on.ledger<cbytes>(p);
        for (int r = 0; r < p; ++r) now[std::size_t(r)] = data.range(r, r + 1);
        sums_exchange sums(on, data.how, p / 2);
        for (int s = 0; s < ring.steps(); ++s) {
            int peer = ring.peer(me, s);
            for (int b = 1; b < p; ++b) {
                if (step[std::size_t(b)] != s) continue;
                auto &given = now[std::size_t(ring.ahead(me, b))], &taken = now[std::size_t(ring.ahead(peer, b))];
                bytes into = ring.ahead(peer, b) == me
                                 ? data.result
                                 : memory.subspan(data.cut.offset(ring.ahead(peer, b)), taken.size());
                sums.give(given);
                sums.take(into, taken);
                taken = into;
            }
            co_await sums_exchange::round(&sums, peer, peer);
        }
    }
    // Before a step a rank has the sums of half as many blocks as before, or the whole rest.
    static cost declared(swing, const problem& of)
    {
        hocket::swing ring{of.ranks};
        double time = packing(of);
        int have = 1;
        for (int s = ring.steps() - 1; s >= 0; --s) {
            int more = std::min(have, of.ranks - have);
            time += of.exchange(more * of.block(), ring.distance(s)) + of.combining(more * of.block());
            have += more;
        }
        return {time, time, double(ring.steps()) * of.ranks};
    }
};

} // namespace hocket::reduce_scatter
