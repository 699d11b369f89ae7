// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "topology/layout.hpp"
#include <cstdint>
#include <string>

namespace hocket {

// One collective, or several in turn without a barrier between them.
struct collective_job {
    std::string collective = "bcast";
    std::size_t bytes = 0; // of the whole vector; gather, scatter: of a block; gatherv, scatterv: of the mean block
    int root = 0, repeat = 1;
    bool rotate_root = false; // the k-th has the first rank of node k as root, counted from root's and round again
    std::string counts = "equal"; // gatherv, scatterv: how blocks differ, a name of shapes/distributions.hpp
    std::uint32_t seed = 1; // of that
};

// The root of the k-th.
inline int root_of(const collective_job& job, const layout& where, int k)
{
    if (!job.rotate_root || k == 0) return job.root;
    return where.member((where.node_of(job.root) + k) % where.nodes(), 0);
}

} // namespace hocket
