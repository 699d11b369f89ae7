// SPDX-License-Identifier: BSD-3-Clause
// Collectives made ready to run on memory that nobody looks into: what a rank gives and what it gets lie apart, so that
// both are fresh, but where an algorithm works in place (bcast, allgather).
#pragma once
#include "simulate/job_kinds.hpp"

namespace hocket {

using prepare_call = std::unique_ptr<collective_call>(const bound_plan& how, const layout& where,
                                                      const collective_job& job, bytes user);

prepare_call prepare_barrier, prepare_bcast, prepare_rooted, prepare_allgather, prepare_reduction,
    prepare_reduce_scatter, prepare_alltoall, prepare_neighbor;

// Bytes of the rank that has most neighbors.
std::size_t neighbor_memory(const collective_job& job, int ranks);

// Of an alltoallv or alltoallw whose blocks differ: what each rank, first index, sends to each other.
std::vector<std::vector<std::size_t>> exchanged_bytes(const collective_job& job, int ranks);

} // namespace hocket
