// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_bcast.hpp"
#include "shapes/chain.hpp"
#include "shapes/pace.hpp"

namespace hocket::bcast {

// Chain: the data pass from rank to rank in segments; the root feeds `fanout` chains. Cost with one chain and ns
// segments of s bytes: (ns + p - 2)(alpha + s beta), the whole bandwidth for large n, but p steps of latency.
struct chain {
    int fanout = 1;
    std::size_t segment = 64 << 10;

    static task run(chain with, net on, bytes data)
    {
        return bcast_down(on, data, chain_tree{on.rank(), on.size(), with.fanout}, with.segment);
    }
    static cost declared(chain with, const problem& of)
    {
        int root_degree = std::min(with.fanout, of.ranks - 1);
        return cost_down(of, chain_depth(of.ranks, with.fanout), root_degree, with.segment);
    }
};

} // namespace hocket::bcast
