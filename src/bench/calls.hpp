// SPDX-License-Identifier: BSD-3-Clause
// Collectives that a mock-up is made of, by their names, and with what is the same for all of them.
#pragma once
#include <mpi.h>
#include <string_view>

namespace hocket::bench {

enum class call {
    barrier,
    bcast,
    gather,
    scatter,
    allgather,
    alltoall,
    reduce,
    allreduce,
    reduce_scatter_block,
    exscan,
    neighbor_allgather,
    neighbor_alltoall
};

// What one call is about. A bcast is of what lies in `to`, and reductions are sums.
struct call_data {
    const void* from;
    void* to;
    int count; // elements of one block, or of the whole vector
    MPI_Datatype type;
    int root;
    MPI_Comm on;
};

void perform(call what, const call_data& with);
std::string_view title(call what); // Reduce_scatter_block
int blocks_after(call what, int ranks); // that a rank has then

} // namespace hocket::bench
