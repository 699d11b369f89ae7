// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/far_first.hpp"

namespace hocket::allgather {

// Sparbit: halving distances, p/2 first; a rank passes on all that it has, each block as a message of its own, straight
// from and to its place. ceil(log2 p) latencies where short messages overlap and (p-1)/p n beta, without scratch, and
// most blocks go to near ranks; but p(p-1) messages. Any p. Loch, Koslovski 2021.
struct sparbit {
    static task run(sparbit, net on, blocks all)
    {
        far_first way(on.size(), 0);
        for (int i = 0; i < way.steps(); ++i) {
            auto at = way.at(i);
            auto step = on.together(2 * at.count(on.size()));
            for (int offset = at.first; offset < on.size(); offset += at.stride) {
                step.recv(on.prev(at.hop), all[on.prev(offset)]);
                step.send(on.next(at.hop), all[on.prev(offset - at.hop)]);
            }
            co_await step;
        }
    }
    static cost declared(sparbit, const problem& of)
    {
        far_first way(of.ranks, 0);
        double time = 0;
        for (int i = 0; i < way.steps(); ++i) {
            double n = way.at(i).count(of.ranks), block = of.block(), hop = way.at(i).hop;
            time += of.level().one_port ? of.exchanges(n, block, hop)
                                        : of.exchange(n * block, hop) + (n - 1) * of.level().overhead(block);
        }
        return {time, time, double(of.ranks - 1) * of.ranks};
    }
};

} // namespace hocket::allgather
