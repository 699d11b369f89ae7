// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include <cmath>

namespace hocket::allgather {

// Ring: in step s a rank passes on the block it got in step s-1. Cost (p-1)(alpha + n/p beta): the whole
// bandwidth and only two neighbours, but p-1 steps of latency, each of which waits for the slowest.
struct ring {
    static task run(ring, net on, blocks all)
    {
        for (int s = 0; s < on.size() - 1; ++s) {
            auto step = on.together(2);
            step.recv(on.prev(), all[on.prev(s + 1)]);
            step.send(on.next(), all[on.prev(s)]);
            co_await step;
        }
    }
    static cost declared(ring, const problem& of)
    {
        double steps = of.ranks - 1, time = steps * of.message(std::ceil(of.bytes / of.ranks));
        return {time, time, steps * of.ranks};
    }
};

} // namespace hocket::allgather
