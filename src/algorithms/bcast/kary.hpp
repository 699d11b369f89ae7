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
        tree_path path{kary_depth(of.ranks, with.k), digits(of.ranks, with.k), 0, double(with.k)};
        int degree = std::min(with.k, of.ranks - 1);
        return cost_down(of, path, degree, std::min(with.k, of.ranks - 1 - degree), with.segment);
    }

private:
    static double digits(int p, int k) // the levels below the root
    {
        if (k == 1) return p - 1;
        double levels = 0;
        for (std::int64_t first = 1; first < p; first = first * k + 1) ++levels;
        return levels;
    }
};

} // namespace hocket::bcast
