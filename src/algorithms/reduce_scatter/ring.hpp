// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "shapes/ring.hpp"

namespace hocket::reduce_scatter {

// Ring: the sum of each block travels once round, from the rank behind its owner, and every rank adds its own operand:
// (p-1)(alpha + n/p (beta + gamma)), only two neighbours. Each sum begins at another rank, so operators must commute.
struct ring {
    static task run(ring, net on, scattered_operands data)
    {
        int me = on.rank(), p = on.size();
        ring_reduce_scatter at(me, p);
        bytes two = p > 2 && data.work.empty() ? on.scratch(2 * data.cut.largest()) : bytes{};
        cbytes leaving = data.range(at.sent(0), at.sent(0) + 1);
        for (int t = 0; t < at.steps(); ++t) {
            int block = at.received(t);
            auto into = block == me ? data.result : place(data, two, block, t);
            auto step = on.together(2);
            step.recv_reduce(at.prev(), into, data.range(block, block + 1), *data.how).send(at.next(), leaving);
            co_await step;
            leaving = into;
        }
        if (p == 1) co_await settle_value(on, {data.mine, data.result});
    }
    static cost declared(ring, const problem& of)
    {
        double steps = of.ranks - 1, time = of.ring(steps, of.block()) + steps * of.combining(of.block());
        return {time, time, steps * of.ranks};
    }

private:
    // One sum leaves while the next one comes.
    static bytes place(const scattered_operands& data, bytes two, int block, int t)
    {
        auto n = data.cut.length(block);
        if (!data.work.empty()) return data.work.subspan(data.cut.offset(block), n);
        return two.subspan(t % 2 * data.cut.largest(), n);
    }
};

} // namespace hocket::reduce_scatter
