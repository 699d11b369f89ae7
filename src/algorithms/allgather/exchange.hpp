// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/allgather/digit_round.hpp"
#include "shapes/exchange.hpp"

namespace hocket::allgather {

// Radix-k exchange: in the round of weight w = 1, k, k^2, ... the k ranks that differ in one digit give one another all
// that they have, always runs of neighbouring blocks. log_k p rounds of k-1 messages and (p-1)/p n beta for a power of
// k; the ranks beyond it lend their blocks to a neighbour and get the whole vector at the end, up to
// 2(k-1) alpha + (k-1)(n + n/p) beta more. Source: MPICH's recursive exchange.
struct exchange {
    int k = 2;

    static task run(exchange with, net on, blocks all)
    {
        radix_exchange at(on.size(), with.k);
        int me = on.rank(), v = at.virtual_of(me);
        if (at.idle(me)) {
            co_await on.send(at.proxy(me), all[me]);
            co_await on.recv(at.proxy(me), all.all);
            co_return;
        }
        auto guests = at.guests(me);
        auto lent = on.together(guests.count());
        for (int guest = guests.first; guest < guests.last; ++guest) lent.recv(guest, all[guest]);
        co_await lent;
        for (int weight = 1; weight < at.core(); weight *= at.radix())
            co_await digit_round<radix_exchange>::run({at, v, weight, at.radix()}, on, all);
        auto whole = on.together(guests.count());
        for (int guest = guests.first; guest < guests.last; ++guest) whole.send(guest, all.all);
        co_await whole;
    }
    // The first window stands for as many ranks as any, and each step is charged for it.
    static cost declared(exchange with, const problem& of)
    {
        radix_exchange at(of.ranks, with.k);
        double others = at.radix() - 1, guests = std::min<double>(at.rem(), others), time = 0, rounds = 0;
        for (int weight = 1; weight < at.core(); weight *= at.radix(), ++rounds)
            time += of.swaps(others, at.blocks_of({0, weight}).count() * of.block(), of.about(weight, at.spread()),
                             at.set(weight));
        double behind = of.reach(at.radix());
        if (guests > 0) time += of.several(guests, of.block(), behind) + of.several(guests, of.bytes, behind);
        return {time, time, at.core() * rounds * others + 2.0 * at.rem()};
    }
};

} // namespace hocket::allgather
