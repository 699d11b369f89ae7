// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "topology/layout.hpp"
#include <cstdint>
#include <string>

namespace hocket {

// One collective, or several in turn without a barrier between them.
struct collective_job {
    std::string collective = "bcast";
    // As MPI makes them equal on all ranks: of the whole vector; of a block (gather, scatter, allgather,
    // reduce_scatter_block); of all blocks (allgatherv, reduce_scatter); of the mean block (gatherv, scatterv).
    std::size_t bytes = 0;
    int root = 0, repeat = 1;
    bool rotate_root = false; // the k-th has the first rank of node k as root, counted from root's and round again
    std::string counts = "equal"; // where blocks may differ: how, a name of shapes/distributions.hpp
    std::string graph = "stencil3d"; // of neighbors: a name of shapes/graphs.hpp
    std::uint32_t seed = 1; // of both
};

// The root of the k-th.
inline int root_of(const collective_job& job, const layout& where, int k)
{
    if (!job.rotate_root || k == 0) return job.root;
    return where.member((where.node_of(job.root) + k) % where.nodes(), 0);
}

} // namespace hocket
