// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_bcast.hpp"
#include "shapes/chain.hpp"
#include "shapes/pace.hpp"
#include <cmath>

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
        double depth = chain_depth(of.ranks, with.fanout),
               hops = of.ranks == 1 ? 0 : std::ceil((of.ranks - 1.0) / root_degree);
        double inside = of.spans_nodes ? hops - std::ceil(hops / of.neighbours()) : 0;
        auto all = cost_down(of, {depth, hops, inside, 1, 1}, root_degree, hops > 1, with.segment);
        all.finish += run_ahead(of, hops, with.segment);
        return all;
    }

private:
    // Nobody holds back a sender of short messages: where the memory of a node is what limits, its first ranks run
    // ahead, and the last one, which feeds the next node, hears of all of it late.
    static double run_ahead(const problem& of, double hops, std::size_t segment)
    {
        segments cut(std::size_t(of.bytes), segment);
        double one = double(cut.size), shared = std::min<double>(of.neighbours() - 1, hops) * of.at_once;
        if (of.level().one_port || !of.spans_nodes || one > of.node.eager_limit || shared < 1) return 0;
        double late = of.node.pace(1, one, shared) - of.node.pace(1, one, 1);
        return (std::ceil(hops / of.neighbours()) - 1) * cut.count() * late;
    }
};

} // namespace hocket::bcast
