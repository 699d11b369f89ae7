// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_bcast.hpp"
#include "shapes/bine.hpp"

namespace hocket::bcast {

// Bine tree: the rounds of the binomial tree, ceil(log2 p)(alpha + n beta) for every p, over shorter distances: for
// networks whose distant links are scarce. De Sensi et al. 2025; for other p than powers of two the ranks beyond
// one are served in the last round by the neighbour in front of them.
struct bine {
    static task run(bine, net on, bytes data) { return bcast_down(on, data, bine_tree{on.rank(), on.size()}, 0); }
    static cost declared(bine, const problem& of)
    {
        int root_degree = bine_tree{0, of.ranks}.degree();
        double hops = bine_tree::depth(of.ranks);
        return cost_down(of, {hops, hops, digits_inside(of, 2, hops), 2, 1}, root_degree, root_degree - 1, 0);
    }
};

} // namespace hocket::bcast
