// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_bcast.hpp"
#include "shapes/kary_contiguous.hpp"
#include "shapes/pace.hpp"
#include <cmath>

namespace hocket::bcast {

// k-ary tree in pre-order, pipelined: what `kary` costs, (depth + k (ns-1))(alpha + s beta), but a subtree is a range
// of neighbouring ranks, so that with P ranks to a node only about every P-th edge leaves one. Folklore. The in-order
// trees of ordered reductions are close to k = 2 read backwards, but give the other subtree the odd rank.
struct kary_contiguous {
    int k = 2;
    std::size_t segment = 0;

    static task run(kary_contiguous with, net on, bytes data)
    {
        return bcast_down(on, data, kary_contiguous_tree{on.rank(), on.size(), with.k}, with.segment);
    }
    static cost declared(kary_contiguous with, const problem& of)
    {
        double hops =
            with.k == 1 ? of.ranks - 1 : std::floor(std::log2(of.ranks * (with.k - 1.0) + 1) / std::log2(with.k));
        tree_path path{kary_contiguous_depth(of.ranks, with.k), hops, digits_inside(of, std::max(with.k, 2), hops),
                       double(with.k), senders(with, of)};
        int degree = std::min(with.k, of.ranks - 1);
        return cost_down(of, path, degree, std::min(with.k, of.ranks - 1 - degree), with.segment);
    }

private:
    // The first ranks of the root's node each head a subtree wider than the node, smaller by k from one to the next;
    // all children but the first of each sit on other nodes. In senders of k messages each.
    static double senders(kary_contiguous with, const problem& of)
    {
        double wide = std::log2(std::max(2.0, double(of.ranks) / of.neighbours())) / std::log2(std::max(with.k, 2));
        return std::max(1.0, std::min<double>(of.neighbours(), std::ceil(wide)) * (with.k - 1) / with.k);
    }
};

} // namespace hocket::bcast
