// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_reduce.hpp"
#include "shapes/knomial.hpp"
#include "shapes/pace.hpp"
#include <cmath>

namespace hocket::reduce {

// k-nomial tree: a vertex combines its own operand with the values of its children, the smallest subtree first, and
// hands that to its parent: (k-1) ceil(log_k p) (alpha + n beta + n gamma). A subtree is the run of ranks behind its
// root, so operators need not commute.
struct knomial {
    int k = 2;
    std::size_t segment = 0; // 0: the vector is one

    static task run(knomial with, net on, operands data)
    {
        return reduce_up(on, data, knomial_tree{on.rank(), on.size(), with.k}, with.segment);
    }
    static cost declared(knomial with, const problem& of)
    {
        int degree = knomial_tree{0, of.ranks, with.k}.degree();
        double hops = std::ceil(std::log2(of.ranks) / std::log2(with.k) - 1e-9);
        tree_path path{knomial_depth(of.ranks, with.k), hops, digits_inside(of, with.k, hops), double(with.k), 1};
        return cost_up(of, path, degree, with.segment);
    }
};

} // namespace hocket::reduce
