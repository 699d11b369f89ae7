// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/handlers.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"

namespace hocket::handle {

namespace {

// Not a communicator at all? Only what is one gets an entry, since another may come to have the same handle.
bool exists(MPI_Comm comm)
{
    int inter = 0;
    return comm != MPI_COMM_NULL && mpi.Comm_test_inter(comm, &inter) == MPI_SUCCESS;
}

[[gnu::noinline]] int first_bcast(const bcast_call& call)
{
    if (!exists(call.comm)) return call.native();
    return process::here().meet(call.comm).bcast(call);
}

int bcast(const bcast_call& call)
{
    if (inside::now()) return call.native();
    auto* known = process::here().communicators().find(call.comm);
    return known ? known->bcast(call) : first_bcast(call);
}

} // namespace

int Bcast(void* at, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    return bcast({at, count, type, root, comm});
}

int Bcast_c(void* at, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm)
{
    return bcast({at, count, type, root, comm});
}

} // namespace hocket::handle
