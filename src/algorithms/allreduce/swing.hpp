// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "shapes/doubling.hpp"
#include "shapes/swing_exchange.hpp"

namespace hocket::allreduce {

// Swing: the rounds of recursive doubling, log2 p (alpha + n beta + n gamma), with partners on both sides in turn and
// two thirds as far round a ring, for rings, tori and networks whose distant links are scarce. Of other p than powers
// of two the even one of each of the first pairs lends its operand to its neighbour. Operators must commute. De Sensi
// et al. 2024.
struct swing {
    static task run(swing, net on, operands data)
    {
        fold folded{on.size()};
        int me = on.rank(), guest = folded.guest(me), v = folded.virtual_of(me);
        if (folded.idle(me)) {
            co_await on.send(folded.proxy(me), data.mine);
            co_await on.recv(folded.proxy(me), data.result);
            co_return;
        }
        running_value value{data.mine, data.result};
        if (guest >= 0) {
            co_await on.recv_reduce(guest, value.into, value.now, *data.how);
            value.arrived();
        }
        swing_exchange at{{folded.core()}};
        auto theirs = folded.core() > 1 ? on.scratch(data.size()) : bytes{};
        for (int s = at.steps() - 1; s >= 0; --s) {
            int other = folded.original(at.peer(v, s));
            auto step = on.together(2);
            step.recv(other, theirs).send(other, value.now);
            co_await step;
            bool first = at.leads(v, s); // of rank order only half of all pairs would say the same
            cbytes low = first ? value.now : theirs, high = first ? theirs : value.now;
            co_await on.combine(value.into, low, high, *data.how);
            value.arrived();
        }
        if (guest >= 0) co_await on.send(guest, data.result);
        co_await settle_value(on, value);
    }
    static cost declared(swing, const problem& of)
    {
        fold folded{of.ranks};
        hocket::swing at{folded.core()};
        double n = of.bytes, time = 0;
        for (int s = 0; s < at.steps(); ++s) time += of.exchange(n, hocket::swing::distance(s)) + of.combining(n);
        if (folded.rem() > 0) time += of.hop(n, of.reach(2)) + of.combining(n) + of.hop(n, of.reach(2));
        return {time, time, double(folded.core()) * at.steps() + 2.0 * folded.rem()};
    }
};

} // namespace hocket::allreduce
