// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_bcast.hpp"
#include "shapes/knomial.hpp"
#include "shapes/pace.hpp"
#include <cmath>

namespace hocket::bcast {

// k-nomial tree: v, written in base k, hears from v with its lowest non-zero digit cleared; the largest subtree is
// served first. Cost ceil(log_k p)(k-1)(alpha + n beta); k = 2 is the binomial tree, the fewest rounds for one
// message; a larger k is for networks on which several messages share one latency.
struct knomial {
    int k = 2;
    std::size_t segment = 0;

    static task run(knomial with, net on, bytes data)
    {
        return bcast_down(on, data, knomial_tree{on.rank(), on.size(), with.k}, with.segment);
    }
    static cost declared(knomial with, const problem& of)
    {
        int root_degree = knomial_tree{0, of.ranks, with.k}.degree();
        double hops = std::ceil(std::log2(of.ranks) / std::log2(with.k) - 1e-9);
        tree_path path{knomial_depth(of.ranks, with.k), hops, digits_inside(of, with.k, hops), double(with.k), 1};
        int inner = std::max(0, root_degree - (with.k - 1)); // one digit less
        return cost_down(of, path, root_degree, inner, with.segment);
    }
};

} // namespace hocket::bcast
