// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"

namespace hocket::scan {

// Hillis and Steele: with distance d = 1, 2, 4, ... a rank sends what it has reached to rank r+d and puts what comes
// from r-d in front of it: ceil(log2 p) (alpha + n beta + n gamma), where recursive doubling combines twice a step. An
// exscan first shifts all operands by one rank, and then goes on among the ranks from 1 on: 1 + ceil(log2 (p-1)) steps.
template <bool inclusive> struct hillis_steele {
    static task run(hillis_steele, net on, operands data)
    {
        int first = inclusive ? 0 : 1, me = on.rank() - first, p = on.size() - first;
        running_value value{data.mine, data.result};
        if (!inclusive) {
            bool in_place = data.mine.data() == data.result.data();
            auto shifted = in_place && me >= 0 ? on.scratch(data.size()) : data.result;
            co_await shift(on, data.mine, shifted);
            value.now = shifted;
        }
        if (me < 0) co_return;
        auto theirs = me > 0 ? on.scratch(data.size()) : bytes{};
        for (int d = 1; d < p; d *= 2) {
            auto step = on.together(2);
            if (me >= d) step.recv(me - d + first, theirs);
            if (me + d < p) step.send(me + d + first, value.now);
            co_await step;
            if (me < d) continue;
            co_await on.combine(data.result, theirs, value.now, *data.how);
            value.arrived();
        }
        co_await settle_value(on, value);
    }
    static cost declared(hillis_steele, const problem& of)
    {
        double time = 0, messages = 0;
        int p = of.ranks - !inclusive;
        if (!inclusive && p > 0) time += of.exchange(of.bytes, 1), messages += p;
        for (int d = 1; d < p; d *= 2) {
            time += of.exchange(of.bytes, d) + of.combining(of.bytes);
            messages += p - d;
        }
        return {time, time, messages};
    }

private:
    static task shift(net on, cbytes mine, bytes into)
    {
        auto step = on.together(2);
        if (on.rank() > 0) step.recv(on.rank() - 1, into);
        if (on.rank() + 1 < on.size()) step.send(on.rank() + 1, mine);
        co_await step;
    }
};

} // namespace hocket::scan
