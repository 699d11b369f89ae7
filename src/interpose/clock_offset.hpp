// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/steady_time.hpp"
#include "topology/layout.hpp"
#include "transports/mpi/mpi.hpp"
#include <cstdint>

namespace hocket {

// What to add to the clock of this node to have that of rank 0's, and how far that may be wrong, in nanoseconds.
struct clock_offset {
    std::int64_t at = 0, shift = 0, error = 0;
};

// Collective. One rank of each node exchanges some short messages with rank 0 and tells the others of its node.
clock_offset measure_clock(MPI_Comm comm, const layout& where, int rank);

} // namespace hocket
