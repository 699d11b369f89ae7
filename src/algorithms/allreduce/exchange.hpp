// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "shapes/exchange.hpp"

namespace hocket::allreduce {

// Radix-k exchange ("recursive multiplying"): in each round sets of k ranks swap what they have reached, and all
// combine the k values from the lowest rank to the highest: log_k p rounds of k-1 messages and (k-1) n (beta + gamma)
// each, for networks on which several messages share one latency. Ranks beyond a power of k lend their operand to a
// neighbour in front of which they sit, so operators need not commute. MPICH; Ruefenacht, Bull, Booth 2017.
struct exchange {
    int k = 4;

    static task run(exchange with, net on, operands data)
    {
        radix_exchange at(on.size(), with.k);
        int me = on.rank(), v = at.virtual_of(me);
        if (at.idle(me)) {
            co_await on.send(at.proxy(me), data.mine);
            co_await on.recv(at.proxy(me), data.result);
            co_return;
        }
        running_value value{data.mine, data.result};
        auto guests = at.guests(me);
        for (int guest = guests.last - 1; guest >= guests.first; --guest) {
            co_await on.recv_reduce(guest, value.into, value.now, *data.how);
            value.arrived();
        }
        auto room = at.core() > 1 ? on.scratch(std::size_t(at.radix() - 1) * data.size()) : bytes{};
        for (int weight = 1; weight < at.core(); weight *= at.radix()) {
            meeting here{at, v, weight, room};
            co_await both(hear(on, here), tell(on, here, value.now));
            co_await combine(on, here, value, data.how);
            value.arrived();
        }
        co_await settle_value(on, value);
        auto step = on.together(guests.count());
        for (int guest = guests.first; guest < guests.last; ++guest) step.send(guest, data.result);
        co_await step;
    }
    static cost declared(exchange with, const problem& of)
    {
        radix_exchange at(of.ranks, with.k);
        double others = at.radix() - 1, guests = std::min<double>(at.rem(), others), n = of.bytes;
        double time = 0, rounds = 0;
        for (int weight = 1; weight < at.core(); weight *= at.radix(), ++rounds)
            time += of.swaps(others, n, of.about(weight, at.spread()), at.set(weight)) + others * of.combining(n);
        if (guests > 0) time += 2 * of.several(guests, n, of.reach(at.radix())) + guests * of.combining(n);
        return {time, time, at.core() * rounds * others + 2.0 * at.rem()};
    }

private:
    // The set of one round; what the others of it have reached comes into `room`, by digit.
    struct meeting {
        radix_exchange at;
        int v, weight;
        bytes room;

        int mine() const { return at.digit(v, weight); }
        int ahead(int j) const { return (mine() + j) % at.radix(); }
        int rank(int digit) const { return at.original(at.peer(v, weight, digit)); }
        bytes of(int digit) const
        {
            auto n = room.size() / std::size_t(at.radix() - 1);
            return room.subspan(std::size_t(digit - (digit > mine())) * n, n);
        }
    };
    static task hear(net on, meeting here)
    {
        auto step = on.together(here.at.radix() - 1);
        for (int j = here.at.radix() - 1; j > 0; --j) step.recv(here.rank(here.ahead(j)), here.of(here.ahead(j)));
        co_await step;
    }
    // One by one, so that the first message of everybody goes before any second one.
    static task tell(net on, meeting here, cbytes value)
    {
        for (int j = 1; j < here.at.radix(); ++j) co_await on.send(here.rank(here.ahead(j)), value);
    }
    // From left to right on every rank, so that all have the same bits. What is below the own value is combined where
    // the lowest came, as the own value may lie where the result goes.
    static task combine(net on, meeting here, running_value value, const reduction* how)
    {
        int mine = here.mine();
        cbytes low = mine == 0 ? value.now : cbytes(here.of(0));
        for (int digit = 1; digit < here.at.radix(); ++digit) {
            auto into = digit < mine ? here.of(0) : value.into;
            cbytes high = digit == mine ? value.now : cbytes(here.of(digit));
            co_await on.combine(into, low, high, *how);
            low = into;
        }
    }
};

} // namespace hocket::allreduce
