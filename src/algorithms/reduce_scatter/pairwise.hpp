// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::reduce_scatter {

// Pairwise: in step i each rank sends the operand for rank r+i straight to it and combines what comes from r-i. p-1
// steps of one block each, (p-1)/p n beta and gamma. What comes from lower ranks and from higher ones is kept apart
// until the end, so operators need not commute.
struct pairwise {
    static task run(pairwise, net on, scattered_operands data)
    {
        int me = on.rank(), p = on.size();
        cbytes low = data.range(me, me + 1), high;
        auto above = me + 1 < p ? on.scratch(data.result.size()) : bytes{};
        for (int i = 1; i < p; ++i) {
            int to = on.next(i), from = on.prev(i);
            auto step = on.together(2);
            step.send(to, data.range(to, to + 1));
            if (from < me) step.add(on.receiving_reduce(from, data.result, low, *data.how, false));
            else if (high.data()) step.add(on.receiving_reduce(from, above, high, *data.how, false));
            else step.recv(from, above);
            co_await step;
            if (from < me) low = data.result;
            else high = above;
        }
        if (high.data()) co_await on.combine(data.result, low, high, *data.how);
        else if (low.data() != data.result.data()) co_await on.copy(data.result, low);
    }
    static cost declared(pairwise, const problem& of)
    {
        double time = 0;
        for (int i = 1; i < of.ranks; ++i) time += of.exchange(of.block(), i);
        time += (of.ranks - 1) * of.combining(of.block());
        return {time, time, double(of.ranks) * (of.ranks - 1)};
    }
};

} // namespace hocket::reduce_scatter
