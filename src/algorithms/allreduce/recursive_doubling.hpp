// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "shapes/doubling.hpp"
#include <cmath>

namespace hocket::allreduce {

// Recursive doubling: with distance d = 1, 2, 4, ... partners exchange what they have reached, and both combine it, the
// lower ranks' first: log2 p (alpha + n beta + n gamma) for a power of two. For other p the even one of each of the
// first pairs lends its operand to its neighbour and gets the result: 2 (alpha + n beta) + n gamma more.
struct recursive_doubling {
    static task run(recursive_doubling, net on, operands data)
    {
        fold folded{on.size()};
        int me = on.rank();
        if (folded.idle(me)) {
            co_await on.send(folded.proxy(me), data.mine);
            co_await on.recv(folded.proxy(me), data.result);
            co_return;
        }
        running_value value{data.mine, data.result};
        int guest = folded.guest(me);
        if (guest >= 0) {
            co_await on.recv_reduce(guest, value.into, value.now, *data.how);
            value.arrived();
        }
        int v = folded.virtual_of(me);
        auto theirs = folded.core() > 1 ? on.scratch(data.size()) : bytes{};
        for (int d = 1; d < folded.core(); d *= 2) {
            int other = folded.original(doubling::partner(v, d));
            auto step = on.together(2);
            step.recv(other, theirs).send(other, value.now);
            co_await step;
            cbytes low = other > me ? value.now : theirs, high = other > me ? theirs : value.now;
            co_await on.combine(value.into, low, high, *data.how);
            value.arrived();
        }
        if (guest >= 0) co_await on.send(guest, data.result);
        co_await settle_value(on, value);
    }
    static cost declared(recursive_doubling, const problem& of)
    {
        fold folded{of.ranks};
        double n = of.bytes, time = 0;
        for (int d = 1; d < folded.core(); d *= 2) time += of.exchange(n, folded, d) + of.combining(n);
        if (folded.rem() > 0) time += of.hop(n, of.reach(2)) + of.combining(n) + of.hop(n, of.reach(2));
        return {time, time, folded.core() * std::log2(folded.core()) + 2.0 * folded.rem()};
    }
};

} // namespace hocket::allreduce
