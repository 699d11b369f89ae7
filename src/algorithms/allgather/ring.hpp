// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include <cmath>

namespace hocket::allgather {

// Ring: in step s a rank passes on the block it got in step s-1. Cost (p-1)(alpha + n/p beta): the whole
// bandwidth and only two neighbours, but p-1 steps of latency, each of which waits for the slowest. With skip=1 what a
// scatter has left at the right neighbour is not sent again.
struct ring {
    int skip = 0;

    static task run(ring with, net on, blocks all)
    {
        holdings known = with.skip && all.left ? *all.left : holdings{};
        for (int s = 0; s < on.size() - 1; ++s) {
            int coming = on.prev(s + 1), going = on.prev(s);
            auto step = on.together(2);
            if (!known.mine.has(coming)) step.recv(on.prev(), all[coming]);
            if (!known.next.has(going)) step.send(on.next(), all[going]);
            co_await step;
        }
    }
    static cost declared(ring, const problem& of)
    {
        double steps = of.ranks - 1, time = of.ring(steps, of.block());
        return {time, time, steps * of.ranks};
    }
};

} // namespace hocket::allgather
