// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_reduce.hpp"
#include "shapes/kary.hpp"
#include "shapes/pace.hpp"

namespace hocket::reduce {

// k-ary tree in heap order, pipelined: about (depth + k (ns-1))(alpha + s beta + s gamma). Values of ranks far apart
// are combined, so operators must commute. Open MPI, MPICH.
struct kary {
    int k = 2;
    std::size_t segment = 0;

    static task run(kary with, net on, operands data)
    {
        return reduce_up(on, data, kary_tree{on.rank(), on.size(), with.k}, with.segment);
    }
    static cost declared(kary with, const problem& of)
    {
        tree_path path{kary_depth(of.ranks, with.k), levels(of.ranks, with.k), 0, double(with.k)};
        return cost_up(of, path, std::min(with.k, of.ranks - 1), with.segment);
    }

private:
    static double levels(int p, int k) // below the root
    {
        if (k == 1) return p - 1;
        double n = 0;
        for (std::int64_t first = 1; first < p; first = first * k + 1) ++n;
        return n;
    }
};

} // namespace hocket::reduce
