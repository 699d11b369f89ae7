// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_bcast.hpp"
#include "shapes/kary.hpp"
#include "shapes/pace.hpp"

namespace hocket::bcast {

// k-ary tree in heap order, pipelined: parent (v-1)/k. Cost about (depth + k (ns-1))(alpha + s beta): a
// 1/k-th of the bandwidth at a latency that grows with log_k p.
struct kary {
    int k = 2;
    std::size_t segment = 0;

    static task run(kary with, net on, bytes data)
    {
        return bcast_down(on, data, kary_tree{on.rank(), on.size(), with.k}, with.segment);
    }
    static cost declared(kary with, const problem& of)
    {
        return cost_down(of, kary_depth(of.ranks, with.k), std::min(with.k, of.ranks - 1), with.segment);
    }
};

} // namespace hocket::bcast
