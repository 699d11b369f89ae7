// SPDX-License-Identifier: BSD-3-Clause
// Communicators that are made: where all ranks meet anyhow, nonblocking calls find what they may not wait for later.
#include "interpose/handlers.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"

namespace hocket::handle {

namespace {

int made_ready(int code, const MPI_Comm* made)
{
    auto& all = process::here();
    if (code != MPI_SUCCESS || *made == MPI_COMM_NULL || !all.wants_nonblocking() || inside::now()) return code;
    inside guard;
    all.meet(*made).get_ready();
    return code;
}

} // namespace

// Of the ranks that are left.
int Comm_shrink(MPI_Comm comm, MPI_Comm* made)
{
    if (!mpi.Comm_shrink) return MPI_ERR_UNSUPPORTED_OPERATION;
    return made_ready(mpi.Comm_shrink(comm, made), made);
}

int Comm_dup(MPI_Comm comm, MPI_Comm* made)
{
    return made_ready(mpi.Comm_dup(comm, made), made);
}

int Comm_split(MPI_Comm comm, int colour, int key, MPI_Comm* made)
{
    return made_ready(mpi.Comm_split(comm, colour, key, made), made);
}

int Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* made)
{
    return made_ready(mpi.Comm_create(comm, group, made), made);
}

int Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made)
{
    return made_ready(mpi.Comm_create_group(comm, group, tag, made), made);
}

int Intercomm_merge(MPI_Comm comm, int high, MPI_Comm* made)
{
    return made_ready(mpi.Intercomm_merge(comm, high, made), made);
}

int Cart_create(MPI_Comm comm, int dimensions, const int* sizes, const int* periods, int reorder, MPI_Comm* made)
{
    return made_ready(mpi.Cart_create(comm, dimensions, sizes, periods, reorder, made), made);
}

int Cart_sub(MPI_Comm comm, const int* remain, MPI_Comm* made)
{
    return made_ready(mpi.Cart_sub(comm, remain, made), made);
}

int Graph_create(MPI_Comm comm, int nodes, const int* index, const int* edges, int reorder, MPI_Comm* made)
{
    return made_ready(mpi.Graph_create(comm, nodes, index, edges, reorder, made), made);
}

int Dist_graph_create(MPI_Comm comm, int n, const int* sources, const int* degrees, const int* targets,
                      const int* weights, MPI_Info info, int reorder, MPI_Comm* made)
{
    return made_ready(mpi.Dist_graph_create(comm, n, sources, degrees, targets, weights, info, reorder, made), made);
}

int Dist_graph_create_adjacent(MPI_Comm comm, int in, const int* sources, const int* weights, int out,
                               const int* targets, const int* out_weights, MPI_Info info, int reorder, MPI_Comm* made)
{
    return made_ready(
        mpi.Dist_graph_create_adjacent(comm, in, sources, weights, out, targets, out_weights, info, reorder, made),
        made);
}

} // namespace hocket::handle
