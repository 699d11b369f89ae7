// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_reduce.hpp"
#include "shapes/in_order_binary.hpp"
#include <cmath>

namespace hocket::reduce {

// Binary tree over ranks 1..p-1 whose subtrees are runs of ranks that end with their root, so that operators need not
// commute; its top, rank p-1, hands the value to rank 0, which puts its own operand in front. Pipelined: about
// (2 log2 p + 2 (ns-1))(alpha + s beta + s gamma). Open MPI has rank 0 inside of the tree and sends it the result.
struct binary_in_order {
    std::size_t segment = 0;

    static task run(binary_in_order with, net on, operands data)
    {
        return reduce_up(on, data, in_order_binary_tree{on.rank(), on.size()}, with.segment);
    }
    static cost declared(binary_in_order with, const problem& of)
    {
        int below = of.ranks - 1;
        double hops = below > 0 ? 1 + std::floor(std::log2(below)) : 0;
        tree_path path{1.0 + in_order_binary_depth(below), hops, digits_inside(of, 2, hops), 2};
        return cost_up(of, path, below > 2 ? 2 : 1, with.segment);
    }
};

} // namespace hocket::reduce
