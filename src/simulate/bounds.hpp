// SPDX-License-Identifier: BSD-3-Clause
// No algorithm can be faster under a machine model: microseconds (docs/machine-model.md).
#pragma once
#include "machine/machine.hpp"
#include "simulate/job.hpp"

namespace hocket {

// What one rank knows has reached all others, or the other way round: without regard to bytes.
double telling_bound(const machine& by, const layout& where);

using bound_of_job = double(const machine& by, const layout& where, const collective_job& job);
bound_of_job barrier_bound, bcast_bound, gather_bound, scatter_bound, allgather_bound, reduce_bound, allreduce_bound,
    reduce_scatter_bound, scan_bound, alltoall_bound, neighbor_bound;

} // namespace hocket
