// SPDX-License-Identifier: BSD-3-Clause
// What of Hocket's belongs to a communicator goes before it.
#include "interpose/handlers.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"

namespace hocket::handle {

namespace {

// The world and the self cannot be freed: MPI refuses, and they go on as before.
bool can_be_freed(const MPI_Comm* comm)
{
    return comm && *comm != MPI_COMM_NULL && *comm != MPI_COMM_WORLD && *comm != MPI_COMM_SELF;
}

void forget(const MPI_Comm* comm)
{
    if (!can_be_freed(comm)) return;
    inside guard;
    process::here().drop(*comm);
}

} // namespace

int Comm_free(MPI_Comm* comm)
{
    forget(comm);
    return mpi.Comm_free(comm);
}

int Comm_disconnect(MPI_Comm* comm)
{
    forget(comm);
    return mpi.Comm_disconnect(comm);
}

// Ranks that wait in a collective of ours wait on a communicator of its own.
int Comm_revoke(MPI_Comm comm)
{
    if (!mpi.Comm_revoke) return MPI_ERR_UNSUPPORTED_OPERATION;
    inside guard;
    int code = mpi.Comm_revoke(comm);
    auto* known = code == MPI_SUCCESS ? process::here().communicators().find(comm) : nullptr;
    if (known) known->revoke();
    return code;
}

// Until the last of what the program has put to MPI_COMM_SELF is deleted, MPI is whole, and so are its requests. But
// MPICH waits for whatever it calls from its progress before that.
int Finalize()
{
    auto& all = process::here();
    if (all.ends_with_self()) all.come_to_rest(), all.nonblocking().ends_at_once();
    else all.end_world();
    int code = mpi.Finalize();
    if (!all.has_world()) inside::leave();
    return code;
}

int Session_finalize(MPI_Session* session)
{
    if (!mpi.Session_finalize) return MPI_ERR_UNSUPPORTED_OPERATION;
    inside guard;
    auto& all = process::here();
    if (--all.sessions == 0 && !all.has_world()) all.drop_all();
    return mpi.Session_finalize(session);
}

} // namespace hocket::handle
