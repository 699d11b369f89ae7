// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/neighbor_exchange.hpp"

namespace hocket::allgather {

// Neighbour exchange: a rank meets its left and its right neighbour in turn and passes on the two blocks that it got
// last. p/2 rounds and (p-1)/p n beta, half the latencies of a ring and as local; even p. Chen, Yuan 2005.
struct neighbor_exchange {
    static task run(neighbor_exchange, net on, blocks all)
    {
        hocket::neighbor_exchange at{on.rank(), on.size()};
        for (int t = 0; t < at.rounds(); ++t) {
            int peer = at.peer(t), give = t == 0 ? at.r : at.pair(t - 1), take = t == 0 ? peer : at.pair(t);
            int each = t == 0 ? 1 : 2;
            auto step = on.together(2);
            step.recv(peer, all.range(take, take + each)).send(peer, all.range(give, give + each));
            co_await step;
        }
    }
    static cost declared(neighbor_exchange, const problem& of)
    {
        if (of.ranks == 1) return {};
        double rounds = of.ranks / 2, time = of.exchange(of.block(), 1) + (rounds - 1) * of.exchange(2 * of.block(), 1);
        return {time, time, rounds * of.ranks};
    }
};

} // namespace hocket::allgather
