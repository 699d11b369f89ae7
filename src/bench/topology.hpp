// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/options.hpp"
#include <mpi.h>

namespace hocket::bench {

// All ranks with the topology that --graph names; the caller frees it. Collective.
MPI_Comm make_topology(const options& o);

// Are there several nodes, of as many ranks each? Collective.
bool has_like_nodes(MPI_Comm all);

} // namespace hocket::bench
