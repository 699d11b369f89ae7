// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>
#include <vector>

namespace hocket::bench {

// Which rank of `all` is rank k, where those of each node have changed places among themselves, as the seed draws:
// never all as they were, where a node has several. Collective, the same on all ranks.
std::vector<int> renumbered_inside_nodes(MPI_Comm all, unsigned seed);

// A communicator of that order; the caller frees it. Collective.
MPI_Comm in_order(MPI_Comm all, const std::vector<int>& ranks);

} // namespace hocket::bench
