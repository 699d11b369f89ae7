// SPDX-License-Identifier: BSD-3-Clause
// Persistent collectives came with MPI 4.0: a program that is to run under older libraries as well must not need them.
#pragma once
#include <mpi.h>

#pragma weak MPI_Barrier_init
#pragma weak MPI_Bcast_init
#pragma weak MPI_Gather_init
#pragma weak MPI_Gatherv_init
#pragma weak MPI_Scatter_init
#pragma weak MPI_Scatterv_init
#pragma weak MPI_Allgather_init
#pragma weak MPI_Allgatherv_init
#pragma weak MPI_Reduce_init
#pragma weak MPI_Allreduce_init
#pragma weak MPI_Reduce_scatter_block_init
#pragma weak MPI_Reduce_scatter_init
#pragma weak MPI_Scan_init
#pragma weak MPI_Exscan_init
#pragma weak MPI_Alltoall_init
#pragma weak MPI_Alltoallv_init
#pragma weak MPI_Alltoallw_init
#pragma weak MPI_Neighbor_allgather_init
#pragma weak MPI_Neighbor_allgatherv_init
#pragma weak MPI_Neighbor_alltoall_init
#pragma weak MPI_Neighbor_alltoallv_init
#pragma weak MPI_Neighbor_alltoallw_init

namespace hocket::bench {

inline bool has_persistent_collectives()
{
    return MPI_Bcast_init != nullptr && MPI_Neighbor_alltoallw_init != nullptr;
}

} // namespace hocket::bench
