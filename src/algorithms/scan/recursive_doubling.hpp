// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include <bit>
#include <cmath>

namespace hocket::scan {

// Recursive doubling: with distance d = 1, 2, 4, ... partners r and r xor d exchange the values of their windows of d
// ranks; a window of lower ranks also joins the result. ceil(log2 p) (alpha + n beta + 2n gamma) for any p: a partner
// beyond the last rank is missed by nobody. An exscan is the same without a rank's own operand in its result.
template <bool inclusive> struct recursive_doubling {
    static task run(recursive_doubling, net on, operands data)
    {
        int me = on.rank(), p = on.size();
        auto n = data.size();
        running_value window{data.mine, p > 2 ? on.scratch(n) : bytes{}}, result{data.mine, data.result};
        auto theirs = p > 1 ? on.scratch(n) : bytes{};
        bool empty = !inclusive;
        for (int d = 1; d < p; d *= 2) {
            int other = me ^ d;
            if (other >= p) continue;
            auto step = on.together(2);
            step.recv(other, theirs).send(other, window.now);
            co_await step;
            bool lower = other < me;
            cbytes low = lower ? theirs : window.now, high = lower ? window.now : theirs;
            // First: the result may come to lie where the operand is.
            if (2 * d < p) {
                co_await on.combine(window.into, low, high, *data.how);
                window.arrived();
            }
            if (!lower) continue;
            if (empty) co_await on.copy(data.result, theirs);
            else co_await on.combine(data.result, theirs, result.now, *data.how);
            result.arrived();
            empty = false;
        }
        if (inclusive) co_await settle_value(on, result);
    }
    static cost declared(recursive_doubling, const problem& of)
    {
        double time = 0, messages = 0;
        for (int d = 1; d < of.ranks; d *= 2) {
            time += of.exchange(of.bytes, d, 2 * d) + 2 * of.combining(of.bytes);
            for (int base = 0; base < of.ranks; base += 2 * d)
                messages += 2 * std::max(0, std::min(d, of.ranks - base - d));
        }
        return {time, time, messages};
    }
};

} // namespace hocket::scan
