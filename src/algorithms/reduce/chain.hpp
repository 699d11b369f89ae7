// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_reduce.hpp"
#include "shapes/chain.hpp"
#include <cmath>

namespace hocket::reduce {

// Chains of neighbouring ranks, from the last rank of each to rank 0, in segments: (ns + p - 2)(alpha + s beta + s
// gamma) with one chain, the whole bandwidth for long vectors. What comes from behind stands for higher ranks, and rank
// 0 takes the chains one after the other, so operators need not commute. Folklore.
struct chain {
    int fanout = 1;
    std::size_t segment = 64 << 10;

    static task run(chain with, net on, operands data)
    {
        return reduce_up(on, data, chain_tree{on.rank(), on.size(), with.fanout}, with.segment);
    }
    static cost declared(chain with, const problem& of)
    {
        if (of.ranks == 1) return {};
        int chains = std::min(with.fanout, of.ranks - 1);
        double hops = std::ceil((of.ranks - 1.0) / chains);
        double inside = of.spans_nodes ? hops - std::ceil(hops / of.neighbours()) : 0;
        return cost_up(of, {hops + chains - 1, hops, inside, 1, 1}, chains, with.segment);
    }
};

} // namespace hocket::reduce
