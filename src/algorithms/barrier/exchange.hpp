// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/exchange.hpp"

namespace hocket::barrier {

// Radix-k exchange: in the round of weight w each rank meets the k-1 that differ from it in that digit, always in
// pairs, so that links which carry both directions at once serve both at once. log_k p rounds for a power of k, two
// more for the ranks beyond it, who hand their arrival to a neighbour and hear of the end from it. k = 2 is recursive
// doubling. Source: MPICH.
struct exchange {
    int k = 2;

    static task run(exchange with, net on, nothing)
    {
        radix_exchange at(on.size(), with.k);
        int me = on.rank(), v = at.virtual_of(me);
        if (at.idle(me)) {
            co_await on.send(at.proxy(me), cbytes{});
            co_await on.recv(at.proxy(me), bytes{});
            co_return;
        }
        auto guests = at.guests(me);
        auto arrivals = on.together(guests.count());
        for (int guest = guests.first; guest < guests.last; ++guest) arrivals.recv(guest, bytes{});
        co_await arrivals;
        for (int weight = 1; weight < at.core(); weight *= at.radix())
            co_await both(hear(on, at, v, weight), tell(on, at, v, weight));
        auto releases = on.together(guests.count());
        for (int guest = guests.first; guest < guests.last; ++guest) releases.send(guest, cbytes{});
        co_await releases;
    }
    static cost declared(exchange with, const problem& of)
    {
        radix_exchange at(of.ranks, with.k);
        double others = at.radix() - 1, guests = std::min<double>(at.rem(), others), time = 0, rounds = 0;
        for (int weight = 1; weight < at.core(); weight *= at.radix(), ++rounds)
            time += of.exchanges(others, 0, of.about(weight, at.spread()), at.set(weight));
        if (guests > 0) time += 2 * of.several(guests, 0, of.reach(at.radix()));
        return {time, time, at.core() * rounds * others + 2.0 * at.rem()};
    }

private:
    static int peer(radix_exchange at, int v, int weight, int ahead)
    {
        return at.original(at.peer(v, weight, (at.digit(v, weight) + ahead) % at.radix()));
    }
    static task hear(net on, radix_exchange at, int v, int weight)
    {
        auto step = on.together(at.radix() - 1);
        for (int j = 1; j < at.radix(); ++j) step.recv(peer(at, v, weight, at.radix() - j), bytes{});
        co_await step;
    }
    // One by one, so that the first message of everybody goes before any second one.
    static task tell(net on, radix_exchange at, int v, int weight)
    {
        for (int j = 1; j < at.radix(); ++j) co_await on.send(peer(at, v, weight, j), cbytes{});
    }
};

} // namespace hocket::barrier
