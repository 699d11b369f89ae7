// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/options.hpp"
#include <mpi.h>

namespace hocket::bench {

// All ranks with the topology that --graph names; the caller frees it. Collective.
MPI_Comm make_topology(const options& o);

// Are there several nodes, of as many ranks each; and is the first rank of a node the one after the last of another?
// Collective.
bool has_like_nodes(MPI_Comm all);
bool has_nodes_in_order(MPI_Comm all);

} // namespace hocket::bench
